// The settings, as an administrator sees and tries them.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

export async function settings(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        const picture = async (name: string) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        await logIn(page, fixtures.url);
        await check(`${how}: email and storage are tested from the settings`, async () => {
            await page.getByRole('link', { name: 'Settings', exact: true }).click();
            await picture('settings');
            await page.getByRole('button', { name: 'Write to default' }).click();
            await page.getByText('written to default').waitFor();
            await page.getByRole('button', { name: 'Send test email' }).click();
            await page.getByText('Sent', { exact: true }).first().waitFor({ timeout: 20_000 });
            await picture('settings-mail');
        });
        await check(`${how}: a banner is looked at before it is saved`, async () => {
            await page.goto(`${fixtures.url}/settings/splash`);
            await page.getByRole('button', { name: 'New banner' }).click();
            await page.getByLabel('Title', { exact: true }).fill('Two new sages');
            await page.getByLabel('Text', { exact: true }).fill('<p>They ask <strong>waiters</strong>.</p>');
            await page.getByLabel('Button text').fill('Look');
            await page.getByRole('button', { name: 'Preview' }).click();
            await page.getByText('Not saved yet').waitFor();
            await picture('splash-preview');
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saved.').waitFor();
            await page.goto(`${fixtures.url}/settings/splash`);
            await picture('splash');
        });
        await check(`${how}: a decision is emailed to candidates after that is turned on`, async () => {
            await page.goto(`${fixtures.url}/settings/decision-mails`);
            await page.getByLabel('Email “Hired” to the candidate').uncheck();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saved.').waitFor();
            await picture('decision-mails');
        });
        await check(`${how}: the console shows no errors on the pages of the settings`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}
