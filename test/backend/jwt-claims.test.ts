// What a token must say, row 77: each claim, its absence and its edges. Signed by our key, all of them.
import test, { type ExecutionContext } from 'ava';
import { bearer, noPermission, unauthorized, withTemplate } from '../support/clients/backend.ts';
import { claimsOf, signed } from '../support/clients/tokens.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function fixtures(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const { path, author } = await withTemplate(testApp);
    const claims = () => claimsOf(author.user.id, testApp.now());
    return {
        testApp,
        iat: claims().iat,
        userId: author.user.id,
        /** Shows a token whose claims are good but for these; undefined: left out. */
        use: async (changed: object) => {
            const token = signed({ ...claims(), ...changed });
            const { statusCode, headers, body } = await bearer(testApp, () => token).get(path);
            return { statusCode, body, challenge: headers['www-authenticate'] };
        }
    };
}

type Fixtures = Awaited<ReturnType<typeof fixtures>>;

/** Each of these values of a claim is refused, in the same words. */
async function refuses(t: ExecutionContext, { use }: Fixtures, claim: string, values: readonly unknown[]) {
    for (const value of [undefined, null, '', [], {}, true, ...values]) {
        const what = `${claim}: ${JSON.stringify(value)}`;
        t.deepEqual(
            await use({ [claim]: value }),
            { statusCode: 401, body: unauthorized, challenge: 'Bearer' },
            what
        );
    }
}

test('a token without exp, with an absurd exp or one over an hour gets 401 [77]', async (t) => {
    const it = await fixtures(t);
    const { iat } = it;
    const odd = [
        1e300,
        -1,
        0,
        iat,
        iat - 1,
        iat + 3601,
        iat * 1000,
        String(iat + 900),
        iat + 900.5,
        [iat + 900]
    ];
    await refuses(t, it, 'exp', [...odd, Number.MAX_SAFE_INTEGER, 2 ** 53]);
    t.is((await it.use({ exp: iat + 3600 })).statusCode, 200);
    t.is((await it.use({ exp: iat + 1 })).statusCode, 200);
});

test('a token ends at the exact second [77]', async (t) => {
    const it = await fixtures(t);
    const token = { iat: it.iat, exp: it.iat + 900 };
    it.testApp.pass(900_000 - 1);
    t.is((await it.use(token)).statusCode, 200);
    it.testApp.pass(1);
    t.is((await it.use(token)).statusCode, 401);
    it.testApp.pass(1);
    t.is((await it.use(token)).statusCode, 401);
});

test('a token that is issued ahead of time, by 30 days or a second, is refused with 401 [77]', async (t) => {
    const it = await fixtures(t);
    const { iat } = it;
    const day = 24 * 60 * 60;
    for (const ahead of [1, 60, 30 * day])
        t.is((await it.use({ iat: iat + ahead, exp: iat + ahead + 900 })).statusCode, 401, `${ahead} s`);
    await refuses(t, it, 'iat', [-1, 0, iat + 0.5, String(iat), 1e300, [iat]]);
    t.is((await it.use({ iat: iat - 2700 })).statusCode, 200);
});

test('nbf is optional, and a token is refused before that time [77]', async (t) => {
    const it = await fixtures(t);
    const { iat } = it;
    for (const nbf of [iat + 1, iat + 600, 1e300, String(iat), null, '', [], {}, true, iat - 0.5])
        t.is((await it.use({ nbf })).statusCode, 401, JSON.stringify(nbf));
    for (const nbf of [undefined, iat, iat - 600, 1]) t.is((await it.use({ nbf })).statusCode, 200);
    const later = { iat, exp: iat + 900, nbf: iat + 60 };
    t.is((await it.use(later)).statusCode, 401);
    it.testApp.pass(60_000);
    t.is((await it.use(later)).statusCode, 200);
});

test('a token with another issuer or without one gets 401 [77]', async (t) => {
    await refuses(t, await fixtures(t), 'iss', ['SVC', 'svc ', 'svc-pl', 'https://evil.example', ['svc'], 1]);
});

test('a token with another audience, several or none gets 401 [77]', async (t) => {
    await refuses(t, await fixtures(t), 'aud', ['svc', 'SVC-PL', '*', ['svc-pl'], ['svc-pl', 'other'], 1]);
});

test('a token whose user is unknown or not named by a plain number gets 401 [77]', async (t) => {
    const it = await fixtures(t);
    const id = it.userId;
    const odd = [
        id,
        '0',
        '-1',
        `0${id}`,
        `${id} `,
        ` ${id}`,
        `${id}.0`,
        '1e0',
        '0x1',
        'author',
        [String(id)]
    ];
    await refuses(t, it, 'sub', [...odd, '999', '9'.repeat(16), '9'.repeat(400), `${id}' OR 1=1`]);
});

test('a token without a number of its own is refused with 401 [77]', async (t) => {
    const it = await fixtures(t);
    await refuses(t, it, 'jti', [1, ['x'], 'x'.repeat(129)]);
    t.is((await it.use({ jti: 'x'.repeat(128) })).statusCode, 200);
});

test('a token is refused unless its permissions are an array of texts', async (t) => {
    const it = await fixtures(t);
    const { use } = it;
    const odd: unknown[] = [
        undefined,
        null,
        '',
        'council_screen',
        'council_screen council_sage',
        { 0: 'council_screen', length: 1 },
        { council_screen: true },
        true,
        ['council_screen', null],
        ['council_screen', 1],
        ['council_screen', ''],
        ['council_screen', ['council_sage']],
        [['council_screen']],
        [{ name: 'council_screen' }],
        ['council_screen', 'x'.repeat(65)],
        Array.from({ length: 33 }, () => 'council_screen')
    ];
    for (const permissions of odd)
        t.deepEqual(
            await use({ permissions }),
            { statusCode: 401, body: unauthorized, challenge: 'Bearer' },
            JSON.stringify(permissions)
        );
});

test('permissions count to the letter: what is not quite one, and one of another route, is 403', async (t) => {
    const { use } = await fixtures(t);
    const other = [
        [],
        ['council_sage'],
        ['COUNCIL_SCREEN'],
        ['council_screen '],
        ['council_*'],
        ['*'],
        ['council_screen,council_sage'],
        ['+council_screen'],
        ['!council_sage'],
        ['ss_admin_all', 'ss_council_admin', 'ss_council_sage'],
        ['{params.id}']
    ];
    for (const permissions of other)
        t.deepEqual(
            await use({ permissions }),
            { statusCode: 403, body: noPermission, challenge: undefined },
            JSON.stringify(permissions)
        );
    t.is((await use({ permissions: ['x', 'council_screen', 'council_screen'] })).statusCode, 200);
});
