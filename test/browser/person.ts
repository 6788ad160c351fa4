// A user at their browser.
import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { administrator } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';

export interface Person extends Fixtures {
    /** Where two browsers walk the same way, its titles say which one it is. */
    check: Check;
    context: BrowserContext;
    page: Page;
    isScripted: boolean;
    how: 'with JavaScript' | 'without JavaScript';
    /** Pictures of the page; without JavaScript there are none, for they would be the same. */
    look: (name: string) => Promise<void>;
    /** Another browser of theirs, of the same kind. */
    another: () => Promise<BrowserContext>;
}

interface Walk {
    fixtures: Fixtures;
    check: Check;
    /** What is walked through, for the title that says whether a page has complained. */
    pages: string;
    isScripted?: boolean;
}

/** Somebody walks at a browser of their own, where no page may complain. */
export async function atBrowser(
    { fixtures, check, pages, isScripted = true }: Walk,
    walk: (person: Person) => Promise<void>
) {
    const another = () => fixtures.visitor({ javaScriptEnabled: isScripted });
    const context = await another();
    const page = await context.newPage();
    const complaints = listen(page);
    await walk({
        ...fixtures,
        check,
        context,
        page,
        isScripted,
        how: isScripted ? 'with JavaScript' : 'without JavaScript',
        look: async (name) => {
            if (isScripted) await look(page, fixtures.pictures, name);
        },
        another
    });
    await check(`the console shows no errors on the pages of ${pages}`, async () =>
        assert.deepEqual(complaints, [])
    );
    await context.close();
}

/** The same once with JavaScript and once without. */
export async function atBothBrowsers(walk: Walk, work: (person: Person) => Promise<void>) {
    for (const isScripted of [true, false]) {
        const how = isScripted ? 'with JavaScript' : 'without JavaScript';
        const check: Check = (title, does) => walk.check(`${how}: ${title}`, does);
        await atBrowser({ ...walk, check, isScripted }, work);
    }
}

/** Logs the administrator in at a page of its own, or fails. */
export async function logIn(page: Page, url: string, password = administrator.password) {
    await page.goto(`${url}/login`);
    await fillLogin(page, password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await closeBanner(page);
}

/** A new user sees the banner once: what its buttons are called is not what the other walks look for. */
async function closeBanner(page: Page) {
    const news = page.getByRole('complementary', { name: 'News' });
    if ((await news.count()) === 0) return;
    await news.getByRole('button', { name: 'Dismiss' }).click();
    await news.waitFor({ state: 'detached' });
}

export async function fillLogin(page: Page, password: string) {
    await page.getByLabel('Login').fill(administrator.login);
    await page.getByLabel('Password').fill(password);
}
