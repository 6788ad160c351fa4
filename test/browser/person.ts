import type { BrowserContext, Page } from 'playwright-core';
import { administrator } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';

/** A user at their browser. */
export interface Person extends Fixtures {
    check: Check;
    page: Page;
    /** How the browser is, for the titles of checks. */
    how: string;
    /** Pictures of the page; without JavaScript there are none, for they would be the same. */
    look: (name: string) => Promise<void>;
    /** Another browser of theirs, of the same kind. */
    another: () => Promise<BrowserContext>;
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
    await news.getByRole('button', { name: 'Close' }).click();
    await news.waitFor({ state: 'detached' });
}

export async function fillLogin(page: Page, password: string) {
    await page.getByLabel('Login').fill(administrator.login);
    await page.getByLabel('Password').fill(password);
}
