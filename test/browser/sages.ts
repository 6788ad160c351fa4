// An author makes a sage at their browser, builds it and looks at all its pages.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

const tabs = ['Settings', 'Results template', 'Contexts', 'Prompt', 'Calibrate'];

export async function sagePages(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const browser = await fixtures.visitor({ javaScriptEnabled });
        const page = await browser.newPage();
        const complaints = listen(page);
        const seen = async (name: string) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        await logIn(page, fixtures.url);
        await check(`an author creates a sage from a template and builds it, ${how}`, async () => {
            await making(page, { url: fixtures.url, isScripted: javaScriptEnabled, seen });
            assert.deepEqual(complaints, []);
        });
        await check(`every page of a sage opens from its home, ${how}`, async () => {
            await page.getByLabel('More').click();
            await seen('sage-more');
            await page.getByRole('link', { name: 'Checks' }).click();
            await page.getByRole('heading', { level: 1, name: 'Check' }).waitFor();
            await seen('sage-check');
            await page.goBack();
            await page.getByLabel('More').click();
            await page.getByRole('link', { name: 'Advanced' }).click();
            for (const tab of tabs) {
                await page
                    .getByRole('navigation', { name: 'Parts' })
                    .getByRole('link', { name: tab })
                    .click();
                await page.getByRole('heading', { level: 1 }).waitFor();
                await seen(`sage-${tab.toLowerCase().replaceAll(' ', '-')}`);
            }
            assert.deepEqual(complaints, []);
        });
        await check(
            `a context is created in the browser, and versions are compared side by side, ${how}`,
            async () => {
                await writing(page, seen);
                assert.deepEqual(complaints, []);
            }
        );
        await browser.close();
    }
}

async function writing(page: Page, seen: Seen) {
    const open = (tab: string) =>
        page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: tab }).click();
    await open('Contexts');
    await page.getByLabel('Name').fill('House rules');
    await page.getByLabel('Text', { exact: true }).fill('We hand over in writing.');
    await page.getByRole('button', { name: 'Add context' }).click();
    await page.getByText('Context created').waitFor();
    await seen('sage-contexts-made');
    await open('Results template');
    await page.getByLabel('Directions').fill('Read it twice. Say what you saw.');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByRole('heading', { name: 'Version 2 compared with version 1' }).waitFor();
    await seen('sage-results-beside');
}

type Seen = (name: string) => Promise<void>;

interface Making {
    url: string;
    isScripted: boolean;
    seen: Seen;
}

async function making(page: Page, { url, isScripted, seen }: Making) {
    await page.goto(`${url}/sages`);
    await seen('sages');
    await page.getByRole('button', { name: 'New sage' }).first().click();
    await seen('sage-new');
    await page.getByRole('button', { name: 'Ward nurse', exact: true }).click();
    await seen('sage-ready');
    await page.getByRole('link', { name: 'Questions' }).first().click();
    await page.waitForLoadState();
    await page.getByLabel('Weight').first().fill('0');
    if (isScripted) await page.getByText('Counts 0 of 100').first().waitFor();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByText(isScripted ? /^(Saved at|All changes saved)/ : 'Not saved yet.').waitFor();
    await page.getByRole('heading', { name: 'left before you can run the check' }).waitFor();
    await seen('sage-criteria-missing');
    await page.getByRole('button', { name: 'Delete question 4' }).click();
    await page.getByRole('link', { name: 'it has the weight 0' }).click();
    await page.getByLabel('Weight').first().fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'Ready to check' }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
    await page.getByRole('button', { name: 'Run the check' }).click();
    await page.getByRole('heading', { name: 'Checking.' }).waitFor();
    await page.getByRole('heading', { name: 'Read the test answers' }).waitFor({ timeout: 120_000 });
    await seen('sage-checked');
}
