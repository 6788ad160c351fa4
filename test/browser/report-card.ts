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
    await check(
        'the report card says first that the sage passed, and has its evidence in a fold',
        async () => {
            await page.goto(`${fixtures.url}${path}`);
            assert.match(
                await page.locator('main').innerText(),
                /Report card: [^]*Passed on [^]*It does not grade anyone[^]*What was checked/
            );
            assert.equal(await page.locator('.promise.good').count(), 6);
            assert.ok(!(await page.getByText('4. Test Shu').isVisible()));
            await look(page, fixtures.pictures, 'report-card');
            await page.getByText('Evidence for engineers').click();
            assert.ok(await page.getByText('4. Test Shu').isVisible());
            await look(page, fixtures.pictures, 'report-card-evidence');
            assert.deepEqual(complaints, []);
        }
    );
    await browser.close();
}
