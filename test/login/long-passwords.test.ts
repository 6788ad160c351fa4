// The length of a password: what may be set may be used, wherever it was set.
import test, { type ExecutionContext } from 'ava';
import { hashPassword } from '../../db/accounts/passwords.ts';
import { createUser } from '../../db/accounts/users.ts';
import { issueSetupKey } from '../../db/installation/installation.ts';
import { ask, encode } from '../support/people/roles.ts';
import { loginPath } from '../support/people/people.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** As many characters in no order, each of which is two units of UTF-16. */
const beyond = (length: number) =>
    Array.from({ length }, (_, at) => ['𝔸', '𝔹', '𝔻', '𝔼', '𝔽'][(at * at + (at >> 2)) % 5]).join('');
const longest = beyond(256);

const post = (testApp: TestApp, url: string, fields: Record<string, string>) =>
    ask(testApp.server, { method: 'POST', url, headers: form, payload: encode(fields) });

async function logsIn(t: ExecutionContext, testApp: TestApp, login: string, password: string) {
    t.is((await post(testApp, loginPath, { login, password })).statusCode, 200);
    const headers = { 'content-type': 'application/json' };
    const payload = JSON.stringify({ login, password });
    t.is((await ask(testApp.server, { method: 'POST', url: loginPath, headers, payload })).statusCode, 200);
}

test('a password of 256 characters of any script can be set and used; one of 257 neither', async (t) => {
    const testApp = await createTestApp(t);
    const passwordHash = await hashPassword(longest);
    const user = { login: 'ada', email: 'ada@example.test', role: 'sage_author', passwordHash } as const;
    await testApp.store.write((tx) => createUser(tx, user, 1));
    await logsIn(t, testApp, 'ada', longest);
    await t.throwsAsync(() => hashPassword(beyond(257)), { message: /256 characters or fewer/ });
    t.is((await post(testApp, loginPath, { login: 'ada', password: beyond(257) })).statusCode, 400);
});

test('the setup page counts the characters of a password in the same way', async (t) => {
    const testApp = await createTestApp(t);
    const url = `/setup/${await testApp.store.write((tx) => issueSetupKey(tx, testApp.now()))}`;
    const set = (password: string) =>
        post(testApp, url, { login: 'ada', email: 'ada@example.test', password });
    t.is((await set(beyond(257))).statusCode, 400);
    t.is((await set('Ada@Example.test')).statusCode, 400, 'their own address');
    t.is((await set(longest)).statusCode, 303);
    await logsIn(t, testApp, 'ada', longest);
});

test('no form cuts a password that may be used', async (t) => {
    const testApp = await createTestApp(t);
    const key = await testApp.store.write((tx) => issueSetupKey(tx, testApp.now()));
    for (const url of ['/login', `/setup/${key}`]) {
        const { body } = await ask(testApp.server, { url });
        const [input = ''] = /<input\s[^>]*type="password"[^>]*>/.exec(String(body)) ?? [];
        t.true(Number(/maxlength="(\d+)"/.exec(input)?.[1]) >= longest.length, url);
    }
});
