// The documentation of the API at /docs: made of the same document as /openapi.json, for all who may read that.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const open = async ({ server }: TestApp, url: string) => {
    const { statusCode, payload } = await server.inject({ url, headers: { accept: 'text/html' } });
    const operations = Array.from(payload.matchAll(/href="\/docs\/(\w+)"/g), ([, id = '']) => id);
    return { statusCode, operations, text: pageOf(payload).text };
};

interface Document {
    paths: Record<string, Record<string, { operationId: string }>>;
}

test('every operation of /openapi.json has its page in /docs', async (t) => {
    const testApp = await createTestApp(t);
    const { payload } = await testApp.server.inject('/openapi.json');
    const { paths } = JSON.parse(payload) as Document;
    const expected = Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId)
    );
    const { operations } = await open(testApp, '/docs');
    t.deepEqual(operations.toSorted(), expected.toSorted());
    for (const id of operations) t.is((await open(testApp, `/docs/${id}`)).statusCode, 200, id);
    t.is((await open(testApp, '/docs/constructor')).statusCode, 404);
});

test('the page of an operation shows callers, input, output and an example', async (t) => {
    const testApp = await createTestApp(t);
    for (const [operation, ...texts] of [
        [
            'createDeal',
            /session cookie and a nonce/,
            /Permissions ss_sales, ss_sales_admin, ss_admin_all/,
            /Nonce svc_rest or svc_sales_calc/,
            /201 Created .* data\.deal\.id/,
            /403 Forbidden .* bad_nonce, forbidden/,
            /curl -s .* -b jar .*x-svc-nonce: \$nonce/
        ],
        ['recallDeal', /x-svc-nonce: \$nonce.* -d 'deal_id=1' .*svc_recall_deal'/],
        ['getResultsTemplate', /Shows a JWT .*authorization: Bearer \$jwt/],
        ['task_get', /Permissions tool:task_get, tool:\* .*x-service-token: \$token/],
        ['getHealth', /Shows nothing Permissions anyone/]
    ] as const) {
        const { text } = await open(testApp, `/docs/${operation}`);
        for (const one of texts) t.regex(text, one, operation);
    }
});

test('a text finds operations by name, path, description and fields, and stays text', async (t) => {
    const testApp = await createTestApp(t);
    const search = (q: string) => open(testApp, `/docs?q=${encodeURIComponent(q)}`);
    t.deepEqual((await search('recall CUSTOMER')).operations, ['recallFromCustomer']);
    t.true((await search('candidate')).operations.includes('createScreen'));
    t.true((await search('content_base64')).operations.includes('write_storage_object'));
    t.regex((await search('<b>"x')).text, /match “<b>"x”/);
    t.is((await search('a'.repeat(201))).statusCode, 400);
});

/** What an integrator looks for, and what the documentation says of it. */
const looked: Record<string, RegExp> = {
    nonce: /X-Svc-Nonce/,
    'nonce renew': /GET \/session .*data\.nonces/,
    paging: /per_page \(50, up to 200\)/,
    limits: /limits are settings/,
    'too many requests': /Retry-After/,
    idempotency: /same key creates and invites once/,
    versions: /If-Match .* 412/,
    CORS: /X-Svc-Error, X-Svc-Field, X-Request-Id, Retry-After, ETag/,
    progress: /One poll is enough/
};

test('the search in the API documentation finds nonces, paging, limits, repeats, CORS and polls', async (t) => {
    const testApp = await createTestApp(t);
    for (const [q, says] of Object.entries(looked))
        t.regex((await open(testApp, `/docs?q=${encodeURIComponent(q)}`)).text, says, q);
    t.notRegex(
        (await open(testApp, '/docs?q=recall')).text,
        looked['paging'] ?? /./,
        'a topic is found by its text'
    );
});
