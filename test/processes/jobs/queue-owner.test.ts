// A PostgreSQL that was given for the queue belongs to one process: two on one queue would run each other's jobs.
import test from 'ava';
import { pino } from 'pino';
import { externalPostgres, startPostgres } from '../../../jobs/queue/postgres.ts';
import { queueOwner } from '../../../jobs/queue/queue-owner.ts';
import {
    ask,
    becomes,
    createFixtures,
    log,
    markByName,
    removeFolder,
    temporaryFolder,
    until
} from '../../support/servers/jobs.ts';
import { spawnServer, startServer } from '../../support/servers/process.ts';
import { folderFor } from '../../support/runs/folder.ts';

const problem =
    'Another node already uses the database of JOBS_DATABASE_URL. Use a separate database for each node.';

const password = 'a-random-password';
const dir = temporaryFolder();
const server = await startPostgres({ dir, password, log, settings: { max_connections: '100' } });
await server.ready();
const socket = encodeURIComponent(server.connection.host ?? '');

test.after.always(async () => {
    await server.stop();
    removeFolder(dir);
});

/** The address of a new database for a queue. */
async function createQueue(name: string) {
    await ask(server.connection, `create database ${name}`);
    const { user = '' } = server.connection;
    return `postgres://${user}:${password}@localhost/${name}?host=${socket}`;
}

const owners = "from pg_locks where locktype = 'advisory' and granted";

test('a queue has one owner, and another one once that has closed it', async (t) => {
    const connectionString = await createQueue('one_owner');
    const one = queueOwner({ connectionString });
    const other = queueOwner({ connectionString }, 0);
    await one.take();
    await t.notThrowsAsync(one.take(), 'it is its own still');
    await t.throwsAsync(other.take(), { name: 'QueueTaken', message: problem });
    const waiting = queueOwner({ connectionString });
    const taken = waiting.take();
    await one.close();
    await taken;
    await t.throwsAsync(other.take(), { name: 'QueueTaken' });
    await waiting.close();
});

test('two databases of one server are two queues', async (t) => {
    const both = [queueOwner({ connectionString: await createQueue('first_queue') })];
    both.push(queueOwner({ connectionString: await createQueue('second_queue') }));
    for (const one of both) await t.notThrowsAsync(one.take());
    for (const one of both) await one.close();
});

test('jobs wait while another node has their queue, which is logged once, and run afterwards', async (t) => {
    const lines: string[] = [];
    const kept = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const url = await createQueue('taken_queue');
    const first = queueOwner({ connectionString: url });
    await first.take();
    const place = await createFixtures(t, { postgres: externalPostgres(url), mail: { run: markByName } });
    const runtime = place.start({ log: kept });
    await place.enqueue('a');
    await becomes(runtime, 'degraded');
    t.is(runtime.problem(), problem);
    t.deepEqual(lines, [problem]);
    t.is((await place.tally()).waiting, 1);
    await first.close();
    await runtime.drain();
    t.deepEqual(await place.effects(), ['a']);
    t.is(runtime.problem(), undefined);
    await runtime.stop();
});

test('a node that loses the session of the queue opens a new one and continues', async (t) => {
    const url = await createQueue('lost_queue');
    const postgres = externalPostgres(url);
    const place = await createFixtures(t, { postgres, mail: { run: markByName } });
    const runtime = place.start();
    await becomes(runtime, 'running');
    const ofQueue = "database = (select oid from pg_database where datname = 'lost_queue')";
    const find = () => ask<{ pid: number }>(server.connection, `select pid ${owners} and ${ofQueue}`);
    const [before] = await find();
    await ask(server.connection, 'select pg_terminate_backend($1)', [before?.pid]);
    await until(async () => ((await find())[0]?.pid ?? before?.pid) !== before?.pid);
    await place.enqueue('a');
    await runtime.drain();
    t.deepEqual(await place.effects(), ['a']);
    await runtime.stop();
    await postgres.stop();
    t.deepEqual(await find(), []);
});

test('a second server on one JOBS_DATABASE_URL ends with one line and 78, and the first works on', async (t) => {
    const env = { JOBS_DATABASE_URL: await createQueue('shared_by_two'), DEMO_DATA: 'off' };
    const [one, two] = [folderFor(t), folderFor(t)];
    const first = await startServer({ dataDir: one, env });
    t.teardown(() => first.end('SIGKILL'));
    const second = await spawnServer({ dataDir: two, env });
    t.teardown(() => second.child.kill('SIGKILL'));
    t.is(await second.end(), 78);
    t.is(second.output(), `${problem}\n`);
    const { status } = (await (await fetch(`${first.url}/readyz`)).json()) as { status: string };
    t.is(status, 'ready');
});
