// Three people are invited: one answers, on a bad line and on two devices; one begins to read; one does nothing.
import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Council } from './council.ts';
import { assertFocusShows, beginByKeyboard } from './demo-run.ts';
import { look } from './looks.ts';
import { atBrowser, type Person } from './person.ts';
import type { Fixtures } from './fixtures.ts';
import { savedOn, unsavedTexts } from './unsaved.ts';

type Invited = Awaited<ReturnType<Council['invite']>>;

const first = 'I had a hypothesis about the export. I reproduced it with a small script';
const rest = ' on my own machine that evening.';
const second = 'I listened to both of them first.';

export async function answering(fixtures: Fixtures, { link, email }: Invited, check: Check) {
    await check('the invitation arrives by email, with the link of the response', () =>
        until('the mail', async () =>
            (await fixtures.letters()).some(({ to, text }) => to === email && text.includes(link))
        )
    );
    await atBrowser({ fixtures, check, pages: 'a candidate' }, async (person) => {
        const candidate = { ...person, phone: person.context, link };
        for (const part of [beginning, onABadLine, onTwoDevices, toTheEnd, comingBack]) await part(candidate);
    });
}

interface Candidate extends Person {
    phone: BrowserContext;
    link: string;
}

async function beginning({ check, page, link, look }: Candidate) {
    await check('the first page explains the questions and asks for consent, by keyboard alone', async () => {
        await page.goto(link);
        await look('landing');
        assert.doesNotMatch(await page.content(), /\b(sage|credit)/i);
        await page.getByLabel('I agree').check();
        await look('landing-agreed');
        await page.goto(link);
        await beginByKeyboard(page);
        await look('question-1');
    });

    await check('an empty answer asks for confirmation once', async () => {
        await page.getByRole('button').click();
        await page.getByRole('alert').getByText('You have not written anything').waitFor();
        await look('question-1-empty');
    });

    await check(
        'an answer is saved automatically; the page shows the progress and the time left',
        async () => {
            await page.goto(link);
            await page.keyboard.press('Tab');
            await assertFocusShows(page, 'text');
            await page.keyboard.type(first);
            await saved(page);
            const text = await page.locator('main').innerText();
            assert.match(text, /question 1 of 2/);
            assert.match(text, /You have (60|59) minutes left/);
            await look('question-1-saved');
        }
    );
}

const saved = (page: Page) => page.locator('#saved', { hasText: /^Saved / }).waitFor();

async function onABadLine({ check, phone, page, link, look, visitor }: Candidate) {
    await check('an answer typed offline is stored, and sent when the browser is online again', async () => {
        await phone.setOffline(true);
        await page.getByRole('textbox').press('End');
        await page.keyboard.type(rest);
        await page.getByRole('status').getByText('You are offline').waitFor();
        await look('question-1-offline');
        await page.keyboard.press('Tab');
        await assertFocusShows(page, 'submit');
        await page.keyboard.press('Enter');
        assert.equal(await page.getByRole('textbox').inputValue(), first + rest, 'the page is not left');
        await phone.setOffline(false);
        await saved(page);
        assert.equal(await savedOn(visitor, link), first + rest);
    });

    await unsavedTexts({ check, visitor, link, text: first + rest });

    await check('Enter on the button opens the next question', async () => {
        await page.keyboard.press('Enter');
        await page.getByText('question 2 of 2').waitFor();
        await look('question-2');
    });
}

async function onTwoDevices({ check, page, link, pictures, visitor }: Candidate) {
    await check('texts from two devices are shown side by side, and the candidate chooses one', async () => {
        const context = await visitor();
        const laptop = await context.newPage();
        await laptop.goto(`${link}?q=2`);
        await page.getByRole('textbox').fill('On the phone.');
        await saved(page);
        await laptop.getByRole('textbox').fill('On the laptop.');
        const compare = laptop.getByRole('status').getByRole('link', { name: 'Compare and choose' });
        await compare.waitFor();
        await look(laptop, pictures, 'two-devices');
        await compare.click();
        await laptop.getByText('You wrote 2 texts').waitFor();
        await look(laptop, pictures, 'two-devices-compared');
        await laptop.getByRole('button', { name: 'Use text 1' }).click();
        await laptop.getByText('You wrote 2 texts').waitFor({ state: 'detached' });
        assert.equal(await laptop.getByRole('textbox').inputValue(), 'On the phone.');
        await context.close();
    });
}

async function toTheEnd({ check, visitor, link, pictures }: Candidate) {
    await check(
        'the last five minutes are announced once and counted, and the server says how many are left',
        async () => {
            const context = await visitor();
            const page = await context.newPage();
            await page.clock.install();
            await page.goto(`${link}?q=1`);
            assert.equal(await page.locator('.ending').innerText(), '');
            await page.clock.fastForward('56:00');
            await page.getByRole('status').getByText('You have less than five minutes left').waitFor();
            assert.match(await page.getByRole('timer').innerText(), /^[0-4]:\d\d$/);
            await look(page, pictures, 'last-minutes');
            await page.clock.fastForward('04:00');
            await page.getByRole('timer').getByText('minutes').waitFor(); // the server's clock has gone on as ever
            await context.close();
        }
    );
}

async function comingBack({ check, phone, page, link, pictures }: Candidate) {
    await check('an unsent answer is restored when the page is opened again', async () => {
        await phone.setOffline(true);
        await page.getByRole('textbox').fill(second);
        await page.getByRole('status').getByText('You are offline').waitFor();
        await crash(phone, page);
        await phone.setOffline(false);
        const reopened = await phone.newPage();
        await reopened.goto(link);
        await saved(reopened);
        assert.equal(await reopened.getByRole('textbox').inputValue(), second);
        await sendAll(reopened, pictures);
        await reopened.close();
    });
}

/** A page that is closed may still send its text, because nothing blocks its requests then; a crashed page sends nothing. */
async function crash(context: BrowserContext, page: Page) {
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
}

async function sendAll(page: Page, pictures: string) {
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Your answers' }).waitFor();
    await look(page, pictures, 'review');
    await page.getByRole('button', { name: 'Submit my answers' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await look(page, pictures, 'thanks');
}

export async function refusedForms({ visitor, pictures }: Fixtures, { link }: Invited, check: Check) {
    await check(
        'a candidate without consent gets an error at the top of the page and next to the checkbox',
        async () => {
            const context = await visitor();
            const page = await context.newPage();
            await page.goto(link);
            await page.evaluate('document.querySelector("form").noValidate = true');
            await page.getByRole('button', { name: 'Start' }).click();
            await page.getByRole('alert').waitFor();
            await look(page, pictures, 'landing-refused');
            await context.close();
        }
    );
}

/** The page says what happens before the questions are closed; a German reader gets German, where no sage sets a language. */
export async function otherWays({ visitor, pictures }: Fixtures, { link }: Invited, check: Check) {
    await check('a candidate who wants a person reads the consequences first', async () => {
        const context = await visitor();
        const page = await context.newPage();
        await page.goto(link);
        await page.getByRole('link', { name: 'interviewed by a person' }).click();
        await page.getByRole('button', { name: 'Yes' }).waitFor();
        await look(page, pictures, 'asked-by-a-person');
        await context.close();
    });

    await check('an invalid link shows its message in the language of the browser', async () => {
        const context = await visitor({ locale: 'de-DE' });
        const page = await context.newPage();
        assert.equal((await page.goto(new URL('/screen/unknown', link).href))?.status(), 404);
        await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
        assert.equal(await page.locator('html').getAttribute('lang'), 'de');
        await look(page, pictures, 'unknown-link-german');
        await context.close();
    });
}

export async function withdrawn({ visitor, pictures }: Fixtures, { link }: Invited, check: Check) {
    await check('a withdrawn invitation leads to a page that explains it', async () => {
        const context = await visitor();
        const page = await context.newPage();
        assert.equal((await page.goto(link))?.status(), 410);
        await look(page, pictures, 'withdrawn');
        await context.close();
    });
}
