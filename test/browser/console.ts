// The frame of the pages of whoever is logged in: keys, the user's menu, the theme, and what a browser keeps.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

export async function consoleFrame(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        await logIn(page, fixtures.url);
        await check(`${how}: the theme is chosen in the menu and stays on the next page`, async () => {
            await page.locator('.menu summary').click();
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'menu');
            await page.getByRole('button', { name: 'Dark' }).click();
            await page.goto(`${fixtures.url}/profile`);
            assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
        });
        await check(`${how}: the search finds what its words name`, async () => {
            await page.goto(fixtures.url);
            if (javaScriptEnabled) await page.keyboard.press('/');
            else await page.getByRole('searchbox', { name: 'Search' }).focus();
            await page.keyboard.type('demo');
            await page.keyboard.press('Enter');
            await page.getByRole('heading', { name: 'Sages' }).waitFor();
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'search');
        });
        await check(`${how}: a message of what was done is closed by its button`, async () => {
            await page.goto(`${fixtures.url}/profile`);
            await page.getByRole('button', { name: 'Save', exact: true }).click();
            await page.getByText('Your profile is saved.').waitFor();
            await page.getByRole('button', { name: 'Close this message' }).click();
            assert.equal(await page.getByText('Your profile is saved.').isVisible(), false);
        });
        if (javaScriptEnabled)
            await check('after a walk the browser has kept no page', async () => {
                assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0);
                assert.deepEqual(await page.evaluate('caches.keys()'), []);
            });
        await check(`${how}: the console shows no errors in the frame`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}
