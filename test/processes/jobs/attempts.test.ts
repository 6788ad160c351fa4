import test from 'ava';
import { createFixtures, startQueue, until } from '../../support/servers/jobs.ts';

const { postgres, end } = await startQueue();
test.after.always(end);

test.serial('a heavy kind of job runs up to its limit, and other kinds do not wait for it', async (t) => {
    const gate = Promise.withResolvers<void>();
    const refunded = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const mail = {
        concurrency: 2,
        async run() {
            most = Math.max(most, (running += 1));
            await gate.promise;
            running -= 1;
        }
    };
    const place = await createFixtures(t, { postgres, mail, refund: async () => refunded.resolve() });
    for (let waiting = 0; waiting < 700; waiting += 1) await place.enqueue(`mail ${waiting}`); // more than are fetched
    await place.enqueueRefund();
    const runtime = place.start();
    await refunded.promise;
    await until(() => running === 2);
    gate.resolve();
    await runtime.drain();
    t.is(most, 2);
    await runtime.stop();
});
