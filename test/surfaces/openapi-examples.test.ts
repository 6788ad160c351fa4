// Each request and response of /openapi.json is shown by an example: what succeeds, and each way in which it is refused.
import test from 'ava';
import { ask } from '../support/people/roles.ts';
import { misfits, type Schema } from '../support/servers/json-schema.ts';
import { closed, withoutNames } from '../support/servers/openapi-contract.ts';
import { createTestApp } from '../support/servers/test-app.ts';

interface Content {
    schema: Schema;
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
}

interface Response {
    headers?: Record<string, { schema: { enum?: string[] } }>;
    content?: Record<string, Content>;
}

interface Document {
    paths: Record<string, Record<string, { requestBody?: Response; responses: Record<string, Response> }>>;
    components: Record<string, Record<string, unknown>>;
}

const valuesOf = ({ example, examples = {} }: Content) =>
    example === undefined ? Object.values(examples).map(({ value }) => value) : [example];

for (const WEB_FAILURE_STATUS of ['exact', '200'])
    test(`each request and response has a valid example, with WEB_FAILURE_STATUS=${WEB_FAILURE_STATUS}`, async (t) => {
        const { server } = await createTestApp(t, { env: { WEB_FAILURE_STATUS } });
        const { paths } = withoutNames((await ask(server, { url: '/openapi.json' })).body as Document);
        let shown = 0;
        for (const [path, methods] of Object.entries(paths))
            for (const [method, { requestBody = {}, responses }] of Object.entries(methods))
                for (const [status, { content = {} }] of Object.entries({
                    ...responses,
                    request: requestBody
                }))
                    for (const [type, one] of Object.entries(content)) {
                        if (one.schema['format'] === 'binary') continue;
                        const at = `${method} ${path}: ${status} ${type}`;
                        const values = valuesOf(one);
                        t.true(values.length > 0, `${at}: no example`);
                        for (const value of values) t.deepEqual(misfits(closed(one.schema), value), [], at);
                        shown += values.length;
                    }
        t.true(shown > 1500, `${shown}`);
    });

test('a web refusal documents each code of its status, and no other status has that code', async (t) => {
    const { server } = await createTestApp(t);
    const { paths } = withoutNames((await ask(server, { url: '/openapi.json' })).body as Document);
    const recall = paths['/rest/svc/v1/admin/admin-ajax.php/svc_recall_deal']?.['post']?.responses ?? {};
    const codes = Object.entries(recall)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { headers, content }]) => {
            const shown = Object.keys(content?.['application/json']?.examples ?? {});
            t.deepEqual(headers?.['X-Svc-Error']?.schema.enum, shown, status);
            return [status, shown.join(' ')];
        });
    t.deepEqual(Object.fromEntries(codes), {
        400: 'invalid_field invalid_key human_check',
        401: 'not_logged_in',
        403: 'bad_nonce forbidden',
        404: 'not_found',
        409: 'wrong_state',
        413: 'too_large',
        415: 'unsupported_media_type',
        429: 'too_many_requests',
        503: 'unavailable'
    });
    const any = paths['/rest/svc/v1/admin/admin-ajax.php']?.['post']?.responses[400];
    t.true(any?.headers?.['X-Svc-Error']?.schema.enum?.includes('unknown_action'));
});
