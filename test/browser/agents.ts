// What agents read and leave behind, as an administrator sees and writes it in the settings.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { login } from '../support/clients/client.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

type Seen = (name: string) => Promise<void>;

export async function agents(fixtures: Fixtures, check: Check) {
    await check('a routine leaves traces', () => leaveTraces(fixtures.url));
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        const seen: Seen = async (name) => {
            if (javaScriptEnabled) await look(page, fixtures.pictures, name);
        };
        await logIn(page, fixtures.url);
        const name = javaScriptEnabled ? 'first' : 'second';
        await check(`${how}: a content page is previewed, created, changed and deleted`, () =>
            writing(page, seen, name)
        );
        await check(`${how}: a task link is created, found and deleted`, () => linking(page, seen, name));
        await check(`${how}: traces are read`, async () => {
            await page.getByRole('link', { name: 'Traces' }).click();
            await page.getByText('weekly-review').first().waitFor();
            await seen('traces');
        });
        await check(`${how}: the console shows no errors on the pages about agents`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
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

async function writing(page: Page, seen: Seen, name: string) {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Content pages' }).click();
    if (name === 'first') await seen('content-pages-none');
    await page.getByRole('button', { name: 'New content page' }).click();
    await seen('content-page-new');
    await page.getByLabel('Title', { exact: true }).fill(`About us, ${name}`);
    await page.getByLabel('Slug').fill('About us');
    await page
        .getByLabel('Text', { exact: true })
        .fill('<h2>We</h2><p>We <strong>screen</strong> candidates.</p>');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Use lowercase letters and digits' }).waitFor();
    await seen('content-page-refused');
    await page.getByLabel('Slug').fill(`about-${name}`);
    await page.getByLabel('State').selectOption('draft');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await seen('content-page');
    await page.goto(new URL('/settings/pages', page.url()).href);
    await seen('content-pages');
    if (name === 'first') return; // the next one finds it
    await page.getByLabel('Find').fill('second');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: 'About us, second' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete page' }).click();
    await page.getByText('is deleted').waitFor();
    assert.equal(await page.getByRole('link', { name: 'About us, second' }).count(), 0);
}

async function linking(page: Page, seen: Seen, name: string) {
    await page.getByRole('link', { name: 'Task links' }).click();
    await page.getByRole('button', { name: 'New task link' }).click();
    await seen('task-link-new');
    await page.getByLabel('Title').fill(`Call back, ${name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter at least one of the three IDs').waitFor();
    await seen('task-link-refused');
    await page.getByLabel('Status').fill('open');
    await page.getByLabel('Customer system').fill(`deal-${name}-0a91f7c2`);
    await page.getByLabel('Planner').fill(`plan-${name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('Planner').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await seen('task-link');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await seen('task-link-delete');
    await page
        .getByRole('link', { name: 'Go back' })
        .or(page.getByRole('button', { name: 'Go back' }))
        .click();
    await page.goto(new URL('/settings/tasks', page.url()).href);
    await page.getByLabel('Find').fill(`deal-${name}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: `Call back, ${name}` }).waitFor();
    await seen('task-links');
}
