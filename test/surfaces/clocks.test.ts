// The clocks of two nodes differ by some seconds: what one has issued must be good at the other at once.
import test from 'ava';
import { loadConfig } from '../../config/index.ts';
import { issueJwt, jwtReader } from '../../plugins/surfaces/auth/jwt.ts';
import { leewayOf } from '../../plugins/surfaces/auth/leeway.ts';
import { nonceCheck, nonceFor } from '../../plugins/surfaces/auth/nonces.ts';

const secret = 's'.repeat(40);
const second = 1000;
const tick = 12 * 60 * 60 * second;
const edge = 1000 * tick;
const nodes = loadConfig({
    DATABASE_URL: 'postgres://localhost/council',
    ...Object.fromEntries(
        ['CHALLENGE', 'JWT', 'NONCE', 'LINKS', 'POSTGRES'].map((name) => [`${name}_SECRET`, secret])
    )
});

test('one node has no leeway, several have five seconds', (t) => {
    t.is(leewayOf(loadConfig({})), 0);
    t.is(leewayOf(nodes), 5 * second);
});

test('a token is valid at a node up to five seconds behind, and ends at its exact second', (t) => {
    const holder = { id: 1, capabilities: ['council_sage'] as const };
    const permissions = ['council_sage'] as const;
    const { token } = issueJwt(secret, holder, { permissions, ttl: 900, at: edge });
    const read = jwtReader(() => [secret], leewayOf(nodes));
    t.is(read(token, edge - 6 * second), undefined);
    t.not(read(token, edge - 5 * second), undefined);
    t.is(read(token, edge + 900 * second), undefined);
    t.is(jwtReader(() => [secret])(token, edge - second), undefined);
});

test('a nonce created just after its tick edge is valid at a node whose clock is behind', (t) => {
    const name = 'reset_password_nonce';
    const nonce = nonceFor(secret, name, undefined, edge + 1);
    const isGood = nonceCheck(() => [secret], leewayOf(nodes));
    t.true(isGood(nonce, name, undefined, edge - 4 * second));
    t.false(isGood(nonce, name, undefined, edge - 6 * second));
    t.false(nonceCheck(() => [secret])(nonce, name, undefined, edge - 4 * second));
    t.true(isGood(nonce, name, undefined, edge + 2 * tick));
    t.false(isGood(nonce, name, undefined, edge + 2 * tick + 1));
});
