// Where an installation has chosen reCAPTCHA: its script is let in on these pages alone. Google's is played here.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startServer, temporaryFolder } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import { atBrowser } from './person.ts';
import type { Fixtures } from './fixtures.ts';

const played = `globalThis.grecaptcha = {
    ready: (then) => then(),
    execute: async (key, { action }) => 'played ' + key + ' ' + action
};`;

export async function recaptchaPages(fixtures: Fixtures, check: Check) {
    const folder = await temporaryFolder();
    const env = {
        HUMAN_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site-key',
        RECAPTCHA_SECRET: 'not the real one'
    };
    const server = await startServer({ dataDir: folder.path, env });
    await atBrowser({ fixtures, check, pages: 'reCAPTCHA' }, ({ page }) => requests(page, server.url, check));
    await server.end('SIGTERM');
    await folder.remove();
}

async function requests(page: Page, url: string, check: Check) {
    await check(
        'the form requests a reCAPTCHA token, and an unreachable verifier accepts no request',
        async () => {
            await page.route('https://www.google.com/**', (route) =>
                route.fulfill({ contentType: 'text/javascript', body: played })
            );
            const sent = page.waitForRequest((request) => request.method() === 'POST');
            await ask(page, url);
            const form = new URLSearchParams((await sent).postData() ?? '');
            assert.equal(form.get('recaptcha_token'), 'played site-key request_password_reset');
            await page.getByText('Verification is unavailable.').waitFor();
        }
    );

    await check('a reCAPTCHA script that does not load shows an error, and nothing is sent', async () => {
        await page.unrouteAll();
        await page.route('https://www.google.com/**', (route) => route.abort());
        await ask(page, url);
        await page.getByText('did not respond').waitFor();
    });
}

async function ask(page: Page, url: string) {
    await page.goto(`${url}/reset-password`);
    await page.getByLabel('Login').fill('admin');
    await page.getByRole('button').click();
}
