// The first administrator is made in a browser, by the link that the server left in its data folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { administrator } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import { atBrowser, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';

export async function setupPage(fixtures: Fixtures, check: Check) {
    await atBrowser({ fixtures, check, pages: 'the setup' }, setsUp);
}

async function setsUp({ check, context, page, dataDir, look, url }: Person) {
    await check('the start page shows that there is no administrator yet', async () => {
        await page.goto(url);
        await look('start-not-ready');
        assert.match(await page.locator('main').innerText(), /no administrator yet/);
    });

    await check(
        'a refused setup shows the error next to its field and keeps all values except the password',
        async () => {
            await page.goto(readFileSync(join(dataDir, 'setup-link'), 'utf8').trim());
            await look('setup');
            await page.getByLabel('Login').fill(administrator.login);
            await page.getByLabel('Email address').fill('admin@example.test');
            await page.getByLabel('Password').fill('password1');
            await page.getByRole('button').click();
            await page.getByRole('alert').waitFor();
            await look('setup-refused');
            assert.equal(await page.getByLabel('Login').inputValue(), administrator.login);
            assert.equal(await page.getByLabel('Password').inputValue(), '');
            assert.equal(await page.getByLabel('Password').getAttribute('aria-invalid'), 'true');
        }
    );

    await check('Enter in the last field creates the administrator, who is logged in', async () => {
        await page.getByLabel('Password').fill(administrator.password);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
        await look('setup-ready');
        const session = await context.request.get(`${url}/rest/svc/v1/session`);
        assert.equal(session.status(), 200);
    });
}
