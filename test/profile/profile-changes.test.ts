// A new address or password counts only once the link in a mail was followed.
import test from 'ava';
import { disableUser } from '../../db/accounts/access.ts';
import { changeUser, createUser, findUserById } from '../../db/accounts/users.ts';
import {
    accountWorld,
    follow,
    hour,
    isLoggedIn,
    linkIn,
    logIn,
    mailsOf,
    named,
    oneOf,
    password,
    profileOf,
    resetLink,
    resetPassword,
    updateProfile
} from '../support/accounts.ts';
import { rowsOf } from '../support/whole-store.ts';
import type { Client } from '../support/roles.ts';
import type { World } from '../support/world.ts';

const invalid = { message: '400: This link is invalid or has expired.' };
const newPassword = { password, password_confirm: password };

const askEmail = async (world: World, client: Client, email = 'new@example.test') => {
    const mails = await mailsOf(world, () => updateProfile(world, client, { email }));
    return linkIn(oneOf(mails, 'verify_email'));
};
const askPassword = async (world: World, client: Client, fields = newPassword) =>
    linkIn(oneOf(await mailsOf(world, () => updateProfile(world, client, fields)), 'verify_password'));
const rowOf = ({ store }: World, { user }: Client) => findUserById(store.read, user.id);

test('a followed link makes the new address count, and touches nothing else', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const before = await rowOf(world, author);
    const link = await askEmail(world, author);
    t.deepEqual(await rowOf(world, author), before, 'nothing before the link');
    const mails = await mailsOf(world, () => follow(world, link, author));
    t.deepEqual(await rowOf(world, author), { ...before, email: 'new@example.test' });
    t.deepEqual(mails, [], 'the old address was told when it was asked for');
    t.true(await isLoggedIn(author));
    t.deepEqual((await updateProfile(world, author, {})).body.data.pending, []);
});

test('a followed link makes the new password count, ends the other sessions and tells the user', async (t) => {
    const world = await accountWorld(t);
    const here = await world.as('author');
    const there = await world.as('author');
    const link = await askPassword(world, here);
    const before = await rowOf(world, here);
    const mails = await mailsOf(world, () => follow(world, link, here));
    t.deepEqual(named(mails), ['password_changed author@example.test']);
    t.is((await logIn(world, 'author', password)).statusCode, 200);
    t.deepEqual({ ...(await rowOf(world, here)), passwordHash: '-' }, { ...before, passwordHash: '-' });
    t.true(await isLoggedIn(here));
    t.false(await isLoggedIn(there));
});

test('whoever follows the link of a password without being logged in ends every session', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const other = await world.as('otherAuthor');
    await follow(world, await askPassword(world, author));
    t.false(await isLoggedIn(author));
    t.true(await isLoggedIn(other));
});

test('a link works once [65]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    for (const link of [await askEmail(world, author), await askPassword(world, author)]) {
        await follow(world, link, author);
        const mails = await mailsOf(world, async () => {
            await t.throwsAsync(follow(world, link, author), invalid);
            await t.throwsAsync(follow(world, link), invalid);
        });
        t.deepEqual(mails, []);
    }
});

test('of 50 who follow one link at once one changes something [65]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const links = [await askEmail(world, author), await askPassword(world, author)];
    const mails = await mailsOf(world, async () => {
        for (const link of links) {
            const racing = Array.from({ length: 50 }, () => follow(world, link));
            const ended = await Promise.allSettled(racing);
            t.is(ended.filter(({ status }) => status === 'fulfilled').length, 1);
        }
    });
    t.deepEqual(named(mails), ['password_changed new@example.test']);
});

test('a link is good for 24 hours, to the millisecond [65]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const intime = await askEmail(world, author);
    world.pass(24 * hour - 1);
    await follow(world, intime, author);
    const late = [await askEmail(world, author, 'newer@example.test'), await askPassword(world, author)];
    world.pass(24 * hour);
    for (const link of late) await t.throwsAsync(follow(world, link, author), invalid);
    t.is((await rowOf(world, author))?.email, 'new@example.test');
    t.deepEqual((await updateProfile(world, author, {})).body.data.pending, []);
});

test('a link opens nothing for somebody else who is logged in, and stays good for its own user [65]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const other = await world.as('otherAuthor');
    const before = await rowOf(world, other);
    for (const link of [await askEmail(world, author), await askPassword(world, author)]) {
        await t.throwsAsync(follow(world, link, other), invalid);
        t.deepEqual(await rowOf(world, other), before);
        await follow(world, link, author);
    }
});

test('a link of a disabled user, and one that was made up, open nothing', async (t) => {
    const world = await accountWorld(t);
    await world.as('administrator');
    const author = await world.as('author');
    const link = await askEmail(world, author);
    for (const token of ['x', link.pathname.slice(-43).toUpperCase(), `${link.pathname.slice(-43)}x`])
        await t.throwsAsync(follow(world, new URL(`/verify/${token}`, link)), invalid);
    await world.store.write((tx) => disableUser(tx, 'author', { by: { name: 'cli' }, at: world.now() }));
    await t.throwsAsync(follow(world, link), invalid);
});

test('whoever asks again voids the link before, of the same kind alone', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const first = await askEmail(world, author, 'first@example.test');
    const ofPassword = await askPassword(world, author);
    const second = await askEmail(world, author, 'second@example.test');
    await t.throwsAsync(follow(world, first, author), invalid);
    await follow(world, ofPassword, author);
    await follow(world, second, author);
    t.is((await profileOf(author)).email, 'second@example.test');
});

test('a mail that was not sent yet when its link was voided is not sent any more', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const mails = await mailsOf(world, async () => {
        await updateProfile(world, author, { email: 'first@example.test' });
        await updateProfile(world, author, { email: 'second@example.test' });
    });
    const sent = mails.filter(({ kind }) => kind === 'verify_email').map(({ to, state }) => `${to} ${state}`);
    t.deepEqual(sent.sort(), ['first@example.test dead', 'second@example.test kept']);
});

test('both at once: each counts by its own link', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const mails = await mailsOf(world, async () => {
        const { body } = await updateProfile(world, author, { email: 'new@example.test', ...newPassword });
        t.deepEqual(body.data.pending.toSorted(), ['email', 'password']);
    });
    t.deepEqual(named(mails), [
        'email_change_notice author@example.test',
        'verify_email new@example.test',
        'verify_password author@example.test'
    ]);
    await follow(world, linkIn(oneOf(mails, 'verify_password')), author);
    t.is((await profileOf(author)).email, 'author@example.test');
    await follow(world, linkIn(oneOf(mails, 'verify_email')), author);
    t.is((await logIn(world, 'new@example.test', password)).statusCode, 200);
});

test('a link for an address that somebody took meanwhile opens nothing [64]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const link = await askEmail(world, author);
    const taker = { login: 'new', email: 'New@example.test', passwordHash: '-', role: 'support' } as const;
    await world.store.write((tx) => createUser(tx, taker, world.now()));
    await t.throwsAsync(follow(world, link, author), invalid);
    t.is((await profileOf(author)).email, 'author@example.test');
});

test('two users who want one address: the first to follow the link has it', async (t) => {
    const world = await accountWorld(t);
    const [author, other] = [await world.as('author'), await world.as('otherAuthor')];
    const links = [await askEmail(world, author), await askEmail(world, other)];
    const ended = await Promise.allSettled(links.map((link) => follow(world, link)));
    t.deepEqual(
        ended.map(({ status }) => status),
        ['fulfilled', 'rejected']
    );
});

test('a user whose login is an address may have that address again', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    await follow(world, await askEmail(world, author), author);
    const login = 'author@old.example.test';
    await world.store.write((tx) => changeUser(tx, 'author', { login }));
    await follow(world, await askEmail(world, author, login), author);
    t.is((await profileOf(author)).email, login);
});

test('a new address voids the link to a new password that went to the old one', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const reset = await resetLink(world, 'author');
    await follow(world, await askEmail(world, author), author);
    t.is((await resetPassword(world, reset)).headers['x-svc-error'], 'invalid_key');
});

test('a password that was reset ends what waits: a stolen session cannot take the account over afterwards', async (t) => {
    const world = await accountWorld(t);
    const stolen = await world.as('author');
    const links = [
        await askEmail(world, stolen, 'thief@example.test'),
        await askPassword(world, stolen, {
            password: 'chosen by a thief',
            password_confirm: 'chosen by a thief'
        })
    ];
    t.is((await resetPassword(world, await resetLink(world, 'author'))).statusCode, 200);
    for (const link of links) await t.throwsAsync(follow(world, link), invalid);
    t.is((await rowOf(world, stolen))?.email, 'author@example.test');
    t.is((await logIn(world, 'author', password)).statusCode, 200);
});

test('a password that waits is kept as a hash only, and not even that once it does not wait any more [65]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const link = await askPassword(world, author);
    const holding = async (text: string) =>
        Array.from(await rowsOf(world.store)).filter((row) => row.includes(text));
    const waiting = async () =>
        (await holding('$argon2id$')).filter((row) => row.startsWith('pending_changes'));
    t.true((await holding('author@example.test')).length > 0, 'the search finds what is there');
    t.deepEqual(await holding(password), []);
    t.deepEqual(await holding(link.pathname.slice(-43)), [], 'nor its link');
    t.is((await waiting()).length, 1);
    await follow(world, link, author);
    t.deepEqual(await waiting(), []);
    t.deepEqual(await holding(password), []);
});
