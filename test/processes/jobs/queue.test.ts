import test from 'ava';
import { type JobRef, openSession } from '../../../jobs/queue/worker-session.ts';
import { ask, log, startQueue, until } from '../../support/servers/jobs.ts';

const { postgres, end } = await startQueue();
const { connection } = postgres;
test.after.always(end);

const open = (handle: (job: JobRef) => Promise<void>) =>
    openSession({ connection, queues: { job: 2 }, handle, log });
const newJobs = (...ids: string[]) => ids.map((id) => ({ id, epoch: 'now', maxAttempts: 1, queue: 'job' }));
const lock = (id: string, holder: string) =>
    ask(
        connection,
        'update graphile_worker._private_jobs set locked_by = $2, locked_at = now() where key = $1',
        [`now:${id}`, holder]
    );

test.serial('a job that a dead generation holds runs when the next one is offered it [P5]', async (t) => {
    const first = await open(() => new Promise(() => undefined));
    await first.enqueue(newJobs('a', 'b'));
    await until(
        async () =>
            (await ask(connection, 'select 1 from graphile_worker.jobs where locked_by is not null')).length >
            1
    );
    first.drop();
    const delivered: string[] = [];
    const second = await open(async ({ id }) => void delivered.push(id));
    t.deepEqual(
        await ask(connection, 'select 1 from graphile_worker.jobs where locked_by is not null'),
        [],
        'its locks are not waited for'
    );
    await second.enqueue(newJobs('a', 'b'));
    await until(() => delivered.length === 2);
    t.deepEqual(delivered.sort(), ['a', 'b']);
    await second.close(1000);
});

test.serial('a sweep releases abandoned jobs, removes failed ones and reports the rest', async (t) => {
    const delivered: string[] = [];
    const failing = await open(async ({ id }) => {
        delivered.push(id);
        if (id === 'failing') throw new Error('no');
        await new Promise(() => undefined);
    });
    await failing.enqueue(newJobs('running', 'failing'));
    await until(
        async () =>
            (await ask(connection, 'select 1 from graphile_worker.jobs where last_error is not null'))
                .length > 0
    );
    await ask(
        connection,
        "select graphile_worker.add_job('job', '{}', job_key => 'now:stray', run_at => now() + interval '1 hour')"
    );
    await lock('stray', 'nobody');
    const held = await failing.sweep(newJobs('running', 'failing', 'stray', 'unheard of'));
    t.deepEqual([...held].sort(), ['running', 'stray']);
    t.deepEqual(await ask(connection, "select 1 from graphile_worker.jobs where locked_by = 'nobody'"), []);
    await failing.close(100);
});

test.serial('a generation is lost at the first failure, and reports why', async (t) => {
    const queue = await open(async () => undefined);
    await ask(
        connection,
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
    ).catch(() => []);
    t.truthy(await queue.lost);
    queue.drop();
});
