// People and their accounts at a browser: a login by keyboard alone, a mailed link behind the human check, and how the pages
// look. What their forms do is tested where pages are tested.
import assert from 'node:assert/strict';
import { administrator } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import { assertFocusShows } from './demo-run.ts';
import { atBrowser, fillLogin, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';

const email = 'admin@example.test';
const shown = {
    '/profile': 'profile',
    '/profile/picture': 'profile-picture',
    '/profile/password': 'profile-password',
    '/verify/nothing': 'verify-over',
    '/reset-password?key=wrong': 'reset-over'
};

export async function accounts(fixtures: Fixtures, check: Check) {
    await atBrowser({ fixtures, check, pages: 'an account' }, async (person) => {
        await loggingIn(person);
        await changing(person);
        await loggingOut(person);
        await resetting(person);
    });
}

async function loggingIn({ check, page, url, look }: Person) {
    await check('a user logs in by keyboard alone and is taken to the requested page', async () => {
        await page.goto(`${url}/profile`);
        await look('login');
        await fillLogin(page, 'not this one at all');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
        await look('login-refused');
        await page.goto(`${url}/login?next=/profile`);
        for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
        await assertFocusShows(page, 'login');
        await page.keyboard.type(administrator.login);
        await page.keyboard.press('Tab');
        await page.keyboard.type(administrator.password);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    });
}

async function changing({ check, page, url, look, linkTo }: Person) {
    for (const [path, name] of Object.entries(shown))
        await check(`the page ${path} looks as it should`, async () => {
            await page.goto(url + path);
            await look(name);
        });
    await check(
        'a change of address shows that it waits, and each of its links what it would do',
        async () => {
            const wanted = 'robin@example.test';
            await page.goto(`${url}/profile/email`);
            await page.getByLabel('Email address').fill(wanted);
            await page.getByLabel('Your current password').fill(administrator.password);
            await page.getByRole('button', { name: 'Change the address' }).click();
            await page.getByText(`Confirm your new email address ${wanted}`).waitFor();
            await look('profile-waiting');
            for (const [address, name] of [
                [wanted, 'verify'],
                [email, 'verify-take-back']
            ] as const) {
                await page.goto(await linkTo(address, '/verify/'));
                await look(name);
            }
        }
    );
}

async function loggingOut({ check, page, url, look }: Person) {
    await check('logging out shows a message', async () => {
        await page.goto(`${url}/profile`);
        const menu = page.getByRole('navigation', { name: 'Main' });
        await menu.locator('summary').click();
        await menu.getByRole('button', { name: 'Sign out' }).click();
        await page.getByText('You are signed out.').waitFor();
        await look('logged-out');
    });
}

async function resetting({ check, page, look, linkTo }: Person) {
    await check(
        'a link to a new password is requested, and a refused password can be chosen again',
        async () => {
            await page.getByRole('link', { name: 'Forgot your password?' }).click();
            await look('reset');
            await page.getByLabel('Login').fill(administrator.login);
            await page.keyboard.press('Enter');
            await page.getByRole('heading', { name: 'Check your email' }).waitFor();
            await look('reset-mailed');
            await page.goto(await linkTo(email, '/reset-password?key='));
            await look('reset-choose');
            for (const again of ['another one', administrator.password]) {
                await page.getByLabel('New password', { exact: true }).fill(administrator.password);
                await page.getByLabel('Repeat new password').fill(again);
                await page.getByRole('button', { name: 'Change the password' }).click();
                const isSame = again === administrator.password;
                await page
                    .getByText(isSame ? /Your password is changed/ : /do not match/)
                    .first()
                    .waitFor();
                await look(isSame ? 'reset-done' : 'reset-refused');
            }
            assert.match(page.url(), /\/login$/);
        }
    );
}
