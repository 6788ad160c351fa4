// The life of a screen.
import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { invited, person, withActiveSage } from '../support/fixtures/council.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a screen takes a credit when it is created, and refunds it once when it is cancelled', async (t) => {
    const testApp = await createTestApp(t, { credits: 2 });
    const fixtures = await withActiveSage(testApp);
    const one = await invited(testApp, fixtures, 1);
    const none = await fixtures.council.send('POST', '/screens', {
        sage_id: fixtures.sage.id,
        candidate: person(2)
    });
    t.is(none.statusCode, 402);
    const cancel = () =>
        fixtures.council.send('POST', `/screens/${one.id}/cancel`, { reason: 'No longer needed' });
    t.is((await cancel()).statusCode, 200);
    t.is((await cancel()).statusCode, 409);
    await testApp.drain();
    t.is((await account(testApp.store.read)).balance, 1);
    t.is((await one.page()).statusCode, 410);
});

test('a candidate consents, answers, hands in and is judged; a person decides', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id, page, post } = await invited(testApp, fixtures, 1);
    t.true((await page()).body.includes('Software on this server highlights'));
    t.is((await post('start')).statusCode, 400, 'without consent nothing begins');
    t.is((await post('start', { consent: '1' })).statusCode, 303);
    t.true((await page()).body.includes('Tell us about a hard bug'));
    const answer =
        'I had a hypothesis, reproduced it with a script and measured the result with the profiler before and after.';
    await post('answer', { criterion: 'debugging', text: answer, next: 2 });
    await post('answer', {
        criterion: 'teamwork',
        text: 'We write down options and trade-offs, and we looked back on them later.'
    });
    t.true((await page()).body.includes('hypothesis'), 'the answers are shown once more');
    t.is((await post('submit')).statusCode, 303);
    t.is((await post('submit')).statusCode, 303, 'sending twice is harmless');
    await testApp.drain();
    const { screen } = (await fixtures.council.get(`/screens/${id}?show=verdict`)).body.data;
    t.is(screen.status, 'ss_evaluated');
    t.is(screen.decision, 'not_reviewed');
    const { quotes } = screen.verdict.findings[0];
    t.true(quotes.length > 0);
    t.true(quotes.every((quote: string) => answer.includes(quote)));
    const decide = (decision: string) =>
        fixtures.council.send('POST', `/screens/${id}/decide`, { decision, note: 'Convincing' });
    t.like((await decide('advanced')).body.data.screen, {
        decision: 'advanced',
        decided_by: { id: fixtures.council.user.id, display_name: 'councilAdmin' }
    });
    t.is((await decide('perhaps')).statusCode, 400);
    t.false((await page()).body.includes('hypothesis'), 'what was handed in is not shown again');
});

test('an answer after the time is refused, and what was written is judged', async (t) => {
    const testApp = await createTestApp(t);
    const { id, post } = await invited(testApp, await withActiveSage(testApp), 1);
    await post('start', { consent: '1' });
    await post('answer', { criterion: 'debugging', text: 'A hypothesis.' });
    testApp.pass(60 * 60_000);
    t.is((await post('answer', { criterion: 'debugging', text: 'More' })).statusCode, 409);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
});

test('an invitation that is not taken up expires, and gives nothing back', async (t) => {
    const testApp = await createTestApp(t);
    const { id, post, page } = await invited(testApp, await withActiveSage(testApp), 1);
    testApp.pass(14 * 24 * 60 * 60_000);
    t.is((await post('start', { consent: '1' })).statusCode, 409);
    await testApp.store.write((tx) => expireScreens(tx, testApp.now()));
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_expired');
    t.is((await page()).statusCode, 410);
    t.is((await account(testApp.store.read)).balance, 8);
});

test('expired time ends only its own state: evaluated screens and extended ones are unchanged', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const judged = await invited(testApp, fixtures, 1);
    await judged.post('start', { consent: '1' });
    await judged.post('submit');
    await testApp.drain();
    const answering = await invited(testApp, fixtures, 2);
    await answering.post('start', { consent: '1' });
    await fixtures.council.send('POST', `/screens/${answering.id}/extend`, { hours: 720 });
    testApp.pass(15 * 24 * 60 * 60_000); // longer than an invitation holds
    t.is(await testApp.store.write((tx) => expireScreens(tx, testApp.now())), false);
    const statusOf = async (id: string) => (await findScreen(testApp.store.read, id))?.status;
    t.deepEqual([await statusOf(judged.id), await statusOf(answering.id)], ['ss_evaluated', 'ss_started']);
});
