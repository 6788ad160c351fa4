// The life of a screen.
import test from 'ava';
import { account } from '../../db/accounts/credits.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { day } from '../../db/store/time.ts';
import { invited, person, withActiveSage } from '../support/fixtures/council.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a screen takes a credit when it is created, and refunds it once when it is cancelled', async (t) => {
    const testApp = await createTestApp(t, { credits: 2 });
    const fixtures = await withActiveSage(testApp);
    const one = await invited(testApp, fixtures, 1);
    const body = { sage_id: fixtures.sage.id, candidate: person(2) };
    t.is((await fixtures.council.send('POST', '/screens', body)).statusCode, 402);
    const cancel = () => fixtures.council.send('POST', `/screens/${one.id}/cancel`, { reason: 'Filled' });
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
    t.is((await post('start', { consent: '1' })).statusCode, 303);
    const answer =
        'I had a hypothesis, reproduced it with a script and measured the result with the profiler before and after.';
    await post('answer', { criterion: 'debugging', text: answer, next: 2 });
    const other = 'We write down options and trade-offs, and we looked back on them later.';
    await post('answer', { criterion: 'teamwork', text: other });
    t.true((await page()).body.includes(answer), 'the answers are shown once more');
    t.is((await post('submit')).statusCode, 303);
    await testApp.drain();
    const { screen } = (await fixtures.council.get(`/screens/${id}?show=verdict`)).body.data;
    t.like(screen, { status: 'ss_evaluated', decision: 'not_reviewed' });
    const { quotes } = screen.verdict.findings[0];
    t.true(quotes.length > 0 && quotes.every((quote: string) => answer.includes(quote)));
    const decide = (decision: string) =>
        fixtures.council.send('POST', `/screens/${id}/decide`, { decision, note: 'Convincing' });
    t.like((await decide('advanced')).body.data.screen, {
        decision: 'advanced',
        decided_by: { id: fixtures.council.user.id, display_name: 'councilAdmin' }
    });
    t.is((await decide('perhaps')).statusCode, 400);
});

test('an expired invitation shows this, and is neither started, reminded, cancelled nor refunded', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id, post, page } = await invited(testApp, fixtures, 1);
    const act = async (name: string) => {
        const council = await testApp.as('councilAdmin');
        return (await council.send('POST', `/screens/${id}/${name}`)).statusCode;
    };
    t.deepEqual([await act('remind'), await act('remind')], [200, 409], 'once a day');
    testApp.pass(13 * day);
    t.is(await act('remind'), 200);
    testApp.pass(day);
    t.is((await post('start', { consent: '1' })).statusCode, 409);
    for (const round of ['before', 'after']) {
        const { statusCode, body } = await page();
        t.deepEqual([statusCode, /The time to start has passed/.test(body)], [410, true], round);
        t.deepEqual([await act('remind'), await act('cancel')], [409, 409], round);
        await testApp.store.write((tx) => expireScreens(tx, testApp.now())); // what the schedule does
    }
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_expired');
    const council = await testApp.as('councilAdmin');
    const off = await council.action('svc_toggle_sage_status', { sage_id: fixtures.sage.id });
    t.is(off.body.data.cancelled_count, 0);
    await testApp.drain();
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
    testApp.pass(15 * day); // longer than an invitation holds
    t.is(await testApp.store.write((tx) => expireScreens(tx, testApp.now())), false);
    const statusOf = async (id: string) => (await findScreen(testApp.store.read, id))?.status;
    t.deepEqual([await statusOf(judged.id), await statusOf(answering.id)], ['ss_evaluated', 'ss_started']);
});
