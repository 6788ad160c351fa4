// Every list and the actions that touch many rows, on a store of years and on one of a day: time, longest stop of the
// event loop, and memory.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../support/clients/client.ts';
import { freePort, startServer, temporaryFolder } from '../../support/servers/process.ts';
import { alternate, atMost, eachOf, type Figure, figure, type Progress, type Row } from '../figure.ts';
import type { Asked } from '../load.ts';
import { deactivation, questionsOf, sameOnSmall } from './asked.ts';
import { grownCopy } from './store.ts';

export const grown: Row = {
    name: 'grown',
    async measure(short, progress) {
        await using ends = new AsyncDisposableStack();
        const small = await serve(ends, 0.0005);
        const large = await serve(ends, short ? 0.1 : 1, (share) => progress(share / 3));
        const repeats = short ? 9 : 21;
        const figures: Figure[] = [];
        for (const [place, name] of large.names.entries()) {
            figures.push(...(await compared(name, { small, large, repeats })));
            progress(1 / 3 + (place / large.names.length) * (2 / 3));
        }
        figures.push(...(await compared(toggled, { small, large, repeats: 1 })));
        const memory = { measured: [large.mostMemory()], base: [small.mostMemory()] };
        return [
            ...figures,
            figure({ ...label('most memory after one of them', 'MB'), goal: atMost(250) }, memory)
        ];
    }
};

const toggled = 'svc_toggle_sage_status';
/** Their time grows with what they do or list, all of it by contract; they may only not stop the loop. */
const growing = new Set([toggled, 'svc_get_commissions', '/commissions.csv']);
const label = (row: string, unit: string) => ({ row: `grown: ${row}`, unit, against: 'a small store' });
interface Compared {
    small: Serving;
    large: Serving;
    repeats: number;
}

async function compared(name: string, { small, large, repeats }: Compared) {
    const onSmall = sameOnSmall[name] ?? name;
    if (name !== toggled) await Promise.all([small.time(onSmall), large.time(name)]); // the first request prepares its statements
    const timings = await alternate({
        repeats,
        measured: () => large.time(name),
        base: () => small.time(onSmall),
        progress: () => undefined
    });
    const pick = (what: keyof Watched) => eachOf(timings, (one) => one[what]);
    const within = { of: 'ratio', is: 'at most', value: 1.5 } as const;
    return [
        ...(growing.has(name) ? [] : [figure({ ...label(name, 'ms'), goal: within }, pick('took'))]),
        figure({ ...label(`${name}, longest stop`, 'ms'), goal: atMost(20) }, pick('longestStop'))
    ];
}

/** The output of `watch.ts`. */
interface Watched {
    took: number;
    longestStop: number;
    resident: number;
}

type Serving = Awaited<ReturnType<typeof serve>>;

/** Serves demo data together with a share of the rows of years. */
async function serve(ends: AsyncDisposableStack, scale: number, progress: Progress = () => undefined) {
    const folder = ends.use(await temporaryFolder());
    const env = {
        DEMO_DATA: 'on',
        RATE_ACTIONS: '0',
        JOBS_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` // no job runs while the rest is measured
    };
    await grownCopy(join(folder.path, 'app.db'), { env, scale, progress });
    const watchPort = await freePort();
    const options = `--import=${new URL('./watch.ts', import.meta.url).href}`;
    const watching = { ...env, NODE_OPTIONS: options, WATCH_PORT: String(watchPort) };
    const running = await startServer({ dataDir: folder.path, env: watching });
    ends.defer(async () => void (await running.end('SIGTERM')));
    const client = await login(running.url);
    const questions = new Map([...questionsOf(client), [toggled, deactivation(client)]]);
    const watch = async () => (await (await fetch(`http://127.0.0.1:${watchPort}`)).json()) as Watched;
    let mostMemory = 0;
    return {
        names: [...questions.keys()].filter((name) => name !== toggled),
        mostMemory: () => mostMemory,
        async time(name: string) {
            await sleep(5);
            await watch();
            await answered(running.url, questions.get(name));
            await sleep(5);
            const watched = await watch();
            mostMemory = Math.max(mostMemory, watched.resident);
            return watched;
        }
    };
}

async function answered(origin: string, asked: Asked | undefined) {
    if (!asked) throw new Error('nothing is asked by this name');
    const { method, url, headers, body = null } = asked;
    const response = await fetch(origin + url, { method, headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${text.slice(0, 200)}`);
}
