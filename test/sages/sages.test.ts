import test from 'ava';
import { results } from '../../db/sages/template-versions.ts';
import { createContext } from '../../db/sages/contexts.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { endedBuild } from '../support/people/support-staff.ts';
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
    t.like(template, { id: sage.results_id, version: 1 });
});

test('an incomplete sage starts at the first incomplete step', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    for (const [body, step] of [
        [{ name: 'Only a name' }, 1],
        [{ name: 'No criteria', evaluator_role: 'You judge.' }, 2]
    ] as const)
        t.is((await author.send('POST', '/sages', body)).body.data.sage.step_number, step);
});

test('a sage created without results gets a template', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { results: _, ...withoutResults } = engineer;
    const { sage } = (await author.send('POST', '/sages', withoutResults)).body.data;
    t.is(sage.step_number, 4);
    const [template] = await testApp.store.read.select().from(results);
    t.like(template, {
        id: sage.results_id,
        name: 'Backend engineer results',
        intro: 'Judge the answers below.',
        evaluatorRole: engineer.evaluator_role,
        version: 1
    });
    t.is((await author.action('svc_start_full_sage_build', { sage_id: sage.id })).statusCode, 200);
});

test('editing the evaluated parts of a built sage makes a rebuild necessary; its name does not', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await endedBuild(testApp);
    const patch = async (body: object) =>
        (await author.send('PATCH', `/sages/${sage.id}`, body)).body.data.sage;
    t.like(await patch({ name: 'Another name' }), { stale: false, step_number: 5 });
    t.like(await patch({ threshold: 60 }), { stale: true, step_number: 5, status: 'ss_inactive' });
});

test('bad bodies are refused with the field, and nothing is created', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const [criterion] = engineer.criteria;
    const indicators = Array.from({ length: 40 }, (_, n) => `phrase ${n}`);
    const many = Array.from({ length: 11 }, (_, i) => ({ ...criterion, id: `c${i}`, indicators }));
    const bad: [object, string][] = [
        [{ name: '' }, 'name'],
        [{ criteria: [criterion, criterion] }, 'criteria.1'],
        [{ criteria: [{ ...criterion, weight: '2' }] }, 'criteria.0.weight'],
        [{ criteria: [{ ...criterion, levels: {} }] }, 'criteria.0.levels.absent'],
        [{ context_ids: ['x'] }, 'context_ids.0'],
        [{ evaluator: 'magic' }, 'evaluator'],
        [{ criteria: many }, 'criteria'],
        [{ threshold: 101 }, 'threshold'],
        [{ status: 'ss_active' }, 'status']
    ];
    for (const [change, field] of bad) {
        const { statusCode, headers, body } = await author.send('POST', '/sages', { ...engineer, ...change });
        t.is(statusCode, 400, field);
        t.is(headers['x-svc-field'], field);
        t.false(body.data.message.includes('magic'), 'what was sent is not repeated');
    }
    t.is((await author.get('/sages')).body.data.total, 0);
});

test('JSON that is broken, deep, duplicated in its prototype or hidden is refused', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const headers = {
        ...author.headers,
        'content-type': 'application/json',
        'x-svc-nonce': author.nonces()['svc_rest'] ?? ''
    };
    for (const payload of [
        '{',
        '[]',
        '"x"',
        '{"__proto__":{"a":1}}',
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
        '{"name":"a\\u0000"}',
        '{"name":"\\ud800"}',
        '\ufeff{}'
    ]) {
        const request = { method: 'POST', url: '/rest/svc/v1/sages', headers, payload };
        t.is((await testApp.server.inject(request)).statusCode, 400, payload.slice(0, 30));
    }
});

test('contexts of a sage are known ones, of up to 1 MiB, at creation and at each change', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const long = { name: 'Long', context: 'x'.repeat(200 * 1024) };
    const made = await testApp.store.write((tx) =>
        Promise.all([1, 2, 3, 4, 5, 6].map(() => createContext(tx, long, 1)))
    );
    const all = made.map(({ id }) => id);
    const create = (context_ids: string[]) => author.send('POST', '/sages', { ...engineer, context_ids });
    const created = await create(all.slice(1));
    t.is(created.statusCode, 201);
    const { id } = created.body.data.sage;
    for (const refused of [
        await create(['00000000-0000-4000-8000-000000000000']),
        await create(all),
        await author.send('PATCH', `/sages/${id}`, { context_ids: all })
    ])
        t.is(refused.statusCode, 400);
});

test('lists come in pages', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    for (let i = 1; i <= 3; i += 1) await author.send('POST', '/sages', { name: `Sage ${i}` });
    const { items, total } = (await author.get('/sages?page=2&per_page=2')).body.data;
    t.is(total, 3);
    t.like(items, [{ name: 'Sage 3' }]);
    for (const query of ['page=0', 'page=1e0', 'page=%205%20', 'page=1.0', 'page=-1', 'per_page=100000'])
        t.is((await author.get(`/sages?${query}`)).statusCode, 400, query);
});

test('an unknown sage, screen or report: 404', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const missing = '00000000-0000-4000-8000-000000000000';
    const report = '/sages/999/builds/run_1/report';
    for (const path of ['/sages/999', `/sages/${missing}`, `/screens/${missing}`, report])
        t.is((await author.get(path)).statusCode, 404, path);
    t.is((await author.get('/sages/1e3')).statusCode, 400);
});
