// The contract's results template as it is read: exact bodies, versions, entity tags.
import test, { type ExecutionContext } from 'ava';
import { refusal, unknownId, withTemplate } from '../support/clients/backend.ts';
import { ask } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const fixtures = async (t: ExecutionContext) => withTemplate(await createTestApp(t));

const templateOf = (sage: { results_id: string; uuid: string }) => ({
    id: sage.results_id,
    active: true,
    version: 1,
    evaluator_role: engineer.evaluator_role,
    sage_id: sage.uuid,
    meta_data: {},
    ...engineer.results
});

test('GET /pl/results/{result_id} returns exactly the eleven fields, with the version as ETag', async (t) => {
    const { backend, path, sage } = await fixtures(t);
    const { statusCode, headers, body } = await backend.get(path);
    t.is(statusCode, 200);
    t.is(headers['etag'], '"1"');
    t.is(headers['content-type'], 'application/json; charset=utf-8');
    t.is(headers['cache-control'], 'no-store');
    t.deepEqual(body, templateOf(sage));
});

test('HEAD returns the ETag without a body, and a trailing slash changes nothing', async (t) => {
    const testApp = await createTestApp(t);
    const { backend, path, sage } = await withTemplate(testApp);
    const head = await ask(testApp.server, {
        method: 'HEAD',
        url: `/pl${path}`,
        headers: { authorization: `Bearer ${backend.token()}` }
    });
    t.deepEqual([head.statusCode, head.headers['etag'], head.body], [200, '"1"', '']);
    t.deepEqual((await backend.get(`${path}/`)).body, templateOf(sage));
});

test('If-None-Match returns 304 without a body for the current version, and 200 for others', async (t) => {
    const { backend, path, patch } = await fixtures(t);
    const given = (tag: string) => backend.get(path, { 'if-none-match': tag });
    for (const tag of ['"1"', '"7", "1"']) {
        const { statusCode, headers, body } = await given(tag);
        t.deepEqual([statusCode, headers['etag'], body], [304, '"1"', ''], tag);
    }
    t.is((await given('W/"1"')).statusCode, 304, 'a proxy may have weakened it');
    for (const tag of ['"2"', '"11"', '1', '""']) t.is((await given(tag)).statusCode, 200, tag);
    await patch({ intro: 'Judge with care.' });
    const fresh = await given('"1"');
    t.deepEqual([fresh.statusCode, fresh.headers['etag'], fresh.body.version], [200, '"2"', 2]);
    t.is((await given('"2"')).statusCode, 304);
});

test('only the canonical form of a UUID is one; upper case is lowered [79]', async (t) => {
    const { backend, sage } = await fixtures(t);
    const id = sage.results_id;
    t.deepEqual((await backend.get(`/results/${id.toUpperCase()}`)).body, templateOf(sage));
    const odd = [
        `{${id}}`,
        id.replaceAll('-', ''),
        `urn:uuid:${id}`,
        `${id}%00`,
        '%00',
        `%20${id}`,
        `${id}%0a`,
        `..%2f${id}`,
        id.slice(1),
        '1',
        'null',
        "'%20OR%201=1",
        'x'.repeat(5000)
    ];
    for (const wrong of odd) {
        const { statusCode, headers, body } = await backend.get(`/results/${wrong}`);
        t.is(statusCode, 400, wrong.slice(0, 60));
        t.deepEqual(body, refusal(400, 'result_id must be a UUID.'));
        t.is(headers['x-svc-field'], 'result_id');
    }
    t.deepEqual((await backend.get('/results/%zz')).body, refusal(400, 'Invalid request.'));
    for (const dots of ['..', '%2e%2e', '../results', `../results/../${id}`])
        t.deepEqual((await backend.get(`/results/${dots}`)).body, refusal(404, 'Not found.'), dots);
});

test('an unknown template is 404 on every route of it, in the same words [80]', async (t) => {
    const { backend } = await fixtures(t);
    const path = `/results/${unknownId}`;
    const asked = [
        await backend.get(path),
        await backend.get(`${path}/versions`),
        await backend.get(`${path}/versions/1`),
        await backend.send('PATCH', path, { intro: 'x' }),
        await backend.send('PATCH', path, { intro: 'x' }, { 'if-match': '"1"' })
    ];
    for (const { statusCode, body } of asked) {
        t.is(statusCode, 404);
        t.deepEqual(body, refusal(404, 'Results template not found.'));
    }
});

test('a query that the route does not take is 400', async (t) => {
    const { backend, path } = await fixtures(t);
    for (const url of [`${path}?version=1`, `${path}/versions?sort=name`, `${path}/versions/1?page=1`]) {
        const { statusCode, headers } = await backend.get(url);
        t.is(statusCode, 400, url);
        t.is(headers['x-svc-field'], /\?(\w+)/.exec(url)?.[1]);
    }
});

test('Versioning: every version is stored, newest first, and later ones change none of them', async (t) => {
    const testApp = await createTestApp(t);
    const { backend, path, patch, sage } = await withTemplate(testApp);
    const first = { ...templateOf(sage), created_at: '2026-01-15T12:00:00.000Z' };
    testApp.pass(1000);
    await patch({ intro: 'Judge with care.', meta_data: { a: 1 } });
    const second = {
        ...first,
        version: 2,
        intro: 'Judge with care.',
        meta_data: { a: 1 },
        created_at: '2026-01-15T12:00:01.000Z'
    };
    testApp.pass(1000);
    await patch({ name: 'Third' });
    const third = { ...second, version: 3, name: 'Third', created_at: '2026-01-15T12:00:02.000Z' };
    t.deepEqual((await backend.get(`${path}/versions`)).body, { items: [third, second, first], total: 3 });
    for (const one of [first, second, third])
        t.deepEqual((await backend.get(`${path}/versions/${one.version}`)).body, one);
    const { created_at: _, ...current } = third;
    t.deepEqual((await backend.get(path)).body, current);
});

test('versions have pages, and an invalid page or version gets 400', async (t) => {
    const { backend, path, patch } = await fixtures(t);
    for (const intro of ['b', 'c', 'd', 'e']) await patch({ intro });
    const page = async (query: string) => {
        const { items, total } = (await backend.get(`${path}/versions${query}`)).body;
        return [items.map(({ version }: { version: number }) => version), total];
    };
    t.deepEqual(await page('?per_page=2'), [[5, 4], 5]);
    t.deepEqual(await page('?per_page=2&page=3'), [[1], 5]);
    t.deepEqual(await page('?page=9'), [[], 5]);
    for (const odd of ['0', '1e0', '-1', '1.5', '%201', '01', '99999999999999999']) {
        t.is((await backend.get(`${path}/versions?page=${odd}`)).headers['x-svc-field'], 'page', odd);
        t.is((await backend.get(`${path}/versions/${odd}`)).headers['x-svc-field'], 'version', odd);
    }
    t.is((await backend.get(`${path}/versions?per_page=201`)).statusCode, 400);
});

test('an unknown version gets 404 [80]', async (t) => {
    const { backend, path } = await fixtures(t);
    for (const version of ['2', '9007199254740991']) {
        const { body } = await backend.get(`${path}/versions/${version}`);
        t.deepEqual(body, refusal(404, 'This template has no such version.'));
    }
});

test('a version is that of its own template only', async (t) => {
    const testApp = await createTestApp(t);
    const one = await withTemplate(testApp);
    const two = await withTemplate(testApp);
    await two.patch({ intro: 'Of the second sage.' });
    t.is((await one.backend.get(`${one.path}/versions/2`)).statusCode, 404);
    t.is((await one.backend.get(`${one.path}/versions`)).body.total, 1);
    t.is((await one.backend.get(one.path)).body.intro, engineer.results?.intro);
});
