// Texts of a candidate that the server may not have: sent without a response, or refused.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';

interface Writing extends Pick<Fixtures, 'visitor'> {
    check: Check;
    link: string;
    /** What is saved as the first answer, before and afterwards. */
    text: string;
}

export async function unsavedTexts({ check, visitor, link, text }: Writing) {
    const onAnotherDevice = async (write: (page: Page) => Promise<void>) => {
        const context = await visitor();
        const page = await context.newPage();
        await page.goto(`${link}?q=1`);
        await write(page);
        await page.locator('#saved', { hasText: /^Saved / }).waitFor();
        await context.close();
        assert.equal(await savedOn(visitor, link), text);
    };

    await check('what was saved without a response and is undone then, is undone on the server too', () =>
        onAnotherDevice(async (page) => {
            await page.route('**/answer', async (route) => {
                await route.fetch();
                await route.abort();
            });
            await page.getByRole('textbox').fill(`${text} And more.`);
            await page.getByRole('status').getByText('You are offline').waitFor();
            assert.equal(await savedOn(visitor, link), `${text} And more.`);
            await page.unroute('**/answer');
            await page.getByRole('textbox').fill(text);
        })
    );

    await check(
        'a browser that keeps nothing, and a translated page, save the answer all the same',
        async () => {
            const context = await visitor();
            await context.addInitScript(
                'Object.defineProperty(window, "localStorage", { get() { throw new Error("blocked"); } })'
            );
            const page = await context.newPage();
            await page.goto(`${link}?q=1`);
            await page.evaluate('document.documentElement.lang = "auto"');
            await page.getByRole('textbox').fill(`${text} Blocked.`);
            await page.locator('#saved', { hasText: /^Saved / }).waitFor();
            assert.equal(await savedOn(visitor, link), `${text} Blocked.`);
            await page.getByRole('textbox').fill(text);
            await page.getByRole('button').first().click();
            await page.waitForURL(/q=2/);
            await context.close();
            assert.equal(await savedOn(visitor, link), text);
        }
    );

    await check('a text that was refused stays on this device until its writer has changed it', () =>
        onAnotherDevice(async (page) => {
            const drafts = () => page.evaluate('Object.keys(localStorage).length');
            await page.getByRole('textbox').fill('long '.repeat(5000));
            await page.getByRole('status').getByText('5,000 characters too long').waitFor();
            await page.evaluate('document.querySelector("form").submit()');
            await page.getByRole('alert').waitFor();
            await page.evaluate('dispatchEvent(new Event("online"))');
            await page.evaluate('new Promise((done) => setTimeout(done, 100))');
            assert.equal(await drafts(), 1);
            await page.getByRole('textbox').fill(text);
        })
    );
}

/** The answer to the first question that another device shows. */
export async function savedOn(visitor: Fixtures['visitor'], link: string) {
    const laptop = await visitor();
    const page = await laptop.newPage();
    await page.goto(`${link}?q=1`);
    const text = await page.getByRole('textbox').inputValue();
    await laptop.close();
    return text;
}
