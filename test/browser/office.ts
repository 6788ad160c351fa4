// The pages of the office, each looked at once with something on it: what their forms do is tested where pages are tested.
import assert from 'node:assert/strict';
import { type HttpClient, login } from '../support/clients/client.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { atBrowser, logIn } from './person.ts';

const shown = {
    '/deals': 'deals',
    '/deals/new': 'deal-new',
    '/commissions': 'commissions',
    '/commissions/rates': 'commission-rates',
    '/profile/sessions': 'profile-sessions',
    '/people': 'people',
    '/people/new': 'people-new',
    '/people/credits': 'credits',
    '/people/tokens': 'tokens',
    '/people/tokens/new': 'token-new',
    '/people/tokens/1': 'token',
    '/settings': 'settings',
    '/settings/candidates': 'settings-candidates',
    '/settings/organisation': 'settings-organisation',
    '/settings/environment': 'settings-environment',
    '/settings/decision-mails': 'decision-mails',
    '/settings/splash': 'splash',
    '/settings/splash/new': 'splash-new',
    '/settings/pages': 'content-pages',
    '/settings/pages/new': 'content-page-new',
    '/settings/pages/7': 'content-page',
    '/settings/tasks': 'task-links',
    '/settings/tasks/new': 'task-link-new',
    '/settings/tasks/1': 'task-link',
    '/settings/traces': 'traces'
};

export async function office(fixtures: Fixtures, check: Check) {
    const boss = await login(fixtures.url);
    await fills(fixtures.url, boss);
    const nora = { login: 'nora', email: 'nora@example.test', role: 'support' };
    const { user } = (await boss.send('POST', '/users', nora)).body.data;
    const all = {
        [`/deals/${await paidDeal(boss)}`]: 'deal-paid',
        [`/people/${user.id}`]: 'person',
        ...shown
    };
    await atBrowser({ fixtures, check, pages: 'the office' }, async ({ page, url, look }) => {
        await logIn(page, url);
        for (const [path, name] of Object.entries(all))
            await check(`the page ${path} looks as it should`, async () => {
                assert.equal((await page.goto(url + path))?.status(), 200);
                await look(name);
            });
    });
}

/** One that a customer has accepted before is closed and paid. */
async function paidDeal(boss: HttpClient) {
    const accepted = await boss.get('/deals?status=ss_customer_approved');
    const id = Number(accepted.body.data.items[0].id);
    for (const move of ['close', 'pay'])
        assert.equal((await boss.send('POST', `/deals/${id}/${move}`)).statusCode, 200, move);
    return id;
}

/** A token, a content page, a task link, and traces of a routine. */
async function fills(url: string, boss: HttpClient) {
    const content = { title: 'About us', slug: 'about-us', content: '<p>We <b>screen</b> candidates.</p>' };
    await boss.send('PUT', '/pages/7', content);
    await boss.send('PUT', '/tasks', { crm_id: 'deal-0a91f7c2', title: 'Call back', status: 'open' });
    const wish = { name: 'Routines', scopes: ['tool:emit_trace'] };
    const { token } = (await boss.send('POST', '/service-tokens', wish)).body.data;
    const run = { run_id: 'r-2026-47', actor: 'digest-writer', routine: 'weekly-review', cadence: 'friday' };
    for (const step of [
        { status: 'partial', notes: 'The planner did not answer for two of them. '.repeat(12) },
        { status: 'failed', notes: '' }
    ]) {
        const response = await fetch(`${url}/tools/emit_trace`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-service-token': String(token) },
            body: JSON.stringify({ ...run, ...step })
        });
        assert.equal(response.status, 200);
    }
}
