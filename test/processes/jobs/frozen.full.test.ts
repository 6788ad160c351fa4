// A PostgreSQL that stands still: how long it takes until that is noticed, and until it is stopped.
import test from 'ava';
import { becomes, createFixtures, leaveMark, startQueue } from '../../support/servers/jobs.ts';
import { livedWhile } from '../../support/runs/lived.ts';

const { postgres, serverId, end } = await startQueue();
test.after.always(end);

test.serial('a frozen PostgreSQL is noticed within 10 seconds, and work continues afterwards', async (t) => {
    const place = await createFixtures(t, {
        postgres,
        mail: { run: async () => (tx) => leaveMark(tx, 'sent') }
    });
    const runtime = place.start();
    await becomes(runtime, 'running');
    process.kill(serverId(), 'SIGSTOP');
    const unnoticed = await livedWhile(becomes(runtime, 'degraded'));
    t.true(unnoticed < 10_000, `${unnoticed} ms`);
    await place.enqueue('a');
    process.kill(serverId(), 'SIGCONT');
    await becomes(runtime, 'running');
    await runtime.drain();
    t.deepEqual(await place.effects(), ['sent']);
    await runtime.stop();
});

test.serial('a frozen server is stopped within 5 seconds', async (t) => {
    const server = serverId();
    process.kill(server, 'SIGSTOP');
    const took = await livedWhile(postgres.stop());
    t.true(took < 5000, `${took} ms`);
    t.throws(() => process.kill(server, 0), { code: 'ESRCH' });
});
