// The documentation of the API at /docs: a viewer of /openapi.json, for everybody who may read that.
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('everybody can open the API documentation and all that it loads, from this server alone', async (t) => {
    const { server } = await createTestApp(t);
    const { statusCode, payload, headers } = await server.inject('/docs');
    t.is(statusCode, 200);
    const policy = String(headers['content-security-policy']);
    t.true(policy.includes("script-src 'self';") && policy.includes("style-src 'self';"), policy);
    const loaded = Array.from(payload.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path = '']) => path);
    t.true(loaded.length >= 5);
    for (const path of loaded.filter((one) => one !== '/')) {
        const { statusCode: status, rawPayload } = await server.inject(path);
        t.is(status, 200, path);
        t.true(rawPayload.length > 100, path);
    }
    t.is(pageOf(payload).link('openapi.json'), '/openapi.json');
});
