// People, what they may do, and the credits, as an administrator sees them.
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn } from './person.ts';

export async function people(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'people' }, async (person) => {
        const { check, page, url, isScripted, look } = person;
        const login = isScripted ? 'nora' : 'otto';
        await logIn(page, url);
        await check('a user is invited by email and then disabled', async () => {
            await page.getByRole('link', { name: 'People', exact: true }).click();
            await look('people');
            await page.getByRole('button', { name: 'Invite a user' }).click();
            await look('people-new');
            await page.getByLabel('Email address').fill(`${login}@example.test`);
            await page.getByLabel('Login').fill(login);
            await page.getByRole('button', { name: 'Send invitation' }).click();
            await page.getByText('Invitation queued').waitFor();
            await look('person');
            await page.getByRole('button', { name: 'Disable account' }).click();
            await look('person-lock-out');
            await page.getByRole('button', { name: 'Disable account' }).last().click();
            await page.getByText('Account disabled.').waitFor();
        });
        await check('credits are granted', async () => {
            await page.goto(`${url}/people/credits`);
            await page.getByLabel('Number of credits').fill('3');
            await page.getByLabel('Reason').fill('Bought');
            await page.getByRole('button', { name: 'Add credits' }).click();
            await page.getByText('3 credits added').waitFor();
            await look('credits');
        });
    });
}
