// The frame of the pages of any logged-in user: keys, the user's menu, the theme, and what a browser keeps.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { login } from '../support/clients/client.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';
import { logIn } from './person.ts';

export async function consoleFrame(fixtures: Fixtures, check: Check) {
    for (const javaScriptEnabled of [true, false]) {
        const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';
        const context = await fixtures.visitor({ javaScriptEnabled });
        const page = await context.newPage();
        const complaints = listen(page);
        await logIn(page, fixtures.url);
        await tour({ page, fixtures, check, how, javaScriptEnabled });
        await check(`${how}: the published banner is on every page until it is closed`, async () => {
            const boss = await login(fixtures.url);
            await boss.send('POST', '/splash', { title: `News ${how}`, published: true });
            const news = page.getByRole('complementary', { name: 'News' });
            await page.goto(`${fixtures.url}/sages`);
            await news.getByText(`News ${how}`).waitFor();
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'banner');
            const isHeard = page.waitForResponse((answer) => answer.url().includes('svc_mark_splash_seen'));
            await news.getByRole('button', { name: 'Close' }).click();
            await isHeard;
            await page.goto(fixtures.url);
            assert.equal(await news.count(), 0);
        });
        await check(`${how}: the theme is chosen in the menu and stays on the next page`, async () => {
            await page.locator('.me summary').click();
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'menu');
            await page.getByRole('button', { name: 'Dark' }).click();
            await page.goto(`${fixtures.url}/profile`);
            assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
        });
        await check(`${how}: the search finds what its words name`, async () => {
            await page.goto(fixtures.url);
            if (javaScriptEnabled) await page.keyboard.press('/');
            else await page.getByRole('searchbox', { name: 'Search' }).focus();
            await page.keyboard.type('demo');
            await page.keyboard.press('Enter');
            await page.getByRole('heading', { name: 'Sages' }).waitFor();
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'search');
        });
        await check(`${how}: a message of what was done is closed by its button`, async () => {
            await page.goto(`${fixtures.url}/profile`);
            await page.getByRole('button', { name: 'Save', exact: true }).click();
            await page.getByText('Profile saved.').waitFor();
            await page.getByRole('button', { name: 'Close this message' }).click();
            assert.equal(await page.getByText('Profile saved.').isVisible(), false);
        });
        if (javaScriptEnabled)
            await check('after a walk the browser has stored no page', async () => {
                assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0);
                assert.deepEqual(await page.evaluate('caches.keys()'), []);
            });
        await check(`${how}: the console shows no errors in the frame`, async () =>
            assert.deepEqual(complaints, [])
        );
        await context.close();
    }
}

interface Walk {
    page: Page;
    fixtures: Fixtures;
    check: Check;
    how: string;
    javaScriptEnabled: boolean;
}

async function tour({ page, fixtures, check, how, javaScriptEnabled }: Walk) {
    await check(
        `${how}: the tour leads over all pages and ends, and a first step is ticked off`,
        async () => {
            await page.goto(fixtures.url);
            await page.getByRole('button', { name: 'Take the tour' }).click();
            if (javaScriptEnabled) await look(page, fixtures.pictures, 'tour');
            const next = page.getByRole('button', { name: /^Next: / });
            while (await next.isVisible()) {
                const word = (await next.textContent())?.replace('Next: ', '') ?? '';
                await next.click();
                await page.locator('.tour strong', { hasText: word }).waitFor();
            }
            await page.getByRole('button', { name: 'Done' }).click();
            await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
            assert.equal(await page.getByText('New here?').isVisible(), false);
            await page.getByRole('button', { name: 'Mark as done: Choose a language model' }).click();
            await page.getByRole('button', { name: /language model/ }).waitFor({ state: 'detached' });
            await page.goto(`${fixtures.url}/profile/first-steps`);
            await page.getByText('1 step ticked off').waitFor();
            await page.getByRole('button', { name: 'Reset' }).click();
            await page.getByText('You will find it on the Start page').waitFor();
            await page.goto(fixtures.url);
            await page.getByText('New here?').waitFor();
        }
    );
}
