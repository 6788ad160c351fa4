// A poll, one hot row and neighbouring keys: the server on PostgreSQL compared with the server on SQLite.
import { randomBytes } from 'node:crypto';
import { login, paths } from '../../support/clients/client.ts';
import { startServer, temporaryFolder } from '../../support/servers/process.ts';
import { cores, pin } from '../cores.ts';
import {
    alternate,
    atMost,
    type Figure,
    figure,
    ofBase,
    type Progress,
    type Row,
    type Samples
} from '../figure.ts';
import { quietly } from '../fixtures.ts';
import { actionOf, type Asked, type Load as Rates, loadOn } from '../load.ts';
import { speedFigures } from '../job-speed.ts';
import { startDatabases } from './database.ts';

type Requests = Asked[];
type Client = Awaited<ReturnType<typeof login>>;

interface Served {
    url: string;
    pid: number;
    /** What one round sends: `n` requests. */
    round: (n: number) => Requests;
    folder: string;
}

/** What a client sends in each round. */
type Load = (client: Client) => Promise<(n: number) => Requests>;

interface Rate extends Rates {
    /** Transactions that were rolled back for a request. */
    again: number;
}

async function serve(load: Load, env: Record<string, string>, ends: AsyncDisposableStack): Promise<Served> {
    const { path: folder } = ends.use(await temporaryFolder());
    const limits = { RATE_ACTIONS: '1000000000' };
    const secret = randomBytes(32).toString('hex');
    const running = await startServer({
        dataDir: folder,
        env: { ...(await quietly(secret)), ...limits, ...env }
    });
    ends.defer(async () => void (await running.end('SIGTERM')));
    const pid = running.child.pid ?? 0;
    await pin(pid, cores.server);
    return { url: running.url, pid, round: await load(await login(running.url)), folder };
}

const settingsFor = (url: string) => {
    const names = ['CHALLENGE_SECRET', 'LINKS_SECRET', 'POSTGRES_SECRET'];
    const secrets = Object.fromEntries(names.map((name) => [name, name.repeat(4)]));
    return { DATABASE_URL: url, STORAGE_SHARED: 'on', ...secrets };
};

interface Compared {
    name: string;
    load: Load;
    figures: (samples: Samples<Rate>) => Figure[];
}

function comparedRow({ name, load, figures }: Compared): Row {
    return {
        name: `postgres/${name}`,
        async measure(short: boolean, progress: Progress) {
            await using ends = new AsyncDisposableStack();
            const databases = await startDatabases(ends);
            const database = await databases.create();
            const onPostgres = await serve(load, settingsFor(database.url), ends);
            const onSqlite = await serve(load, {}, ends);
            const amount = short ? 600 : 8000;
            const rate = async ({ url, pid, round }: Served): Promise<Rate> => {
                const requests = round(amount);
                const undone = await databases.rollbacks(database.name);
                const load = await loadOn(pid, { url, amount, requests });
                return {
                    ...load,
                    again: ((await databases.rollbacks(database.name)) - undone) / amount
                };
            };
            for (const served of [onPostgres, onSqlite, onPostgres, onSqlite]) await rate(served);
            const samples = await alternate({
                repeats: short ? 3 : 7,
                measured: () => rate(onPostgres),
                base: () => rate(onSqlite),
                progress
            });
            return figures(samples);
        }
    };
}

function figuresOf(
    row: string,
    samples: Samples<Rate>,
    { clock, processor }: Record<'clock' | 'processor', number>
) {
    const label = { row: `postgres/${row}`, against: 'sqlite' };
    return speedFigures(
        samples,
        { ...label, unit: 'requests/s', goal: ofBase(clock) },
        { ...label, unit: 'requests/CPU s', goal: ofBase(processor) }
    );
}

export const pollOnPostgres = comparedRow({
    name: 'poll',
    async load(client) {
        const { body } = await client.action('svc_start_full_sage_build', { sage_id: 1 });
        const one = actionOf(client, 'svc_get_step_status', { run_id: (body as { run_id: string }).run_id });
        return () => [one];
    },
    figures: (samples) => figuresOf('poll', samples, { clock: 0.5, processor: 0.67 })
});

export const oneRowOnPostgres = comparedRow({
    name: 'one-row',
    load: async (client) => {
        const banner = { title: 'A banner', published: true };
        await client.send('POST', '/splash', banner);
        const one = actionOf(client, 'svc_mark_splash_seen', { splash_id: '1' });
        return () => [one];
    },
    figures: (samples) => figuresOf('one hot row', samples, { clock: 0.3, processor: 0.3 })
});

export const neighboursOnPostgres = comparedRow({
    name: 'neighbours',
    async load(client) {
        let made = 0;
        const headers = {
            cookie: client.cookie,
            'content-type': 'application/json',
            'x-svc-nonce': client.nonces['svc_rest'] ?? ''
        };
        return (n) =>
            Array.from({ length: n }, () => ({
                method: 'PUT' as const,
                url: `${paths.rest}/tasks`,
                headers,
                body: JSON.stringify({ crm_id: `task-${(made += 1)}`, title: 'A task' })
            }));
    },
    figures: (samples) => [
        ...figuresOf('neighbouring keys', samples, { clock: 0.33, processor: 0.33 }),
        figure(
            {
                row: 'postgres/neighbouring keys, rolled back',
                unit: 'a write',
                against: 'each once',
                goal: atMost(0.1)
            },
            { measured: samples.measured.map(({ again }) => again), base: [1] }
        )
    ]
});
