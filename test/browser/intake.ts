// What comes in, on the pages of those who work on it.
import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

export async function intake(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        const picture = async (name: string) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        await logIn(page, fixtures.url);
        await check(`${how}: an item is written down, its switches hold, and it becomes a deal`, () =>
            working(page, picture, how)
        );
        if (javaScriptEnabled)
            await check('a switch sets the state it shows, even if another user changed it meanwhile', () =>
                switching(page, context, how)
            );
        await check(`${how}: the console shows no errors on the pages of the intake`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}

/** Two pages of the same item, of which neither sees what the other does. */
async function switching(page: Page, context: BrowserContext, how: string) {
    const title = `Two switches ${how}`;
    await page.goto(new URL('/intake/new', page.url()).href);
    await page.getByLabel('Subject').fill(title);
    await page.getByLabel('Contact name').fill('Kim Lind');
    await page.getByLabel('Contact email').fill('kim@example.test');
    await page.getByRole('button', { name: 'Create item' }).click();
    await page.getByText('Item created.').waitFor();
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

async function working(page: Page, picture: (name: string) => Promise<void>, how: string) {
    await page.getByRole('link', { name: 'Intake', exact: true }).click();
    await page.getByRole('button', { name: 'New item' }).click();
    await picture('intake-new');
    await page.getByLabel('Subject').fill(`Two engineers ${how}`);
    await page.getByLabel('Contact name').fill('Kim Lind');
    await page.getByLabel('Contact email').fill('kim@example.test');
    await page.getByLabel('Message').fill('By spring,\nplease.');
    await page.getByRole('button', { name: 'Create item' }).click();
    await page.getByText('Item created.').waitFor();
    await page.getByRole('link', { name: 'Intake', exact: true }).first().click();
    const reviewed = page.getByRole('switch', { name: `Reviewed: Two engineers ${how}` });
    const before = await reviewed.boundingBox();
    await reviewed.click();
    await page.locator(`[aria-checked="true"][aria-label="Reviewed: Two engineers ${how}"]`).waitFor();
    assert.deepEqual(await reviewed.boundingBox(), before, 'nothing jumps');
    await picture('intake');
    await page.getByRole('link', { name: `Two engineers ${how}` }).click();
    assert.equal(await reviewed.getAttribute('aria-checked'), 'true');
    await page.getByRole('switch', { name: 'Priced' }).click();
    await page.locator('[aria-checked="true"][aria-label^="Priced"]').waitFor();
    await page.reload();
    await page.getByText('switched Priced on').waitFor();
    await picture('intake-item');
    await page.getByRole('button', { name: 'Assign' }).click();
    await picture('intake-assign');
    await page.getByRole('button', { name: 'Assign' }).last().click();
    await page.getByText('Owner assigned.').waitFor();
    await page.getByRole('button', { name: 'Create deal' }).click();
    await page.getByRole('button', { name: 'Create deal' }).last().click();
    await page.getByText('Deal created as a draft.').waitFor();
}
