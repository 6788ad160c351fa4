// One person goes from an empty installation to a decided candidate by pages alone: no email is read, and the link of the
// candidate is copied from a page. Clicks and letters are counted.
import assert from 'node:assert/strict';
import { administrator, until } from '../../support/servers/process.ts';
import { type Check, say } from '../checks.ts';
import type { Fixtures } from '../fixtures.ts';
import { type Hands, plays, secondsOf, titleOf, type Way } from './hands.ts';
import { florist, type Question } from './florist.ts';
import { answersAll, goes, logsIn } from './roles.ts';

const kinds = {
    template: { from: 'a template', clicks: 30, seconds: 6 * 60, creates: fromTemplate },
    own: { from: 'three own questions', clicks: 45, seconds: 9 * 60, creates: withOwnQuestions }
};

export async function alone(fixtures: Fixtures, check: Check, way: Way, kind: keyof typeof kinds) {
    const { from, creates, ...most } = kinds[kind];
    const title = `${titleOf(way)}, alone: from ${from} to a decided candidate in ${most.clicks} clicks`;
    const own = { ...way, people: `${kind}-${way.people}` };
    const work = async (hands: Hands) => {
        await logsIn(hands, administrator.login, administrator.password);
        await creates(hands);
        const link = await invites(hands);
        await plays(fixtures, own, async (candidate) => {
            await candidate.page.goto(link);
            await answersAll(candidate);
        });
        await reviews(hands);
        const { clicks } = hands.done;
        say(`        ${clicks} clicks, ${Math.round(secondsOf(hands))} seconds of clicks and typing`);
        assert.ok(clicks <= most.clicks, `${clicks} clicks`);
        assert.ok(secondsOf(hands) <= most.seconds);
    };
    await check(title, () => plays(fixtures, own, work));
}

async function fromTemplate(hands: Hands) {
    const { page, click, see } = hands;
    await goes(hands, 'Sages');
    await click(page.getByRole('button', { name: 'New sage' }).first());
    await click(page.getByRole('button', { name: 'Waiter', exact: true }));
    await see('sage-ready');
}

async function withOwnQuestions(hands: Hands) {
    const { page, click, type, see } = hands;
    await goes(hands, 'Sages');
    await click(page.getByRole('button', { name: 'New sage' }).first());
    await type(page.getByLabel('Job title'), 'Florist');
    await click(page.getByRole('button', { name: 'Create empty sage' }));
    for (const [place, question] of florist.entries()) {
        if (place > 0) await click(page.getByRole('button', { name: 'Add a question' }));
        await page
            .locator('.criterion[open] .n')
            .getByText(String(place + 1), { exact: true })
            .waitFor();
        await writes(hands, question);
    }
    await see('own-questions');
    await click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved.').waitFor();
}

/** Fills the open card. */
export async function writes({ page, type }: Hands, { indicators, question, name, ...levels }: Question) {
    const card = page.locator('details.criterion[open]');
    await type(card.getByLabel('Question', { exact: true }), question);
    await type(card.getByLabel('Short name'), name);
    await type(card.getByLabel('Strong', { exact: true }), levels.strong);
    await type(card.getByLabel('Partial', { exact: true }), levels.partial);
    await type(card.getByLabel('Absent', { exact: true }), levels.absent);
    await type(card.getByLabel(/^Indicators/), indicators.join('\n'));
}

/** From a complete sage to the link of its first candidate, which is returned. */
async function invites(hands: Hands) {
    const { page, click, type, see } = hands;
    const press = (name: string | RegExp) => click(page.getByRole('button', { name, exact: true }));
    await press('Run the check');
    const next = page.getByRole('button', { name: /^(Read the test answers|Continue)$/ });
    await next.waitFor({ timeout: 180_000 });
    await see('sage-checked');
    await click(next);
    const goOn = page.getByRole('button', { name: /^(Looks right: continue|Continue without)$/ });
    await goOn.waitFor();
    await see('test-answers');
    const isWithout = (await goOn.innerText()) === 'Continue without';
    await click(goOn);
    if (isWithout) await click(page.getByRole('button', { name: 'Skip review' }).last());
    await see('sage-tried');
    await press('Open it');
    await see('sage-opened');
    await click(page.getByRole('main').getByRole('button', { name: 'Invite' }).first());
    await type(page.getByLabel('Name', { exact: true }), 'Wim Waiter');
    await type(page.getByLabel('Email', { exact: true }), 'wim@example.test');
    await see('invite');
    await press('Only create a link');
    await see('link');
    return page.getByLabel('Link for Wim Waiter').inputValue();
}

/** From the page of the link back to the sage, and on to a decision. */
async function reviews(hands: Hands) {
    const { page, click, see } = hands;
    await click(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last());
    await until('the candidate waits for a person', async () => {
        await page.reload();
        return page.getByRole('heading', { name: '1 candidate needs review' }).isVisible();
    });
    await see('sage-waiting');
    await click(page.getByRole('button', { name: 'Review 1 candidate' }));
    for (const group of await page.getByRole('group', { name: 'Your level' }).all())
        await click(group.getByText('Strong', { exact: true }).first());
    await click(page.getByRole('button', { name: 'Save levels' }));
    await page.locator('.decide').getByText('of 100').waitFor();
    await see('evidence');
    await click(page.getByText('Advance', { exact: true }));
    await click(page.getByRole('button', { name: 'Save and next' }));
    await page.getByText(/: Advanced\./).waitFor();
    await see('decided');
}
