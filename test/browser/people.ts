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
        await check(`${how}: somebody is invited by mail and locked out again`, async () => {
            await page.getByRole('link', { name: 'People', exact: true }).click();
            await picture('people');
            await page.getByRole('button', { name: 'Invite somebody' }).click();
            await picture('people-new');
            await page.getByLabel('Email address').fill(`${login}@example.test`);
            await page.getByLabel('Login').fill(login);
            await page.getByRole('button', { name: 'Invite them' }).click();
            await page.getByText('They are invited').waitFor();
            await picture('person');
            await page.getByRole('button', { name: 'Lock out' }).click();
            await picture('person-lock-out');
            await page.getByRole('button', { name: 'Lock them out' }).click();
            await page.getByText('They are locked out').waitFor();
        });
        await check(`${how}: credits are granted`, async () => {
            await page.goto(`${fixtures.url}/people/credits`);
            await page.getByLabel('How many').fill('3');
            await page.getByLabel('What for').fill('Bought');
            await page.getByRole('button', { name: 'Grant them' }).click();
            await page.getByText('3 credits are granted').waitFor();
            await picture('credits');
        });
        await check(`${how}: the console shows no errors on the pages of people`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}
