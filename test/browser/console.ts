// The frame of the pages of any logged-in user: keys, the user's menu, the theme, and what a browser keeps.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn } from './person.ts';

export async function consoleFrame(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'the frame' }, async (person) => {
        const { check, page, url, isScripted, look } = person;
        await logIn(page, url);
        await check('the theme is chosen in the menu and stays on the next page', async () => {
            await page.locator('.me summary').click();
            await look('menu');
            await page.getByRole('button', { name: 'Dark' }).click();
            await page.goto(`${url}/profile`);
            assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
        });
        await check('the search finds what its words name', async () => {
            await page.goto(url);
            if (isScripted) await page.keyboard.press('/');
            else await page.getByRole('searchbox', { name: 'Search' }).focus();
            await page.keyboard.type('demo');
            await page.keyboard.press('Enter');
            await page.getByRole('heading', { name: 'Sages' }).waitFor();
            await look('search');
        });
        await check('a message of what was done is closed by its button', async () => {
            await page.goto(`${url}/profile`);
            await page.getByRole('button', { name: 'Save', exact: true }).click();
            await page.getByText('Profile saved.').waitFor();
            await page.getByRole('button', { name: 'Close this message' }).click();
            assert.equal(await page.getByText('Profile saved.').isVisible(), false);
        });
        if (isScripted)
            await check('after a walk the browser has stored no page', async () => {
                assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0);
                assert.deepEqual(await page.evaluate('caches.keys()'), []);
            });
    });
}
