// An author reads the report card of a build at their browser.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import { atBrowser, logIn } from './person.ts';
import type { Fixtures } from './fixtures.ts';

export async function reportCard(fixtures: Fixtures, path: string, check: Check) {
    await atBrowser({ fixtures, check, pages: 'a report card' }, async ({ page, url, look }) => {
        await logIn(page, url);
        await check(
            'the report card says first that the sage passed, and has its evidence in a fold',
            async () => {
                await page.goto(`${url}${path}`);
                assert.match(
                    await page.locator('main').innerText(),
                    /Check of [^]*Passed on [^]*It does not grade anyone[^]*What was checked/
                );
                assert.equal(await page.locator('.promise.good').count(), 6);
                assert.ok(!(await page.getByText('4. Test Shu').isVisible()));
                await look('report-card');
                await page.getByText('Evidence for engineers').click();
                assert.ok(await page.getByText('4. Test Shu').isVisible());
                await look('report-card-evidence');
            }
        );
    });
}
