// Where tokens come from: POST {rest_url}/auth/token, the command line, and the key behind both.
import test from 'ava';
import { ConfigError, loadConfig } from '../../config/index.ts';
import { setAccess } from '../../db/accounts/access.ts';
import { bearer, withTemplate } from '../support/clients/backend.ts';
import type { Client } from '../support/people/roles.ts';
import { partsOf, plainHeader } from '../support/clients/tokens.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const failure = (message: string) => ({ success: false, data: { message } });
const notHeld = failure('A token can have only permissions that the user has.');
const iat = Date.UTC(2026, 0, 15, 12) / 1000;

test('POST /auth/token returns a token with all permissions of the user, valid for 15 minutes', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { statusCode, headers, body } = await author.send('POST', '/auth/token');
    t.is(statusCode, 200);
    t.is(headers['cache-control'], 'no-store');
    const { token, ...told } = body.data;
    const permissions = ['council_screen', 'council_sage'];
    t.deepEqual(told, {
        token_type: 'Bearer',
        expires_in: 900,
        expires_at: '2026-01-15T12:15:00.000Z',
        permissions
    });
    const { header, claims } = partsOf(token);
    t.deepEqual(header, plainHeader);
    const { jti, ...said } = claims as { jti: string };
    t.regex(jti, /^[0-9a-f-]{36}$/);
    const sub = String(author.user.id);
    t.deepEqual(said, { iss: 'svc', aud: 'svc-pl', sub, iat, exp: iat + 900, permissions });
    const again = (await author.send('POST', '/auth/token')).body.data.token;
    t.notDeepEqual(partsOf(again).claims, claims, 'each token has a number of its own');
});

test('a token can be requested with some of the permissions, and contains only those', async (t) => {
    const testApp = await createTestApp(t);
    const { author, path, sage } = await withTemplate(testApp);
    const wish = { permissions: ['council_sage'] };
    const { token, permissions } = (await author.send('POST', '/auth/token', wish)).body.data;
    t.deepEqual(permissions, ['council_sage']);
    t.like(partsOf(token).claims, { permissions: ['council_sage'] });
    const client = bearer(testApp, () => token);
    t.is((await client.get(`/council-sage/${sage.id}/prompt/results`)).statusCode, 200);
    t.is((await client.get(path)).statusCode, 403);
});

test('a user gets a token only for permissions that they have', async (t) => {
    const testApp = await createTestApp(t);
    const both = { permissions: ['council_screen', 'council_sage'] };
    const screen = { permissions: ['council_screen'] };
    const sage = { permissions: ['council_sage'] };
    const reviewer = await testApp.as('reviewer');
    const power = await testApp.as('powerUser');
    const wished = async (user: Client, wish = {}) => (await user.send('POST', '/auth/token', wish)).body;
    for (const wish of [{}, both, screen]) t.deepEqual(await wished(power, wish), notHeld);
    await testApp.store.write((tx) =>
        setAccess(tx, 'powerUser', { grants: ['council_screen'] }, { by: { name: 'cli' }, at: testApp.now() })
    );
    for (const user of [reviewer, power]) {
        for (const wish of [{}, screen])
            t.deepEqual((await wished(user, wish)).data.permissions, ['council_screen']);
        for (const wish of [both, sage]) t.deepEqual(await wished(user, wish), notHeld);
    }
});

test('a wish that cannot be read is 400 and names the field', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const odd: [object, string][] = [
        [{ permissions: [] }, 'permissions'],
        [{ permissions: null }, 'permissions'],
        [{ permissions: 'council_screen' }, 'permissions'],
        [{ permissions: { 0: 'council_screen' } }, 'permissions'],
        [{ permissions: ['ss_admin_all'] }, 'permissions.0'],
        [{ permissions: ['council_screen', 'COUNCIL_SAGE'] }, 'permissions.1'],
        [{ permissions: ['council_screen', 'council_screen'] }, 'permissions.1'],
        [{ permissions: [null] }, 'permissions.0'],
        [{ ttl: 1e9 }, 'ttl'],
        [{ sub: '1' }, 'sub']
    ];
    for (const [wish, field] of odd) {
        const { statusCode, headers } = await author.send('POST', '/auth/token', wish);
        t.deepEqual([statusCode, headers['x-svc-field']], [400, field], JSON.stringify(wish));
    }
});

test('a JWT_SECRET of less than 32 characters is refused and not shown [78]', (t) => {
    for (const JWT_SECRET of ['abcde', 'x'.repeat(31), 'change-me-change-me-change-me-change-me']) {
        const error = t.throws(() => loadConfig({ JWT_SECRET }), { instanceOf: ConfigError });
        t.regex(error.message, /^JWT_SECRET .* Current value: set, but not shown\.$/);
        t.false(error.message.includes(JWT_SECRET));
    }
    t.is(loadConfig({ JWT_SECRET: 'x'.repeat(32) }).secrets.jwt, 'x'.repeat(32));
});
