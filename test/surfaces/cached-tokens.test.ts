// A token that was verified is remembered: that must never make it good for longer, or for more.
import test from 'ava';
import { issueJwt, jwtReader } from '../../plugins/surfaces/auth/jwt.ts';

const secret = 's'.repeat(40);
const at = Date.UTC(2026, 0, 15, 12);
const holder = { id: 7, capabilities: ['council_screen', 'council_sage'] } as const;
const issue = (ttl = 60) => issueJwt(secret, holder, { ttl, at }).token;

test('a cached token has the same claims, and ends at its exact second [77]', (t) => {
    const read = jwtReader(() => [secret]);
    const token = issue(60);
    const first = read(token, at);
    t.is(first?.sub, '7');
    t.deepEqual(read(token, at + 59_999), first);
    t.is(read(token, at + 60_000), undefined);
    t.is(read(token, at - 1000), undefined, 'nor is it good before it was issued, if the clock is set back');
    t.deepEqual(read(token, at), first);
});

test('next to a cached token, a token with other claims or signature is still refused [76]', (t) => {
    const read = jwtReader(() => [secret]);
    const token = issue();
    t.truthy(read(token, at));
    const [header, payload, signature = ''] = token.split('.');
    const more = Buffer.from(JSON.stringify({ ...read(token, at), sub: '1' })).toString('base64url');
    const turned = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const bad of [
        `${header}.${payload}.${turned}`,
        `${header}.${payload}.`,
        `${header}.${more}.${signature}`
    ])
        t.is(read(bad, at), undefined, bad);
});

test('a token is valid after a thousand others, and one of another secret is not', (t) => {
    const read = jwtReader(() => [secret]);
    const token = issue();
    t.truthy(read(token, at));
    for (let i = 0; i < 1001; i += 1) t.truthy(read(issue(), at));
    t.is(read(token, at)?.sub, '7');
    t.is(jwtReader(() => ['x'.repeat(40)])(token, at), undefined);
});
