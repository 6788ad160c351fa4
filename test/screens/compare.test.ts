// Candidates side by side: no name and no findings before a person has given all levels.
import test from 'ava';
import { goodAnswers, levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { eq } from '../../db/store/drizzle.ts';
import { screens } from '../../db/screens/screens.ts';
import { person } from '../support/fixtures/council.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('candidates of one sage are shown side by side, without the names of those not reviewed yet', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id, answered } = await withJudgedScreen(testApp);
    const other = await answered({ debugging: 'I <b>guessed</b>.', teamwork: '' });
    await testApp.store.write(async (tx) => {
        for (const [place, one] of [id, other].entries())
            await tx
                .update(screens)
                .set({ candidateName: `Name ${place + 1}` })
                .where(eq(screens.id, one));
    });
    const reviewer = await testApp.as('reviewer');
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const page = async (query = '') =>
        (await browser.get(`/screens/compare?sage_id=${sage.id}${query}`)).body as string;
    const hidden = await page();
    for (const part of ['Name 1', 'Name 2', person(1).email]) t.false(hidden.includes(part), part);
    t.is(hidden.match(/>Candidate \d+<\/a>/g)?.length, 2);
    t.true(hidden.includes(goodAnswers.teamwork) && hidden.includes('I &lt;b&gt;guessed&lt;/b&gt;.'));
    t.false(hidden.includes('<mark') || hidden.includes('The software'), 'findings are kept back');
    await reviewer.send('POST', `/screens/${id}/levels`, { levels: levelsOf('strong', 'partial') });
    const judged = await page();
    t.regex(judged, /value="strong" checked/);
    t.true(judged.includes('<mark') && judged.includes('83.3 of 100'));
    t.is(judged.split('Not scored').length - 1, 1, 'the other one');
    t.true(
        judged.includes('Name 1</a>') && !judged.includes('Name 2'),
        'whose levels are all given has a name'
    );
    t.false(judged.includes(person(1).email));
    t.false((await page('&names=shown')).includes('Name 2'), 'no link shows a name');
    await reviewer.send('POST', `/screens/${other}/decide`, { decision: 'rejected' });
    t.false((await page()).includes('guessed'));
    t.true((await page('&state=rejected')).includes('guessed'));
    t.is((await browser.get('/screens/compare?sage_id=999')).statusCode, 404);
});

test('levels of several candidates are saved together or not at all, and no choice is lost', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, id, answered } = await withJudgedScreen(testApp);
    const other = await answered({ debugging: 'I guessed.', teamwork: 'We spoke.' });
    const reviewer = await testApp.as('reviewer');
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const address = `/screens/compare?sage_id=${sage.id}`;
    const { body } = await browser.get(address);
    const form = hiddenFields(body, 'heads');
    const to = /action="([^"]*\/screens\/compare)"[^>]*data-guard/.exec(body)?.[1] ?? '';
    const send = (levels: Record<string, string>) => browser.submit(to, { ...form, ...levels });
    const chosen = { [`level_${id}_debugging`]: 'strong', [`level_${other}_teamwork`]: 'absent' };
    const levelsNow = async (of: string) => (await reviewer.get(`/screens/${of}`)).body.data.screen.reviews;
    const refused = await send({ ...chosen, [`level_${other}_unknown`]: 'strong' });
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /Criterion not found/);
    t.is(refused.body.match(/value="(?:strong|absent)" checked/g)?.length, 2, 'what was chosen is kept');
    t.deepEqual([await levelsNow(id), await levelsNow(other)], [[], []]);
    const saved = await send(chosen);
    t.regex(saved.body, /Levels saved/);
    t.is(saved.body.match(/value="(?:strong|absent)" checked/g)?.length, 2);
    t.regex((await send(chosen)).body, /Levels saved/, 'a second click');
    t.is((await levelsNow(id)).length, 1, 'the same again is no other review');
    const seen = hiddenFields(saved.body, 'heads');
    t.is(seen[`was_level_${id}_debugging`], 'strong');
    t.regex(
        (await browser.submit(to, { ...seen, ...chosen })).body,
        /Choose a level for at least one answer/
    );
    await reviewer.send('POST', `/screens/${id}/levels`, { levels: levelsOf('absent', 'absent') });
    await browser.submit(to, { ...seen, ...chosen, [`level_${other}_debugging`]: 'partial' });
    t.like(
        (await levelsNow(id)).at(-1).levels,
        [{ level: 'absent' }, { level: 'absent' }],
        'a level of another window stays'
    );
    t.is((await levelsNow(other)).at(-1).levels.length, 2);
});

test('levels are refused where one of the candidates is not for this user', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { id } = await withJudgedScreen(testApp);
    const stranger = await testApp.as('reviewer');
    const levels = levelsOf('strong', 'strong');
    t.is((await stranger.send('POST', '/screens/compare', { screens: [{ id, levels }] })).statusCode, 404);
    const twice = await stranger.send('POST', '/screens/compare', {
        screens: [
            { id, levels },
            { id, levels }
        ]
    });
    t.is(twice.statusCode, 400);
});

test('an answer is shown under the question of its time, also when the question changed since', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage, answered } = await withJudgedScreen(testApp);
    const [first, second] = engineer.criteria;
    const question = 'Which bug took you the longest?';
    const criteria = [{ ...first, question }, second];
    await council.send('PATCH', `/sages/${sage.id}`, { criteria });
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    await council.action('skip_testing_update_step', { sage_id: sage.id });
    await answered({ debugging: 'The longest was a race.', teamwork: 'We wrote it down.' });
    const reviewer = await testApp.as('reviewer');
    const browser = plainBrowser(testApp, { svc_session: reviewer.cookie });
    const { body } = await browser.get(`/screens/compare?sage_id=${sage.id}`);
    const rows = body.split('<section ').slice(1) as string[];
    const rowOf = (asked: string) => rows.find((row) => row.includes(`. ${asked}<`)) ?? '';
    const before = rowOf(first?.question ?? '');
    t.true(before.includes(goodAnswers.debugging));
    t.false(before.includes('a race'));
    t.is(before.split('Not asked').length - 1, 1);
    const now = rowOf(question);
    t.true(now.includes('a race'));
    t.false(now.includes(goodAnswers.debugging));
    const both = rowOf(second?.question ?? '');
    t.true(both.includes(goodAnswers.teamwork) && both.includes('We wrote it down.'), 'one row for the same');
    t.is(rows.length, 3);
});

test('with SAGE_ACCESS=owner only the owner compares candidates of a sage without reviewers', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { sage } = await withJudgedScreen(testApp);
    const stranger = plainBrowser(testApp, { svc_session: (await testApp.as('reviewer')).cookie });
    t.is((await stranger.get(`/screens/compare?sage_id=${sage.id}`)).statusCode, 404);
    t.regex((await stranger.get('/screens/compare')).body, /Choose a sage/);
});
