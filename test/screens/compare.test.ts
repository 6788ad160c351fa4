// Candidates side by side: no name and no findings before a person has given all levels.
import test, { type ExecutionContext } from 'ava';
import { goodAnswers, levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { eq } from '../../db/store/drizzle.ts';
import { screens } from '../../db/screens/screens.ts';
import { person } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const saveLevels = 'Save levels';

async function prepared(t: ExecutionContext, env: Record<string, string> = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withJudgedScreen(testApp);
    const { client: reviewer, browser } = await browserOf(testApp, 'reviewer');
    const page = async (query = '') =>
        (await browser.get(`/screens/compare?sage_id=${fixtures.sage.id}${query}`)).body as string;
    const give = (id: string, debugging: string, teamwork: string) =>
        reviewer.send('POST', `/screens/${id}/levels`, { levels: levelsOf(debugging, teamwork) });
    return { testApp, ...fixtures, reviewer, browser, page, give };
}

test('candidates of one sage are shown side by side, without the names of those not reviewed yet', async (t) => {
    const { testApp, id, answered, reviewer, browser, page, give } = await prepared(t);
    const other = await answered({ debugging: 'I <b>guessed</b>.', teamwork: '' });
    await testApp.store.write(async (tx) => {
        for (const [place, one] of [id, other].entries())
            await tx
                .update(screens)
                .set({ candidateName: `Name ${place + 1}` })
                .where(eq(screens.id, one));
    });
    const hidden = await page();
    for (const part of ['Name 1', 'Name 2', person(1).email, '<mark', 'The software'])
        t.false(hidden.includes(part), part);
    t.is(
        pageOf(hidden)
            .links()
            .filter((link) => /^Candidate \d+$/.test(link)).length,
        2
    );
    const { text } = pageOf(hidden);
    t.true(text.includes(goodAnswers.teamwork) && text.includes('I <b>guessed</b>.'));
    await give(id, 'strong', 'partial');
    const judged = await page();
    t.is(pageOf(judged).button(saveLevels)?.fields[`level_${id}_debugging`], 'strong');
    t.true(judged.includes('<mark') && judged.includes('83.3 of 100'));
    t.is(judged.split('Not scored').length - 1, 1, 'the other one');
    t.is(pageOf(judged).link('Name 1'), `/screens/${id}`, 'whose levels are all given has a name');
    for (const one of [judged, await page('&names=shown')])
        t.false(one.includes('Name 2') || one.includes(person(1).email), 'no link shows a name');
    await reviewer.send('POST', `/screens/${other}/decide`, { decision: 'rejected' });
    t.false((await page()).includes('guessed'));
    t.true((await page('&state=rejected')).includes('guessed'));
    t.is((await browser.get('/screens/compare?sage_id=999')).statusCode, 404);
    t.is((await browser.get('/screens/compare')).statusCode, 200, 'the page that asks for a sage');
});

test('levels of several candidates are saved together or not at all, and no choice is lost', async (t) => {
    const { id, answered, reviewer, browser, page, give } = await prepared(t);
    const other = await answered({ debugging: 'I guessed.', teamwork: 'We spoke.' });
    const first = await page();
    const send = (levels: object, from = first) =>
        browser.press(from, saveLevels, levels as Record<string, string>);
    const chosen = { [`level_${id}_debugging`]: 'strong', [`level_${other}_teamwork`]: 'absent' };
    const reviewsOf = async (of: string) => (await reviewer.get(`/screens/${of}`)).body.data.screen.reviews;
    const refused = await send({ ...chosen, [`level_${other}_unknown`]: 'strong' });
    t.is(refused.statusCode, 400);
    t.like(pageOf(refused.body).button(saveLevels)?.fields, chosen, 'what was chosen is kept');
    t.deepEqual([await reviewsOf(id), await reviewsOf(other)], [[], []]);
    const saved = await send(chosen);
    t.like(pageOf(saved.body).button(saveLevels)?.fields, chosen);
    t.is((await send(chosen)).statusCode, 200, 'a second click');
    t.is((await reviewsOf(id)).length, 1, 'the same again is no other review');
    t.is((await send({}, saved.body)).statusCode, 400, 'nothing new was chosen');
    await give(id, 'absent', 'absent');
    await send({ [`level_${other}_debugging`]: 'partial' }, saved.body);
    const latest = (await reviewsOf(id)).at(-1).levels;
    t.like(latest, [{ level: 'absent' }, { level: 'absent' }], 'a level of another window stays');
    t.is((await reviewsOf(other)).at(-1).levels.length, 2);
    const one = { id, levels: levelsOf('strong', 'strong') };
    const twice = await reviewer.send('POST', '/screens/compare', { screens: [one, one] });
    t.is(twice.statusCode, 400, 'each candidate once');
});

test('an answer is shown under the question of its time, also when the question changed since', async (t) => {
    const { testApp, council, sage, answered, page } = await prepared(t);
    const [first, second] = engineer.criteria;
    const question = 'Which bug took you the longest?';
    const criteria = [{ ...first, question }, second];
    await council.send('PATCH', `/sages/${sage.id}`, { criteria });
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    await council.action('skip_testing_update_step', { sage_id: sage.id });
    const later = { debugging: 'The longest was a race.', teamwork: 'We wrote it down.' };
    await answered(later);
    const { text } = pageOf(await page());
    const asked = [first?.question ?? '', second?.question ?? '', question];
    const places = asked.map((words) => text.indexOf(words)).toSorted((a, b) => a - b);
    /** All that stands between a question and the next one. */
    const rowOf = (words: string) =>
        text.slice(text.indexOf(words), places[places.indexOf(text.indexOf(words)) + 1]);
    const [before = '', both = '', now = ''] = asked.map(rowOf);
    t.true(before.includes(goodAnswers.debugging) && !before.includes(later.debugging));
    t.is(before.split('Not asked').length - 1, 1);
    t.true(now.includes(later.debugging) && !now.includes(goodAnswers.debugging));
    t.true(both.includes(goodAnswers.teamwork) && both.includes(later.teamwork), 'one row for the same');
});

test('with SAGE_ACCESS=owner a stranger compares no candidates, and gives them no levels', async (t) => {
    const { id, sage, browser, reviewer: stranger } = await prepared(t, { SAGE_ACCESS: 'owner' });
    t.is((await browser.get(`/screens/compare?sage_id=${sage.id}`)).statusCode, 404);
    const screens = [{ id, levels: levelsOf('strong', 'strong') }];
    t.is((await stranger.send('POST', '/screens/compare', { screens })).statusCode, 404);
});
