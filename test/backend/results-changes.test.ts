// The contract's PATCH /pl/results: a soft update, guarded by If-Match, refused as a whole or written as a whole.
import test, { type ExecutionContext } from 'ava';
import { refusal, withTemplate } from '../support/clients/backend.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const fixtures = async (t: ExecutionContext) => withTemplate(await createTestApp(t));
type Fixtures = Awaited<ReturnType<typeof fixtures>>;

const current = async ({ backend, path }: Fixtures) => (await backend.get(path)).body;

test('PATCH /pl/results/{result_id}: each field alone creates a version and changes nothing else', async (t) => {
    const it = await fixtures(t);
    const changes = [
        { name: 'Another name' },
        { evaluator_role: 'You judge operators.' },
        { recommendation: 'Recommend nobody.' },
        { intro: 'Judge\nwith care: é, 漢字, 👍.' },
        { directions: 'Quote, then judge.' },
        { output_format: 'YAML' },
        { meta_data: { reviewed: { by: 'Ada', on: [2026, 1, 15] }, cut_offs: { partial: 0.2, strong: 0.6 } } }
    ];
    for (const change of changes) {
        const before = await current(it);
        const { statusCode, headers, body } = await it.patch(change);
        const after = { ...before, ...change, version: before.version + 1 };
        t.is(statusCode, 200);
        t.deepEqual(body, after);
        t.is(headers['etag'], `"${after.version}"`);
        t.deepEqual(await current(it), after);
    }
    t.is((await current(it)).version, 8);
});

test('PATCH rule 1: all seven fields in one request are one version', async (t) => {
    const it = await fixtures(t);
    const change = {
        name: 'n',
        evaluator_role: 'e',
        recommendation: 'r',
        intro: 'i',
        directions: 'd',
        output_format: 'o',
        meta_data: { m: true }
    };
    const before = await current(it);
    t.deepEqual((await it.patch(change)).body, { ...before, ...change, version: 2 });
});

test('PATCH rule 1: equal values create a version too', async (t) => {
    const it = await fixtures(t);
    const before = await current(it);
    for (const version of [2, 3]) {
        t.deepEqual((await it.patch({ intro: before.intro })).body, { ...before, version });
    }
    t.is((await it.backend.get(`${it.path}/versions`)).body.total, 3);
});

test('"" empties every text but the name', async (t) => {
    const it = await fixtures(t);
    const before = await current(it);
    const empty = { evaluator_role: '', recommendation: '', intro: '', directions: '', output_format: '' };
    t.deepEqual((await it.patch(empty)).body, { ...before, ...empty, version: 2 });
    const refused = await it.patch({ name: '' });
    t.is(refused.statusCode, 400);
    const says = 'name must not be empty: send 1 to 200 characters, or leave it out to keep it.';
    t.deepEqual(refused.body, refusal(400, says));
    t.is((await current(it)).version, 2);
});

test('the template as it was read, with one field changed, is a change of that field', async (t) => {
    const testApp = await createTestApp(t);
    const it = await withTemplate(testApp);
    const read = await current(it);
    const { statusCode, body } = await it.patch({ ...read, intro: 'Judge with care.' });
    t.is(statusCode, 200);
    t.deepEqual(body, { ...read, intro: 'Judge with care.', version: 2 });
    const other = await withTemplate(testApp);
    const before = await current(other);
    t.is((await it.patch({ intro: 'x', id: before.id })).headers['x-svc-field'], 'id');
    t.deepEqual(await current(other), before, 'the address says which template is meant');
});

test('a template that was changed since it was read is not overwritten, and the version is named', async (t) => {
    const it = await fixtures(t);
    const read = await current(it);
    await it.patch({ intro: 'By somebody else.' });
    const { statusCode, headers, body } = await it.patch({ ...read, directions: 'Mine.' });
    t.is(statusCode, 412);
    t.is(headers['x-svc-field'], 'version');
    t.regex(body.message, /^version is not the current one\. Read the template again/);
    t.like(await current(it), { version: 2, intro: 'By somebody else.', directions: read.directions });
});

test('meta_data is replaced whole, never merged', async (t) => {
    const it = await fixtures(t);
    for (const meta_data of [{ a: 1, b: { c: [1] } }, { b: {} }, { cut_offs: { partial: 0, strong: 1 } }, {}])
        t.deepEqual((await it.patch({ meta_data })).body.meta_data, meta_data);
    await it.patch({ intro: 'x' });
    t.deepEqual((await current(it)).meta_data, {});
});

test('texts go up to their lengths', async (t) => {
    const it = await fixtures(t);
    const longest = { name: 200, evaluator_role: 5000, recommendation: 20_000, output_format: 20_000 };
    for (const [field, length] of Object.entries(longest)) {
        t.is((await it.patch({ [field]: 'x'.repeat(length) })).statusCode, 200, field);
        t.is((await it.patch({ [field]: 'x'.repeat(length + 1) })).headers['x-svc-field'], field);
    }
});

test('a template of more than 64 KiB gets 413 and creates no version', async (t) => {
    const it = await fixtures(t);
    const { statusCode, body } = await it.patch({ meta_data: { a: 'x'.repeat(64 * 1024) } });
    t.is(statusCode, 413);
    t.deepEqual(body, refusal(413, 'A results template can contain up to 64 KiB of text.'));
    t.is((await current(it)).version, 1);
});

const bad: [body: unknown, field: string | undefined][] = [
    [{ intro: 'x', id: '3c41bf7e-36f9-4910-a996-c72d3c679ce6' }, 'id'],
    [{ intro: 'x', id: null }, 'id'],
    [{ intro: 'x', version: '1' }, 'version'],
    [{ version: 1, active: true }, undefined],
    [{ intro: 'x', sage_id: '3c41bf7e-36f9-4910-a996-c72d3c679ce6' }, 'sage_id'],
    [{ intro: 'x', active: false }, 'active'],
    [{ intro: 'x', created_at: 1 }, 'created_at'],
    [{ intro: 'x', outputFormat: 'canary' }, 'outputFormat'],
    [{ intro: 'x', constructor: {} }, 'constructor'],
    [{ intro: 'x', 'a b': 'canary' }, undefined],
    [{}, undefined],
    ['', undefined],
    [[], undefined],
    [[{ intro: 'x' }], undefined],
    [{ name: ' canary ' }, 'name'],
    ...['name', 'evaluator_role', 'recommendation', 'intro', 'directions', 'output_format'].flatMap((field) =>
        [null, 7, true, ['canary'], { canary: 1 }].map((value): [object, string] => [
            { [field]: value },
            field
        ])
    ),
    ...[null, 7, 'canary', [], [{ canary: 1 }]].map((meta_data): [object, string] => [
        { meta_data },
        'meta_data'
    ])
];

test('unknown, fixed, empty and wrong fields get 400 and create no version [81]', async (t) => {
    const it = await fixtures(t);
    const before = await current(it);
    for (const [body, field] of bad) {
        const asked = JSON.stringify(body).slice(0, 60);
        const answer = await it.patch(body);
        t.is(answer.statusCode, 400, asked);
        t.deepEqual(Object.keys(answer.body), ['statusCode', 'error', 'message'], asked);
        t.is(answer.headers['x-svc-field'], field, asked);
        if (field) t.true(answer.body.message.startsWith(`${field} `), answer.body.message);
        t.false(answer.body.message.includes('canary'), 'what was sent is not repeated');
    }
    t.deepEqual((await it.patch({})).body, refusal(400, 'Send at least one field to change.'));
    t.deepEqual(await current(it), before);
    t.is((await it.backend.get(`${it.path}/versions`)).body.total, 1);
});
