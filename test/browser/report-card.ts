// An author reads the report card of a build at their browser.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';
import type { Fixtures } from './fixtures.ts';

export async function reportCard(fixtures: Fixtures, path: string, check: Check) {
    const browser = await fixtures.visitor();
    const page = await browser.newPage();
    const complaints = listen(page);
    await logIn(page, fixtures.url);
    await check('the build report shows if recommendations are on, and opens each step', async () => {
        await page.goto(`${fixtures.url}${path}`);
        assert.match(await page.locator('main').innerText(), /\nBuild report: .*\s+Highlights only\./);
        await page.getByText('4. Test Shu').click();
        await page.getByText('Required:').first().waitFor({ state: 'attached' });
        assert.ok(await page.locator('details[open]').getByText('Result:').first().isVisible());
        await look(page, fixtures.pictures, 'report-card');
        assert.deepEqual(complaints, []);
    });
    await browser.close();
}
