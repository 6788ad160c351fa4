// A level is overridden with a reason and joins the gold; what the software could not read is read again.
import test, { type ExecutionContext } from 'ava';
import { listGold } from '../../db/judgement/gold/reading.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudgedScreen(testApp);
    const { client: reviewer, browser } = await browserOf(testApp, 'reviewer');
    const post = (step: string, body: object = {}) =>
        reviewer.send('POST', `/screens/${fixtures.id}/${step}`, body);
    const buttons = async () => pageOf((await browser.get(`/screens/${fixtures.id}`)).body).buttons();
    const labels = async () => {
        const { items } = await listGold(testApp.store.read, fixtures.sage.id, { limit: 10, offset: 0 });
        return items.flatMap(({ criterionId, labels }) =>
            labels.map(({ level, blind }) => `${criterionId} ${level} ${blind ? 'blind' : 'seen'}`)
        );
    };
    return { testApp, ...fixtures, post, buttons, labels };
}

test('a level can be overridden with a reason after the findings were seen, and becomes a label', async (t) => {
    const { post, labels } = await prepared(t);
    const given = { criterion_id: 'debugging', level: 'partial', reason: 'One bug, no tool.' };
    t.is((await post('override', given)).statusCode, 409, 'whoever has seen nothing gives levels first');
    await post('levels', { levels: levelsOf('strong', 'partial') });
    t.deepEqual((await labels()).sort(), ['debugging strong blind', 'teamwork partial blind']);
    for (const wrong of [{ reason: ' ' }, { level: 'unscored' }, { criterion_id: 'patience' }])
        t.is((await post('override', { ...given, ...wrong })).statusCode, 400);
    t.is((await post('override', given)).statusCode, 200);
    t.true((await labels()).includes('debugging partial seen'));
    const { reviews } = (await post('override', { ...given, level: 'absent' })).body.data.screen;
    const judged = reviews.map(({ blind, score }: { blind: boolean; score: number }) => [blind, score]);
    t.deepEqual(judged, [
        [true, 83.3],
        [false, 50],
        [false, 16.7]
    ]);
});

test('unread answers are evaluated again on request, and only those', async (t) => {
    const { testApp, id, post, buttons } = await prepared(t);
    t.is((await post('judge-again')).statusCode, 409);
    t.false((await buttons()).includes('Evaluate again'));
    const before = await findScreen(testApp.store.read, id);
    if (!before?.verdict) throw new Error('not judged');
    const verdict = { ...before.verdict, fault: 'evaluator_unavailable' as const };
    await testApp.store.write((tx) => moveScreen(tx, id, ['ss_evaluated'], { verdict }));
    t.true((await buttons()).includes('Evaluate again'));
    t.is((await post('judge-again')).statusCode, 200);
    t.is((await post('judge-again')).statusCode, 409, 'it is about to be read');
    await testApp.drain();
    t.is((await findScreen(testApp.store.read, id))?.verdict?.fault, undefined);
});
