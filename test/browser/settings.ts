// The settings, as an administrator sees and tries them.
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn } from './person.ts';

export async function settings(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'the settings' }, async (person) => {
        const { check, page, url, look } = person;
        await logIn(page, url);
        await check('email and storage are tested from the settings', async () => {
            await page.getByRole('link', { name: 'Settings', exact: true }).click();
            await look('settings');
            await page.getByRole('button', { name: 'Write to default' }).click();
            await page.getByText('written to default').waitFor();
            await page.getByRole('button', { name: 'Send test email' }).click();
            await page.getByText('Sent', { exact: true }).first().waitFor({ timeout: 20_000 });
            await look('settings-mail');
        });
        await check('a banner is looked at before it is saved', async () => {
            await page.goto(`${url}/settings/splash`);
            await page.getByRole('button', { name: 'New banner' }).click();
            await page.getByLabel('Title', { exact: true }).fill('Two new sages');
            await page.getByLabel('Text', { exact: true }).fill('<p>They ask <strong>waiters</strong>.</p>');
            await page.getByLabel('Button text').fill('Look');
            await page.getByRole('button', { name: 'Preview' }).click();
            await page.getByText('Not saved yet').waitFor();
            await look('splash-preview');
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saved.').waitFor();
            await page.goto(`${url}/settings/splash`);
            await look('splash');
        });
        await check('a decision is emailed to candidates after that is turned on', async () => {
            await page.goto(`${url}/settings/decision-mails`);
            await page.getByLabel('Email “Hired” to the candidate').uncheck();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByText('Saved.').waitFor();
            await look('decision-mails');
        });
    });
}
