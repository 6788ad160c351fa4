// Row 66: the owner of the old address can cancel a change of it for 72 hours, followed or not.
import test from 'ava';
import { createUser, findUserById } from '../../db/accounts/users.ts';
import {
    accountApp,
    follow,
    hour,
    isLoggedIn,
    linkIn,
    mailsOf,
    named,
    oneOf,
    password,
    resetPassword,
    updateProfile,
    withAuthor
} from '../support/people/accounts.ts';
import { login } from '../support/people/login.ts';
import type { Client } from '../support/people/roles.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const invalid = { message: '400: This link is invalid or has expired.' };
const thief = 'thief@example.test';
const owner = 'author@example.test';

/** Asks for another address; answers the link in the mail to it, and the one in the notice to the old address. */
async function askEmail(testApp: TestApp, client: Client, email = thief) {
    const mails = await mailsOf(testApp, () => updateProfile(testApp, client, { email }));
    return {
        verify: linkIn(oneOf(mails, 'verify_email')),
        cancel: linkIn(oneOf(mails, 'email_change_notice'))
    };
}
const emailOf = async ({ store }: TestApp, { user }: Client) =>
    (await findUserById(store.read, user.id))?.email;

for (const applied of [false, true]) {
    const when = applied ? 'after the new address has confirmed' : 'before the new address confirms';
    test(`${when} the old address cancels: sessions end, nothing stays open, a link is sent [66]`, async (t) => {
        const { testApp, author: stolen } = await withAuthor(t);
        const other = await testApp.as('otherAuthor');
        const { verify, cancel } = await askEmail(testApp, stolen);
        if (applied) await follow(testApp, verify, stolen);
        const fields = { password: 'chosen by a thief', password_confirm: 'chosen by a thief' };
        const waiting = await mailsOf(testApp, () => updateProfile(testApp, stolen, fields));
        const mails = await mailsOf(testApp, () => follow(testApp, cancel));
        t.is(await emailOf(testApp, stolen), owner);
        t.false(await isLoggedIn(stolen));
        t.true(await isLoggedIn(other));
        t.deepEqual(named(mails), [`password_reset ${owner}`]);
        await t.throwsAsync(follow(testApp, verify), invalid);
        await t.throwsAsync(follow(testApp, linkIn(oneOf(waiting, 'verify_password'))), invalid);
        const { searchParams } = linkIn(oneOf(mails, 'password_reset'));
        const link = { reset_key: searchParams.get('key') ?? '', login: searchParams.get('login') ?? '' };
        t.is((await resetPassword(testApp, link)).statusCode, 200);
        t.is((await login(testApp, { login: owner, password })).statusCode, 200);
    });

    test(`${when} the link to cancel it is valid for 72 hours, to the millisecond, and once [66]`, async (t) => {
        const testApp = await accountApp(t);
        const [author, other] = [await testApp.as('author'), await testApp.as('otherAuthor')];
        const intime = await askEmail(testApp, author);
        const late = await askEmail(testApp, other, 'other@example.test');
        if (applied) {
            await follow(testApp, intime.verify);
            await follow(testApp, late.verify);
        }
        testApp.pass(72 * hour - 1);
        await follow(testApp, intime.cancel);
        await t.throwsAsync(follow(testApp, intime.cancel), invalid);
        t.is(await emailOf(testApp, author), owner);
        testApp.pass(1);
        const before = await emailOf(testApp, other);
        await t.throwsAsync(follow(testApp, late.cancel), invalid);
        t.is(await emailOf(testApp, other), before);
    });
}

test('the link to cancel a change does not work for another logged-in user', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const other = await testApp.as('otherAuthor');
    const { cancel } = await askEmail(testApp, author);
    await t.throwsAsync(follow(testApp, cancel, other), invalid);
    t.true(await isLoggedIn(author));
    await follow(testApp, cancel);
    t.false(await isLoggedIn(author));
});

test('when a change is applied and cancelled in parallel, the old address counts', async (t) => {
    const testApp = await accountApp(t);
    for (const order of [0, 1]) {
        const author = await testApp.as('author');
        const { verify, cancel } = await askEmail(testApp, author);
        const links = order === 0 ? [verify, cancel] : [cancel, verify];
        await Promise.allSettled(links.map((link) => follow(testApp, link)));
        t.is(await emailOf(testApp, author), owner);
    }
});

test('of 50 parallel cancellations one succeeds, and one link is emailed', async (t) => {
    const testApp = await accountApp(t);
    const { cancel } = await askEmail(testApp, await testApp.as('author'));
    const mails = await mailsOf(testApp, async () => {
        const ended = await Promise.allSettled(Array.from({ length: 50 }, () => follow(testApp, cancel)));
        t.is(ended.filter(({ status }) => status === 'fulfilled').length, 1);
    });
    t.deepEqual(named(mails), [`password_reset ${owner}`]);
});

/** The links of two changes of the address, one after the other and both followed. */
async function changedTwice(testApp: TestApp, stolen: Client) {
    const first = await askEmail(testApp, stolen);
    await follow(testApp, first.verify, stolen);
    testApp.pass(hour);
    const second = await askEmail(testApp, stolen, 'second-thief@example.test');
    await follow(testApp, second.verify, stolen);
    return { first, second };
}

test('a newer request ends the link to cancel the one before it', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { cancel } = await askEmail(testApp, author);
    await askEmail(testApp, author, 'second@example.test');
    await t.throwsAsync(follow(testApp, cancel), invalid);
});

test('a cancelled change also cancels later changes, so a thief cannot return to their address', async (t) => {
    const { testApp, author: stolen } = await withAuthor(t);
    const { first, second } = await changedTwice(testApp, stolen);
    await follow(testApp, first.cancel);
    const mails = await mailsOf(testApp, () => t.throwsAsync(follow(testApp, second.cancel), invalid));
    t.deepEqual(mails, []);
    t.is(await emailOf(testApp, stolen), owner);
});

test('taking back a later change leaves the owner of the first address their own link', async (t) => {
    const { testApp, author: stolen } = await withAuthor(t);
    const { first, second } = await changedTwice(testApp, stolen);
    await follow(testApp, second.cancel);
    t.is(await emailOf(testApp, stolen), thief);
    await follow(testApp, first.cancel);
    t.is(await emailOf(testApp, stolen), owner);
});

test('an old address that now belongs to another user stays theirs, and cancelling is refused', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { verify, cancel } = await askEmail(testApp, author);
    await follow(testApp, verify, author);
    const taker = { login: 'taker', email: owner, passwordHash: '-', role: 'support' } as const;
    await testApp.store.write((tx) => createUser(tx, taker, testApp.now()));
    await t.throwsAsync(follow(testApp, cancel), invalid);
    t.is(await emailOf(testApp, author), thief);
});

test('a change to a taken address can be cancelled like any other [64]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    await testApp.as('otherAuthor');
    const mails = await mailsOf(testApp, () =>
        updateProfile(testApp, author, { email: 'otherAuthor@example.test' })
    );
    const ended = await mailsOf(testApp, () => follow(testApp, linkIn(oneOf(mails, 'email_change_notice'))));
    t.deepEqual(named(ended), [`password_reset ${owner}`]);
    t.false(await isLoggedIn(author));
});
