// A council user invites a list of candidates and compares those who have answered, and copies a link.
import assert from 'node:assert/strict';
import type { Check } from './checks.ts';
import type { Council } from './council.ts';
import { atBrowser, logIn, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';

const wrong = 'Dee,dee@example.test\nEli,nowhere\nFay,dee@example.test';

export async function invitingLists(fixtures: Fixtures, check: Check) {
    await atBrowser({ fixtures, check, pages: 'invitations' }, async (person) => {
        const { check, page, url } = person;
        await logIn(page, url);
        await check('a list is previewed, corrected and sent after confirmation', () => inviting(person));
        await check('a link is made without an email, and copied', () => passingOn(person));
    });
}

async function passingOn({ page, url, look }: Person) {
    await page.goto(`${url}/screens/invite`);
    await page.getByText('Add a personal line').click();
    await page.getByLabel('Personal line').fill('It was good to meet you.');
    await page.getByLabel('Name', { exact: true }).fill('Gus');
    await page.getByLabel('Email', { exact: true }).fill('gus@example.test');
    await page.getByRole('button', { name: 'Only create a link' }).click();
    await page.getByLabel('Link for Gus').waitFor();
    await look('link');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await look('link-asked');
}

async function inviting({ page, look }: Person) {
    await page.getByRole('link', { name: 'Candidates', exact: true }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await look('invite-one');
    await page.getByRole('link', { name: 'A list' }).click();
    await look('invite-list');
    await page.getByLabel('Paste names and addresses').fill(wrong);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 row needs a correction.').waitFor();
    await page.getByText('The same address is in a row above. Left out.').waitFor();
    await page.getByLabel('Email in row 1').fill('still wrong');
    await page.getByRole('button', { name: 'Invite 2 people' }).click();
    await page.getByText('Enter a valid email address, such as name@example.com.').waitFor();
    assert.equal(await page.getByLabel('Email in row 1').inputValue(), 'still wrong');
    await look('invite-list-wrong');
    await page.getByText('Use another list').click();
    const right = 'E-Mail;Name\nada@example.test;Ada\none@example.test;One';
    await page
        .getByLabel('Or choose a CSV file')
        .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(right) });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Already invited. Left out unless').waitFor();
    await look('invite-list-preview');
    await page.getByRole('button', { name: 'Invite 1 person' }).click();
    await page.getByText('1 candidate is invited.').waitFor();
    await page.getByRole('link', { name: 'One', exact: true }).waitFor();
    await look('invited');
}

export async function comparing(fixtures: Fixtures, { sageId }: Council, check: Check) {
    await atBrowser({ fixtures, check, pages: 'a comparison' }, async ({ page, url, look }) => {
        await logIn(page, url);
        await check('candidates are compared; who reviewed one knows the name', async () => {
            await page.goto(`${url}/screens/compare?sage_id=${sageId}&state=rejected`);
            await page.getByText('Ada').first().waitFor();
            await page.getByText('What the levels mean').first().click();
            await look('compare');
        });
    });
}
