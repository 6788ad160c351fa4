// P6: the companion PostgreSQL is frozen, all its processes, while people are invited; no request waits for it.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from '../../../db/store/drizzle.ts';
import { mails } from '../../../db/jobs/mails.ts';
import type { Reader } from '../../../db/store/index.ts';
import { type HttpClient, login } from '../../support/clients/client.ts';
import { until } from '../../support/servers/process.ts';
import { waitingJobs } from '../campaign.ts';
import { keepAsking } from '../clients.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { postmasterOf, send } from '../processes.ts';
import { highest, none, type Proof, type Trial, without } from '../proof.ts';
import { makeActiveSage } from '../screen-load.ts';

const clients = 4;
const pause = 10;
const frozen = { short: 5000, long: 60_000 };
/** What a disk that is busy with something else costs now and then, in milliseconds. */
const unnoticed = 100;

export const proof: Proof = {
    name: 'P6',
    promise: 'Actions do not depend on PostgreSQL: while it is frozen they are answered as ever.',
    rounds: { short: 2, long: 20 },
    alone: true,
    async run(trial) {
        await using installation = await openInstallation({ grants: [100_000_000] });
        await installation.start();
        return await freezeAgainAndAgain(installation, trial);
    },
    sabotages: [
        without('keeping PostgreSQL off the way of a request', {
            file: 'server.ts',
            find: '    jobs = startJobs({\n',
            replace: `    const { Client } = await import('pg');
    const client = new Client(postgres.connection);
    client.on('error', () => undefined);
    await postgres.ready();
    await client.connect();
    server.ext('onPreHandler', async (_, h) => {
        await client.query('select 1');
        return h.continue;
    });
    jobs = startJobs({\n`
        })
    ]
};

type Phase = 'normal' | 'frozen';

async function freezeAgainAndAgain(installation: Installation, { short, rounds, report }: Trial) {
    const { url, dataDir, withStore } = installation;
    const client = await login(url);
    const load = startInviting(client, await makeActiveSage(client));
    const length = frozen[short ? 'short' : 'long'];
    await sleep(500); // the first requests find nothing compiled
    try {
        for (let round = 0; round < rounds; round += 1) {
            load.enter('normal');
            await sleep(length);
            const processes = await postgresOf(dataDir);
            for (const pid of processes) send(pid, 'SIGSTOP');
            load.enter('frozen');
            await sleep(length);
            for (const pid of processes) send(pid, 'SIGCONT');
            report(round + 1, rounds);
        }
    } finally {
        await load.end();
    }
    const patience = 60_000 + rounds * length;
    const done = until('the jobs are done', async () => (await waitingJobs(url)) === 0, patience);
    await done.catch(() => undefined);
    const { normal, frozen: slow } = load.times;
    const most = Math.max(2 * percentile(normal, 99), unnoticed);
    return [
        { count: rounds, of: `freezes of ${length / 1000} s` },
        { count: normal.length, of: 'invited before', atLeast: 50 * rounds },
        { count: slow.length, of: 'invited while it was frozen', atLeast: 50 * rounds },
        none(`failed ${JSON.stringify(load.failures.slice(0, 3))}`, load.failures.length),
        highest('ms normally (p99)', percentile(normal, 99)),
        highest('ms while it was frozen (p99)', percentile(slow, 99), most),
        none('mails not made', load.invited() - (await withStore(({ read }) => madeMails(read))))
    ];
}

/** Clients that invite people to one sage, each with a mail as a job. */
function startInviting(client: HttpClient, sage_id: number) {
    const times: Record<Phase, number[]> = { normal: [], frozen: [] };
    const failures: string[] = [];
    let phase: Phase | undefined;
    let invited = 0;
    const invite = async () => {
        const at = phase;
        const candidate = { name: 'Ada', email: `${crypto.randomUUID()}@example.test` };
        const began = performance.now();
        const answer = await client
            .send('POST', '/screens', { sage_id, candidate, invite: true })
            .catch((error: unknown) => ({ statusCode: String(error), body: '' }));
        if (at !== undefined) times[at].push(performance.now() - began);
        if (answer.statusCode === 201) invited += 1;
        else failures.push(`${answer.statusCode} ${JSON.stringify(answer.body)}`);
        await sleep(pause);
    };
    const asking = keepAsking(clients, invite);
    return {
        times,
        failures,
        invited: () => invited,
        enter: (next: Phase) => void (phase = next),
        end: () => asking.end()
    };
}

/** The postmaster and the processes that it has started. */
async function postgresOf(dataDir: string) {
    const postmaster = await postmasterOf(dataDir);
    if (postmaster === undefined) throw new Error('PostgreSQL does not run');
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    return [postmaster, ...children.trim().split(' ').map(Number)].filter((pid) => pid > 0);
}

const madeMails = async (on: Reader) =>
    (
        await on.select({ kind: mails.kind, state: mails.state }).from(mails).where(eq(mails.state, 'kept'))
    ).filter(({ kind }) => kind === 'screen_invitation').length;

function percentile(times: readonly number[], percent: number) {
    const sorted = times.toSorted((a, b) => a - b);
    return Math.round((sorted[Math.floor((sorted.length * percent) / 100)] ?? Infinity) * 10) / 10;
}
