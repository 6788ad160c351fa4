// A visitor without an account tries a sage by its demo key, with JavaScript switched off.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Check } from './checks.ts';
import { listen, look } from './looks.ts';
import type { Fixtures } from './fixtures.ts';

const answers = [
    'I had a hypothesis about the export. I reproduced it with a small script on my own machine that evening.',
    'I listened to both of them first. My colleague wrote down the options.'
];

export async function demoRun({ visitor, pictures }: Fixtures, demoUrl: string, check: Check) {
    const plain = await visitor({ javaScriptEnabled: false });
    const page = await plain.newPage();

    await check('without JavaScript a demonstration goes from its first page to what was found', async () => {
        await page.goto(demoUrl);
        await page.getByLabel('I agree').check();
        await page.getByRole('button', { name: 'Start' }).click();
        for (const answer of answers) {
            await page.getByRole('textbox').fill(answer);
            await page.getByRole('button', { name: 'Save and continue' }).click();
        }
        await page.getByRole('button', { name: 'Submit my answers' }).click();
        await page.getByRole('heading', { name: 'Result' }).waitFor();
        const text = await page.locator('main').innerText();
        assert.match(text, /This is a demo.*does not grade answers/s);
        assert.match(text, /I reproduced it with a small script.*You say this about yourself/s);
        assert.match(text, /My colleague wrote down the options\..*Someone else did this/s);
        assert.doesNotMatch(text, /of 100|\bscore/i);
        assert.equal(await page.locator('.score, .badge').count(), 0);
    });

    await check('the pages of a demonstration are usable and quiet, and it can be run again', async () => {
        const context = await visitor({ storageState: await plain.storageState() });
        const again = await context.newPage();
        const complaints = listen(again);
        await again.goto(demoUrl);
        await look(again, pictures, 'demo-result');
        await again.getByRole('link', { name: 'Try again' }).click();
        await look(again, pictures, 'demo-landing');
        await beginByKeyboard(again);
        assert.match(await again.locator('main').innerText(), /question 1 of 2/);
        assert.deepEqual(complaints, []);
        await context.close();
    });

    await check('an invalid demo key leads to a page that says what to do', async () => {
        const context = await visitor();
        const lost = await context.newPage();
        await lost.goto(demoUrl.replace(/\w{16}$/, '0123456789abcdef'));
        await look(lost, pictures, 'unknown-link');
        assert.match(
            await lost.locator('main').innerText(),
            /Open the complete link from your invitation again/
        );
        await context.close();
    });
    await plain.close();
}

/** Consents and begins without a mouse. Throws when the focus cannot be seen on the way. */
export async function beginByKeyboard(page: Page) {
    const folds = await page.locator('main summary').count();
    for (let stop = 0; stop <= folds; stop += 1) await page.keyboard.press('Tab');
    await assertFocusShows(page, 'consent');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('progressbar').waitFor();
}

export async function assertFocusShows(page: Page, id: string) {
    assert.equal(await page.evaluate('document.activeElement.id || document.activeElement.type'), id);
    const outline = 'getComputedStyle(document.activeElement)';
    const shown = await page.evaluate(
        `${outline}.outlineStyle !== 'none' || ${outline}.boxShadow !== 'none'`
    );
    assert.ok(shown, `the focus on ${id} cannot be seen`);
}
