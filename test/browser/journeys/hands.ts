// A user at their browser: clicks and keys are counted, and each page that they open is checked.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Fixtures } from '../fixtures.ts';
import { say } from '../checks.ts';
import { listen, lookOnce } from '../looks.ts';

export interface How {
    javaScriptEnabled: boolean;
    width: number;
    colorScheme: 'light' | 'dark';
}

/** And what the people of the journey are called by: others play the same in the other ways. */
export type Way = How & { people: string };

/** As they are played without --all: each of the sizes with one of the ways of browsing. */
export const paired: readonly [Way, Way] = [
    { javaScriptEnabled: true, width: 1280, colorScheme: 'light', people: 'desk' },
    { javaScriptEnabled: false, width: 390, colorScheme: 'dark', people: 'phone' }
];

export const ways = process.argv.includes('--all')
    ? [
          ...paired,
          { ...paired[0], width: 390, people: 'phone with scripts' },
          { ...paired[1], width: 1280, people: 'desk without scripts' }
      ].map((way) => ({ ...way, people: way.people.replaceAll(' ', '-') }))
    : paired;

/** Below this width the menu is folded; whether its button is visible is not known before the styles have come. */
export const narrow = 832;

/** How someone sits there, in the titles of checks. */
export const titleOf = ({ width, javaScriptEnabled }: How) =>
    `${width > narrow ? 'at a desk' : 'on a phone'}${javaScriptEnabled ? '' : ' without JavaScript'}`;

export type Hands = Awaited<ReturnType<typeof handsOf>>;

export async function handsOf(fixtures: Fixtures, how: Way) {
    const { javaScriptEnabled, width, colorScheme, people } = how;
    const viewport = { width, height: 900 };
    const context = await fixtures.visitor({ javaScriptEnabled, colorScheme, viewport });
    const page: Page = await context.newPage();
    const done = { clicks: 0, letters: 0 };
    return {
        ...fixtures,
        page,
        how,
        people,
        done,
        complaints: listen(page),
        click: async (what: Locator) => {
            done.clicks += 1;
            await what.click();
        },
        type: async (what: Locator, text: string) => {
            done.letters += text.length;
            await what.fill(text);
        },
        /** A picture of the page as it is in this browser, and axe. */
        see: (name: string) =>
            lookOnce(page, fixtures.pictures, {
                name: `journey-${people}-${name}`,
                isScripted: javaScriptEnabled
            }),
        /** Returns the page that the user was left on, and what they saw of it. */
        leave: async () => {
            const words = await page.locator('body').innerText({ timeout: 2000 }).catch(String);
            say(`        ${page.url()}\n${words.slice(0, 600).replace(/^/gm, '        | ')}`);
        },
        close: () => context.close()
    };
}

/** Somebody does this at a browser of their own, where no page may complain. Of a failure it says on which page it was. */
export async function plays(fixtures: Fixtures, way: Way, work: (hands: Hands) => Promise<void>) {
    const hands = await handsOf(fixtures, way);
    try {
        await work(hands);
        assert.deepEqual(hands.complaints, []);
    } catch (error) {
        await hands.leave();
        throw error;
    }
    await hands.close();
}

/** To find and press a button takes 4 seconds, and a letter a third of one. */
export const secondsOf = ({ done }: Hands) => done.clicks * 4 + done.letters / 3;
