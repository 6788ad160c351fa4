// People, what they may do, and the credits, as an administrator sees them.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

export async function people(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        const picture = async (name: string) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        const login = javaScriptEnabled ? 'nora' : 'otto';
        await logIn(page, fixtures.url);
        await check(`${how}: a user is invited by email and then disabled`, async () => {
            await page.getByRole('link', { name: 'People', exact: true }).click();
            await picture('people');
            await page.getByRole('button', { name: 'Invite a user' }).click();
            await picture('people-new');
            await page.getByLabel('Email address').fill(`${login}@example.test`);
            await page.getByLabel('Login').fill(login);
            await page.getByRole('button', { name: 'Send invitation' }).click();
            await page.getByText('Invitation queued').waitFor();
            await picture('person');
            await page.getByRole('button', { name: 'Disable account' }).click();
            await picture('person-lock-out');
            await page.getByRole('button', { name: 'Disable account' }).last().click();
            await page.getByText('Account disabled.').waitFor();
        });
        await check(`${how}: credits are granted`, async () => {
            await page.goto(`${fixtures.url}/people/credits`);
            await page.getByLabel('Number of credits').fill('3');
            await page.getByLabel('Reason').fill('Bought');
            await page.getByRole('button', { name: 'Add credits' }).click();
            await page.getByText('3 credits added').waitFor();
            await picture('credits');
        });
        await check(`${how}: the console shows no errors on the pages of people`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}
