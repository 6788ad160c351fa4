// What each of the people does on the way from an empty installation to a decided candidate.
import assert from 'node:assert/strict';
import { administrator, until } from '../../support/servers/process.ts';
import { type Hands, narrow } from './hands.ts';

const password = 'a long way to a good decision';
const emailOf = (who: string, { people }: Hands) => `${who}-${people}@example.test`;
const loginOf = (who: string, { people }: Hands) => `${who}-${people}`;
export const sageOf = ({ people }: Pick<Hands, 'people'>) => `Ward nurse at a ${people}`;
const candidateOf = ({ people }: Hands) => `Carla of the ${people}`;

export async function logsIn(hands: Hands, login: string, secret: string) {
    const { page, url, click, type } = hands;
    await page.goto(`${url}/login`);
    await type(page.getByLabel('Login'), login);
    await type(page.getByLabel('Password'), secret);
    await click(page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
}

export const goes = async ({ page, click, how }: Hands, word: string) => {
    if (how.width <= narrow) await click(page.getByRole('link', { name: 'Open the menu' }));
    await click(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word, exact: true })
    );
};

export async function letsIn(boss: Hands, { author, reviewer }: { author: Hands; reviewer: Hands }) {
    await logsIn(boss, administrator.login, administrator.password);
    await boss.see('start-administrator');
    await welcomes(boss, author, { who: 'author', role: 'sage_author' });
    await welcomes(boss, reviewer, { who: 'reviewer', role: 'reviewer' });
}

async function welcomes(boss: Hands, guest: Hands, { who, role }: { who: string; role: string }) {
    const { page, click, type } = boss;
    await goes(boss, 'People');
    await click(page.getByRole('button', { name: 'Invite a user' }));
    await type(page.getByLabel('Email address'), emailOf(who, boss));
    await type(page.getByLabel('Login'), loginOf(who, boss));
    await page.getByLabel('Role', { exact: true }).selectOption(role);
    await click(page.getByRole('button', { name: 'Invite user' }));
    await page.getByText('Invitation queued').waitFor();
    await comesIn(guest, who);
    await guest.see(`start-${who}`);
}

/** An invited user chooses a password, unless they have one, and logs in. */
export async function comesIn(guest: Hands, who: string, { again = false } = {}) {
    if (!again) await choosesPassword(guest, who);
    await logsIn(guest, loginOf(who, guest), password);
}

/** The human check of that page wants JavaScript, as the page says. */
async function choosesPassword(guest: Hands, who: string) {
    const browser = await guest.visitor();
    const page = await browser.newPage();
    await page.goto(await guest.linkTo(emailOf(who, guest), '/reset-password?key='));
    await guest.type(page.getByLabel('New password', { exact: true }), password);
    await guest.type(page.getByLabel('Repeat new password'), password);
    await guest.click(page.locator('main form button[type=submit]'));
    await page.getByText('Sign in with the new password').waitFor();
    await browser.close();
}

export async function makes(author: Hands) {
    const { page, click, type, see } = author;
    await goes(author, 'Sages');
    await click(page.getByRole('button', { name: 'New sage' }).first());
    await see('sage-new');
    await click(page.getByRole('button', { name: 'Ward nurse', exact: true }));
    await click(page.getByLabel('More'));
    await click(page.getByRole('link', { name: 'Advanced' }));
    await type(page.getByLabel('Name', { exact: true }), sageOf(author));
    await click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved.').waitFor();
    await see('sage-details');
    await click(page.getByRole('button', { name: 'Run the check' }));
    await page.getByRole('button', { name: 'Read the test answers' }).waitFor({ timeout: 180_000 });
    await see('sage-built');
    await click(page.getByRole('link', { name: sageOf(author) }));
    await click(page.getByRole('button', { name: 'Skip', exact: true }));
    await click(page.getByRole('button', { name: 'Skip review' }).last());
    await page.getByRole('heading', { name: 'Open it for candidates' }).waitFor();
    await see('sage-tried');
}

export async function turnsOn(boss: Hands) {
    const { page, click } = boss;
    await goes(boss, 'Sages');
    await click(page.getByRole('link', { name: sageOf(boss) }));
    await click(page.getByRole('button', { name: 'Open it' }));
    await page.getByRole('heading', { name: 'Invite candidates' }).waitFor();
}

export async function invites(author: Hands) {
    const { page, click, type, see } = author;
    await goes(author, 'Candidates');
    await click(page.getByRole('button', { name: 'Invite', exact: true }));
    await page.getByLabel('Sage', { exact: true }).selectOption({ label: sageOf(author) });
    await type(page.getByLabel('Name', { exact: true }), candidateOf(author));
    await type(page.getByLabel('Email', { exact: true }), emailOf('carla', author));
    await see('invite');
    await click(page.getByRole('button', { name: 'Send invitation' }));
    await page.getByRole('link', { name: candidateOf(author) }).waitFor();
    await see('screens-invited');
}

const answer =
    'The drip of one patient ran too fast. I stopped it, told the doctor at once, wrote down the time, and checked the pulse every five minutes until it was normal.';

export async function answers(candidate: Hands) {
    await candidate.page.goto(await candidate.linkTo(emailOf('carla', candidate), '/screen/'));
    await answersAll(candidate);
}

/** From the first page of a candidate to the thanks. */
export async function answersAll(candidate: Hands) {
    const { page, click, type, see } = candidate;
    await see('landing');
    await click(page.getByRole('checkbox'));
    await click(page.getByRole('button', { name: 'Start' }));
    const sends = page.getByRole('button', { name: 'Submit my answers' });
    for (let question = 1; !(await sends.isVisible()); question += 1) {
        assert.ok(question < 10, 'the questions come to an end');
        await type(page.getByRole('textbox'), answer);
        if (question === 1) await see('question');
        await click(page.getByRole('button', { name: 'Save and continue' }));
        await page
            .getByText(new RegExp(`question ${question + 1} of|Submit my answers`))
            .first()
            .waitFor();
    }
    await click(sends);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await see('thanks');
}

export async function decides(reviewer: Hands) {
    const { page, click, type, see } = reviewer;
    await goes(reviewer, 'Candidates');
    await page.getByRole('heading', { name: 'Candidates', exact: true }).waitFor();
    await until('the candidate waits for a person', async () => {
        await page.reload();
        return page.getByRole('link', { name: candidateOf(reviewer) }).isVisible();
    });
    await see('screens-waiting');
    await click(page.getByRole('link', { name: candidateOf(reviewer) }));
    for (const group of await page.getByRole('group', { name: 'Your level' }).all())
        await click(group.getByRole('radio', { name: /^Partial/ }));
    await see('screen-to-judge');
    await click(page.getByRole('button', { name: 'Save levels' }));
    await page.locator('.decide').getByText('of 100').waitFor();
    await click(page.getByRole('radio', { name: 'Advance', exact: true }));
    await type(page.getByLabel('Note'), 'Calm, and told the doctor.');
    await click(page.getByRole('button', { name: 'Save and next' }));
    await page.getByText(/: Advanced\./).waitFor();
    await see('screen-decided');
}

export async function erases(boss: Hands) {
    const { page, click, see } = boss;
    await page.goto(`${boss.url}/search?q=${encodeURIComponent(candidateOf(boss))}`);
    await see('search');
    await click(page.getByRole('link', { name: 'Candidate data' }));
    await page.getByRole('heading', { name: 'Candidate data', exact: true }).waitFor();
    await see('candidate-data');
    await click(page.getByRole('button', { name: 'Delete all data', exact: true }));
    await page.getByRole('button', { name: 'Delete permanently' }).waitFor();
    await see('candidate-erase');
    await click(page.getByRole('button', { name: 'Delete permanently' }));
    await page.getByText('Candidate data deleted').waitFor();
    await see('candidate-erased');
    assert.doesNotMatch(await page.content(), new RegExp(candidateOf(boss)));
    await page.goto(`${boss.url}/screens/retention`);
    await see('retention');
}
