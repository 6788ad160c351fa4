// Logs in, lists the sages, makes one and reads it, with the types that openapi-typescript generates.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';

const [, , baseUrl = '', login = '', password = ''] = process.argv;
const client = createClient<paths>({ baseUrl });

async function main() {
    const { data: session, response } = await client.POST('/rest/svc/v1/login', {
        body: { login, password }
    });
    const headers = {
        cookie: response.headers
            .getSetCookie()
            .map((cookie) => cookie.split(';')[0])
            .join('; '),
        'x-svc-nonce': session?.data.nonces.svc_rest ?? ''
    };
    const { data: list } = await client.GET('/rest/svc/v1/sages', {
        headers,
        params: { query: { page: 1, per_page: 10 } }
    });
    const { data: made } = await client.POST('/rest/svc/v1/sages', { headers, body: { name: 'Clerk' } });
    const id = made?.data.sage.id ?? '';
    const { data: read } = await client.GET('/rest/svc/v1/sages/{id}', { headers, params: { path: { id } } });
    assert.equal(read?.data.sage.name, 'Clerk');
    assert.equal(
        list?.data.items.some((sage) => sage.id === id),
        false
    );
}

void main();
