// What an author typed is there again after the page, the line or the session went away.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { look } from './looks.ts';
import { atBrowser, logIn, type Person } from './person.ts';

interface Author extends Person {
    /** The address of a sage that was never built. */
    sage: string;
}

export async function drafts(fixtures: Fixtures, check: Check) {
    await atBrowser({ fixtures, check, pages: 'the editor' }, async (person) => {
        const { page, url } = person;
        await logIn(page, url);
        await alone(person);
        await page.goto(`${url}/sages/new`);
        await page.getByRole('button', { name: 'Bookkeeper', exact: true }).click();
        await page.getByRole('heading', { name: 'Bookkeeper', level: 1 }).waitFor();
        const author = { ...person, sage: page.url() };
        await killed(author);
        await withoutLine(author);
        await withoutSession(author);
        await besideSomebody(author);
        await check('the editor leaves nothing in the browser', async () => {
            // A page that was killed or closed leaves what it had not sent; the same page takes it up when it is opened again.
            for (const part of ['results', 'criteria', 'details'])
                await takenUp(page, `${author.sage}/${part}`, part);
            assert.deepEqual(await page.evaluate('Object.entries(localStorage)'), []);
        });
    });
}

/** From an empty sage to a criterion that is refused, and mended: with one tab open. */
async function alone({ check, page, url, look }: Person) {
    await check('a user with one open tab sees no message about another window', async () => {
        await page.goto(`${url}/sages/new`);
        await page.getByLabel('Job title').fill('Host');
        await page.getByRole('button', { name: 'Create empty sage' }).click();
        await page.getByLabel('Short name').fill('Great personality!');
        await page.getByLabel('Question', { exact: true }).fill('Tell us about a guest. ');
        await kept(page, /Draft saved/);
        await page.getByRole('button', { name: 'Save', exact: true }).last().click();
        await page.getByRole('alert').getByText('use a unique short name').waitFor();
        await kept(page, /Draft saved/);
        assert.equal(await page.getByText('another window').count(), 0);
        await look('sage-criteria-refused');
        await page.getByLabel('Short name').fill('Great personality');
        await page.getByRole('button', { name: 'Save', exact: true }).last().click();
        await page.getByRole('status').getByText('Saved.').waitFor();
    });
    await check('text that was typed before the script of the page arrived is saved', async () => {
        const arrival = Promise.withResolvers<void>();
        await page.route('**/drafts*.js', (route) => arrival.promise.then(() => route.continue()));
        await page.goto(`${page.url()}/criteria`, { waitUntil: 'commit' });
        await page.getByLabel('Question', { exact: true }).fill('Tell us about a guest who was angry.');
        arrival.resolve();
        await kept(page, /aved at/);
        await page.unroute('**/drafts*.js');
        await page.goto(page.url());
        const shown = await page.getByLabel('Question', { exact: true }).inputValue();
        assert.equal(shown, 'Tell us about a guest who was angry.');
    });
}

/** Opens a page of the editor, and waits until the browser keeps nothing of it. */
async function takenUp(page: Page, address: string, name: string) {
    await page.goto(address);
    const keys = () => page.evaluate<string[]>('Object.keys(localStorage)').catch(() => undefined); // while it is loaded again
    const isGone = async () => (await keys())?.every((key) => !key.includes(` ${name} `)) === true;
    await until('it is taken up', isGone, 10_000);
}

const directions = (page: Page) => page.getByLabel('Directions');
const kept = (page: Page, words: string | RegExp) => page.locator('.kept', { hasText: words }).waitFor();
const trouble = (page: Page, words: string) => page.locator('.trouble', { hasText: words }).waitFor();

async function killed({ check, context, sage, pictures }: Author) {
    await check('text typed into the editor is restored after its page was killed', async () => {
        const page = await context.newPage();
        await page.goto(`${sage}/results`);
        await directions(page).fill('Read it twice.');
        await kept(page, /^Draft saved at/);
        await directions(page).fill('Read it twice, and aloud.');
        await page.close(); // before it was sent
        const again = await context.newPage();
        await again.goto(`${sage}/results`);
        await again.getByText('Draft from').waitFor();
        const typed = async () => (await directions(again).inputValue()) === 'Read it twice, and aloud.';
        await until('the text is there', typed, 10_000);
        await look(again, pictures, 'sage-results-draft');
        await again.close();
    });
    await check('a sage that was never built is saved as one types', async () => {
        const page = await context.newPage();
        await page.goto(`${sage}/criteria`);
        await page
            .getByLabel('Question', { exact: true })
            .first()
            .fill('What did you find that nobody had seen?');
        await kept(page, /^Saved at/);
        await page.reload();
        const question = page.getByLabel('Question', { exact: true }).first();
        assert.equal(await question.inputValue(), 'What did you find that nobody had seen?');
        assert.equal(await page.getByText('Draft from').count(), 0);
        await page.close();
    });
}

async function withoutLine({ check, context, sage, pictures }: Author) {
    await check('text typed offline is stored in the browser and sent later', async () => {
        const page = await context.newPage();
        await page.goto(`${sage}/details`);
        await context.setOffline(true);
        await page.getByLabel('Evaluator role').fill('You read the answers of bookkeepers.');
        await trouble(page, 'no connection');
        await look(page, pictures, 'sage-details-offline');
        await context.setOffline(false);
        await kept(page, /^Saved at/);
        await page.close();
    });
}

async function withoutSession({ check, context, sage, url, pictures }: Author) {
    await check(
        'what was typed after the session ended is sent once its writer is logged in again',
        async () => {
            const page = await context.newPage();
            await page.goto(`${sage}/details`);
            await context.clearCookies();
            await page.getByLabel('Evaluator role').fill('You read what bookkeepers write.');
            await trouble(page, 'you are signed out');
            await look(page, pictures, 'sage-details-logged-out');
            const other = await context.newPage();
            await logIn(other, url);
            await other.close();
            await page.bringToFront();
            await kept(page, /^Saved at/);
            await page.getByLabel('Evaluator role').fill('You read what bookkeepers write, twice.');
            await context.clearCookies();
            await page.getByRole('button', { name: 'Save' }).click();
            await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
            await look(page, pictures, 'sage-waiting');
            const third = await context.newPage();
            await logIn(third, url);
            await third.close();
            await page.getByRole('button', { name: 'Continue with my text' }).click();
            await kept(page, /^Saved at/);
            await page.close();
        }
    );
}

async function besideSomebody({ check, context, sage, pictures, visitor, url }: Author) {
    await check('a change by a colleague is shown, and is replaced only after confirmation', async () => {
        const page = await context.newPage();
        await page.goto(`${sage}/details`);
        const colleague = await visitor();
        const other = await colleague.newPage();
        await logIn(other, url);
        await other.goto(`${sage}/details`);
        await other.getByLabel('Name', { exact: true }).fill('Bookkeeper of theirs');
        await kept(other, /^Saved at/);
        await colleague.close();
        await page.getByLabel('Name', { exact: true }).fill('Bookkeeper of mine');
        await kept(page, 'someone else saved the name');
        await page.reload();
        await page.getByText('Your text is below').waitFor();
        await look(page, pictures, 'sage-details-conflict');
        await page.getByRole('button', { name: 'Overwrite with my version' }).click();
        await page.getByRole('heading', { level: 1, name: 'Bookkeeper of mine' }).waitFor();
        await page.close();
    });
}
