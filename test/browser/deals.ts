// The pages of the sales side, with JavaScript and without: a deal goes from the intake to paid, with a reopened price in
// between; another one is made in a form.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn, type Person } from './person.ts';

const nameOf = ({ how }: Person) => `Aurora ${how}`;

export async function deals(fixtures: Fixtures, check: Check) {
    await atBothBrowsers({ fixtures, check, pages: 'deals' }, async (person) => {
        const { check, page, url } = person;
        await logIn(page, url);
        await check('a deal is created, and a wrong amount shows an error message', () => making(person));
        await check('an intake item becomes a deal, and its numbers are filled in', () => converting(person));
        await check('it is submitted, approved, and opened again for another price', () => repricing(person));
        await check('it is sent, the customer accepts, and it is closed and paid', () => selling(person));
        await check('the deal is in the list, on the board and in the commissions', () => finding(person));
    });
}

const navigate = (page: Page, word: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word, exact: true }).click();

/** Opens the question of a move, and answers it. */
async function moves(page: Page, word: string, button: string, done: string, reason?: string) {
    await page.getByRole('button', { name: word, exact: true }).click();
    if (reason !== undefined) await page.getByRole('textbox', { name: /^(Why|Note)$/ }).fill(reason);
    await page.getByRole('button', { name: button, exact: true }).last().click();
    await page.getByText(done, { exact: true }).first().waitFor();
}

async function making({ page, look }: Person) {
    await navigate(page, 'Deals');
    await page.getByRole('button', { name: 'New deal' }).click();
    await look('deal-new');
    await page.getByLabel('Customer', { exact: true }).fill('Borealis');
    await page.getByLabel('Contact', { exact: true }).fill('Robin Vale');
    await page.getByLabel('Contact email').fill('robin.vale@example.test');
    await page.getByLabel('Price').fill('a lot');
    await page.getByLabel('Commission', { exact: true }).fill('1,375.25');
    await page.getByRole('button', { name: 'Create deal' }).click();
    await page.getByRole('link', { name: 'Enter an amount such as 12500' }).waitFor();
    await look('deal-refused');
    await page.getByLabel('Price').fill('125.00');
    await page.getByRole('button', { name: 'Create deal' }).click();
    await page.getByText('Saved.').waitFor();
    await look('deal-draft');
}

async function converting(person: Person) {
    const { page } = person;
    await navigate(page, 'Intake');
    await page.getByRole('button', { name: 'New item' }).click();
    await page.getByLabel('Subject').fill(nameOf(person));
    await page.getByLabel('Contact name').fill('Robin Vale');
    await page.getByLabel('Contact email').fill('robin.vale@example.test');
    await page.getByRole('button', { name: 'Create item' }).click();
    await page.getByText('Item created.').waitFor();
    await page.getByRole('button', { name: 'Create deal' }).click();
    await page.getByRole('button', { name: 'Create deal' }).last().click();
    await page.getByText('Deal created as a draft.').waitFor();
    await page.getByRole('button', { name: 'Edit draft' }).click();
    await page.getByLabel('Scope').fill('Ten screens a month for a year.\nOne sage for ward nurses.');
    await page.getByLabel('Price').fill('125.00');
    await page.getByLabel('Commission', { exact: true }).fill('1,375.25');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
}

async function repricing({ page, look }: Person) {
    await page.getByRole('button', { name: 'Submit for approval', exact: true }).click();
    await page
        .getByRole('checkbox', { name: /^I checked it: the commission of .* is higher than the price/ })
        .check();
    await look('deal-confirmed');
    await page.getByRole('button', { name: 'Submit for approval', exact: true }).last().click();
    await page.getByText('Submitted for approval.', { exact: true }).first().waitFor();
    await moves(page, 'Approve', 'Approve deal', 'Deal approved.');
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await look('deal-reopen');
    await page.getByRole('textbox', { name: 'Why' }).fill('The price lacks two digits.');
    await page.getByRole('button', { name: 'Reopen deal' }).click();
    await page.getByText('The price lacks two digits.').waitFor();
    await page.getByRole('button', { name: 'Edit draft' }).click();
    await page.getByLabel('Price').fill('12,500.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
}

async function selling({ page, url, visitor, look }: Person) {
    await moves(
        page,
        'Submit for approval',
        'Submit for approval',
        'Submitted for approval.',
        'Now it is right.'
    );
    await moves(page, 'Approve', 'Approve deal', 'Deal approved.');
    await moves(page, 'Send to the customer', 'Send offer', 'Offer queued for sending.');
    await look('deal-sent');
    const link = await page.getByLabel('Customer link').inputValue();
    assert.ok(link.startsWith(`${url}/deal/`));
    const customer = await visitor();
    const theirs = await customer.newPage();
    await theirs.goto(link);
    assert.match(await theirs.locator('main').innerText(), /Ten screens a month[^]*12,500\.50/);
    await theirs.getByLabel('I accept this offer.').check();
    await theirs.getByRole('button', { name: 'Accept' }).click();
    await theirs.getByRole('heading', { name: 'Thank you' }).waitFor();
    await customer.close();
    await page.reload();
    await moves(page, 'Close', 'Close deal', 'Deal closed.');
    await moves(page, 'Mark as paid', 'Mark as paid', 'Marked as paid.');
    await page.locator('.title .badge', { hasText: 'paid' }).waitFor();
    await look('deal-paid');
}

async function finding(person: Person) {
    const { page, look } = person;
    const name = nameOf(person);
    await navigate(page, 'Deals');
    await look('deals');
    await page.getByLabel('Find').fill(name);
    await page.getByRole('button', { name: 'Apply' }).click();
    assert.equal(await page.locator('a.opens').count(), 1);
    await page.getByRole('link', { name: 'Clear' }).click();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.locator('.board').getByRole('link', { name }).waitFor();
    await look('deals-board');
    await navigate(page, 'Commissions');
    await page.getByRole('link', { name }).waitFor();
    await look('commissions');
}
