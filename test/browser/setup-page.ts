// The first administrator is made in a browser, by the link that the server left in its data folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { administrator } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import { listen, look } from './looks.ts';
import type { Fixtures } from './fixtures.ts';

export async function setupPage({ dataDir, visitor, pictures, url }: Fixtures, check: Check) {
    const context = await visitor();
    const page = await context.newPage();
    const complaints = listen(page);

    await check('the start page shows that there is no administrator yet', async () => {
        await page.goto(url);
        await look(page, pictures, 'start-not-ready');
        assert.match(await page.locator('main').innerText(), /no administrator yet/);
    });

    await check(
        'a refused setup shows the error next to its field and keeps all values except the password',
        async () => {
            await page.goto(readFileSync(join(dataDir, 'setup-link'), 'utf8').trim());
            await look(page, pictures, 'setup');
            await page.getByLabel('Login').fill(administrator.login);
            await page.getByLabel('Email address').fill('admin@example.test');
            await page.getByLabel('Password').fill('password1');
            await page.getByRole('button').click();
            await page.getByRole('alert').waitFor();
            await look(page, pictures, 'setup-refused');
            assert.equal(await page.getByLabel('Login').inputValue(), administrator.login);
            assert.equal(await page.getByLabel('Password').inputValue(), '');
            assert.equal(await page.getByLabel('Password').getAttribute('aria-invalid'), 'true');
        }
    );

    await check('Enter in the last field creates the administrator, who is logged in', async () => {
        await page.getByLabel('Password').fill(administrator.password);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Welcome, admin' }).waitFor();
        await look(page, pictures, 'setup-ready');
        const session = await context.request.get(`${url}/rest/svc/v1/session`);
        assert.equal(session.status(), 200);
    });

    await check('the console shows no errors on the pages of the setup', async () =>
        assert.deepEqual(complaints, [])
    );
    await context.close();
}
