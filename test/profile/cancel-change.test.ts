// Row 66: whoever reads the old address can take a change of it back for 72 hours, followed or not.
import test from 'ava';
import { createUser, findUserById } from '../../db/accounts/users.ts';
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
    resetPassword,
    updateProfile
} from '../support/accounts.ts';
import type { Client } from '../support/roles.ts';
import type { World } from '../support/world.ts';

const invalid = { message: '400: This link is invalid or has expired.' };
const thief = 'thief@example.test';
const owner = 'author@example.test';

/** Asks for another address; answers the link in the mail to it, and the one in the notice to the old address. */
async function askEmail(world: World, client: Client, email = thief) {
    const mails = await mailsOf(world, () => updateProfile(world, client, { email }));
    return {
        verify: linkIn(oneOf(mails, 'verify_email')),
        cancel: linkIn(oneOf(mails, 'email_change_notice'))
    };
}
const emailOf = async ({ store }: World, { user }: Client) =>
    (await findUserById(store.read, user.id))?.email;

test('a stolen session changes nothing until the new address confirms; the old one is told at once [66]', async (t) => {
    const world = await accountWorld(t);
    const stolen = await world.as('author');
    const { cancel } = await askEmail(world, stolen);
    t.is((await profileOf(stolen)).email, owner);
    t.is((await mailsOf(world, () => follow(world, cancel))).length, 1);
});

for (const applied of [false, true]) {
    const when = applied ? 'after the new address has confirmed' : 'before the new address confirms';
    test(`${when} the old address takes it back: it counts, nobody is logged in, nothing waits, a link is mailed to it [66]`, async (t) => {
        const world = await accountWorld(t);
        const stolen = await world.as('author');
        const other = await world.as('otherAuthor');
        const { verify, cancel } = await askEmail(world, stolen);
        if (applied) await follow(world, verify, stolen);
        const fields = { password: 'chosen by a thief', password_confirm: 'chosen by a thief' };
        const waiting = await mailsOf(world, () => updateProfile(world, stolen, fields));
        const mails = await mailsOf(world, () => follow(world, cancel));
        t.is(await emailOf(world, stolen), owner);
        t.false(await isLoggedIn(stolen));
        t.true(await isLoggedIn(other));
        t.deepEqual(named(mails), [`password_reset ${owner}`]);
        await t.throwsAsync(follow(world, verify), invalid);
        await t.throwsAsync(follow(world, linkIn(oneOf(waiting, 'verify_password'))), invalid);
        const { searchParams } = linkIn(oneOf(mails, 'password_reset'));
        const link = { reset_key: searchParams.get('key') ?? '', login: searchParams.get('login') ?? '' };
        t.is((await resetPassword(world, link)).statusCode, 200);
        t.is((await logIn(world, owner, password)).statusCode, 200);
    });

    test(`${when} the link to take it back is good for 72 hours, to the millisecond, and once [66]`, async (t) => {
        const world = await accountWorld(t);
        const [author, other] = [await world.as('author'), await world.as('otherAuthor')];
        const intime = await askEmail(world, author);
        const late = await askEmail(world, other, 'other@example.test');
        if (applied) {
            await follow(world, intime.verify);
            await follow(world, late.verify);
        }
        world.pass(72 * hour - 1);
        await follow(world, intime.cancel);
        await t.throwsAsync(follow(world, intime.cancel), invalid);
        t.is(await emailOf(world, author), owner);
        world.pass(1);
        const before = await emailOf(world, other);
        await t.throwsAsync(follow(world, late.cancel), invalid);
        t.is(await emailOf(world, other), before);
    });
}

test('the link to take it back opens nothing for somebody else who is logged in', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const other = await world.as('otherAuthor');
    const { cancel } = await askEmail(world, author);
    await t.throwsAsync(follow(world, cancel, other), invalid);
    t.true(await isLoggedIn(author));
    await follow(world, cancel);
    t.false(await isLoggedIn(author));
});

test('applied and taken back at once: the old address counts, whichever comes first', async (t) => {
    const world = await accountWorld(t);
    for (const order of [0, 1]) {
        const author = await world.as('author');
        const { verify, cancel } = await askEmail(world, author);
        const links = order === 0 ? [verify, cancel] : [cancel, verify];
        await Promise.allSettled(links.map((link) => follow(world, link)));
        t.is(await emailOf(world, author), owner);
    }
});

test('of 50 who take it back at once one does, and one link is mailed', async (t) => {
    const world = await accountWorld(t);
    const { cancel } = await askEmail(world, await world.as('author'));
    const mails = await mailsOf(world, async () => {
        const ended = await Promise.allSettled(Array.from({ length: 50 }, () => follow(world, cancel)));
        t.is(ended.filter(({ status }) => status === 'fulfilled').length, 1);
    });
    t.deepEqual(named(mails), [`password_reset ${owner}`]);
});

/** The links of two changes of the address, one after the other and both followed. */
async function changedTwice(world: World, stolen: Client) {
    const first = await askEmail(world, stolen);
    await follow(world, first.verify, stolen);
    world.pass(hour);
    const second = await askEmail(world, stolen, 'second-thief@example.test');
    await follow(world, second.verify, stolen);
    return { first, second };
}

test('whoever goes on from the stolen address cannot take it back to that one: a change taken back ends those after it', async (t) => {
    const world = await accountWorld(t);
    const stolen = await world.as('author');
    const { first, second } = await changedTwice(world, stolen);
    await follow(world, first.cancel);
    const mails = await mailsOf(world, () => t.throwsAsync(follow(world, second.cancel), invalid));
    t.deepEqual(mails, []);
    t.is(await emailOf(world, stolen), owner);
});

test('taking back a later change leaves the owner of the first address their own link', async (t) => {
    const world = await accountWorld(t);
    const stolen = await world.as('author');
    const { first, second } = await changedTwice(world, stolen);
    await follow(world, second.cancel);
    t.is(await emailOf(world, stolen), thief);
    await follow(world, first.cancel);
    t.is(await emailOf(world, stolen), owner);
});

test("an old address that is somebody else's by now stays theirs: taking it back is refused", async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    const { verify, cancel } = await askEmail(world, author);
    await follow(world, verify, author);
    const taker = { login: 'taker', email: owner, passwordHash: '-', role: 'support' } as const;
    await world.store.write((tx) => createUser(tx, taker, world.now()));
    await t.throwsAsync(follow(world, cancel), invalid);
    t.is(await emailOf(world, author), thief);
});

test('a change to an address that is taken can be taken back like any other [64]', async (t) => {
    const world = await accountWorld(t);
    const author = await world.as('author');
    await world.as('otherAuthor');
    const mails = await mailsOf(world, () =>
        updateProfile(world, author, { email: 'otherAuthor@example.test' })
    );
    const ended = await mailsOf(world, () => follow(world, linkIn(oneOf(mails, 'email_change_notice'))));
    t.deepEqual(named(ended), [`password_reset ${owner}`]);
    t.false(await isLoggedIn(author));
});
