// The API documentation, as a visitor without a session reads it.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';

export async function apiDocs(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        await check(`${how}: an operation of the API is searched for and read`, async () => {
            await page.goto(`${fixtures.url}/docs`);
            await page.getByRole('searchbox', { name: 'Search the API' }).fill('recall customer');
            await page.keyboard.press('Enter');
            await page.getByRole('link', { name: 'svc_recall_from_customer' }).click();
            await page.getByText('deal_id', { exact: true }).waitFor();
            assert.match((await page.locator('pre').textContent()) ?? '', /-d 'deal_id=1'/);
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'api-operation');
        });
        // Last, for its pictures are 20,000 pixels high: on a busy machine Chromium has stood still after them for half a minute.
        if (javaScriptEnabled)
            await check('every user can use the list of all API operations', async () => {
                await page.goto(`${fixtures.url}/docs`);
                await look(page, fixtures.pictures, 'api');
            });
        await check(`${how}: the console shows no errors in the documentation of the API`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}
