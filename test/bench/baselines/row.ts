// A row that alternates between loading a route of the real server and loading its hand-written twin.
import { temporaryFolder } from '../../support/servers/process.ts';
import { alternate, figure, type Row, type Samples } from '../figure.ts';
import { requestsPerSecond } from '../load.ts';
import { processorSeconds } from '../processor-time.ts';
import { createFixtures, type Scene, type Served } from '../fixtures.ts';

interface TwinRow {
    name: string;
    /** The name of the row in the table. */
    row: string;
    /** The smallest allowed ratio to the twin. */
    goal: number;
    /** How many of the usual number of requests are sent: fewer where an answer is long. */
    share?: number;
}

export function twinRow({ name, row, goal, share = 1 }: TwinRow, scene: Scene): Row {
    return {
        name,
        async measure(short, progress) {
            const folder = await temporaryFolder();
            await using ends = new AsyncDisposableStack();
            ends.defer(folder.remove);
            const { server, twin } = await createFixtures(folder.path, scene, ends);
            const amount = (short ? 2000 : 20_000) * share;
            for (const served of [server, twin]) await loadOn(served, 6000 * share); // compiles what is run often
            const loads = await alternate({
                repeats: 5,
                measured: () => loadOn(server, amount),
                base: () => loadOn(twin, amount),
                progress
            });
            return figuresOf(loads, row, goal);
        }
    };
}

/** Requests per second of clock time, and per second of the server's processor time: other programs may be running. */
interface Load {
    perSecond: number;
    perProcessorSecond: number;
}

async function loadOn(served: Served, amount: number): Promise<Load> {
    const before = await processorSeconds(served.pid);
    const perSecond = await requestsPerSecond(served, amount);
    const used = (await processorSeconds(served.pid)) - before;
    return { perSecond, perProcessorSecond: amount / used };
}

function figuresOf(loads: Samples<Load>, row: string, least: number) {
    const goal = { of: 'ratio', is: 'at least', value: least } as const;
    const label = { row, against: 'hand-written twin', goal };
    const pick = (name: keyof Load) => ({
        measured: loads.measured.map((load) => load[name]),
        base: loads.base.map((load) => load[name])
    });
    return [
        figure({ ...label, unit: 'requests/s' }, pick('perSecond')),
        figure({ ...label, unit: 'requests/CPU s' }, pick('perProcessorSecond'))
    ];
}
