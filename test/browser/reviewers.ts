// A council user reviews a candidate's answers in a browser without JavaScript.
import assert from 'node:assert/strict';
import { until } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Council } from './council.ts';
import { atBrowser, logIn, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';

export async function reviewing(
    fixtures: Fixtures,
    council: Council,
    { id, name }: { id: string; name: string },
    check: Check
) {
    await until('the verdict', async () => (await council.screen(id)).status === 'ss_evaluated');
    await atBrowser({ fixtures, check, pages: 'a reviewer' }, async (person) => {
        const { page, url, look } = person;
        await logIn(page, url);
        await check(
            'answers that wait are found in the navigation, the one that has waited longest first',
            async () => {
                await page.getByRole('link', { name: 'Candidates', exact: true }).click();
                await page.getByRole('heading', { name: 'Candidates', exact: true }).waitFor();
                await look('answers-that-wait');
                await page.getByRole('link', { name }).click();
                await page.getByRole('heading', { name: /^Candidate \d+$/ }).waitFor();
                assert.equal(await page.locator('mark').count(), 0);
                await look('answers-to-judge');
            }
        );
        await check('a reviewer who gave every level sees the findings, and decides', () =>
            judging(person, name)
        );
    });
}

/** With the mails of all decisions turned on for as long as it is looked at. */
async function mailing({ page, url, look }: Person, path: string) {
    const turn = async (act: 'check' | 'uncheck') => {
        await page.goto(`${url}/settings/decision-mails`);
        for (const box of await page.getByRole('checkbox').all()) await box[act]();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('status').first().waitFor();
    };
    await turn('check');
    await page.goto(url + path);
    await page.getByText('Emails the candidate 5 minutes after you save: Advance, Reject, Hire.').waitFor();
    await look('decision-mails-on');
    await turn('uncheck');
    await page.goto(url + path);
}

async function judging(person: Person, name: string) {
    const { page, look } = person;
    const path = new URL(page.url()).pathname;
    const [first, second] = await page.getByRole('group', { name: /^Your level/ }).all();
    await first?.getByRole('radio', { name: 'Strong' }).check();
    await second?.getByRole('radio', { name: 'Partial' }).check();
    await page.getByText('Add a reason').first().click();
    await page.getByLabel('Reason for the level of answer 1').fill('Names the tool and the cause.');
    await page.getByRole('button', { name: 'Save levels' }).click();
    await page.locator('.decide').getByText('83.3 of 100').waitFor();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    assert.ok((await page.locator('mark').count()) > 0, 'passages are marked');
    await look('answers-judged');
    await mailing(person, path);
    await page.getByRole('radio', { name: 'Reject' }).check();
    await page.getByRole('button', { name: 'Save and next' }).click();
    await page.getByRole('alert').waitFor();
    await look('decision-refused');
    await page.getByRole('radio', { name: 'Reject' }).check();
    await page.getByLabel('Note', { exact: true }).fill('The place is taken.');
    await page.getByRole('button', { name: 'Save and next' }).click();
    await page.getByText(`${name}: Rejected.`).waitFor();
    await look('decided');
}
