// What the candidate's pages promise to those who use them as they are meant.
import test from 'ava';
import { artifacts } from '../../db/builds/runs.ts';
import { account } from '../../db/credits.ts';
import { expireScreens } from '../../db/screens/cancellations.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { consent, saved, script, visitorAt, withCandidate } from '../support/visitors.ts';

test('a candidate never reads a word of ours', async (t) => {
    const { page, post } = await withCandidate(t);
    const pages = [await page(), await post('start')];
    await post('start', consent);
    pages.push(
        await page(),
        await page('?q=2'),
        await page('?q=3'),
        await post('answer', { criterion: 'x', text: '' })
    );
    await post('submit');
    pages.push(await page());
    for (const { body } of pages) t.notRegex(body, /\b(sages?|credits?|screen status|ss_\w+)\b/i);
});

test('without consent nothing begins, and the first page comes back with what is missing', async (t) => {
    const { world, id, post } = await withCandidate(t);
    const { statusCode, body } = await post('start', { newsletter: '1' });
    t.is(statusCode, 400);
    t.true(body.includes('href="#consent"') && body.includes('aria-invalid="true"'));
    t.is((await findScreen(world.store.read, id))?.status, 'ss_invited');
});

test('before the start no answer is taken and nothing is handed in', async (t) => {
    const { world, id, post } = await withCandidate(t);
    t.is((await post('answer', { criterion: 'debugging', text: 'Early' })).statusCode, 409);
    t.is((await post('submit')).statusCode, 303);
    t.is((await findScreen(world.store.read, id))?.status, 'ss_invited');
    t.deepEqual(await saved(world, id), []);
});

test('an invitation that is over says so, before and after the schedule has noticed', async (t) => {
    const { world, page, post } = await withCandidate(t);
    world.pass(14 * 24 * 60 * 60_000);
    for (const round of ['before', 'after']) {
        const { statusCode, body } = await page();
        t.is(statusCode, 410, round);
        t.true(body.includes('The time to begin is over'), round);
        await world.store.write((tx) => expireScreens(tx, world.now()));
    }
    t.true([303, 409].includes((await post('start', consent)).statusCode));
});

test('a withdrawn invitation takes nothing any more, and says so', async (t) => {
    const { world, act, id, page, post } = await withCandidate(t);
    await act('svc_toggle_sage_status');
    t.is((await post('start', consent)).statusCode, 303);
    t.is((await post('answer', { criterion: 'debugging', text: 'Late' })).statusCode, 409);
    t.is((await post('submit')).statusCode, 303);
    const { statusCode, body } = await page();
    t.is(statusCode, 410);
    t.true(body.includes('The questions were withdrawn'));
    t.is((await findScreen(world.store.read, id))?.status, 'ss_cancelled');
});

test('an answer after the end is shown to its writer, not saved; what was saved counts', async (t) => {
    const { world, id, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'In time' });
    world.pass(60 * 60_000);
    const late = { criterion: 'debugging', text: 'Too <late>' };
    const { statusCode, body } = await post('answer', late);
    t.is(statusCode, 409);
    t.true(body.includes('Too &lt;late&gt;'));
    t.is((await post('answer', late, script)).statusCode, 409);
    t.true((await page()).body.includes('The time is over'));
    t.is((await saved(world, id))[0]?.answer, 'In time');
});

test('sending twice is harmless, and an answer after it changes nothing', async (t) => {
    const { world, id, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'My answer' });
    const sent = await Promise.all([post('submit'), post('submit'), post('submit')]);
    t.true(sent.every(({ statusCode }) => statusCode === 303 || statusCode === 409));
    t.is((await post('start', consent)).statusCode, 303, 'beginning again is no new beginning');
    t.is((await post('answer', { criterion: 'debugging', text: 'Better' })).statusCode, 409);
    await world.drain();
    t.is((await findScreen(world.store.read, id))?.status, 'ss_evaluated');
    t.is((await saved(world, id))[0]?.answer, 'My answer');
    t.true((await page()).body.includes('Thank you'));
    t.is((await account(world.store.read)).balance, 8);
});

test('a page number that is none shows the first open question', async (t) => {
    const { page, post } = await withCandidate(t);
    await post('start', consent);
    for (const q of ['0', '-1', '1.5', 'x', '9'.repeat(40), '%3Cb%3E', '1&q=2']) {
        const { statusCode, body } = await page(`?q=${q}`);
        t.is(statusCode, 200, q);
        t.true(body.includes('Question 1 of 2'), q);
    }
});

test('a demonstration is run again after its end, also after its sage was turned off', async (t) => {
    const { world, act } = await withCandidate(t);
    const { pathname } = new URL((await act('svc_toggle_demo_key')).body.data.demo_url);
    const begin = async (cookie?: string) => {
        const { headers } = await visitorAt(world, pathname, cookie).post('start', consent);
        return String(headers['set-cookie']).split(';')[0] ?? '';
    };
    const first = await begin();
    const visitor = visitorAt(world, pathname, first);
    await visitor.post('submit');
    await world.drain();
    t.true((await visitor.page()).body.includes('The result'));
    t.true((await visitor.page('?again')).body.includes('I agree'));
    const second = await begin(first);
    t.not(second, first);
    await act('svc_toggle_sage_status');
    t.true((await visitorAt(world, pathname, second).page()).body.includes('I agree'));
});

test('what a release froze is read once, however many answers its candidates save', async (t) => {
    const { world, id, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'First.' });
    await world.store.write(async (tx) => tx.delete(artifacts));
    for (const text of ['Second.', 'Third.']) await post('answer', { criterion: 'debugging', text });
    t.is((await post('answer', { criterion: 'unknown', text: 'x' })).statusCode, 400);
    t.deepEqual(
        (await saved(world, id)).map(({ answer }) => answer),
        ['Third.']
    );
});
