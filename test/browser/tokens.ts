// Service tokens, as an administrator makes and ends them.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn } from './person.ts';

export async function tokens(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'tokens' }, async (person) => {
        const { check, page, url, look } = person;
        await logIn(page, url);
        await check('a service token is created, shown once and revoked', async () => {
            await page.goto(`${url}/people`);
            await page.getByRole('link', { name: 'Service tokens' }).click();
            await page.getByRole('button', { name: 'Create token' }).click();
            await look('token-new');
            await page.getByLabel('Name').fill('Night watch');
            await page.getByRole('button', { name: 'Create token' }).click();
            await page.getByRole('link', { name: 'Choose at least one permission' }).waitFor();
            await look('token-new-refused');
            await page.getByLabel('Support').check();
            await page.getByRole('button', { name: 'Create token' }).click();
            assert.match(await page.getByLabel('The token').inputValue(), /^svcs_\w{40}$/);
            await look('token-once');
            await page.getByRole('button', { name: 'Done' }).click();
            await look('token');
            await page.getByRole('button', { name: 'Revoke' }).click();
            await look('token-revoke');
            await page.getByRole('button', { name: 'Revoke token' }).click();
            await page.getByText('It no longer works').waitFor();
            await page.goto(`${url}/people/tokens`);
            await look('tokens');
        });
    });
}
