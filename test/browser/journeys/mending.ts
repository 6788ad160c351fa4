// Questions that cannot be checked, and a check that fails: both are mended by what the pages say, and by nothing else.
import assert from 'node:assert/strict';
import { administrator } from '../../support/servers/process.ts';
import { motivation } from '../../support/fixtures/sages.ts';
import type { Check } from '../checks.ts';
import type { Fixtures } from '../fixtures.ts';
import { writes } from './alone.ts';
import { florist, type Question } from './florist.ts';
import { type Hands, plays, titleOf, type Way } from './hands.ts';
import { goes, logsIn } from './roles.ts';

export async function mending(fixtures: Fixtures, check: Check, way: Way) {
    const own = { ...way, people: `mending-${way.people}` };
    const journeys = {
        'a bad rubric is mended by what the page says': mendsQuestions,
        'a failed check is understood, mended and passes': mendsCheck
    };
    for (const [what, walk] of Object.entries(journeys))
        await check(`${titleOf(way)}: ${what}`, () =>
            plays(fixtures, own, async (hands) => {
                await logsIn(hands, administrator.login, administrator.password);
                await walk(hands);
            })
        );
}

async function begins(hands: Hands, title: string) {
    const { page, click, type } = hands;
    await goes(hands, 'Sages');
    await click(page.getByRole('button', { name: 'New sage' }).first());
    await type(page.getByLabel('Job title'), title);
    await click(page.getByRole('button', { name: 'Create empty sage' }));
}

async function saves({ page, click }: Hands) {
    await click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved.').waitFor();
}

async function mendsQuestions(hands: Hands) {
    const { page, type, click, see } = hands;
    const [good] = florist;
    assert.ok(good);
    await begins(hands, 'Bad questions');
    await writes(hands, {
        ...good,
        strong: 'is young and full of energy',
        indicators: ['good communication', 'team']
    });
    await saves(hands);
    await page.getByRole('heading', { name: /things? to change before the check/ }).waitFor();
    await see('bad-questions');
    await click(page.getByRole('main').getByRole('link', { name: 'about age' }).first());
    assert.match(page.url(), /#/, 'a problem leads to its field');
    const card = page.locator('details.criterion[open]');
    await type(card.getByLabel('Strong', { exact: true }), good.strong);
    await type(card.getByLabel(/^Indicators/), good.indicators.join('\n'));
    await saves(hands);
    await page.getByRole('button', { name: 'Run the check' }).waitFor();
    await see('questions-mended');
}

/** Flattery says what this rubric looks for, so the first check fails; acts in its place pass. */
async function mendsCheck(hands: Hands) {
    const { page, type, click, see } = hands;
    const [criterion] = motivation.criteria;
    const [good] = florist;
    assert.ok(criterion && good);
    const { levels, indicators, question } = criterion;
    const bad: Question = { ...levels, question, name: 'Motivation', indicators };
    await begins(hands, 'Motivation');
    await writes(hands, bad);
    await saves(hands);
    await click(page.getByRole('button', { name: 'Run the check' }));
    await page.getByRole('heading', { name: /^Failed:/ }).waitFor({ timeout: 180_000 });
    await see('check-failed');
    await click(page.locator('#missed').getByRole('button').first());
    const card = page.locator('details.criterion[open]');
    await type(card.getByLabel(/^Indicators/), good.indicators.join('\n'));
    await saves(hands);
    await click(page.getByRole('button', { name: 'Run the check' }));
    await page.getByRole('button', { name: 'Continue' }).waitFor({ timeout: 180_000 });
    await see('check-mended');
}
