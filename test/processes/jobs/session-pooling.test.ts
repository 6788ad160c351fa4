// A pooler between the jobs and PostgreSQL that shares sessions: it is found out at once, and said in one line.
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { pino } from 'pino';
import { openStore } from '../../../db/store/index.ts';
import { HostUnknown } from '../../../jobs/queue/connections.ts';
import { externalPostgres } from '../../../jobs/queue/postgres.ts';
import { assertOwnSessions } from '../../../jobs/queue/session-pooling.ts';
import { listenOnLoopback } from '../../doubles/ports.ts';
import { pools, startPooler } from '../../doubles/pooler.ts';
import { becomes, createFixtures, markByName, startQueue, until } from '../../support/servers/jobs.ts';
import { runCommand } from '../../support/servers/process.ts';
import { folderFor } from '../../support/runs/folder.ts';

const { none = () => 0, ...shared } = pools;
const problem = 'JOBS_DATABASE_URL is a pooler that shares sessions. The jobs need session pooling.';

const { postgres, end } = await startQueue();
test.after.always(end);

test('PostgreSQL itself, and a pooler that gives each connection a session, pass', async (t) => {
    await t.notThrowsAsync(assertOwnSessions(postgres.connection));
    const { url } = await startPooler(t, none);
    await t.notThrowsAsync(assertOwnSessions({ connectionString: url }));
});

for (const [name, session] of Object.entries(shared))
    test(`a pooler is found out that has ${name}`, async (t) => {
        const { url } = await startPooler(t, session);
        const error = await t.throwsAsync(assertOwnSessions({ connectionString: url }));
        t.is(error?.message, problem);
    });

test('the jobs stay degraded, log why once a minute, and the job waits', async (t) => {
    const lines: { level: number; msg: string }[] = [];
    const kept = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const { url, connections } = await startPooler(t, shared['the same session for all'] ?? none);
    const place = await createFixtures(t, { postgres: externalPostgres(url), mail: { run: markByName } });
    let at = 0;
    const runtime = place.start({ log: kept, now: () => at });
    await place.enqueue('a');
    await until(() => connections() >= 6);
    t.deepEqual([runtime.state(), runtime.problem()], ['degraded', problem]);
    t.deepEqual(
        lines.map(({ level, msg }) => [level, msg]),
        [[50, problem]]
    );
    at = 60_000;
    await until(() => lines.length === 2);
    t.is((await place.tally()).waiting, 1);
    await runtime.stop();
});

test('a host that does not resolve is a problem, and what pg says of it reaches no log', async (t) => {
    const lines: string[] = [];
    const kept = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const postgres = externalPostgres('postgres://jobs:p@a-secret.invalid/w@127.0.0.1/jobs');
    const place = await createFixtures(t, { postgres, mail: { run: markByName } });
    const runtime = place.start({ log: kept });
    await becomes(runtime, 'degraded');
    t.is(runtime.problem(), new HostUnknown().message);
    t.false(lines.join().includes('a-secret'));
    await runtime.stop();
});

test('an address that does not answer is a problem that does not name it, nor does a log', async (t) => {
    const lines: string[] = [];
    const kept = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const cutOff = 'postgres://jobs:p@2130706433:1/w@127.0.0.1/jobs'; // the password p@2130706433:1/w as it is: 127.0.0.1
    const silent = createServer();
    t.teardown(() => silent.close());
    const unanswered = `postgres://jobs@127.0.0.1:${await listenOnLoopback(silent)}/jobs`;
    for (const [url, why] of [
        [cutOff, 'ECONNREFUSED'],
        ['postgres://jobs@localhost:1/jobs', 'ECONNREFUSED'],
        [unanswered, 'no response']
    ] as const) {
        const place = await createFixtures(t, { postgres: externalPostgres(url), mail: { run: markByName } });
        const runtime = place.start({ log: kept });
        await becomes(runtime, 'degraded');
        t.is(runtime.problem(), `Cannot connect to JOBS_DATABASE_URL (${why}).`);
        await runtime.stop();
    }
    t.notRegex(lines.join(), /2130706433|127\.0\.0\.1/);
});

test('doctor reports the problem, without the address', async (t) => {
    const folder = folderFor(t);
    await openStore(join(folder, 'app.db')).close();
    const asked = async (url: string) => {
        const { code, out } = await runCommand(folder, ['doctor', '--json'], { JOBS_DATABASE_URL: url });
        t.false(out.includes('a-secret'));
        return { code, check: JSON.parse(out).checks.at(-1) };
    };
    const check = 'the queue can be reached';
    const pooled = await startPooler(t, shared['the same session for all'] ?? none);
    t.deepEqual(await asked(pooled.url), { code: 1, check: { check, ok: false, problems: [problem] } });
    const direct = await startPooler(t, none);
    t.deepEqual(await asked(direct.url), { code: 0, check: { check, ok: true, problems: [] } });
    const gone = await asked('postgres://jobs:a-secret@127.0.0.1:1/jobs');
    t.deepEqual(gone.check.problems, ['Cannot connect to JOBS_DATABASE_URL (ECONNREFUSED).']);
    const nowhere = await asked('postgres://jobs:p@a-secret.invalid/w@127.0.0.1/jobs');
    t.deepEqual(nowhere.check.problems, [new HostUnknown().message]);
});
