// A sage that is turned off and on again by many at once, while the jobs that come of it run.
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { mails } from '../../db/jobs/mails.ts';
import { eq } from '../../db/store/drizzle.ts';
import { holds } from '../chaos/proof.ts';
import { auditRefunds } from '../chaos/refunds.ts';
import { casesOr } from '../support/runs/size.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';

const candidates = 40;
type Fixtures = Awaited<ReturnType<typeof withActiveSage>>;

test('a hundred parallel toggles cancel, refund and notify each screen once [53, P19]', async (t) => {
    const rounds = casesOr(1);
    const credits = (candidates + 1) * rounds;
    const testApp = await createTestApp(t, { credits, env: { RATE_ACTIONS: '0' } });
    const screens = new Set<string>();
    let reported = 0;
    for (let round = 0; round < rounds; round += 1) {
        const fixtures = await withActiveSage(testApp);
        for (let n = 1; n <= candidates; n += 1)
            screens.add(`screen ${(await invited(testApp, fixtures, n)).id}`);
        for (const { statusCode, body } of await toggledAtOnce(testApp, fixtures)) {
            t.is(statusCode, 200);
            reported += body.data.cancelled_count;
        }
    }
    await testApp.drain();
    const { read } = testApp.store;
    t.is(screens.size, candidates * rounds);
    t.is(reported, screens.size);
    const refunds = await auditRefunds(read, screens);
    t.like(refunds, [{ of: 'cancelled', count: screens.size }]);
    t.true(holds(refunds), JSON.stringify(refunds));
    t.is((await account(read)).balance, credits - rounds, 'what the builds have cost');
    const sent = await read.select({ id: mails.id }).from(mails).where(eq(mails.kind, 'screen_cancelled'));
    t.is(sent.length, screens.size);
    t.log(`${screens.size} screens`);
});

/** A hundred toggles at once, and meanwhile what comes of them. */
async function toggledAtOnce(testApp: TestApp, { toggle }: Fixtures) {
    const state = { isOver: false };
    const toggling = Promise.all(Array.from({ length: 100 }, () => toggle()));
    const over = toggling.finally(() => (state.isOver = true));
    while (!state.isOver) {
        await testApp.drain();
        await setImmediate();
    }
    return over;
}
