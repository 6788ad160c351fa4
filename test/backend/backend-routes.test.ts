// Every route of the backend API with every kind of caller, compared with /openapi.json.
import test from 'ava';
import {
    backendPermissions,
    type BackendPermission
} from '../../plugins/surfaces/auth/backend-permissions.ts';
import { bearer, noPermission, unauthorized, unknownId, withTemplate } from '../support/clients/backend.ts';
import { ask, type Person, roles } from '../support/people/roles.ts';
import { misfits, type Schema } from '../support/servers/json-schema.ts';
import { closed, withoutNames } from '../support/servers/openapi-contract.ts';
import { claimsOf, signed } from '../support/clients/tokens.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

interface Route {
    permission: BackendPermission;
    done: 200 | 201;
    path: string;
    body?: object;
}

const council: Person[] = ['administrator', 'councilAdmin', 'author', 'otherAuthor'];

/** A reviewer holds council_screen alone, and by the contract that opens the results templates. */
const holds = (person: Person, permission: BackendPermission) =>
    council.includes(person) || (person === 'reviewer' && permission === 'council_screen');

/** What is asked of each route, with the permission that the contract names for it. */
async function fixtures(testApp: TestApp) {
    const { backend, path, sage } = await withTemplate(testApp);
    const context = { name: 'How we work', context: 'Calmly.' };
    const { id } = (await backend.send('POST', '/context/', context)).body;
    const screen = { permission: 'council_screen', done: 200 } as const;
    const judge = { permission: 'council_sage', done: 200 } as const;
    const routes: Record<string, Route> = {
        'get /pl/context/{id}': { ...judge, path: `/context/${id}` },
        'get /pl/context/{id}/history': { ...judge, path: `/context/${id}/history` },
        'get /pl/council-sage/{council_sage_id}/prompt/results': {
            ...judge,
            path: `/council-sage/${sage.uuid}/prompt/results`
        },
        'get /pl/results/{result_id}': { ...screen, path },
        'get /pl/results/{result_id}/versions': { ...screen, path: `${path}/versions` },
        'get /pl/results/{result_id}/versions/{version}': { ...screen, path: `${path}/versions/1` },
        'patch /pl/results/{result_id}': { ...screen, path, body: { intro: 'Judge with care.' } },
        'post /pl/context': { ...judge, done: 201, path: '/context/', body: context }
    };
    return { routes, path, backend };
}

const methodOf = (route: string) => route.split(' ')[0]?.toUpperCase() as 'GET' | 'POST' | 'PATCH';

function call(client: ReturnType<typeof bearer>, route: string, { path, body }: Route) {
    const method = methodOf(route);
    return method === 'GET' ? client.get(path) : client.send(method, path, body);
}

const tableOf = ({ server }: TestApp) => server.table().filter(({ path }) => /^\/pl(\/|$)/.test(path));

/** What the server itself asks for: strategies, and any one of these scopes. */
function guardOf({ settings: { auth } }: ReturnType<typeof tableOf>[number]) {
    if (typeof auth !== 'object' || !('strategies' in auth)) return undefined;
    const scopes = [auth.access ?? []].flat().map(({ scope }) => scope);
    return { mode: auth.mode, strategies: auth.strategies, scopes };
}

test('every route below /pl is in this table, accepts only JWTs and requires its permission', async (t) => {
    const testApp = await createTestApp(t);
    const { routes } = await fixtures(testApp);
    const table = tableOf(testApp);
    t.deepEqual(table.map(({ method, path }) => `${method} ${path}`).sort(), Object.keys(routes).sort());
    for (const route of table) {
        const key = `${route.method} ${route.path}`;
        const scopes = [{ selection: [routes[key]?.permission] }];
        t.deepEqual(guardOf(route), { mode: 'required', strategies: ['jwt'], scopes }, key);
    }
});

const sets: readonly (readonly BackendPermission[])[] = [
    backendPermissions,
    ...backendPermissions.map((one) => [one]),
    []
];

for (const person of Object.keys(roles) as Person[]) {
    test(`${person}: each route requires a token with its permission, which the user has [P29]`, async (t) => {
        const testApp = await createTestApp(t, { env: { RATE_BACKEND: '0' } });
        const { routes, path, backend } = await fixtures(testApp);
        const { user } = await testApp.as(person);
        for (const permissions of sets) {
            const token = () => signed({ ...claimsOf(user.id, testApp.now()), permissions });
            const client = bearer(testApp, token);
            for (const [key, route] of Object.entries(routes)) {
                const open = holds(person, route.permission) && permissions.includes(route.permission);
                const cell = `${key} with ${permissions.join(' and ') || 'nothing'}`;
                const before = (await backend.get(`${path}/versions`)).body.total;
                const { statusCode, body } = await call(client, key, route);
                t.is(statusCode, open ? route.done : 403, cell);
                if (!open) t.deepEqual(body, noPermission, cell);
                const after = (await backend.get(`${path}/versions`)).body.total;
                t.is(after - before, open && methodOf(key) === 'PATCH' ? 1 : 0, cell);
            }
        }
    });
}

test('without a token, each route returns 401 before it checks anything else [P29]', async (t) => {
    const testApp = await createTestApp(t);
    const { routes } = await fixtures(testApp);
    for (const [key, { path, body }] of Object.entries(routes)) {
        for (const payload of [JSON.stringify(body ?? {}), '{', 'x'.repeat(2 * 1024 * 1024)]) {
            const method = methodOf(key);
            const request = { method, url: `/pl${path}`, ...(body && { payload }) };
            const answer = await ask(testApp.server, request);
            t.deepEqual([answer.statusCode, answer.body], [401, unauthorized], key);
        }
    }
});

test('order of checks: size and media type, then the permission, and only then fields and rows', async (t) => {
    const testApp = await createTestApp(t);
    const { path } = await fixtures(testApp);
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

/** The schema that the document gives for a route's answer. */
function publishedOf(document: { paths: Record<string, never> }, key: string, status: number) {
    const [method = '', path = ''] = key.split(' ');
    const operation = document.paths[path]?.[method] as unknown as Operation;
    return { operation, schema: operation.responses[status]?.content['application/json'].schema };
}

interface Operation {
    security: object[];
    'x-any-of'?: string[];
    tags: string[];
    parameters?: { name: string; in: string }[];
    responses: Record<string, { content: { 'application/json': { schema: Schema } } }>;
}

test('each answer matches /openapi.json for its route', async (t) => {
    const testApp = await createTestApp(t);
    const { routes, backend } = await fixtures(testApp);
    const document = withoutNames((await ask(testApp.server, { url: '/openapi.json' })).body);
    t.deepEqual(document.components.securitySchemes.jwt.scheme, 'bearer');
    for (const [key, route] of Object.entries(routes)) {
        const { operation, schema } = publishedOf(document, key, route.done);
        if (!schema) return t.fail(`${key} does not say what it answers`);
        t.deepEqual(operation.security, [{ jwt: [] }], key);
        t.is(operation['x-any-of']?.length, 1, key);
        const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
        t.deepEqual(
            inPath.map(({ name }) => `{${name}}`),
            key.match(/\{\w+\}/g) ?? [],
            key
        );
        const { body } = await call(backend, key, route);
        t.deepEqual(misfits(schema, body), [], key);
        t.not(misfits(schema, {}).length, 0, `${key}: a schema that takes anything says nothing`);
        t.not(misfits(closed(schema), { ...body, more: 1 }).length, 0, key);
    }
});

test('each refusal matches /openapi.json for the backend API, in both formats', async (t) => {
    const testApp = await createTestApp(t);
    const { backend } = await fixtures(testApp);
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
