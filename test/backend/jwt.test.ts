// Hostile tokens on the backend API, rows 75 to 78: one answer for them all, which gives no reason.
import { generateKeyPairSync, sign } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { bearer, noPermission, unauthorized, withTemplate } from '../support/clients/backend.ts';
import { ask, secrets } from '../support/people/roles.ts';
import { claimsOf, encoded, plainHeader, signed } from '../support/clients/tokens.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

async function fixtures(t: ExecutionContext, given?: TestApp) {
    const testApp = given ?? (await createTestApp(t));
    const { path, author, backend } = await withTemplate(testApp);
    const claims = () => claimsOf(author.user.id, testApp.now());
    const show = (headers: Record<string, string>) => ask(testApp.server, { url: `/pl${path}`, headers });
    const use = (token: string) => bearer(testApp, () => token).get(path);
    return { testApp, path, author, backend, claims, show, use };
}

type Answer = Awaited<ReturnType<typeof ask>>;

/** All of them are refused with the same words, and with the way to log in. */
function refused(t: ExecutionContext, { statusCode, headers, body }: Answer, what: string) {
    t.is(statusCode, 401, what);
    t.deepEqual(body, unauthorized, what);
    t.is(headers['www-authenticate'], 'Bearer', what);
    t.is(headers['x-svc-field'], undefined, what);
    t.is(headers['etag'], undefined, what);
}

test('a valid token is accepted with the word Bearer in any case', async (t) => {
    const { claims, show } = await fixtures(t);
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
        t.is((await show({ authorization: `${scheme} ${signed(claims())}` })).statusCode, 200, scheme);
});

test('a missing header, another scheme, two tokens and a token of 1 MB get 401 [75]', async (t) => {
    const { claims, show } = await fixtures(t);
    const token = signed(claims());
    const basic = `Basic ${Buffer.from('author:password').toString('base64')}`;
    const shown = [
        '',
        'Bearer',
        'Bearer ',
        token,
        basic,
        `Basic ${token}`,
        `Token ${token}`,
        `Bearer  ${token}`,
        ` Bearer ${token} `,
        `Bearer ${token} ${token}`,
        `Bearer ${token}, Bearer ${token}`,
        `Bearer ${token}, ${basic}`,
        `${basic}, Bearer ${token}`,
        `, Bearer ${token}`,
        `Bearer ${token},`,
        `Bearer "${token}"`,
        `Bearer ${token}.${token}`,
        `Bearer ${token.split('.').slice(0, 2).join('.')}`,
        'Bearer ..',
        'Bearer a.b.c',
        `Bearer ${'a.b.c'.repeat(200_000)}`,
        `Bearer ${token}${'A'.repeat(1024 * 1024)}`,
        `Bearer ${signed({ ...claims(), more: 'x'.repeat(1024 * 1024) })}`,
        `Bearer ${signed({ ...claims(), more: 'x'.repeat(4096) })}`
    ];
    refused(t, await show({}), 'no header');
    for (const authorization of shown) refused(t, await show({ authorization }), authorization.slice(0, 40));
});

test('a token outside the header, a session and a service token are refused [75]', async (t) => {
    const { testApp, path, author, claims, show } = await fixtures(t);
    const token = signed(claims());
    const issued = await testApp.store.write((tx) =>
        issueToken(tx, { name: 'n', scopes: ['admin:jobs', 'callback:build'], at: 1, expiresAt: undefined })
    );
    const nonce = author.nonces()['svc_rest'] ?? '';
    refused(t, await show(author.headers), 'session');
    refused(t, await show({ ...author.headers, 'x-svc-nonce': nonce }), 'session and nonce');
    refused(t, await show({ 'x-service-token': issued.token }), 'service token');
    refused(t, await show({ authorization: `Bearer ${issued.token}` }), 'service token as bearer');
    refused(t, await show({ cookie: `token=${token}; jwt=${token}` }), 'cookie');
    refused(t, await show({ 'x-authorization': `Bearer ${token}` }), 'another header');
    for (const name of ['token', 'access_token', 'authorization'])
        refused(t, await ask(testApp.server, { url: `/pl${path}?${name}=${token}` }), name);
});

test('only HS256 is accepted, whatever the header says and whichever key signed the token [76]', async (t) => {
    const { claims, use } = await fixtures(t);
    const algorithms: [alg: unknown, hash: string][] = [
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
        ['hs256', 'sha256'],
        ['none', 'sha256'],
        ['nOnE', 'sha256'],
        ['HS256\u0000', 'sha256'],
        ['RS256', 'sha256'],
        ['ES256', 'sha256'],
        ['', 'sha256'],
        [null, 'sha256'],
        [true, 'sha256'],
        [['HS256'], 'sha256'],
        [undefined, 'sha256']
    ];
    for (const [alg, hash] of algorithms) {
        const token = signed(claims(), { header: { alg, typ: 'JWT' }, hash });
        const unsigned = token.slice(0, token.lastIndexOf('.') + 1);
        refused(t, await use(token), `${String(alg)}, signed`);
        refused(t, await use(unsigned), `${String(alg)}, no signature`);
        refused(t, await use(`${unsigned}AA`), `${String(alg)}, any signature`);
    }
    refused(t, await use(signed(claims()).replace(/[^.]*$/, '')), 'HS256 without a signature');
});

test('a pair of keys of the sender proves nothing [76]', async (t) => {
    const { claims, use } = await fixtures(t);
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims())}`;
    const signature = sign('sha256', Buffer.from(content), privateKey).toString('base64url');
    refused(t, await use(`${content}.${signature}`), 'RS256 by a key of their own');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    refused(t, await use(signed(claims(), { key: pem })), 'HS256 with a public key');
    const jwk = publicKey.export({ format: 'jwk' });
    const rs = `${encoded({ alg: 'RS256', typ: 'JWT', jwk })}.${encoded(claims())}`;
    const withKey = sign('sha256', Buffer.from(rs), privateKey).toString('base64url');
    refused(t, await use(`${rs}.${withKey}`), 'RS256 with its key beside it');
});

test('a header with more fields than alg and typ is refused [76, 78]', async (t) => {
    const { claims, use } = await fixtures(t);
    const more: object[] = [
        { jwk: { kty: 'oct', k: 'aaaa' } },
        { jku: 'https://evil.example/keys' },
        { x5u: 'https://evil.example/cert' },
        { x5c: ['MIIB'] },
        { kid: '../../../dev/null' },
        { kid: "' OR 1=1" },
        { crit: ['exp'], exp: 1 },
        { crit: [] },
        { b64: false, crit: ['b64'] },
        { zip: 'DEF' },
        { cty: 'JWT' },
        { constructor: 1 }
    ];
    for (const one of more) {
        const header = { ...plainHeader, ...one };
        refused(t, await use(signed(claims(), { header })), JSON.stringify(one));
    }
});

test('a token with another type or without one is refused [78]', async (t) => {
    const { claims, use } = await fixtures(t);
    for (const typ of ['reset+jwt', 'at+jwt', 'jwt', 'JWS', 'application/jwt', '', null, ['JWT'], undefined])
        refused(t, await use(signed(claims(), { header: { alg: 'HS256', typ } })), String(typ));
    for (const header of [[], ['HS256', 'JWT'], {}, { typ: 'JWT' }])
        refused(t, await use(signed(claims(), { header })), JSON.stringify(header));
});

test('a token with another key, or changed after signing, is refused [76]', async (t) => {
    const { claims, use } = await fixtures(t);
    const keys = [
        '',
        'secret',
        'j'.repeat(39),
        'J'.repeat(40),
        secrets.nonce,
        secrets.links,
        secrets.postgres
    ];
    for (const key of keys) refused(t, await use(signed(claims(), { key })), key);
    const [header = '', body = '', signature = ''] = signed(claims()).split('.');
    const others = {
        'another user': [header, encoded({ ...claims(), sub: '1' }), signature],
        'another end': [header, encoded({ ...claims(), exp: claims().exp + 1 }), signature],
        'another header': [encoded({ typ: 'JWT', alg: 'HS256' }), body, signature],
        'spaces in it': [
            header,
            Buffer.from(` ${JSON.stringify(claims())}`).toString('base64url'),
            signature
        ],
        'cut signature': [header, body, signature.slice(0, -1)],
        'long signature': [header, body, `${signature}A`],
        'padded signature': [header, body, `${signature}=`],
        'swapped parts': [body, header, signature]
    };
    for (const [what, parts] of Object.entries(others)) refused(t, await use(parts.join('.')), what);
    for (let i = 0; i < signature.length; i += 1) {
        const off = signature[i] === 'A' ? 'B' : 'A';
        const token = `${header}.${body}.${signature.slice(0, i)}${off}${signature.slice(i + 1)}`;
        refused(t, await use(token), `character ${i}`);
    }
});

test('a token whose body is not an object of claims gets 401 [77]', async (t) => {
    const { claims, use } = await fixtures(t);
    for (const body of [[], [claims()], {}, { claims: claims() }])
        refused(t, await use(signed(body)), JSON.stringify(body).slice(0, 30));
    const nested = `{"__proto__":{"permissions":["council_screen"]},${JSON.stringify(claims()).slice(1)}`;
    for (const text of ['null', '"x"', '7', '{', '', nested, `${JSON.stringify(claims())}{}`])
        refused(t, await use(signed(text)), text.slice(0, 30));
});

test('no token is logged, valid or not [89]', async (t) => {
    const { log, lines } = openLog('info');
    const { claims, use, author } = await fixtures(t, await createTestApp(t, { log }));
    const tokens = [signed(claims()), signed({ ...claims(), exp: 1 }), signed(claims(), { key: 'x' })];
    for (const token of tokens) await use(token);
    const written = lines.join('');
    t.true(written.includes('/pl/results/{result_id}'));
    t.true(written.includes(`"user":${author.user.id}`));
    for (const part of tokens.flatMap((token) => token.split('.'))) t.false(written.includes(part), part);
});

test('additional claims of a token change nothing', async (t) => {
    const { backend, claims, use, path, testApp } = await fixtures(t);
    const more = { role: 'administrator', scope: ['ss_admin_all'], admin: true, user: { id: 1 } };
    t.is((await use(signed({ ...claims(), ...more }))).statusCode, 200);
    const weak = signed({ ...claims(), ...more, permissions: [] });
    t.deepEqual((await bearer(testApp, () => weak).get(path)).body, noPermission);
    t.is((await backend.get(path)).statusCode, 200);
});
