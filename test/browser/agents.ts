// What agents read and leave behind, as an administrator sees and writes it in the settings.
import assert from 'node:assert/strict';
import { login } from '../support/clients/client.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBothBrowsers, logIn, type Person } from './person.ts';

export async function agents(fixtures: Fixtures, check: Check) {
    await check('a routine leaves traces', () => leaveTraces(fixtures.url));
    await atBothBrowsers({ fixtures, check, pages: 'agents' }, async (person) => {
        const { check, page, look } = person;
        const name = person.isScripted ? 'first' : 'second';
        await logIn(page, fixtures.url);
        await check('a content page is previewed, created, changed and deleted', () => writing(person, name));
        await check('a task link is created, found and deleted', () => linking(person, name));
        await check('traces are read', async () => {
            await page.getByRole('link', { name: 'Traces' }).click();
            await page.getByText('weekly-review').first().waitFor();
            await look('traces');
        });
    });
}

async function leaveTraces(url: string) {
    const client = await login(url);
    const wish = { name: 'Routines', scopes: ['tool:emit_trace'] };
    const { token } = (await client.send('POST', '/service-tokens', wish)).body.data;
    const steps = [
        { status: 'ok', notes: 'Read 14 pages.' },
        { status: 'partial', notes: 'The planner did not answer for two of them. '.repeat(12) },
        { status: 'failed', notes: '' },
        { status: 'skipped', notes: 'Nothing to do.' }
    ];
    for (const step of steps) {
        const body = {
            run_id: 'r-2026-47',
            actor: 'digest-writer',
            routine: 'weekly-review',
            cadence: 'friday'
        };
        const response = await fetch(`${url}/tools/emit_trace`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-service-token': String(token) },
            body: JSON.stringify({ ...body, ...step })
        });
        assert.equal(response.status, 200);
    }
}

async function writing({ page, look }: Person, name: string) {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Content pages' }).click();
    if (name === 'first') await look('content-pages-none');
    await page.getByRole('button', { name: 'New content page' }).click();
    await look('content-page-new');
    await page.getByLabel('Title', { exact: true }).fill(`About us, ${name}`);
    await page.getByLabel('Slug').fill('About us');
    await page
        .getByLabel('Text', { exact: true })
        .fill('<h2>We</h2><p>We <strong>screen</strong> candidates.</p>');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Use lowercase letters and digits' }).waitFor();
    await look('content-page-refused');
    await page.getByLabel('Slug').fill(`about-${name}`);
    await page.getByLabel('State').selectOption('draft');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await look('content-page');
    await page.goto(new URL('/settings/pages', page.url()).href);
    await look('content-pages');
    if (name === 'first') return; // the next one finds it
    await page.getByLabel('Find').fill('second');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: 'About us, second' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete page' }).click();
    await page.getByText('is deleted').waitFor();
    assert.equal(await page.getByRole('link', { name: 'About us, second' }).count(), 0);
}

async function linking({ page, look }: Person, name: string) {
    await page.getByRole('link', { name: 'Task links' }).click();
    await page.getByRole('button', { name: 'New task link' }).click();
    await look('task-link-new');
    await page.getByLabel('Title').fill(`Call back, ${name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter at least one of the three IDs').waitFor();
    await look('task-link-refused');
    await page.getByLabel('Status').fill('open');
    await page.getByLabel('Customer system').fill(`deal-${name}-0a91f7c2`);
    await page.getByLabel('Planner').fill(`plan-${name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('Planner').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await look('task-link');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await look('task-link-delete');
    await page
        .getByRole('link', { name: 'Go back' })
        .or(page.getByRole('button', { name: 'Go back' }))
        .click();
    await page.goto(new URL('/settings/tasks', page.url()).href);
    await page.getByLabel('Find').fill(`deal-${name}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: `Call back, ${name}` }).waitFor();
    await look('task-links');
}
