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

const alike = { statusCode: 401, body: unauthorized, challenge: 'Bearer' };

/** Values that no claim may have, besides those that are odd for one of them. */
const never = [undefined, null, '', [], {}, true];

test('each claim is refused with 401 where it is missing, of another type or wrong [77]', async (t) => {
    const { iat, userId: id, use } = await fixtures(t);
    const most = Number.MAX_SAFE_INTEGER;
    const times = [1e300, -1, 0, iat, iat - 1, iat + 3601, iat * 1000, iat + 900.5, most, 2 ** 53];
    const users = ['0', '-1', `0${id}`, `${id} `, ` ${id}`, `${id}.0`, '1e0', '0x1', 'author', '999'];
    const odd: Record<string, readonly unknown[]> = {
        iss: ['SVC', 'svc ', 'svc-pl', 'https://evil.example', ['svc'], 1],
        aud: ['svc', 'SVC-PL', '*', ['svc-pl'], ['svc-pl', 'other'], 1],
        exp: [...times, String(iat + 900), [iat + 900]],
        iat: [-1, 0, iat + 0.5, String(iat), 1e300, [iat]],
        sub: [...users, id, [String(id)], '9'.repeat(16), '9'.repeat(400), `${id}' OR 1=1`],
        jti: [1, ['x'], 'x'.repeat(129)]
    };
    for (const [claim, values] of Object.entries(odd))
        for (const value of [...never, ...values])
            t.deepEqual(await use({ [claim]: value }), alike, `${claim}: ${JSON.stringify(value)}`);
    for (const good of [{ exp: iat + 3600 }, { exp: iat + 1 }, { iat: iat - 2700 }, { jti: 'x'.repeat(128) }])
        t.is((await use(good)).statusCode, 200, JSON.stringify(good));
});

test('a token ends at the exact second [77]', async (t) => {
    const it = await fixtures(t);
    const token = { iat: it.iat, exp: it.iat + 900 };
    it.testApp.pass(900_000 - 1);
    t.is((await it.use(token)).statusCode, 200);
    for (let later = 0; later < 2; later += 1) {
        it.testApp.pass(1);
        t.is((await it.use(token)).statusCode, 401);
    }
});

test('a token that is issued ahead of time, by 30 days or a second, is refused with 401 [77]', async (t) => {
    const { iat, use } = await fixtures(t);
    for (const ahead of [1, 60, 30 * 24 * 60 * 60])
        t.is((await use({ iat: iat + ahead, exp: iat + ahead + 900 })).statusCode, 401, `${ahead} s`);
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

test('a token is refused unless its permissions are an array of texts', async (t) => {
    const { use } = await fixtures(t);
    const screen = 'council_screen';
    const odd: unknown[] = [
        undefined,
        null,
        '',
        true,
        screen,
        `${screen} council_sage`,
        { 0: screen, length: 1 },
        { [screen]: true },
        ...[null, 1, '', ['council_sage'], 'x'.repeat(65)].map((one) => [screen, one]),
        [[screen]],
        [{ name: screen }],
        Array.from({ length: 33 }, () => screen)
    ];
    for (const permissions of odd)
        t.deepEqual(await use({ permissions }), alike, JSON.stringify(permissions));
});

test('permissions count to the letter: what is not quite one, and one of another route, is 403', async (t) => {
    const { use } = await fixtures(t);
    const others = 'council_sage,COUNCIL_SCREEN,council_screen ,council_*,*,+council_screen,!council_sage';
    const wrong = [
        ...others.split(',').map((one) => [one]),
        [],
        ['council_screen,council_sage'],
        ['ss_admin_all', 'ss_council_admin', 'ss_council_sage'],
        ['{params.id}']
    ];
    for (const permissions of wrong)
        t.deepEqual(
            await use({ permissions }),
            { statusCode: 403, body: noPermission, challenge: undefined },
            JSON.stringify(permissions)
        );
    t.is((await use({ permissions: ['x', 'council_screen', 'council_screen'] })).statusCode, 200);
});
