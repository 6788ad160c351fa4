// An author makes a sage at their browser, builds it and looks at all its pages.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn, type Person } from './person.ts';

const tabs = ['Settings', 'Results template', 'Contexts', 'Prompt', 'Calibrate'];

export async function sagePages(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'sages' }, async (person) => {
        const { check, page, url, look } = person;
        await logIn(page, url);
        await check('an author creates a sage from a template and builds it', () => making(person));
        await check('every page of a sage opens from its home', async () => {
            await page.getByRole('main').getByRole('link', { name: 'Ward nurse' }).first().click();
            await page.getByLabel('More').click();
            await look('sage-more');
            await page.getByRole('link', { name: 'Latest check' }).click();
            await page.getByRole('heading', { level: 1, name: 'Check of' }).waitFor();
            assert.ok(!(await page.getByText('4. Test Shu').isVisible()));
            await look('sage-check');
            await page.getByText('Evidence for engineers').click();
            assert.ok(await page.getByText('4. Test Shu').isVisible());
            await look('sage-check-evidence');
            await page.goBack();
            await page.getByLabel('More').click();
            await page.getByRole('link', { name: 'Advanced' }).click();
            for (const tab of tabs) {
                await opens(page, tab);
                await page.getByRole('heading', { level: 1 }).waitFor();
                await look(`sage-${tab.toLowerCase().replaceAll(' ', '-')}`);
            }
        });
        await check('a context is created, and versions are compared side by side', () => writing(person));
    });
}

const opens = (page: Page, tab: string) =>
    page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: tab }).click();

async function writing({ page, look }: Person) {
    await opens(page, 'Contexts');
    await page.getByLabel('Name').fill('House rules');
    await page.getByLabel('Text', { exact: true }).fill('We hand over in writing.');
    await page.getByRole('button', { name: 'Add context' }).click();
    await page.getByText('Context created').waitFor();
    await look('sage-contexts-made');
    await opens(page, 'Results template');
    const results = page.url();
    await page.getByLabel('Directions').fill('Read it twice. Say what you saw.');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.goto(results);
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByRole('heading', { name: 'Version 2 compared with version 1' }).waitFor();
    await look('sage-results-beside');
}

async function making({ page, url, isScripted, look }: Person) {
    await page.goto(`${url}/sages`);
    await look('sages');
    await page.getByRole('button', { name: 'New sage' }).first().click();
    await look('sage-new');
    await page.getByRole('button', { name: 'Ward nurse', exact: true }).click();
    await look('sage-ready');
    await page.getByRole('link', { name: 'Questions' }).first().click();
    await page.waitForLoadState();
    await page.getByLabel('Weight').first().fill('0');
    if (isScripted) await page.getByText('Counts 0 of 100').first().waitFor();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByText(isScripted ? /^(Saved at|All changes saved)/ : 'Not saved yet.').waitFor();
    await page.getByRole('heading', { name: 'left before you can run the check' }).waitFor();
    await look('sage-criteria-missing');
    await page.getByRole('button', { name: 'Delete question 4' }).click();
    await page.getByRole('link', { name: 'it has the weight 0' }).click();
    await page.getByLabel('Weight').first().fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('heading', { name: 'Checking.' }).waitFor();
    await page.getByRole('button', { name: 'Read the test answers' }).waitFor({ timeout: 120_000 });
    await look('sage-checked');
}
