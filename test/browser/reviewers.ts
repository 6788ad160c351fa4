// A council user reviews a candidate's answers in a browser without JavaScript.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Council } from './council.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';
import type { Fixtures } from './fixtures.ts';

export async function reviewing(
    fixtures: Fixtures,
    council: Council,
    { id, name }: { id: string; name: string },
    check: Check
) {
    await until('the verdict', async () => (await council.screen(id)).status === 'ss_evaluated');
    const browser = await fixtures.visitor();
    const page = await browser.newPage();
    const complaints = listen(page);
    await logIn(page, fixtures.url);
    await check('the email text of a decision is shown below the decision and covers no text', () =>
        mailing(page, fixtures, `/screens/${id}`)
    );
    await check(
        'answers that wait are found in the navigation, the one that has waited longest first',
        async () => {
            await page.getByRole('link', { name: 'Candidates', exact: true }).click();
            await page.getByRole('heading', { name: 'Candidates', exact: true }).waitFor();
            await look(page, fixtures.pictures, 'answers-that-wait');
            await page.getByRole('link', { name }).click();
            await page.getByRole('heading', { name, exact: true }).waitFor();
            assert.equal(await page.locator('mark').count(), 0);
            await look(page, fixtures.pictures, 'answers-to-judge');
        }
    );
    await check('a reviewer who gave every level sees the findings, and decides', () =>
        judging(page, fixtures.pictures)
    );
    await check('the console shows no errors on the pages of a reviewer', async () =>
        assert.deepEqual(complaints, [])
    );
    await browser.close();
}

/** With the mails of all decisions turned on for as long as it is looked at. */
async function mailing(page: Page, { url, pictures }: Fixtures, path: string) {
    const turn = async (act: 'check' | 'uncheck') => {
        await page.goto(`${url}/settings/decision-mails`);
        for (const box of await page.getByRole('checkbox').all()) await box[act]();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('status').first().waitFor();
    };
    await turn('check');
    await page.goto(url + path);
    assert.equal(await page.getByText('Emails the candidate immediately.').count(), 3);
    await look(page, pictures, 'decision-mails-on');
    await turn('uncheck');
    await page.goto(url);
}

async function judging(page: Page, pictures: string) {
    const [first, second] = await page.getByRole('group', { name: 'Your level' }).all();
    await first?.getByRole('radio', { name: /^Strong/ }).check();
    await second?.getByRole('radio', { name: /^Partial/ }).check();
    await page.getByLabel('Why').first().fill('Names the tool and the cause.');
    await page.getByRole('button', { name: 'Save levels' }).click();
    await page.getByText('83.3 of 100').waitFor();
    assert.ok((await page.locator('mark').count()) > 0, 'passages are marked');
    await look(page, pictures, 'answers-judged');
    await page.getByRole('button', { name: 'Override' }).last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Strong/ }).check();
    await dialog.getByLabel('Why').fill('They looked back at both.');
    await look(page, pictures, 'override');
    await page.getByRole('button', { name: 'Override level' }).click();
    await page.getByText('They looked back at both.').first().waitFor();
    await page.getByText('100 of 100 (').waitFor();
    await page.getByRole('radio', { name: 'Reject' }).check();
    await page.getByRole('button', { name: 'Save decision' }).click();
    await page.getByRole('alert').waitFor();
    await look(page, pictures, 'decision-refused');
    await page.getByLabel('Note').fill('The place is taken.');
    await page.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('The place is taken.').waitFor();
    await look(page, pictures, 'decided');
}
