// How a page looks and whether it is accessible: pictures, axe, the console.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { buildersWords } from './words.ts';

interface Violation {
    id: string;
    impact: string;
    nodes: { html: string; failureSummary: string }[];
}

/** A picture narrow and wide, light and dark, each without serious findings and without scrolling sideways. */
export async function look(page: Page, pictures: string, name: string) {
    await page.waitForLoadState('load'); // with styles: without them an icon of the vendor is asked for, which the policy refuses
    assert.deepEqual(await buildersWords(page), [], `${name}: words of the builder`);
    for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [360, 1280]) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await page.setViewportSize({ width, height: 800 });
            await page.screenshot({
                path: join(pictures, `${name}-${width}-${colorScheme}.png`),
                fullPage: true
            });
            assert.ok(
                await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
                `${name} is wider than ${width} px`
            );
            assert.equal(await page.locator('h1:visible').count(), 1, `${name}: one h1`);
            const bar = Number(
                await page.evaluate("document.querySelector('.console > .bar')?.offsetHeight ?? 0")
            );
            assert.ok(bar <= 48, `${name}: the header is ${bar} px high`);
            const widest = Number(await page.evaluate(widestList));
            assert.ok(widest <= 2 * 1280, `${name}: a list is ${widest} px wide`);
            assert.deepEqual(await overprinted(page), [], `${name}, ${width} px: help over its own option`);
            assert.deepEqual(await findings(page), [], `${name}, ${width} px, ${colorScheme}`);
        }
    }
    await lookClosely(page, name);
}

/** At 320 px, at 200 % of 1280 px, and with the text spacing of WCAG 2.2 (1.4.12): nothing is scrolled sideways or cut off. */
async function lookClosely(page: Page, name: string) {
    for (const [width, spacing] of [
        [320, ''],
        [640, ''],
        [360, textSpacing],
        [1280, textSpacing]
    ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(
            `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(spacing)}); document.adoptedStyleSheets = [sheet]; }`
        );
        const wide = await page.evaluate(
            'document.documentElement.scrollWidth <= innerWidth ? "" : Array.from(document.querySelectorAll("main *")).filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest(".list, pre, svg")).slice(0, 3).map((one) => one.outerHTML.slice(0, 160)).join(" ")'
        );
        assert.equal(wide, '', `${name} at ${width} px${spacing && ' with text spacing'}`);
    }
    await page.evaluate('document.adoptedStyleSheets = []');
    await page.setViewportSize({ width: 1280, height: 800 });
}

const textSpacing =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }';

const widestList = "Math.max(0, ...Array.from(document.querySelectorAll('.list'), (one) => one.scrollWidth))";

/** Choices whose line of help lies over their name. */
const overprinted = (page: Page): Promise<string[]> =>
    page.evaluate(`
    Array.from(document.querySelectorAll('label > small'), (help) => {
        const name = document.createRange();
        name.setStart(help.parentElement, 0);
        name.setEndBefore(help);
        const { bottom } = name.getBoundingClientRect();
        const { top, height } = help.getBoundingClientRect();
        return height > 0 && top < bottom - 1 ? help.parentElement.innerText : '';
    }).filter(Boolean)`);

/** What axe finds serious or critical. */
async function findings(page: Page) {
    await page.evaluate(axe.source);
    const violations: Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)');
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({
            id,
            nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)
        }));
}

/** Collects what a page complains of. That a form was refused or the line is down is no complaint of the page. */
export function listen(page: Page) {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
        const refused =
            message.text().startsWith('Failed to load resource') &&
            !message.location().url.includes('/public/');
        if (message.type() === 'error' && !refused) complaints.push(message.text());
    });
    return complaints;
}

/** What axe finds in a page of a browser without scripts: its HTML and styles are shown in one that has them. */
async function findingsWithoutScripts(page: Page) {
    const viewport = page.viewportSize();
    const context = await page.context().browser()?.newContext({ viewport });
    if (!context) throw new Error('the browser is closed');
    const shown = await context.newPage();
    const body = await page.content();
    await shown.route('**/*.js', (route) => route.abort());
    await shown.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
    await shown.goto(page.url());
    const found = await findings(shown);
    await context.close();
    return found;
}

/** The page as it is in the user's browser, and what axe finds in it. */
export async function lookOnce(page: Page, pictures: string, { name, isScripted }: Look) {
    assert.deepEqual(await buildersWords(page), [], `${name}: words of the builder`);
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    const width = page.viewportSize()?.width ?? 0;
    const widest = Number(await page.evaluate('document.documentElement.scrollWidth'));
    assert.ok(widest <= width, `${name} is wider than ${width} px`);
    assert.deepEqual(await (isScripted ? findings(page) : findingsWithoutScripts(page)), [], name);
}

interface Look {
    name: string;
    isScripted: boolean;
}
