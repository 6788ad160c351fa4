// A support person finds a mail that failed, sees the server's words, mends the address, sends it again and sees it in the
// audit log: with the clock running, at a desk and on a phone without JavaScript. Then every page of theirs is looked at.
import assert from 'node:assert/strict';
import { type HttpClient, login } from '../../support/clients/client.ts';
import { until } from '../../support/servers/process.ts';
import { type Check, say } from '../checks.ts';
import type { Fixtures } from '../fixtures.ts';
import { look } from '../looks.ts';
import { refusedAddress } from '../post-box.ts';
import { setupPage } from '../setup-page.ts';
import { handsOf, type Hands, paired, secondsOf, titleOf, type Way, ways } from './hands.ts';
import { comesIn } from './roles.ts';

/** In seconds of clicks and typing. */
const longest = 2 * 60;

export async function supportStaff(fixtures: Fixtures, check: Check) {
    await setupPage(fixtures, check);
    const boss = await login(fixtures.url);
    for (const way of ways) await journey(fixtures, check, way, boss);
    await pages(fixtures, boss, check);
}

async function journey(fixtures: Fixtures, check: Check, way: Way, boss: HttpClient) {
    const { people } = way;
    const hands = await handsOf(fixtures, way);
    const title = titleOf(way);
    const customer = `Bakery at a ${people}`;
    await offerTo(boss, customer, refusedAddress(people));
    await boss.send('POST', '/users', {
        login: `support-${people}`,
        email: `support-${people}@example.test`,
        role: 'support'
    });
    await check(`${title}: a support user logs in for the first time`, () => comesIn(hands, 'support'));
    await check(
        `${title}: a failed email is found, corrected, resent and visible in the audit log`,
        async () => {
            hands.done.clicks = 0;
            hands.done.letters = 0;
            await mends(hands, customer, `right-${people}@example.test`);
            const seconds = secondsOf(hands);
            say(`        ${Math.round(seconds)} seconds of clicks and typing`);
            assert.ok(seconds < longest, `${seconds} s`);
        }
    );
    await check(`${title}: the pages of support show no errors`, async () =>
        assert.deepEqual(hands.complaints, [])
    );
    await hands.close();
}

async function mends({ page, click, type, see, letters }: Hands, customer: string, address: string) {
    await until('the mail has failed', async () => {
        await page.reload();
        return page.getByRole('heading', { name: /emails? failed/ }).isVisible();
    });
    await see('start-support');
    await click(page.getByRole('button', { name: 'Look at it' }));
    await page.getByRole('heading', { name: `Offer to ${customer}`, level: 1 }).waitFor();
    await page
        .getByText(/responded: 550 /)
        .first()
        .waitFor();
    await see('failed-mail');
    await type(page.getByLabel('Email address'), address);
    await click(page.getByRole('button', { name: 'Resend email' }));
    await page.getByText('Email queued again.').waitFor();
    await until('the mail arrives', async () => (await letters()).some(({ to }) => to === address));
    await click(page.getByRole('link', { name: 'Activity' }));
    await page.getByText('to another address').waitFor();
    await see('mail-in-audit-log');
}

async function offerTo(boss: HttpClient, customer: string, email: string) {
    const deal = {
        customer_name: customer,
        contact_name: 'Pat',
        contact_email: email,
        revenue: 900,
        commission: 90
    };
    const made = await boss.send('POST', '/deals', deal);
    const id = Number(made.body.data.deal.id);
    for (const move of ['submit', 'approve', 'send']) {
        const { statusCode } = await boss.send('POST', `/deals/${id}/${move}`);
        assert.equal(statusCode, 200, move);
    }
}

const shown = {
    '/jobs': 'support-jobs',
    '/jobs/mails': 'support-mails',
    '/jobs/builds': 'support-builds',
    '/jobs/dead': 'support-dead',
    '/jobs/new?task=build-step': 'support-new-job',
    '/audit': 'support-audit',
    '/audit/tool-calls': 'support-tool-calls'
};

/** Each in light and dark, narrow and wide, with something on it. */
async function pages(fixtures: Fixtures, boss: HttpClient, check: Check) {
    const hands = await handsOf(fixtures, paired[0]);
    const { page, url, pictures } = hands;
    await offerTo(boss, 'Florist', refusedAddress('florist'));
    const long = `${'local'.repeat(12)}@${'domain.'.repeat(25)}test`;
    await boss.send('POST', '/users', { login: 'long-address', email: long, role: 'support' });
    await comesIn(hands, 'support', { again: true });
    for (const [path, name] of Object.entries(shown))
        await check(`the page ${path} looks as it should`, async () => {
            await page.goto(url + path);
            await look(page, pictures, name);
        });
    await check('a failed job shows its subject and asks before the retry', async () => {
        await page.goto(`${url}/jobs?state=dead`);
        await page.getByRole('link', { name: 'Offer to Florist' }).click();
        await page.getByRole('heading', { name: 'Offer to Florist', level: 1 }).waitFor();
        await look(page, pictures, 'support-job');
        await page.getByRole('button', { name: 'Retry now' }).click();
        await page.getByRole('heading', { name: 'Retry this job now?' }).waitFor();
        await look(page, pictures, 'support-job-retry');
    });
    await check('all dead jobs of a kind are retried by one button', async () => {
        await page.goto(`${url}/jobs/dead`);
        await page.getByRole('button', { name: 'Retry all' }).click();
        await page.getByRole('button', { name: 'Retry jobs' }).click();
        await page.getByText('1 job is queued again.').waitFor();
        await look(page, pictures, 'support-retried');
    });
    await check('no page of support complains', async () => assert.deepEqual(hands.complaints, []));
    await hands.close();
}
