// A thief who was logged in for a while must not keep the account by what they requested meanwhile.
import test from 'ava';
import { linkToken } from '../../db/accounts/tokens.ts';
import { disableUser, enableUser } from '../../db/accounts/locking-out.ts';
import { followLink } from '../../db/accounts/change-links.ts';
import { issueReset, openReset } from '../../db/accounts/password-resets.ts';
import {
    askEmailChange,
    askPasswordChange,
    pendingChanges,
    recoverAccount
} from '../../db/accounts/pending-changes.ts';
import { hashPassword, isPassword } from '../../db/accounts/passwords.ts';
import { asc } from '../../db/store/drizzle.ts';
import { createUser, findUserById } from '../../db/accounts/users.ts';
import { secrets } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function fixtures(t: Parameters<typeof createTestApp>[0]) {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const { user } = await testApp.as('author');
    const current = async () => (await findUserById(store.read, user.id)) ?? user;
    const asking = () => ({ secret: secrets.links, at: now() });
    const follow = (kind: 'verify' | 'cancel', id: string) =>
        store.write((tx) =>
            followLink(tx, linkToken(secrets.links, kind, id, 1), { as: undefined, ...asking() })
        );
    const newest = async () => {
        const all = await store.read.select().from(pendingChanges).orderBy(asc(pendingChanges.createdAt));
        return all.at(-1)?.id ?? '';
    };
    return {
        testApp,
        current,
        follow,
        askEmail: async (email: string) => {
            const before = await current();
            await store.write((tx) => askEmailChange(tx, before, email, asking()));
            return newest();
        },
        askPassword: async (password: string) => {
            const hash = await hashPassword(password);
            const before = await current();
            await store.write((tx) => askPasswordChange(tx, before, hash, asking()));
            return newest();
        }
    };
}

const refused = { message: 'This link is invalid or has expired.' };

const operator = { by: { name: 'cli' }, at: 1 };

test('cancelling an address change also removes the password of the thief', async (t) => {
    const { testApp, current, follow, askEmail } = await fixtures(t);
    const change = await askEmail('thief@example.test');
    await follow('verify', change);
    const theirs = await hashPassword('set by the thief');
    await testApp.store.write((tx) => recoverAccount(tx, 'author', theirs, operator));
    t.true(await isPassword('set by the thief', (await current()).passwordHash));
    await follow('cancel', change);
    const { email, passwordHash } = await current();
    t.is(email, 'author@example.test');
    t.false(await isPassword('set by the thief', passwordHash));
});

test('a new password ends an earlier change of address, and the other way round', async (t) => {
    const { testApp, current, follow, askEmail, askPassword } = await fixtures(t);
    const address = await askEmail('thief@example.test');
    testApp.pass(60_000);
    await follow('verify', await askPassword('a password of my own'));
    await t.throwsAsync(follow('verify', address), refused);
    const password = await askPassword('set by the thief');
    testApp.pass(60_000);
    await follow('verify', await askEmail('moved@example.test'));
    await t.throwsAsync(follow('verify', password), refused);
    t.is((await current()).email, 'moved@example.test');
    t.true(await isPassword('a password of my own', (await current()).passwordHash));
});

test('account recovery by the operator cancels all open changes', async (t) => {
    const { testApp, follow, askEmail } = await fixtures(t);
    const change = await askEmail('thief@example.test');
    const hash = await hashPassword('given by hand');
    await testApp.store.write((tx) => recoverAccount(tx, 'author', hash, operator));
    await t.throwsAsync(follow('verify', change), refused);
});

test('after an account is enabled again, no old link works', async (t) => {
    const { testApp, current, follow, askEmail, askPassword } = await fixtures(t);
    const { store, now } = testApp;
    await testApp.as('administrator');
    const done = () => ({ by: { name: 'cli' }, at: now() });
    const applied = await askEmail('moved@example.test');
    await follow('verify', applied);
    const waiting = [await askEmail('thief@example.test'), await askPassword('set by the thief')];
    const user = await current();
    await store.write((tx) => issueReset(tx, user, { secret: secrets.links, at: now() }));
    await store.write((tx) => disableUser(tx, 'author', done()));
    await store.write((tx) => enableUser(tx, 'author', done()));
    for (const change of waiting) await t.throwsAsync(follow('verify', change), refused);
    for (const change of [applied, ...waiting]) await t.throwsAsync(follow('cancel', change), refused);
    const resetKey = linkToken(secrets.links, 'reset', String(user.id), 1);
    const opening = openReset(store.read, { resetKey, login: 'author', at: now() });
    await t.throwsAsync(opening, { message: 'This reset link is invalid or has expired.' });
    t.is((await current()).email, 'moved@example.test');
});

test('addresses with letters whose case the store cannot compare are refused', async (t) => {
    const { testApp } = await fixtures(t);
    for (const who of [
        { login: 'Östen', email: 'a@example.test' },
        { login: 'osten', email: 'Ärne@example.test' }
    ]) {
        const user = { ...who, passwordHash: '-', role: 'support' } as const;
        await t.throwsAsync(
            testApp.store.write((tx) => createUser(tx, user, 1)),
            { message: /plain letters/ }
        );
    }
});
