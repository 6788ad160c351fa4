// Test answers over the API: who approved them, what is refused of them, and where they must never be.
import test from 'ava';
import { seedDemo } from '../../db/installation/demo/data.ts';
import { promptFor, takeSnapshot } from '../../db/council/snapshots.ts';
import { approvedFieldsOf, sageTemplates } from '../../db/council/templates/index.ts';
import { assertTestAnswers } from '../../db/judgement/test-answers.ts';
import { listSages } from '../../db/sages/sages.ts';
import { missingTestAnswers } from '../../db/sages/test-answers.ts';
import { iso } from '../../db/store/time.ts';
import { messagesFor } from '../../jobs/evaluation/model/messages.ts';
import type { Person } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { tested, withAnswer } from '../support/fixtures/test-answers.ts';

const clientAt = async (testApp: TestApp, person: Person = 'author') => {
    const client = await testApp.as(person);
    const send = async (criteria: unknown, id?: number) =>
        id === undefined
            ? client.send('POST', '/sages', { ...engineer, criteria })
            : client.send('PATCH', `/sages/${id}`, { criteria });
    return { ...client, send: client.send.bind(client), criteria: send };
};

const answersOf = (sage: { criteria: { test_answers?: object[] }[] }) =>
    sage.criteria.flatMap((one) => one.test_answers ?? []) as Record<string, unknown>[];

test('what an author sends is approved by them, and an unchanged answer stays approved as it was', async (t) => {
    const testApp = await createTestApp(t);
    const author = await clientAt(testApp);
    const made = (await author.criteria(tested())).body.data.sage;
    const before = answersOf(made);
    t.is(before.length, 24);
    const approval = { by: author.actor.id, at: iso(testApp.now()) };
    t.true(before.every(({ by, at }) => by === approval.by && at === approval.at));

    testApp.pass(60_000);
    const admin = await clientAt(testApp, 'councilAdmin');
    const shown = (await admin.get(`/sages/${made.id}`)).body.data.sage;
    t.deepEqual(shown.criteria, made.criteria);
    shown.criteria[0].test_answers[1] = {
        ...shown.criteria[0].test_answers[1],
        reason: 'It names no way.',
        by: 7
    };
    const saved = await admin.criteria(shown.criteria, made.id);
    t.is(saved.statusCode, 200, 'as it was read');
    const after = answersOf(saved.body.data.sage);
    t.like(after[1], { reason: 'It names no way.', by: admin.actor.id, at: iso(testApp.now()) });
    t.deepEqual(after.toSpliced(1, 1), before.toSpliced(1, 1));
});

test('a change of test answers needs a new build, and a criterion without any keeps its own', async (t) => {
    const testApp = await createTestApp(t);
    const author = await clientAt(testApp);
    const made = (await author.criteria(tested())).body.data.sage;
    const revision = async () => (await listSages(testApp.store.read, viewer, page)).items[0]?.revision;
    const viewer = { id: author.actor.id, capabilities: [], access: 'all' } as const;
    const page = { limit: 1, offset: 0 };
    t.is(await revision(), 1);
    const without = tested().map(({ test_answers: _omitted, ...one }) => ({ ...one, weight: 3 }));
    t.deepEqual(answersOf((await author.criteria(without, made.id)).body.data.sage), answersOf(made));
    await author.criteria(
        tested().map((one) => ({ ...one, test_answers: [] })),
        made.id
    );
    t.is(await revision(), 3);
    const { sage } = (await author.get(`/sages/${made.id}`)).body.data;
    t.true(sage.criteria.every((one: object) => !('test_answers' in one)));
});

test('a draft has no author, needs no reason and does not count until its mark is removed', async (t) => {
    const testApp = await createTestApp(t);
    const author = await clientAt(testApp);
    const drafted = tested().map(({ test_answers: answers = [], ...one }) => ({
        ...one,
        test_answers: answers.map((answer) => ({ ...answer, draft: true }))
    }));
    const made = (await author.criteria(drafted)).body.data.sage;
    t.true(answersOf(made).every(({ by, draft }) => by === null && draft === true));
    t.deepEqual(
        drafted.map(missingTestAnswers),
        tested().map((one) => missingTestAnswers({ ...one, test_answers: [] }))
    );
    const text = { level: 'absent', text: 'To be written.', draft: true };
    t.is((await author.criteria([{ ...tested()[0], test_answers: [text] }], made.id)).statusCode, 200);
    const { sage } = (await author.criteria(tested(), made.id)).body.data;
    t.true(answersOf(sage).every((one) => one['by'] === author.actor.id && !('draft' in one)));
});

const [first] = tested();
const strong = first?.test_answers?.find(({ level }) => level === 'strong');

test('an answer that tests nothing or is no answer is refused by the name of its field', async (t) => {
    const author = await clientAt(await createTestApp(t));
    const refused: [what: string, change: Parameters<typeof withAnswer>[0], place: number, part: string][] = [
        ['an approved answer without a reason', { reason: '' }, 0, 'reason'],
        ['a near copy of another one', { text: `1. ${strong?.text.toUpperCase()} Really!` }, 8, 'text'],
        ['the description of its level', { text: `He ${first?.levels.absent}, I think.` }, 0, 'text'],
        ['a twin with a word of an indicator', { text: 'I have checklists.' }, 6, 'text'],
        ['a twin that is not strong', { level: 'partial' }, 6, 'level'],
        ['a strong disqualifier', { level: 'strong' }, 7, 'level'],
        ['a text that is too long', { text: 'x'.repeat(2001) }, 0, 'text'],
        ['a reason that is too long', { reason: 'x'.repeat(501) }, 0, 'reason'],
        ['a kind that is not there', { kind: 'odd' as 'plain' }, 0, 'kind']
    ];
    for (const [what, change, place, part] of refused) {
        const { statusCode, headers } = await author.criteria(withAnswer(change, place));
        t.is(statusCode, 400, what);
        t.is(headers['x-svc-field'], `criteria.0.test_answers.${place}.${part}`, what);
    }
});

test('a criterion takes 20 test answers and a sage 400', async (t) => {
    const author = await clientAt(await createTestApp(t));
    const answers = (count: number) =>
        Array.from({ length: count }, () => ({ level: 'strong', text: 'Soon.', draft: true }));
    const criteria = (count: number, each: number) =>
        Array.from({ length: count }, (_, n) => ({
            ...first,
            id: `c${n}`,
            indicators: [],
            test_answers: answers(each)
        }));
    t.is((await author.criteria(criteria(20, 20))).statusCode, 201);
    t.is((await author.criteria(criteria(1, 21))).headers['x-svc-field'], 'criteria.0.test_answers');
    t.regex(
        (await author.criteria(criteria(21, 20))).body.data.message,
        /must contain 400 test answers or fewer in total/
    );
});

test('what is missing of the full set is named in words', (t) => {
    const [one] = tested();
    if (!one) return t.fail();
    const without = (place: number) =>
        missingTestAnswers({ ...one, test_answers: one.test_answers?.toSpliced(place, 1) ?? [] });
    t.deepEqual(missingTestAnswers(one), []);
    t.deepEqual(without(2), ['1 partial answer of 20 to 80 words']);
    t.deepEqual(without(6), ['a strong answer without any indicator word']);
    t.deepEqual(without(7), ['an answer with good and disqualifying content']);
    const test_answers = one.test_answers?.slice(0, 7) ?? [];
    t.deepEqual(missingTestAnswers({ ...one, negative_indicators: [], test_answers }), []);
    t.deepEqual(missingTestAnswers({ ...one, indicators: [...one.indicators, 'corridors'] }), without(6));
    const short = one.test_answers?.map((answer) =>
        answer.level === 'absent' ? { ...answer, text: words(20, answer.text) } : answer
    );
    t.deepEqual(missingTestAnswers({ ...one, test_answers: short ?? [] }), [
        'an absent answer that is longer than a strong one'
    ]);
    const shorter = short?.map((answer) => ({ ...answer, text: words(19, answer.text) }));
    t.is(
        missingTestAnswers({ ...one, test_answers: shorter ?? [] })[0],
        '2 absent answers of 20 to 80 words'
    );
});

const words = (count: number, text: string) => text.split(' ').slice(0, count).join(' ');

test('every template brings the full set: drafts for its author, approved in the demo sages', async (t) => {
    for (const { slug, criteria } of sageTemplates.map((one) => ({
        slug: one.slug,
        ...approvedFieldsOf(one)
    }))) {
        await t.notThrowsAsync(assertTestAnswers(criteria), slug);
        t.deepEqual(criteria.flatMap(missingTestAnswers), [], slug);
    }
    const testApp = await createTestApp(t);
    const author = await clientAt(testApp);
    const { items } = (await author.get('/sage-templates')).body.data;
    for (const { sage } of items) t.true(answersOf(sage).every(({ draft }) => draft === true));
    await testApp.store.write((tx) => seedDemo(tx, testApp.now()));
    const viewer = { id: 0, capabilities: [], access: 'all' } as const;
    const demo = (await listSages(testApp.store.read, viewer, { limit: 9, offset: 0 })).items.flatMap(
        ({ criteria }) => criteria
    );
    t.true(demo.length > 0 && demo.every((one) => missingTestAnswers(one).length === 0));
    t.true(demo.every((one) => one.test_answers?.every(({ by, at }) => by === null && at === testApp.now())));
});

test('a build saves test answers, a copy keeps their approval, and no model gets one', async (t) => {
    const testApp = await createTestApp(t);
    const author = await clientAt(testApp);
    const made = (await author.criteria(tested())).body.data.sage;
    testApp.pass(60_000);
    const admin = await clientAt(testApp, 'administrator');
    const copy = (await admin.send('POST', `/sages/${made.id}/copy`, {})).body.data.sage;
    t.deepEqual(answersOf(copy), answersOf(made));

    await author.send('PATCH', `/sages/${made.id}`, { evaluator: 'model' });
    const snapshot = await takeSnapshot(testApp.store.read, made.id);
    t.deepEqual(
        snapshot.criteria.flatMap((one) => one.test_answers?.map(({ text }) => text) ?? []),
        answersOf(made).map(({ text }) => text)
    );
    const { prompt, output_schema: schema } = promptFor(snapshot);
    const sent = snapshot.criteria.flatMap((criterion) =>
        messagesFor({ prompt, criterion, examples: [], boundary: 'b', answer: 'None.' }).map(
            ({ content }) => content
        )
    );
    const all = [...sent, JSON.stringify(schema)].join('\n');
    t.true(all.includes(first?.question ?? '?'));
    for (const { text, reason } of snapshot.criteria.flatMap((one) => one.test_answers ?? []))
        t.false(all.includes(text) || all.includes(reason));
});
