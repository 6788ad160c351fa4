// What /openapi.json says of the whole; that every answer is what it says, each test looks at (openapi-contract.ts).
import { Validator } from '@seriousme/openapi-schema-validator';
import test from 'ava';
import { ask } from '../support/people/roles.ts';
import { misfits, type Schema } from '../support/servers/json-schema.ts';
import { withoutNames } from '../support/servers/openapi-contract.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const root = '/rest/svc/v1';
const json = 'application/json';
const formTypes = { plain: 'application/x-www-form-urlencoded', files: 'multipart/form-data' };

interface Operation {
    operationId: string;
    summary: string;
    tags: string[];
    parameters?: { name: string; schema?: Schema }[];
    'x-nonces'?: string[];
    'x-any-of'?: string[];
    requestBody?: { content: Record<string, { schema: Schema }> };
    responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Described {
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, unknown>>;
}

const ajax = `${root}/admin/admin-ajax.php`;

async function documentOf({ server }: TestApp) {
    const { body } = await ask(server, { url: '/openapi.json' });
    const { paths } = withoutNames(body as Described);
    const operation = (method: string, path: string) => paths[path]?.[method] as Operation;
    const action = (name: string) => operation('post', `${ajax}/${name}`);
    const form = (name: string, type = formTypes.plain) =>
        (action(name).requestBody?.content[type]?.schema ?? {}) as unknown as Form;
    return { body, paths, operation, action, form };
}

interface Form {
    properties: Record<string, Schema>;
    required?: string[];
}

const statusesOf = ({ responses }: Operation) => Object.keys(responses).join(' ');

for (const WEB_FAILURE_STATUS of ['exact', '200'])
    test(`the document is valid, with WEB_FAILURE_STATUS=${WEB_FAILURE_STATUS}`, async (t) => {
        const { body } = await documentOf(await createTestApp(t, { env: { WEB_FAILURE_STATUS } }));
        const { valid, errors } = await new Validator().validate(structuredClone(body));
        t.true(valid, JSON.stringify(errors));
    });

test('every route is documented with a summary, except files and wildcard routes', async (t) => {
    const testApp = await createTestApp(t);
    const { body } = await documentOf(testApp);
    const routes = testApp.server
        .table()
        .filter(({ method, path }) => method !== '*' && !/^\/(_actions|public)\//.test(path));
    for (const { path, method } of routes) {
        const { summary, tags, responses } = body.paths[path]?.[method] ?? {};
        t.truthy(summary, `${method} ${path}`);
        t.is(tags?.length, 1, `${method} ${path}`);
        t.truthy(responses, `${method} ${path}`);
    }
});

test('every form action is documented with its fields, and uploads as multipart forms', async (t) => {
    const testApp = await createTestApp(t);
    const { paths, form, operation } = await documentOf(testApp);
    const names = testApp.server.table().flatMap(({ settings }) => settings.app?.action?.name ?? []);
    const described = Object.keys(paths).filter((path) => path.startsWith(`${ajax}/`));
    t.deepEqual(described.toSorted(), names.map((name) => `${ajax}/${name}`).toSorted());
    for (const name of names)
        t.is('type' in form(name, formTypes.files), name === 'svc_update_profile', name);
    t.deepEqual(form('svc_update_profile', formTypes.files).required, ['user_id']);
    t.true(form('svc_reset_password').required?.includes('reset_password_nonce'));
    const [any] = operation('post', ajax).parameters ?? [];
    t.deepEqual(any?.schema?.['enum'], names, 'the one address of all takes the same');
});

test('a form action is called by its own name, with its own fields and its own response', async (t) => {
    const { action, form } = await documentOf(await createTestApp(t));
    const { operationId, responses } = action('svc_start_full_sage_build');
    t.is(operationId, 'startFullSageBuild');
    const { properties, required } = form('svc_start_full_sage_build');
    t.deepEqual([Object.keys(properties), required], [['nonce', 'sage_id'], ['sage_id']]);
    const done = responses[200]?.content?.[json]?.schema ?? {};
    t.true('run_id' in (done['properties'] as object), 'at the top level, next to success');
});

/** Whether a schema says which fields there are. */
const saysFields = ({ properties, anyOf }: Schema): boolean =>
    anyOf ? (anyOf as Schema[]).every(saysFields) : Object.keys(properties ?? {}).length > 0;

test('every route documents its answer, field by field', async (t) => {
    const testApp = await createTestApp(t);
    let documented = 0;
    for (const { method, path, settings } of testApp.server.table()) {
        const { action, tool, docs } = settings.app ?? {};
        if (!settings.tags || docs?.types || docs?.status === 303) continue;
        const response = action?.response ?? tool?.output ?? docs?.response;
        t.true(
            response !== undefined && 'keys' in response.describe(),
            `${method} ${path}: add its response`
        );
        documented += 1;
    }
    t.true(documented > 60, `${documented}`);
    const { paths } = await documentOf(testApp);
    for (const [path, methods] of Object.entries(paths))
        for (const [method, { responses }] of Object.entries(methods)) {
            const done = responses[200] ?? responses[201];
            const schema = done?.content?.[json]?.schema;
            if (schema && path !== '/mcp') t.true(saysFields(schema), `${method} ${path}`);
        }
});

test('each route lists the statuses that its guards and itself respond with, and no other', async (t) => {
    const { operation, action } = await documentOf(await createTestApp(t));
    const reported = (method: string, path: string) => statusesOf(operation(method, path));
    t.is(reported('get', `${root}/deals/{id}`), '200 304 400 401 403 404 429 503');
    t.is(reported('patch', `${root}/deals/{id}`), '200 303 307 400 401 403 404 409 412 413 415 429 503');
    t.is(reported('get', `${root}/profile`), '200 400 401 429 503');
    t.is(reported('get', `${root}/commissions.csv`), '200 401 403 429 503');
    t.is(reported('post', `${root}/intake/public`), '201 303 400 403 413 415 429 503');
    t.is(reported('get', '/pl/results/{result_id}'), '200 304 400 401 403 404 429 503');
    t.is(reported('post', '/tools/task_get'), '200 400 401 404 413 429 500 503');
    t.is(reported('get', '/login'), '200 303 429 503');
    t.is(reported('post', '/deal/{token}/accept'), '200 400 403 404 409 412 413 415 429 503');
    t.deepEqual([reported('get', '/healthz'), reported('get', '/readyz')], ['200', '200 503']);
    t.is(statusesOf(action('svc_start_full_sage_build')), '200 303 400 401 402 403 404 409 413 415 429 503');
    t.is(statusesOf(action('svc_get_active_splash')), '200 400 401 403 413 415 429 503');
});

test('with WEB_FAILURE_STATUS=200 it lists no status that is never sent', async (t) => {
    const testApp = await createTestApp(t, { env: { WEB_FAILURE_STATUS: '200' } });
    const { operation } = await documentOf(testApp);
    t.is(statusesOf(operation('patch', `${root}/deals/{id}`)), '200 303 307 401 403 429 503');
    t.is(statusesOf(operation('post', `${root}/deals`)), '200 201 303 307 401 403 429 503');
    t.is(statusesOf(operation('get', '/pl/results/{result_id}')), '200 304 400 401 403 404 429 503');
});

test('each browser write documents its nonces, and each action the rights that allow it', async (t) => {
    const { operation, action } = await documentOf(await createTestApp(t));
    t.deepEqual(operation('post', `${root}/deals`)['x-nonces'], ['svc_rest', 'svc_sales_calc']);
    t.deepEqual(operation('post', `${root}/sages`)['x-nonces'], ['svc_rest']);
    t.is(operation('get', `${root}/deals`)['x-nonces'], undefined);
    t.deepEqual(action('svc_get_commissions')['x-nonces'], ['svc_frontend_nonce']);
    t.deepEqual(action('svc_toggle_demo_key')['x-nonces'], ['svc_frontend_nonce', 'svc_admin_nonce']);
    t.deepEqual(action('svc_reset_password')['x-nonces'], ['reset_password_nonce']);
    t.deepEqual(action('svc_toggle_demo_key')['x-any-of'], ['ss_admin_all', 'power_user']);
});

test('a picture is a part with a file, and no field of a form without files [69]', async (t) => {
    const { form } = await documentOf(await createTestApp(t));
    t.deepEqual(form('svc_update_profile', formTypes.files).properties['avatar_upload'], {
        type: 'string',
        format: 'binary'
    });
    t.false('avatar_upload' in form('svc_update_profile').properties);
});

test('an empty text fits where it is taken, whatever form the others must have', async (t) => {
    const { form } = await documentOf(await createTestApp(t));
    const { phone = {}, email = {} } = form('svc_update_profile').properties;
    t.deepEqual(misfits(phone, ''), []);
    t.deepEqual(misfits(phone, '+44 20 7946 0958'), []);
    t.not(misfits(phone, 'x').length, 0);
    t.not(misfits(email, '').length, 0);
});

test('page routes are documented as HTML, and pictures and spreadsheets with their own types', async (t) => {
    const { operation } = await documentOf(await createTestApp(t));
    const types = (path: string) => Object.keys(operation('get', path).responses[200]?.content ?? {});
    for (const path of ['/', '/login', '/profile', '/verify/{key}', '/deal/{token}', '/screen/{token}'])
        t.deepEqual([types(path), operation('get', path).tags], [['text/html'], ['page']], path);
    t.deepEqual(types('/avatars/{id}'), ['image/webp', 'image/svg+xml']);
    t.deepEqual(types(`${root}/commissions.csv`), ['text/csv']);
    t.deepEqual(types(`${root}/sages/{id}/builds/{run_id}/report.xml`), ['application/xml']);
});

test('what several responses and bodies hold is described once, in lists too', async (t) => {
    const { body } = await documentOf(await createTestApp(t));
    const { schemas = {} } = body.components;
    const texts = Object.values(schemas).map((part) => JSON.stringify(part));
    t.deepEqual(texts, [...new Set(texts)], 'no part has two names');
    const all = JSON.stringify(body);
    for (const name of ['GoldCounts', 'Criterion', 'Verdict', 'Context', 'ResultsTemplateVersion'])
        t.true(all.includes(`"#/components/schemas/${name}"`), name);
});
