// A row that alternates between loading a route of the real server and loading its hand-written twin.
import { temporaryFolder } from '../../support/servers/process.ts';
import { alternate, eachOf, figure, ofBase, type Row, type Samples } from '../figure.ts';
import { type Load, loadOn } from '../load.ts';
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
            for (const served of [server, twin]) await repeat(served, 6000 * share); // compiles what is run often
            const loads = await alternate({
                repeats: 5,
                measured: () => repeat(server, amount),
                base: () => repeat(twin, amount),
                progress
            });
            return figuresOf(loads, row, goal);
        }
    };
}

/** Repeats the one request. */
function repeat({ pid, url, ...asked }: Served, amount: number) {
    const { origin, pathname, search } = new URL(url);
    return loadOn(pid, { url: origin, amount, requests: [{ ...asked, url: pathname + search }] });
}

function figuresOf(loads: Samples<Load>, row: string, least: number) {
    const label = { row, against: 'hand-written twin', goal: ofBase(least) };
    return [
        figure(
            { ...label, unit: 'requests/s' },
            eachOf(loads, (load) => load.perSecond)
        ),
        figure(
            { ...label, unit: 'requests/CPU s' },
            eachOf(loads, (load) => load.perProcessorSecond)
        )
    ];
}
