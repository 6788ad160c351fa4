// Test answers in the editor: typed, approved, refused and kept, without a script.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { formOf, opened, withSage } from '../support/people/sage-pages.ts';
import { tested } from '../support/fixtures/test-answers.ts';

type Answers = { draft?: boolean; by: number | null }[];

const built = { releaseRunId: 'run_1', releaseRevision: 1 };

async function editor(t: Parameters<typeof withSage>[0], changes = {}) {
    const sage = await withSage(t, 'author', changes);
    const page = `${sage.path}/criteria`;
    const answers = async (): Promise<Answers[]> =>
        (await sage.shown()).criteria.map((one: { test_answers?: Answers }) => one.test_answers ?? []);
    return { ...sage, criteria: page, answers };
}

test('test answers that are sent as they stood change nothing', async (t) => {
    const at = 1_700_000_000_000;
    const criteria = tested().map((one) => ({
        ...one,
        test_answers: one.test_answers?.map((answer) => ({ ...answer, by: 1, at })).toReversed() ?? []
    }));
    const sage = await editor(t, { ...built, criteria, evaluator: 'model' });
    const before = await sage.shown();
    t.is(pageOf(await sage.html(sage.criteria)).link(/test answers missing/), undefined);
    await sage.pressAt(sage.criteria, 'Apply', formOf(await sage.html(sage.criteria)));
    t.like(await sage.shown(), { ...before, stale: false });
});

test('a typed test answer is approved with a reason, and a draft without; missing ones are shown', async (t) => {
    const { client, page, pressAt, criteria, answers } = await editor(t, { evaluator: 'both' });
    const missing = async () => {
        const [debugging] = (await page(criteria)).links().filter((link) => link.includes('missing'));
        return debugging;
    };
    t.regex((await missing()) ?? '', /^debugging: test answers missing: 2 absent answers of 20 to 80 words/);
    const [absent] = tested()[0]?.test_answers ?? [];
    const typed = {
        c0_a0_text: absent?.text ?? '',
        c0_a0_reason: 'This is absent because it names no bug.',
        c0_a7_text: 'I measured it,\r\nand then I restarted until it worked.',
        c0_a7_level: 'partial'
    };
    const lonely = await pressAt(criteria, 'Save', { ...typed, c1_a6_reason: 'A reason alone' });
    t.is(lonely.statusCode, 400, 'a reason has no answer');
    await pressAt(criteria, 'Save', typed);
    const [first = [], second] = await answers();
    t.deepEqual([first.length, second], [2, []]);
    t.like(first[0], { level: 'absent', kind: 'plain', by: client.actor.id });
    t.like(first[1], { level: 'partial', kind: 'disqualifier', draft: true, by: null, reason: '' });
    t.regex((await missing()) ?? '', /missing: 1 absent answer of 20 to 80 words; 2 partial/);
    await pressAt(criteria, 'Save', { c0_a0_text: '', c0_a0_reason: '', c0_a1_text: '' });
    t.deepEqual(await answers(), [[], []]);
});

test('a refused answer keeps the typed text, and the error links to it', async (t) => {
    const { client, html, pressAt, path, criteria, answers } = await editor(t, { evaluator: 'model' });
    const text =
        'A page was slow for a week, and nobody knew why until a colleague came back from her holidays.';
    const { body, statusCode } = await pressAt(criteria, 'Save', {
        c0_a2_text: text,
        c0_a2_reason: 'It names a bug & no more.',
        c0_a4_text: `${text} Really.`,
        c0_a4_reason: 'It is the same.'
    });
    t.is(statusCode, 400);
    t.is(pageOf(body).link(/^Test answer 2 of debugging: It is nearly the same as/), '#c0_a1_text');
    const shown = formOf(body);
    t.like(shown, { c0_a1_text: `${text} Really.`, c0_a0_reason: 'It names a bug & no more.' });
    await client.send('POST', `${path}/draft`, { page: 'criteria', typed: shown });
    t.like(formOf(await html(criteria)), { c0_a0_text: text });
    t.deepEqual(await answers(), [[], []]);
});

test('the answers of a template are drafts until a person ticks each', async (t) => {
    const { client, page, pressAt } = await opened(t);
    await pressAt('/sages/new', 'Ward nurse');
    const answers = async (): Promise<Answers> =>
        (await client.get('/sages/1')).body.data.sage.criteria.flatMap(
            (one: { test_answers: Answers }) => one.test_answers
        );
    const approved = async () => (await answers()).flatMap(({ draft, by }) => (draft ? [] : [by]));
    t.is((await answers()).length, 24);
    await pressAt('/sages/1/criteria', 'Save', { c0_weight: '3' });
    t.deepEqual(await approved(), []);
    await pressAt('/sages/1/criteria', 'Save', { c0_a0_approved: '1' });
    t.deepEqual(await approved(), [client.actor.id]);
    t.is((await page('/sages/1')).heading(), 'Ward nurse');
});
