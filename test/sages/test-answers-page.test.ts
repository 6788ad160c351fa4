// Test answers in the editor: typed, approved, refused and kept, without a script.
import test from 'ava';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, formOf, opened, saved, withSage } from '../support/people/sage-pages.ts';
import { tested } from '../support/fixtures/test-answers.ts';

type Answers = {
    text: string;
    draft?: boolean;
    by: number | null;
    reason: string;
    level: string;
    kind: string;
}[];

const shownAt = async ({ client, path }: Pick<Awaited<ReturnType<typeof withSage>>, 'client' | 'path'>) =>
    (await client.get(path)).body.data.sage.criteria.map(
        (one: { test_answers?: Answers }) => one.test_answers ?? []
    ) as Answers[];

const built = { releaseRunId: 'run_1', releaseRevision: 1 };

test('test answers that are sent as they stood change nothing', async (t) => {
    const at = 1_700_000_000_000;
    const criteria = tested().map((one) => ({
        ...one,
        test_answers: one.test_answers?.map((answer) => ({ ...answer, by: 1, at })).toReversed() ?? []
    }));
    const { browser, client, path } = await withSage(t, 'author', { ...built, criteria, evaluator: 'model' });
    const before = (await client.get(path)).body.data.sage;
    const page = (await browser.get(`${path}/criteria`)).body;
    t.is(page.split('<details class="test-answers" open').length, 4);
    t.notRegex(page, /test answers missing/);
    t.is((await browser.post(saved(path), formOf(page, 'criteria'))).statusCode, 303);
    t.like((await client.get(path)).body.data.sage, { ...before, stale: false });
});

test('a typed test answer is approved with a reason, and a draft without; missing ones are shown', async (t) => {
    const sage = await withSage(t, 'author', { evaluator: 'both' });
    const { browser, client, path } = sage;
    const page = (await browser.get(`${path}/criteria`)).body;
    t.regex(
        page,
        /href="#c0_a0_text">debugging: test answers missing: 2 absent answers of 20 to 80 words; .*without/
    );
    const [one] = tested();
    const [absent] = one?.test_answers ?? [];
    const typed = {
        ...formOf(page, 'criteria'),
        c0_a0_text: absent?.text ?? '',
        c0_a0_reason: 'This is absent because it names no bug.',
        c0_a7_text: 'I measured it,\r\nand then I restarted until it worked.',
        c0_a7_level: 'partial',
        c1_a6_reason: 'A reason alone'
    };
    t.is((await browser.submit(saved(path), typed)).statusCode, 400, 'a reason has no answer');
    t.is((await browser.post(saved(path), { ...typed, c1_a6_reason: '' })).statusCode, 303);
    const [first = [], second] = await shownAt(sage);
    t.deepEqual(second, []);
    t.is(first.length, 2);
    t.like(first[0], { level: 'absent', kind: 'plain', by: client.actor.id });
    t.like(first[1], { level: 'partial', kind: 'disqualifier', draft: true, by: null, reason: '' });
    const again = (await browser.get(`${path}/criteria`)).body;
    t.regex(
        again,
        /debugging: test answers missing: 1 absent answer of 20 to 80 words; 2 partial.*an answer with good and disqualifying content/
    );
    const cleared = { ...formOf(again, 'criteria'), c0_a0_text: '', c0_a0_reason: '', c0_a1_text: '' };
    t.is((await browser.post(saved(path), cleared)).statusCode, 303);
    t.deepEqual(await shownAt(sage), [[], []]);
});

test('a refused answer keeps the typed text, and the error links to it', async (t) => {
    const sage = await withSage(t);
    const { browser, client, path } = sage;
    const page = (await browser.get(`${path}/criteria`)).body;
    t.regex(page, /<details class="test-answers" ><summary>.*Optional, because Evidence gives no levels/s);
    const text =
        'A page was slow for a week, and nobody knew why until a colleague came back from her holidays.';
    const typed = {
        ...formOf(page, 'criteria'),
        c0_a2_text: text,
        c0_a2_reason: 'It names a bug & no more.',
        c0_a4_text: `${text} Really.`,
        c0_a4_reason: 'It is the same.'
    };
    const refused = await browser.submit(saved(path), typed);
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /href="#c0_a1_text">Test answer 2 of debugging: It is nearly the same as/);
    t.regex(refused.body, /id="c0_a1_text"[^>]*>\nA page was slow.*Really\.<\/textarea>/);
    t.true(refused.body.includes('It names a bug &amp; no more.'));
    const { data } = (
        await client.send('POST', `${path}/draft`, {
            page: 'criteria',
            typed: formOf(refused.body, 'criteria')
        })
    ).body;
    t.regex(data.message, /Draft saved at .* Not saved: Test answer 2 of debugging/);
    const back = await browser.get(`${path}/criteria`);
    t.regex(back.body, /Draft from .*A page was slow for a week/s);
    t.deepEqual(await shownAt(sage), [[], []]);
});

test('the answers of a template are drafts until a person ticks each', async (t) => {
    const { browser, client } = await opened(t);
    const fields = hiddenFields((await browser.get('/sages/new')).body, 'value="ward-nurse"');
    const begun = await browser.post('/rest/svc/v1/sages', fields);
    const path = String(begun.headers.location);
    const page = (await browser.get(`${path}/criteria`)).body;
    t.is(page.split('type="checkbox"').length - 1, 24);
    const cards = formOf(page, 'criteria');
    t.is((await browser.post(saved(path), { ...cards, c0_weight: '3' })).statusCode, 303);
    const sage = { client, path };
    t.true((await shownAt(sage)).flat().every(({ draft }) => draft === true));
    const next = formOf((await browser.get(`${path}/criteria`)).body, 'criteria');
    await browser.post(saved(path), { ...next, c0_a0_approved: '1' });
    const [one, ...others] = (await shownAt(sage)).flat();
    t.like(one, { by: client.actor.id });
    t.false(one !== undefined && 'draft' in one);
    t.true(others.every(({ draft }) => draft === true));
});

test('an answer that was typed into a built sage waits in the draft of its author', async (t) => {
    const sage = await withSage(t, 'author', built);
    const { testApp, browser, client, path } = sage;
    const typed = {
        ...formOf((await browser.get(`${path}/criteria`)).body, 'criteria'),
        c1_a3_text: 'We talked & drank tea.'
    };
    await client.send('POST', `${path}/draft`, { page: 'criteria', typed });
    const back = await browserOf(testApp, 'author');
    t.regex(
        (await back.browser.get(`${path}/criteria`)).body,
        /id="c1_a0_text"[^>]*>\nWe talked &amp; drank tea\./
    );
    t.deepEqual(await shownAt(sage), [[], []]);
});
