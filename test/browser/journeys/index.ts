// From an empty installation to a decided candidate in a browser alone, by the people who do it: administrator, author,
// candidate, reviewer; once at a desk, and once on a phone in the dark without JavaScript. Then one person alone, and thirty candidates.
import assert from 'node:assert/strict';
import type { Check } from '../checks.ts';
import { say } from '../checks.ts';
import type { Fixtures } from '../fixtures.ts';
import { setupPage } from '../setup-page.ts';
import { alone } from './alone.ts';
import { handsOf, type Hands, paired, secondsOf, titleOf, type Way, ways } from './hands.ts';
import { many } from './many.ts';
import { mending } from './mending.ts';
import { answers, decides, erases, invites, letsIn, makes, turnsOn } from './roles.ts';
import { tenInARow } from './ten.ts';

/** Without the manual, in seconds of clicks and typing. */
const longest = 12 * 60;

export async function journeys(fixtures: Fixtures, check: Check) {
    await setupPage(fixtures, check);
    for (const way of ways) await journey(fixtures, check, way);
    for (const way of ways) {
        await tenInARow(fixtures, check, way); // it adds the credits for those below
        for (const kind of ['template', 'own'] as const) await alone(fixtures, check, way, kind);
        await mending(fixtures, check, way);
        await many(fixtures, check, way);
    }
}

/** What each change plays: four people at a desk, and one alone on a phone without JavaScript, from an empty installation on. */
export async function oneJourney(fixtures: Fixtures, check: Check) {
    await setupPage(fixtures, check);
    const [atDesk, onPhone] = paired;
    await journey(fixtures, check, atDesk);
    await alone(fixtures, check, onPhone, 'template');
}

async function journey(fixtures: Fixtures, check: Check, way: Way) {
    const title = titleOf(way);
    const hands: Hands[] = [];
    const sit = async () => {
        const one = await handsOf(fixtures, way);
        hands.push(one);
        return one;
    };
    const boss = await sit();
    const author = await sit();
    const reviewer = await sit();
    const candidate = await sit();
    let goesOn = true;
    const step = async (what: string, work: () => Promise<void>) => {
        if (!goesOn) return; // nothing after it could work
        goesOn = false;
        await check(`${title}: ${what}`, async () => {
            await work().catch(async (error: unknown) => {
                for (const one of hands) await one.leave();
                throw error;
            });
            goesOn = true;
        });
    };
    await step('an administrator lets an author and a reviewer in', () => letsIn(boss, { author, reviewer }));
    await step('the author creates a sage from a template and builds it', () => makes(author));
    await step('the administrator turns it on', () => turnsOn(boss));
    await step('the author invites a candidate', () => invites(author));
    await step('the candidate answers', () => answers(candidate));
    await step('the reviewer gives levels and decides', () => decides(reviewer));
    await step('the administrator looks at their data and erases it', () => erases(boss));
    await step('no page complains, and it takes less than 12 minutes of clicks and typing', async () => {
        assert.deepEqual(
            hands.flatMap(({ complaints }) => complaints),
            []
        );
        const seconds = hands.reduce((total, one) => total + secondsOf(one), 0);
        say(`        ${Math.round(seconds / 6) / 10} minutes of clicks and typing`);
        assert.ok(seconds < longest, `${seconds} s`);
    });
    await Promise.all(hands.map(({ close }) => close()));
}
