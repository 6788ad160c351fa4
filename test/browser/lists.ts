// A council user invites a list of candidates and compares those who have answered, with and without JavaScript.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Council } from './council.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';
import type { Fixtures } from './fixtures.ts';

const wrong = 'name,email\nDee,dee@example.test\nEli,nowhere\nFay,dee@example.test';

export async function invitingLists(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const browser = await fixtures.visitor({ javaScriptEnabled });
        const page = await browser.newPage();
        const complaints = listen(page);
        const seen = async (name: string) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        await logIn(page, fixtures.url);
        await check(`a list is previewed, corrected and sent after confirmation, ${how}`, async () => {
            await inviting(page, seen, javaScriptEnabled ? 'one' : 'two');
            assert.deepEqual(complaints, []);
        });
        await browser.close();
    }
}

type Seen = (name: string) => Promise<void>;

async function inviting(page: Page, seen: Seen, name: string) {
    await page.getByRole('link', { name: 'Candidates', exact: true }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await seen('invite-one');
    await page.getByRole('button', { name: 'Invite a list' }).click();
    await seen('invite-list');
    await page.getByLabel('Or paste the table').fill(wrong);
    await page.getByRole('button', { name: 'Preview list' }).click();
    await page.getByRole('heading', { name: '2 problems in this list' }).waitFor();
    await page.getByText('Enter a valid email address, such as name@example.com.').waitFor();
    await seen('invite-list-wrong');
    const right = `E-Mail;Name\nada@example.test;Ada\n${name}@example.test;${name}`;
    await page
        .getByLabel('A CSV file')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(right) });
    await page.getByRole('button', { name: 'Preview list' }).click();
    await page.getByText('Already invited', { exact: true }).waitFor();
    await seen('invite-list-preview');
    await page.getByRole('button', { name: 'Invite 1 candidate' }).click();
    await page.getByText('1 candidate is invited.').waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor();
    await seen('invited');
}

export async function comparing(fixtures: Fixtures, { sageId }: Council, check: Check) {
    const browser = await fixtures.visitor();
    const page = await browser.newPage();
    const complaints = listen(page);
    await logIn(page, fixtures.url);
    await check('candidates are compared without names, which are shown on request', async () => {
        await page.goto(`${fixtures.url}/screens/compare?sage_id=${sageId}&state=rejected`);
        await page.getByText('Candidate 1').waitFor();
        assert.equal(await page.getByText('Ada', { exact: true }).count(), 0);
        await page.getByText('The answer').first().click();
        await look(page, fixtures.pictures, 'compare');
        await page.getByRole('button', { name: 'Show the names' }).click();
        await page.getByText('Ada').first().waitFor();
        assert.deepEqual(complaints, []);
    });
    await browser.close();
}
