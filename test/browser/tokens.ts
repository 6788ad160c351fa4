// Service tokens, as an administrator makes and ends them.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

export async function tokens(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        const picture = async (name: string) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        await logIn(page, fixtures.url);
        await check(`${how}: a service token is created, shown once and revoked`, async () => {
            await page.goto(`${fixtures.url}/people`);
            await page.getByRole('link', { name: 'Service tokens' }).click();
            await page.getByRole('button', { name: 'Create token' }).click();
            await picture('token-new');
            await page.getByLabel('Name').fill('Night watch');
            await page.getByRole('button', { name: 'Create token' }).click();
            await page.getByRole('link', { name: 'Choose at least one permission' }).waitFor();
            await picture('token-new-refused');
            await page.getByLabel('Support').check();
            await page.getByRole('button', { name: 'Create token' }).click();
            assert.match(await page.getByLabel('The token').inputValue(), /^svcs_\w{40}$/);
            await picture('token-once');
            await page.getByRole('button', { name: 'Done' }).click();
            await picture('token');
            await page.getByRole('button', { name: 'Revoke' }).click();
            await picture('token-revoke');
            await page.getByRole('button', { name: 'Revoke token' }).click();
            await page.getByText('It no longer works').waitFor();
            await page.goto(`${fixtures.url}/people/tokens`);
            await picture('tokens');
        });
        await check(`${how}: the console shows no errors on the pages of tokens`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}
