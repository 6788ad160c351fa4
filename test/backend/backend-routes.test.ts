// What holds for every route of the backend API. Who gets in where, test/login/capabilities.test.ts asks of each of them.
import test from 'ava';
import { bearer, noPermission, unknownId, withTemplate } from '../support/clients/backend.ts';
import { ask } from '../support/people/roles.ts';
import { misfits } from '../support/servers/json-schema.ts';
import { claimsOf, signed } from '../support/clients/tokens.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('order of checks: size and media type, then the permission, and only then fields and rows', async (t) => {
    const testApp = await createTestApp(t);
    const { path } = await withTemplate(testApp);
    const { user } = await testApp.as('salesRep');
    const rep = bearer(testApp, () => signed(claimsOf(user.id, testApp.now())));
    for (const answer of [
        await rep.get(`/results/${unknownId}`),
        await rep.get('/results/x'),
        await rep.send('PATCH', path, { version: 7 }),
        await rep.send('PATCH', path, '{'),
        await rep.send('PATCH', path, { intro: 'x' }, { 'if-match': '"7"' }),
        await rep.send('POST', '/context/', {})
    ])
        t.deepEqual(answer.body, noPermission);
    t.is((await rep.send('PATCH', path, {}, { 'content-type': 'text/plain' })).statusCode, 415);
    t.is((await rep.send('PATCH', path, 'x'.repeat(2 * 1024 * 1024))).statusCode, 413);
});

test('each refusal matches /openapi.json for the backend API, in both formats', async (t) => {
    const testApp = await createTestApp(t);
    const { backend } = await withTemplate(testApp);
    const { body: document } = await ask(testApp.server, { url: '/openapi.json' });
    const { responses, schemas } = document.components;
    const schemaOf = (type: string) =>
        schemas[responses.BackendFailure404.content[type].schema.$ref.split('/').at(-1)];
    const refused = await backend.get('/results/x');
    t.deepEqual(misfits(schemaOf('application/json'), refused.body), []);
    t.not(misfits(schemaOf('application/json'), {}).length, 0);
    const problem = await backend.get('/results/x', { accept: 'application/problem+json' });
    t.deepEqual(misfits(schemaOf('application/problem+json'), JSON.parse(problem.body)), []);
});

test('statuses ignore WEB_FAILURE_STATUS, and writes are accepted from any origin', async (t) => {
    const testApp = await createTestApp(t, { env: { WEB_FAILURE_STATUS: '200' } });
    const { author, backend, patch } = await withTemplate(testApp);
    t.is((await author.get('/sages/999')).statusCode, 200);
    t.is((await backend.get(`/results/${unknownId}`)).statusCode, 404);
    const abroad = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    t.is((await patch({ intro: 'x' }, abroad)).body.version, 2);
});
