// A forgotten password, from the first page to the login with the new one; and the pages where the check is not ours.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { administrator } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import { atBrowser, fillLogin, logIn, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';

const chosen = 'quite another secret';

export async function passwordReset(fixtures: Fixtures, check: Check) {
    await atBrowser({ fixtures, check, pages: 'a forgotten password' }, resets);
}

async function resets({ check, page, url, visitor, look, linkTo }: Person) {
    await check('without JavaScript the reset form shows that it needs JavaScript', async () => {
        const plain = await visitor({ javaScriptEnabled: false });
        const without = await plain.newPage();
        await without.goto(`${url}/reset-password`);
        const words = without.locator('noscript p');
        await words.waitFor();
        assert.match((await words.textContent()) ?? '', /This form needs JavaScript/);
        await without.getByLabel('Login').fill(administrator.login);
        await without.getByRole('button').click();
        await without.getByRole('alert').getByText('Turn on JavaScript').waitFor();
        assert.equal(await without.getByLabel('Login').inputValue(), administrator.login);
        await plain.close();
    });

    await check('a link is requested from the login page, and the response reveals nothing', async () => {
        await page.goto(`${url}/login`);
        await page.getByRole('link', { name: 'Forgot your password?' }).click();
        await look('reset');
        await ask(page, 'nobody-of-this-name');
        const reported = await page.locator('main').innerText();
        await page.goto(`${url}/reset-password`);
        await ask(page, administrator.login);
        assert.equal(await page.locator('main').innerText(), reported);
        await look('reset-mailed');
    });

    await check(
        'two different passwords show an error next to the field, and the link stays valid',
        async () => {
            await page.goto(await linkTo('admin@example.test', '/reset-password?key='));
            await look('reset-choose');
            await choose(page, chosen, `${chosen}?`);
            await page.getByRole('alert').getByText('The two passwords do not match.').waitFor();
            assert.equal(await page.getByLabel('New password', { exact: true }).inputValue(), '');
            await look('reset-refused');
        }
    );

    await check('the new password logs in, the old one does not, and the link is used up', async () => {
        const link = page.url();
        await choose(page, chosen, chosen);
        await page.getByText('Your password is changed. Sign in with the new password.').waitFor();
        await look('reset-done');
        await fillLogin(page, administrator.password);
        await page.keyboard.press('Enter');
        await page.getByText('Wrong login or password. Check both and try again.').waitFor();
        await logIn(page, url, chosen);
        assert.equal((await page.goto(link))?.status(), 400);
    });
}

async function ask(page: Page, login: string) {
    await page.getByLabel('Login').fill(login);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

async function choose(page: Page, password: string, again: string) {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat new password').fill(again);
    await page.getByRole('button', { name: 'Change the password' }).click();
}
