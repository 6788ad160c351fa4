// The documentation of the API at /docs: made of the same document as /openapi.json, for all who may read that.
import test from 'ava';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const read = async ({ server }: TestApp, url: string) => {
    const { statusCode, payload } = await server.inject({ url, headers: { accept: 'text/html' } });
    return { statusCode, payload, text: payload.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
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
    const { payload: overview } = await read(testApp, '/docs');
    const linked = Array.from(overview.matchAll(/href="\/docs\/(\w+)"/g), ([, id = '']) => id);
    t.deepEqual(linked.toSorted(), expected.toSorted());
    for (const id of linked) t.is((await read(testApp, `/docs/${id}`)).statusCode, 200, id);
});

test('the page of an operation shows callers, input, output and an example', async (t) => {
    const testApp = await createTestApp(t);
    const deal = (await read(testApp, '/docs/createDeal')).text;
    t.regex(deal, /Shows the session cookie and a nonce/);
    t.regex(deal, /Permissions ss_sales, ss_sales_admin, ss_admin_all/);
    t.regex(deal, /Nonce svc_rest or svc_sales_calc/);
    t.regex(deal, /201 Created .* data\.deal\.id/);
    t.regex(deal, /403 Forbidden .* bad_nonce, forbidden/);
    t.regex(deal, /curl -s .* -b jar .*x-svc-nonce: \$nonce/);
    const action = (await read(testApp, '/docs/recallDeal')).text;
    t.regex(action, /x-svc-nonce: \$nonce.* -d &#39;deal_id=1&#39; .*svc_recall_deal&#39;/);
    t.regex(
        (await read(testApp, '/docs/getResultsTemplate')).text,
        /Shows a JWT .*authorization: Bearer \$jwt/
    );
    t.regex(
        (await read(testApp, '/docs/task_get')).text,
        /Permissions tool:task_get, tool:\* .*x-service-token: \$token/
    );
    t.regex((await read(testApp, '/docs/getHealth')).text, /Shows nothing Permissions anyone/);
});

test('a text finds operations by name, path, description and fields, and stays text', async (t) => {
    const testApp = await createTestApp(t);
    const found = async (q: string) => {
        const { payload } = await read(testApp, `/docs?q=${encodeURIComponent(q)}`);
        return Array.from(payload.matchAll(/href="\/docs\/(\w+)"/g), ([, id = '']) => id);
    };
    t.deepEqual(await found('recall CUSTOMER'), ['recallFromCustomer']);
    t.true((await found('candidate')).includes('createScreen'));
    t.true((await found('content_base64')).includes('write_storage_object'));
    const { payload, text } = await read(testApp, `/docs?q=${encodeURIComponent('<b>"x')}`);
    t.regex(text, /No operations or topics match “&lt;b&gt;&quot;x”/);
    t.false(payload.includes('<b>'));
    t.is((await read(testApp, `/docs?q=${'a'.repeat(201)}`)).statusCode, 400);
});

test('an unknown operation leads to a page that says so', async (t) => {
    const { statusCode, text } = await read(await createTestApp(t), '/docs/constructor');
    t.is(statusCode, 404);
    t.regex(text, /Unknown operation\./);
});

/** What an integrator looks for, and what the documentation says of it. */
const looked: Record<string, RegExp> = {
    nonce: /Send it with a write in X-Svc-Nonce/,
    'nonce renew': /GET \/session returns fresh ones in data\.nonces/,
    paging: /per_page \(50, up to 200\)/,
    limits: /The limits are settings of the server/,
    'too many requests': /Retry-After is the number of seconds to wait/,
    idempotency: /the same key creates and invites once/,
    versions: /If-Match rejects a change of another version with 412/,
    CORS: /It can read the headers X-Svc-Error, X-Svc-Field, X-Request-Id, Retry-After, ETag/,
    progress: /One poll is enough/
};

test('the search in the API documentation finds nonces, paging, limits, repeats, CORS and polls', async (t) => {
    const testApp = await createTestApp(t);
    const whole = (await read(testApp, '/docs')).text;
    for (const [q, says] of Object.entries(looked)) {
        t.regex((await read(testApp, `/docs?q=${encodeURIComponent(q)}`)).text, says, q);
        t.regex(whole, says, q);
    }
    t.notRegex(
        (await read(testApp, '/docs?q=recall')).text,
        /per_page \(50/,
        'a topic is shown where it is about the text'
    );
});
