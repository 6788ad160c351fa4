import test from 'ava';
import { results, resultsVersions } from '../../db/sages/template-versions.ts';
import { createContext } from '../../db/sages/contexts.ts';
import type { Person } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a complete sage starts at step 4, inactive, with a results template of its own', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { statusCode, body } = await author.send('POST', '/sages', engineer);
    t.is(statusCode, 201);
    const { sage } = body.data;
    t.like(sage, {
        status: 'ss_inactive',
        step_number: 4,
        stale: false,
        owner_id: author.user.id,
        threshold: 70,
        evaluator: 'evidence'
    });
    t.deepEqual((await author.get(`/sages/${sage.uuid}`)).body.data.sage, sage);
    const [template] = await testApp.store.read.select().from(results);
    t.is(template?.id, sage.results_id);
    t.is(template?.version, 1);
});

test('an incomplete sage starts at the first incomplete step', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const { results: _, ...withoutResults } = engineer;
    const stepOf = async (body: object) =>
        (await author.send('POST', '/sages', body)).body.data.sage.step_number;
    t.is(await stepOf({ name: 'Only a name' }), 1);
    t.is(await stepOf({ name: 'No criteria', evaluator_role: 'You judge.' }), 2);
    t.is(await stepOf(withoutResults), 4);
    t.is(await stepOf(engineer), 4);
});

test('a sage created without results gets a template', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { results: _, ...withoutResults } = engineer;
    const { sage } = (await author.send('POST', '/sages', withoutResults)).body.data;
    const [template] = await testApp.store.read.select().from(results);
    t.is(template?.id, sage.results_id);
    t.like(template, {
        name: 'Backend engineer results',
        intro: 'Judge the answers below.',
        evaluatorRole: engineer.evaluator_role,
        version: 1
    });
    t.is((await author.action('svc_start_full_sage_build', { sage_id: sage.id })).statusCode, 200);
});

test('only users who may author sages can create one', async (t) => {
    const testApp = await createTestApp(t);
    const allowed: Person[] = ['administrator', 'councilAdmin', 'author'];
    for (const person of [
        'administrator',
        'councilAdmin',
        'author',
        'powerUser',
        'salesRep',
        'salesAdmin',
        'support'
    ] as const) {
        const { statusCode } = await (await testApp.as(person)).send('POST', '/sages', engineer);
        t.is(statusCode, allowed.includes(person) ? 201 : 403, person);
    }
});

test('a rubric is read by the council, not by sales or support', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = (await (await testApp.as('author')).send('POST', '/sages', engineer)).body.data;
    const reading = async (person: Person, path: string) =>
        (await (await testApp.as(person)).get(path)).statusCode;
    const { run_id } = (
        await (await testApp.as('author')).action('svc_start_full_sage_build', { sage_id: sage.id })
    ).body;
    for (const path of ['/sages', `/sages/${sage.id}`, `/sages/${sage.id}/builds/${run_id}/report`]) {
        for (const person of ['administrator', 'councilAdmin', 'otherAuthor'] as const)
            t.is(await reading(person, path), 200, person);
        for (const person of ['powerUser', 'salesRep', 'salesAdmin', 'support'] as const)
            t.is(await reading(person, path), 403, person);
    }
});

test('a sage is changed by its owner or an administrator, not by another author', async (t) => {
    const testApp = await createTestApp(t);
    const { sage } = (await (await testApp.as('author')).send('POST', '/sages', engineer)).body.data;
    const patch = async (person: Person) =>
        (await (await testApp.as(person)).send('PATCH', `/sages/${sage.id}`, { name: person })).statusCode;
    t.is(await patch('author'), 200);
    t.is(await patch('councilAdmin'), 200);
    t.is(await patch('otherAuthor'), 403);
    t.is(await patch('salesRep'), 403);
});

test('editing the evaluated parts of a built sage makes a rebuild necessary; its name does not', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    const patch = async (body: object) =>
        (await author.send('PATCH', `/sages/${sage.id}`, body)).body.data.sage;
    t.like(await patch({ name: 'Another name' }), { stale: false, step_number: 5 });
    t.like(await patch({ threshold: 60 }), { stale: true, step_number: 5, status: 'ss_inactive' });
});

test('a changed template is the next version, and the old one is stored', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    await author.send('PATCH', `/sages/${sage.id}`, {
        results: { ...engineer.results, intro: 'Judge with care.' }
    });
    const versions = await testApp.store.read.select().from(resultsVersions);
    t.deepEqual(
        versions.map(({ version, intro }) => [version, intro]),
        [
            [1, 'Judge the answers below.'],
            [2, 'Judge with care.']
        ]
    );
});

test('bad bodies are refused with the field, and nothing is created', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const [criterion] = engineer.criteria;
    const bad: [object, string][] = [
        [{ ...engineer, name: '' }, 'name'],
        [{ ...engineer, criteria: [criterion, criterion] }, 'criteria.1'],
        [{ ...engineer, criteria: [{ ...criterion, weight: '2' }] }, 'criteria.0.weight'],
        [{ ...engineer, criteria: [{ ...criterion, levels: {} }] }, 'criteria.0.levels.absent'],
        [{ ...engineer, context_ids: ['x'] }, 'context_ids.0'],
        [{ ...engineer, evaluator: 'magic' }, 'evaluator'],
        [
            {
                ...engineer,
                criteria: Array.from({ length: 11 }, (_, i) => ({
                    ...criterion,
                    id: `c${i}`,
                    indicators: Array.from({ length: 40 }, (_, n) => `phrase ${n}`)
                }))
            },
            'criteria'
        ],
        [{ ...engineer, threshold: 101 }, 'threshold'],
        [{ ...engineer, status: 'ss_active' }, 'status']
    ];
    for (const [body, field] of bad) {
        const { statusCode, headers, body: answer } = await author.send('POST', '/sages', body);
        t.is(statusCode, 400, field);
        t.is(headers['x-svc-field'], field);
        t.true(answer.data.message.length > 0);
        t.false(answer.data.message.includes('magic'), 'what was sent is not repeated');
    }
    t.is((await author.get('/sages')).body.data.total, 0);
});

test('an unknown context is refused, and a known one is stored', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const context = await testApp.store.write((tx) =>
        createContext(tx, { name: 'How we work', context: 'Calmly.' }, 1)
    );
    const missing = '00000000-0000-4000-8000-000000000000';
    t.is((await author.send('POST', '/sages', { ...engineer, context_ids: [missing] })).statusCode, 400);
    t.is((await author.send('POST', '/sages', { ...engineer, context_ids: [context.id] })).statusCode, 201);
});

test('the contexts of a sage are limited to 1 MiB, at creation and at each change', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const long = { name: 'Long', context: 'x'.repeat(200 * 1024) };
    const made = await testApp.store.write((tx) =>
        Promise.all([1, 2, 3, 4, 5, 6].map(() => createContext(tx, long, 1)))
    );
    const all = made.map(({ id }) => id);
    const { sage } = (await author.send('POST', '/sages', { ...engineer, context_ids: all.slice(1) })).body
        .data;
    const tooLong = [
        await author.send('POST', '/sages', { ...engineer, context_ids: all }),
        await author.send('PATCH', `/sages/${sage.id}`, { context_ids: all })
    ];
    for (const { statusCode, body } of tooLong)
        t.deepEqual(
            [statusCode, body.data.message],
            [400, 'The contexts of a sage can contain up to 1 MiB of text.']
        );
});

test('lists come in pages', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    for (let i = 1; i <= 3; i += 1) await author.send('POST', '/sages', { name: `Sage ${i}` });
    const { items, total } = (await author.get('/sages?page=2&per_page=2')).body.data;
    t.is(total, 3);
    t.deepEqual(
        items.map(({ name }: { name: string }) => name),
        ['Sage 3']
    );
    for (const page of ['0', '1e0', '%205%20', '1.0', '-1'])
        t.is((await author.get(`/sages?page=${page}`)).statusCode, 400, page);
    t.is((await author.get('/sages?per_page=100000')).statusCode, 400);
});

test('an unknown sage, screen or report: 404', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const path of [
        '/sages/999',
        `/sages/${missing}`,
        `/screens/${missing}`,
        '/sages/999/builds/run_1/report'
    ]) {
        t.is((await author.get(path)).statusCode, 404, path);
    }
    t.is((await author.get('/sages/1e3')).statusCode, 400);
});

test('only users who may screen can read screens', async (t) => {
    const testApp = await createTestApp(t);
    const missing = '00000000-0000-4000-8000-000000000000';
    t.is((await (await testApp.as('salesRep')).get(`/screens/${missing}`)).statusCode, 403);
});
