// The API documentation, as a visitor without a session reads it.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers } from './person.ts';

export async function apiDocs(fixtures: Fixtures, check: Check) {
    const walk = { fixtures, check, pages: 'the documentation of the API' };
    await atBothBrowsers(walk, async ({ check, page, url, isScripted, look }) => {
        await check('an operation of the API is searched for and read', async () => {
            await page.goto(`${url}/docs`);
            await page.getByRole('searchbox', { name: 'Search the API' }).fill('recall customer');
            await page.keyboard.press('Enter');
            await page.getByRole('link', { name: 'svc_recall_from_customer' }).click();
            await page.getByText('deal_id', { exact: true }).waitFor();
            assert.match((await page.locator('pre').textContent()) ?? '', /-d 'deal_id=1'/);
            await look('api-operation');
        });
        // Last, for its pictures are 20,000 pixels high: on a busy machine Chromium has stood still after them for half a minute.
        if (isScripted)
            await check('every user can use the list of all API operations', async () => {
                await page.goto(`${url}/docs`);
                await look('api');
            });
    });
}
