// What comes in, on the pages of those who work on it.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn, type Person } from './person.ts';

export async function intake(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'the intake' }, async (person) => {
        const { check, page, url, isScripted } = person;
        await logIn(page, url);
        await check('an item is written down, and its switches hold', () => working(person));
        if (isScripted)
            await check('a switch sets the state it shows, even if another user changed it meanwhile', () =>
                switching(person)
            );
    });
}

async function writesDown(page: Page, title: string) {
    await page.getByLabel('Subject').fill(title);
    await page.getByLabel('Contact name').fill('Kim Lind');
    await page.getByLabel('Contact email').fill('kim@example.test');
    await page.getByLabel('Message').fill('By spring,\nplease.');
    await page.getByRole('button', { name: 'Create item' }).click();
    await page.getByText('Item created.').waitFor();
}

/** Two pages of the same item, of which neither sees what the other does. */
async function switching({ page, context }: Person) {
    const title = 'Two switches';
    await page.goto(new URL('/intake/new', page.url()).href);
    await writesDown(page, title);
    const other = await context.newPage();
    await other.goto(page.url());
    const approved = (one: Page) => one.getByRole('switch', { name: `Approved: ${title}` });
    const on = (one: Page) => one.locator(`[aria-checked="true"][aria-label="Approved: ${title}"]`).waitFor();
    for (const one of [other, page]) {
        await approved(one).click();
        await on(one);
    }
    await other.reload();
    await on(other);
    await other.route('**/checklist', async (route) => {
        await route.fetch();
        await route.abort();
    });
    await approved(other).click();
    await other.getByText('We do not know whether this was saved.').waitFor();
    await other.reload();
    await other.locator(`[aria-checked="false"][aria-label="Approved: ${title}"]`).waitFor();
    await other.close();
}

async function working({ page, how, look }: Person) {
    await page.getByRole('link', { name: 'Intake', exact: true }).click();
    await page.getByRole('button', { name: 'New item' }).click();
    await look('intake-new');
    await writesDown(page, `Two engineers ${how}`);
    await page.getByRole('link', { name: 'Intake', exact: true }).first().click();
    const reviewed = page.getByRole('switch', { name: `Reviewed: Two engineers ${how}` });
    const before = await reviewed.boundingBox();
    await reviewed.click();
    await page.locator(`[aria-checked="true"][aria-label="Reviewed: Two engineers ${how}"]`).waitFor();
    assert.deepEqual(await reviewed.boundingBox(), before, 'nothing jumps');
    await look('intake');
    await page.getByRole('link', { name: `Two engineers ${how}` }).click();
    assert.equal(await reviewed.getAttribute('aria-checked'), 'true');
    await page.getByRole('switch', { name: 'Priced' }).click();
    await page.locator('[aria-checked="true"][aria-label^="Priced"]').waitFor();
    await page.reload();
    await page.getByText('priced on').waitFor();
    await look('intake-item');
    await page.getByRole('button', { name: 'Assign' }).click();
    await look('intake-assign');
    await page.getByRole('button', { name: 'Assign' }).last().click();
    await page.getByText('Owner assigned.').waitFor();
}
