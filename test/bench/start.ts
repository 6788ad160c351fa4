// The time from the start of the process to its first response: in an empty folder, and in an existing installation.
import { freePort, spawnServer, temporaryFolder } from '../support/servers/process.ts';
import { firstAnswer, spawnEmpty } from './empty-server.ts';
import { atMost, figure, type Row } from './figure.ts';

const repeats = 3;

export const start: Row = {
    name: 'start',
    async measure(_short, progress) {
        const [first, warm, base]: number[][] = [[], [], []];
        for (let repeat = 1; repeat <= repeats; repeat += 1) {
            await using folder = await temporaryFolder();
            first?.push(await millisecondsToAnswer(folder.path));
            warm?.push(await millisecondsToAnswer(folder.path));
            base?.push(await millisecondsOfEmpty());
            progress(repeat / repeats);
        }
        return [startFigure('first start', 1000, first, base), startFigure('warm start', 600, warm, base)];
    }
};

function startFigure(row: string, most: number, measured: number[] = [], base: number[] = []) {
    return figure({ row, unit: 'ms', against: 'empty node', goal: atMost(most) }, { measured, base });
}

/** Measures one start, then shuts the server down cleanly. */
async function millisecondsToAnswer(dataDir: string) {
    const port = await freePort();
    const began = performance.now();
    const running = await spawnServer({ dataDir, port });
    try {
        await firstAnswer(`${running.url}/healthz`);
        return performance.now() - began;
    } finally {
        await running.end('SIGTERM');
    }
}

async function millisecondsOfEmpty() {
    const began = performance.now();
    const { url, child } = await spawnEmpty();
    try {
        await firstAnswer(url);
        return performance.now() - began;
    } finally {
        child.kill();
    }
}
