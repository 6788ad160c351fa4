import test from 'ava';
import { countCrashes } from '../../../db/jobs/crashes.ts';
import { beginAttempts, jobs } from '../../../db/jobs/ledger.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { Tx } from '../../../db/store/index.ts';
import {
    ask,
    becomes,
    createFixtures,
    leaveMark,
    markByName,
    queueOf,
    startQueue,
    until
} from '../../support/servers/jobs.ts';

const { postgres, serverId, end } = await startQueue();
test.after.always(end);
const { locks, deliverAgain } = queueOf(postgres);

test.serial('a job that is delivered many times runs once at a time and takes effect once', async (t) => {
    let running = 0;
    let most = 0;
    const gate = Promise.withResolvers<void>();
    const run = async () => {
        most = Math.max(most, (running += 1));
        await gate.promise;
        running -= 1;
        return (tx: Tx) => leaveMark(tx, 'sent');
    };
    const place = await createFixtures(t, { postgres, mail: { run } });
    const runtime = place.start();
    const id = await place.enqueue('a');
    await until(() => running > 0);
    await Promise.all([1, 2, 3].map(() => deliverAgain(id, t.title)));
    await until(async () => (await locks()).length === 4);
    gate.resolve();
    await runtime.drain();
    await deliverAgain(id, t.title);
    await until(
        async () => (await ask(postgres.connection, 'select id from graphile_worker.jobs')).length === 0
    );
    t.deepEqual([most, await place.effects()], [1, ['sent']]);
    t.is((await place.job(id))?.tries, 1);
    await runtime.stop();
});

test.serial('an effect that fails leaves nothing, and its job is tried again later', async (t) => {
    let runs = 0;
    const run = async () => {
        runs += 1;
        return async (tx: Tx) => {
            await leaveMark(tx, `try ${runs}`);
            if (runs === 1) throw Object.assign(new Error('to ada@example.org'), { code: 'EENVELOPE' });
        };
    };
    const place = await createFixtures(t, { postgres, mail: { run } });
    const runtime = place.start();
    const id = await place.enqueue('a');
    await until(async () => (await place.job(id))?.lastError === 'EENVELOPE');
    t.deepEqual(await place.effects(), []);
    await until(async () => (await locks()).length === 0);
    const [kept] = await ask<{ last_error: string; pause: number }>(
        postgres.connection,
        'select last_error, extract(epoch from run_at - updated_at)::float as pause from graphile_worker.jobs'
    );
    t.is(kept?.last_error, 'EENVELOPE', 'no address leaves the store');
    t.true(Number(kept?.pause) > 2.7, `not at once, but after ${kept?.pause} s`);
    await runtime.drain();
    t.deepEqual(await place.effects(), ['try 2']);
    await runtime.stop();
});

test.serial('a refusal is final', async (t) => {
    let runs = 0;
    const run = async () => {
        runs += 1;
        throw new Refusal('wrong_state', 'No.');
    };
    const place = await createFixtures(t, { postgres, mail: { run } });
    const runtime = place.start();
    const id = await place.enqueue('a');
    await runtime.drain();
    const job = await place.job(id);
    t.deepEqual([runs, job?.state, job?.lastError], [1, 'dead', 'wrong_state']);
    await runtime.stop();
});

test.serial(
    'job failed, no attempts left after its last try, together with what follows from that',
    async (t) => {
        let runs = 0;
        const run = async () => {
            runs += 1;
            throw new TypeError('no');
        };
        const onDead = (tx: Tx, { mailId }: { mailId: string }, error: string) =>
            leaveMark(tx, `${mailId}: ${error}`);
        const place = await createFixtures(t, { postgres, mail: { maxAttempts: 2, run, onDead } });
        const runtime = place.start();
        const id = await place.enqueue('a');
        await runtime.drain();
        t.deepEqual(
            [runs, (await place.job(id))?.state, await place.effects()],
            [2, 'dead', ['a: TypeError']]
        );
        await runtime.stop();
    }
);

test.serial('a job of an unknown task fails, and the others continue', async (t) => {
    const place = await createFixtures(t, {
        postgres,
        mail: { run: async () => (tx) => leaveMark(tx, 'sent') }
    });
    const id = await place.enqueue('a');
    await place.store.write(
        async (tx) => void (await tx.update(jobs).set({ task: 'send-mial' as 'send-mail' }))
    );
    await place.enqueue('b');
    const runtime = place.start();
    await runtime.drain();
    t.deepEqual([(await place.job(id))?.lastError, await place.effects()], ['unknown_task', ['sent']]);
    await runtime.stop();
});

test.serial('a job that was running in three crashes in a row is not run again', async (t) => {
    const onDead = (tx: Tx, _: unknown, error: string) => leaveMark(tx, error);
    const run = async () => t.fail('it would crash the process again');
    const place = await createFixtures(t, { postgres, mail: { maxAttempts: 9, run, onDead } });
    const id = await place.enqueue('a');
    for (const crash of [1, 2, 3]) {
        await place.store.write((tx) => beginAttempts(tx, [id], 1));
        if (crash < 3)
            await place.store.write(async (tx) => void (await tx.update(jobs).set({ crashes: crash })));
    }
    const runtime = place.start();
    await runtime.drain();
    t.deepEqual([(await place.job(id))?.state, await place.effects()], ['dead', ['crashed']]);
    await runtime.stop();
});

test.serial('jobs that ran together in every crash are not blamed, and then run one at a time', async (t) => {
    const place = await createFixtures(t, { postgres, mail: { run: markByName } });
    const ids = [await place.enqueue('a'), await place.enqueue('b')];
    for (let crash = 1; crash <= 4; crash += 1) {
        for (const id of ids) await place.store.write((tx) => beginAttempts(tx, [id], 1));
        await place.store.write((tx) => countCrashes(tx, 3));
    }
    const runtime = place.start();
    await runtime.drain();
    t.deepEqual(await place.effects(), ['a', 'b']);
    await runtime.stop();
});

test.serial('what the queue holds of another epoch is ignored', async (t) => {
    const place = await createFixtures(t, { postgres, epoch: 'new', mail: { run: async () => t.fail() } });
    const id = await place.enqueue('a');
    await place.store.write(async (tx) => void (await tx.update(jobs).set({ state: 'held' })));
    const runtime = place.start();
    await becomes(runtime, 'running');
    await place.store.write(async (tx) => void (await tx.update(jobs).set({ state: 'sent' })));
    await deliverAgain(id, 'old');
    await until(
        async () => (await ask(postgres.connection, 'select id from graphile_worker.jobs')).length === 0
    );
    t.is((await place.job(id))?.tries, 0);
    await runtime.stop();
});

test.serial('a stop ends running jobs, leaves no lock, and loses none of them [P12]', async (t) => {
    let runs = 0;
    let patient = true;
    const run = (_: unknown, { signal }: { signal: AbortSignal }) => {
        runs += 1;
        if (!patient) return Promise.resolve((tx: Tx) => leaveMark(tx, 'sent'));
        return new Promise<void>((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason))
        );
    };
    const place = await createFixtures(t, { postgres, mail: { maxAttempts: 1, concurrency: 4, run } });
    const first = place.start();
    const ids = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(place.enqueue));
    await until(() => runs === 4);
    await first.stop();
    t.deepEqual(await locks(), []);
    t.is(first.state(), 'stopped');
    const rows = await Promise.all(ids.map(place.job));
    t.true(
        rows.every((row) => row?.startedAt === null && row.tries === 0),
        'no try counts, and none is a crash'
    );
    patient = false;
    const second = place.start();
    await second.drain();
    t.is((await place.effects()).length, 6);
    await second.stop();
});

test.serial('killing PostgreSQL under load loses nothing and doubles nothing [P5]', async (t) => {
    const names = Array.from({ length: 600 }, (_, i) => `mail ${String(i).padStart(3, '0')}`);
    const place = await createFixtures(t, { postgres, mail: { run: markByName } });
    const runtime = place.start();
    for (const [i, name] of names.entries()) {
        await place.enqueue(name);
        if (i % 200 !== 150) continue;
        await becomes(runtime, 'running');
        process.kill(serverId(), 'SIGKILL');
        await becomes(runtime, 'degraded');
    }
    await becomes(runtime, 'running');
    await runtime.drain();
    t.deepEqual(await place.effects(), names);
    await until(async () => (await locks()).length === 0);
    await runtime.stop();
});
