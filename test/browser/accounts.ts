// People and their accounts, once with JavaScript and once without: logging in, the profile, sessions, a new address.
import assert from 'node:assert/strict';
import { administrator } from '../support/servers/process.ts';
import { addressChange } from './address-change.ts';
import type { Check } from './checks.ts';
import { assertFocusShows } from './demo-run.ts';
import { atBothBrowsers, fillLogin, logIn, type Person } from './person.ts';
import { profileEdits } from './profile-page.ts';
import type { Fixtures } from './fixtures.ts';

export async function accounts(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'an account' }, async (person) => {
        await loggingIn(person);
        await profileEdits(person);
        await addressChange(person);
        await loggingOut(person);
    });
}

async function loggingIn({ check, page, url, isScripted, look }: Person) {
    await check('a visitor who opens the profile is redirected to the login', async () => {
        await page.goto(`${url}/profile`);
        assert.equal(page.url(), `${url}/login?next=/profile`);
        await look('login');
    });

    await check(
        'a wrong password shows an error, and the form keeps all values but the password',
        async () => {
            await fillLogin(page, 'not this one at all');
            await page.keyboard.press('Enter');
            await page.getByText('Wrong login or password. Check both and try again.').waitFor();
            assert.equal(await page.getByLabel('Login').inputValue(), administrator.login);
            assert.equal(await page.getByLabel('Password').inputValue(), '');
            assert.equal(page.url(), `${url}/login?next=/profile`);
            await look('login-refused');
            await page.reload();
            assert.equal(await page.getByRole('alert').count(), 0, 'it is said once');
        }
    );

    await check('a user logs in by keyboard alone and is taken to the profile', async () => {
        await page.goto(`${url}/login?next=/profile`);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        if (isScripted) await assertFocusShows(page, 'login');
        await page.keyboard.type(administrator.login);
        await page.keyboard.press('Tab');
        await page.keyboard.type(administrator.password);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Your profile' }).waitFor();
        assert.equal(page.url(), `${url}/profile`);
    });
}

async function loggingOut({ check, page, url, look }: Person) {
    await check('logging out shows a message, and the next visit requires a login', async () => {
        await logIn(page, url);
        await page.getByRole('navigation', { name: 'Main' }).locator('summary').click();
        await page
            .getByRole('navigation', { name: 'Main' })
            .getByRole('button', { name: 'Sign out' })
            .click();
        await page.getByText('You are signed out.').waitFor();
        await look('logged-out');
        await page.goto(`${url}/profile`);
        assert.equal(page.url(), `${url}/login?next=/profile`);
    });
}
