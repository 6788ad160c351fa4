// Thirty candidates by pages alone: invited by a pasted list, reminded with one act, one of them cancelled, and exported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { administrator, until } from '../../support/servers/process.ts';
import { type Check, say } from '../checks.ts';
import type { Fixtures } from '../fixtures.ts';
import { type Hands, plays, titleOf, type Way } from './hands.ts';
import { goes, logsIn, sageOf } from './roles.ts';

const count = 30;
const nameOf = (n: number) => `Person ${String.fromCharCode(65 + (n % 26))}${n < 26 ? '' : 'x'}`;

export async function many(fixtures: Fixtures, check: Check, way: Way) {
    const { people } = way;
    await check(`${titleOf(way)}: thirty candidates are invited, reminded with one act, and exported`, () =>
        plays(fixtures, { ...way, people: `many-${people}` }, async (hands) => {
            await invites(hands, people);
            await reminds(hands, people);
            await cancelsOne(hands);
            await exports(hands, people);
            say(`        ${hands.done.clicks} clicks`);
        })
    );
}

const addressOf = (n: number, people: string) => `person-${n}-${people}@example.test`;

async function invites(hands: Hands, people: string) {
    const { page, click, type } = hands;
    await logsIn(hands, administrator.login, administrator.password);
    await page.goto(`${hands.url}/people/credits`);
    await type(page.getByLabel('Number of credits'), '40');
    await type(page.getByLabel('Reason'), 'Thirty candidates');
    await click(page.getByRole('button', { name: 'Add credits' }));
    await goes(hands, 'Sages');
    await click(page.getByRole('link', { name: sageOf({ people }) }));
    await click(page.getByRole('main').getByRole('button', { name: 'Invite' }).first());
    await click(page.getByRole('link', { name: 'A list' }));
    const lines = Array.from({ length: count }, (_, n) => `${nameOf(n)}, ${addressOf(n, people)}`);
    await page.getByLabel('Paste names and addresses').fill(lines.join('\n')); // pasted, not typed
    await click(page.getByRole('main').getByRole('button', { name: 'Continue' }));
    await click(page.getByRole('button', { name: `Invite ${count} people` }));
    await page.getByText(`${count} candidates are invited.`).waitFor();
}

async function reminds(hands: Hands, people: string) {
    const { page, click, see, letters } = hands;
    await goes(hands, 'Sages');
    await click(page.getByRole('link', { name: sageOf({ people }) }));
    await click(page.getByRole('link', { name: new RegExp(`^Invited ${count}`) }));
    await click(page.getByRole('table').getByRole('link', { name: 'All', exact: true }));
    await see('selected');
    await click(page.getByRole('button', { name: 'Send reminder' }));
    await page.getByText(`${count} reminders queued.`).waitFor();
    await see('reminded');
    await until('each has one reminder', async () => {
        const sent = (await letters()).filter(
            ({ to, subject }) => subject.startsWith('Reminder') && to.endsWith(`-${people}@example.test`)
        );
        return new Set(sent.map(({ to }) => to)).size === count && sent.length === count;
    });
}

async function cancelsOne({ page, click, see }: Hands) {
    await click(page.getByRole('checkbox', { name: `Select ${nameOf(3)}`, exact: true }));
    await click(page.getByRole('button', { name: 'Cancel invitations' }));
    await page.getByRole('heading', { name: 'Cancel 1 invitation?' }).waitFor();
    await see('cancelling');
    await click(page.getByRole('button', { name: 'Cancel 1 invitation' }));
    await page.getByText('1 invitation cancelled.').waitFor();
    assert.equal(await page.getByRole('link', { name: nameOf(3), exact: true }).count(), 0);
}

async function exports({ page, click }: Hands, people: string) {
    await click(page.getByRole('table').getByRole('link', { name: 'All', exact: true }));
    const download = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'Export' }));
    const lines = readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\r\n');
    assert.equal(lines.length, count);
    assert.ok(lines.some((line) => line.startsWith(`${nameOf(7)},${addressOf(7, people)},`)));
}
