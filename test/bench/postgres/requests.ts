// A poll, one hot row and neighbouring keys: the server on PostgreSQL compared with the server on SQLite.
import { randomBytes } from 'node:crypto';
import { login, paths } from '../../support/clients/client.ts';
import { startServer, temporaryFolder } from '../../support/servers/process.ts';
import { cores, pin } from '../cores.ts';
import {
    alternate,
    type Figure,
    figure,
    type Goal,
    type Progress,
    type Row,
    type Samples
} from '../figure.ts';
import { quietly } from '../fixtures.ts';
import { type ManyAsked, requestsPerSecondOf } from '../load.ts';
import { familySeconds, processorSeconds } from '../processor-time.ts';
import { postmasterOf } from '../job-speed.ts';
import { startDatabases } from './database.ts';

type Requests = ManyAsked['requests'];
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

interface Rate {
    perSecond: number;
    perProcessorSecond: number;
    /** Seconds of PostgreSQL for a request. */
    behind: number;
    /** Transactions that were rolled back for a request. */
    again: number;
}

async function serve(load: Load, env: Record<string, string>, ends: AsyncDisposableStack): Promise<Served> {
    const { path: folder, remove } = await temporaryFolder();
    ends.defer(remove);
    const limits = { RATE_ACTIONS: '1000000000', RATE_POLLS: '1000000000' };
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
            const postmaster = await postmasterOf(databases.dir);
            const amount = short ? 600 : 8000;
            const rate = async ({ url, pid, round }: Served): Promise<Rate> => {
                const requests = round(amount);
                const [own, behind] = [await processorSeconds(pid), await familySeconds(postmaster)];
                const undone = await databases.rollbacks(database.name);
                const perSecond = await requestsPerSecondOf({ url, amount, requests });
                const used = (await processorSeconds(pid)) - own;
                return {
                    perSecond,
                    perProcessorSecond: amount / used,
                    behind: ((await familySeconds(postmaster)) - behind) / amount,
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

const pick = ({ measured, base }: Samples<Rate>, name: keyof Rate) => ({
    measured: measured.map((one) => one[name]),
    base: base.map((one) => one[name])
});

const ratioOf = (value: number): Goal => ({ of: 'ratio', is: 'at least', value });

function figuresOf(
    row: string,
    samples: Samples<Rate>,
    { clock, processor }: Record<'clock' | 'processor', number>
) {
    const label = { row: `postgres/${row}`, against: 'sqlite' };
    return [
        figure({ ...label, unit: 'requests/s', goal: ratioOf(clock) }, pick(samples, 'perSecond')),
        figure(
            { ...label, unit: 'requests/CPU s', goal: ratioOf(processor) },
            pick(samples, 'perProcessorSecond')
        )
    ];
}

const sent = (client: Client, name: string, fields: Record<string, string>) => ({
    method: 'POST',
    path: `${paths.ajax}?action=${name}`,
    headers: { cookie: client.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
        action: name,
        nonce: client.nonces['svc_frontend_nonce'] ?? '',
        ...fields
    }).toString()
});

export const pollOnPostgres = comparedRow({
    name: 'poll',
    async load(client) {
        const { body } = await client.action('svc_start_full_sage_build', { sage_id: 1 });
        const one = sent(client, 'svc_get_step_status', { run_id: (body as { run_id: string }).run_id });
        return () => [one];
    },
    figures: (samples) => figuresOf('poll', samples, { clock: 0.5, processor: 0.67 })
});

export const oneRowOnPostgres = comparedRow({
    name: 'one-row',
    load: async (client) => {
        const banner = { title: 'A banner', published: true };
        await client.send('POST', '/splash', banner);
        const one = sent(client, 'svc_mark_splash_seen', { splash_id: '1' });
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
                method: 'PUT',
                path: `${paths.rest}/tasks`,
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
                goal: { of: 'measured', is: 'at most', value: 0.1 }
            },
            { measured: samples.measured.map(({ again }) => again), base: [1] }
        )
    ]
});
