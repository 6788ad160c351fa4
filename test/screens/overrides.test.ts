// A level is overridden with a reason and joins the gold; what the software could not read is read again.
import test, { type ExecutionContext } from 'ava';
import { listGold } from '../../db/judgement/gold/reading.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudgedScreen(testApp);
    const reviewer = await testApp.as('reviewer');
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const post = (step: string, body: object = {}) =>
        reviewer.send('POST', `/screens/${fixtures.id}/${step}`, body);
    const page = async (query = '') => (await browser.get(`/screens/${fixtures.id}${query}`)).body as string;
    const labels = async () => {
        const { items } = await listGold(testApp.store.read, fixtures.sage.id, { limit: 10, offset: 0 });
        return items.flatMap(({ criterionId, labels }) =>
            labels.map(({ level, blind }) => `${criterionId} ${level} ${blind ? 'blind' : 'seen'}`)
        );
    };
    return { testApp, ...fixtures, reviewer, browser, post, page, labels };
}

test('a level can be overridden with a reason after the findings were seen, and becomes a label', async (t) => {
    const { post, page, labels } = await prepared(t);
    const given = { criterion_id: 'debugging', level: 'partial', reason: 'One bug, no tool.' };
    t.is((await post('override', given)).statusCode, 409, 'whoever has seen nothing gives levels first');
    await post('levels', { levels: levelsOf('strong', 'partial') });
    t.deepEqual((await labels()).sort(), ['debugging strong blind', 'teamwork partial blind']);
    for (const wrong of [{ reason: ' ' }, { level: 'unscored' }, { criterion_id: 'patience' }])
        t.is((await post('override', { ...given, ...wrong })).statusCode, 400);
    t.is((await post('override', given)).statusCode, 200);
    const done = await page();
    t.regex(done, /One bug, no tool\./);
    t.true(done.includes('83.3 of 100') && done.includes('50 of 100'), 'both stand');
    t.false(done.includes('Override'), 'one’s own level is simply chosen again');
    t.true((await labels()).includes('debugging partial seen'));
    const { reviews } = (await post('override', { ...given, level: 'absent' })).body.data.screen;
    t.deepEqual(
        reviews.map(({ blind }: { blind: boolean }) => blind),
        [true, false, false]
    );
});

test('unread answers are evaluated again on request, and only those', async (t) => {
    const { testApp, id, post, page } = await prepared(t);
    t.is((await post('judge-again')).statusCode, 409);
    t.false((await page()).includes('Evaluate again'));
    const before = await findScreen(testApp.store.read, id);
    if (!before?.verdict) throw new Error('not judged');
    const verdict = { ...before.verdict, fault: 'evaluator_unavailable' as const };
    await testApp.store.write((tx) => moveScreen(tx, id, ['ss_evaluated'], { verdict }));
    t.true((await page()).includes('Evaluate again'));
    t.is((await post('judge-again')).statusCode, 200);
    t.is((await post('judge-again')).statusCode, 409, 'it is about to be read');
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.verdict?.fault, undefined);
});
