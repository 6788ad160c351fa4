// A row that loads a route of the real server and its hand-written twin in turn.
import { temporaryFolder } from '../../test/support/process.ts';
import { figure, inTurn, type Row, type Samples } from '../figure.ts';
import { requestsPerSecond } from '../load.ts';
import { processorSeconds } from '../processor-time.ts';
import { raiseStage, type Scene, type Served } from '../stage.ts';

interface Told {
    name: string;
    /** As the table names it. */
    row: string;
    /** The least ratio to the twin. */
    goal: number;
}

export function twinRow({ name, row, goal }: Told, scene: Scene): Row {
    return {
        name,
        async measure(short, progress) {
            const folder = await temporaryFolder();
            await using ends = new AsyncDisposableStack();
            ends.defer(folder.remove);
            const { server, twin } = await raiseStage(folder.path, scene, ends);
            const seconds = short ? 2 : 10;
            await Promise.all([server, twin].map((served) => loadOn(served, 1)));
            const loads = await inTurn({
                repeats: short ? 3 : 5,
                measured: () => loadOn(server, seconds),
                base: () => loadOn(twin, seconds),
                progress
            });
            return figuresOf(loads, row, goal);
        }
    };
}

/** Requests by the clock, and by the processor time of the server: the machine may be busy with others. */
interface Load {
    perSecond: number;
    perProcessorSecond: number;
}

async function loadOn(served: Served, seconds: number): Promise<Load> {
    const before = await processorSeconds(served.pid);
    const perSecond = await requestsPerSecond(served, seconds);
    const used = (await processorSeconds(served.pid)) - before;
    return { perSecond, perProcessorSecond: (perSecond * seconds) / used };
}

function figuresOf(loads: Samples<Load>, row: string, least: number) {
    const goal = { of: 'ratio', is: 'at least', value: least } as const;
    const told = { row, against: 'hand-written twin', goal };
    const pick = (name: keyof Load) => ({
        measured: loads.measured.map((load) => load[name]),
        base: loads.base.map((load) => load[name])
    });
    return [
        figure({ ...told, unit: 'requests/s' }, pick('perSecond')),
        figure({ ...told, unit: 'requests/CPU s' }, pick('perProcessorSecond'))
    ];
}
