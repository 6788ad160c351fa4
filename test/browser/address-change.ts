// A new email address: the link to the new one, the notice to the old one, and the link that takes it back.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { administrator } from '../support/servers/process.ts';
import type { Person } from './person.ts';

const old = 'admin@example.test';

export async function addressChange(person: Person) {
    const { check, page, url, how, look, linkTo } = person;
    const wanted = `robin.${how.replace(/ .*/, '')}@example.test`;

    await check('a new address waits for its link, and the profile shows this', async () => {
        await page.goto(`${url}/profile/email`);
        await page.getByLabel('Email address').fill(wanted);
        await page.getByRole('button', { name: 'Change the address' }).click();
        await page.getByText(`Confirm your new email address ${wanted}`).waitFor();
        assert.equal(await page.getByLabel('Email address').inputValue(), old);
        await look('profile-waiting');
    });

    const apply = await linkTo(wanted, '/verify/');
    const takeBack = await linkTo(old, '/verify/');
    await check('opening the link changes nothing, its button does', () => applied(person, apply, wanted));

    await check('a link works once', async () => {
        assert.equal((await page.goto(apply))?.status(), 400);
        await page.getByText('This link is invalid or has expired.').waitFor();
        await look('verify-over');
    });

    await check('the old address cancels the change, and all sessions end', () =>
        takenBack(person, takeBack)
    );
}

async function applied({ page, url, another, look }: Person, link: string, wanted: string) {
    const mailbox = await another(); // the email is read in a browser without a session
    const reader = await mailbox.newPage();
    await reader.goto(link);
    await page.goto(link);
    await look('verify');
    await page.goto(`${url}/profile/email`);
    assert.equal(await addressShown(page), old);
    await reader.getByRole('button', { name: 'Use this address' }).click();
    await reader.getByText(`Your email address is now ${wanted}.`).waitFor();
    assert.equal(reader.url(), `${url}/login`);
    await page.reload();
    assert.equal(await addressShown(page), wanted);
    await mailbox.close();
}

const addressShown = (page: Page) => page.getByLabel('Email address').inputValue();

async function takenBack(person: Person, link: string) {
    const { page, url, another, look, linkTo } = person;
    await page.goto(link);
    await look('verify-take-back');
    const mailbox = await another();
    const reader = await mailbox.newPage();
    await reader.goto(link);
    await reader.getByRole('button', { name: 'Cancel the change and end all sessions' }).click();
    await reader.getByText(`Your email address is ${old}, and all sessions are ended.`).waitFor();
    await mailbox.close();
    await page.goto(`${url}/profile`);
    assert.equal(page.url(), `${url}/login?next=/profile`);
    const choose = await linkTo(old, '/reset-password?key=');
    assert.match(choose, /login=admin/);
    await chooseAgain(person, choose);
}

/** The password that was good while the address was another one is good no more: the mailed link gives a new one. */
async function chooseAgain({ url, visitor }: Person, link: string) {
    const mailbox = await visitor(); // the one form that needs JavaScript
    const reader = await mailbox.newPage();
    await reader.goto(link);
    await reader.getByLabel('New password', { exact: true }).fill(administrator.password);
    await reader.getByLabel('Repeat new password').fill(administrator.password);
    await reader.getByRole('button', { name: 'Change the password' }).click();
    await reader.waitForURL(`${url}/login`);
    await mailbox.close();
}
