// Logs in, lists the sages, makes one and reads it, with the client that hey-api generates.
import assert from 'node:assert/strict';
import { createSage, getSage, listSages, logIn } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';

const [, , baseUrl = '', login = '', password = ''] = process.argv;
client.setConfig({ baseUrl });

async function main() {
    const { data: session, response } = await logIn({ body: { login, password } });
    const headers = {
        cookie: (response?.headers.getSetCookie() ?? []).map((cookie) => cookie.split(';')[0]).join('; '),
        'x-svc-nonce': session?.data.nonces.svc_rest ?? ''
    };
    const { data: list } = await listSages({ headers, query: { page: 1, per_page: 10 } });
    const { data: made } = await createSage({ headers, body: { name: 'Clerk' } });
    const id = made?.data.sage.id ?? '';
    const { data: read } = await getSage({ headers, path: { id } });
    assert.equal(read?.data.sage.name, 'Clerk');
    assert.equal(
        list?.data.items.some((sage) => sage.id === id),
        false
    );
}

void main();
