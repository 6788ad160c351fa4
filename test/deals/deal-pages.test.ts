// The pages of the deals: who sees which, which moves they offer, and what their forms do.
import test from 'ava';
import { dealStatuses, type DealStatus } from '../../db/sales/deals.ts';
import { amountIn } from '../../plugins/deals/form-body.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { customerAt, type Fixtures, salesFixtures, told } from '../support/fixtures/sales.ts';

type Seller = Fixtures['rep'];

const browserOf = ({ testApp }: Fixtures, { cookie }: Seller) =>
    plainBrowser(testApp, { svc_session: cookie });
const root = '/rest/svc/v1/deals';

/** The fields of the form that this dialog of a page holds. */
const fieldsIn = (page: string, dialog: string) =>
    hiddenFields(page.slice(page.indexOf(`<dialog id="${dialog}"`)), '');

const offered = (page: string) => Array.from(page.matchAll(/href="\?ask=([a-z-]+)"/g), ([, name]) => name);

test('a rep sees only their own deals, and a sales administrator sees all with their owners', async (t) => {
    const fixtures = await salesFixtures(t);
    await fixtures.make({ customer_name: 'Of the rep' });
    await fixtures.make({ customer_name: 'Of the other' }, fixtures.other);
    const rep = (await browserOf(fixtures, fixtures.rep).get('/deals')).body;
    t.true(rep.includes('Of the rep'));
    t.false(rep.includes('Of the other'));
    t.false(rep.includes('name="rep_id"'));
    const boss = browserOf(fixtures, fixtures.boss);
    const all = (await boss.get('/deals')).body;
    for (const shown of ['Of the rep', 'Of the other', 'salesRep', 'otherRep']) t.true(all.includes(shown));
    const one = (await boss.get(`/deals?rep_id=${fixtures.other.user.id}`)).body;
    t.false(one.includes('Of the rep'));
    t.true(one.includes('Of the other'));
});

test('deals are filtered by state and text and sorted by a column, in JSON and on the page', async (t) => {
    const fixtures = await salesFixtures(t);
    const small = await fixtures.make({ customer_name: 'Borealis', revenue: 10 });
    const large = await fixtures.make({ customer_name: 'aurora', revenue: 900 });
    await fixtures.dealIn('ss_pending_approval', { customer_name: 'Corona' });
    const ids = async (query: string) => {
        const { items } = (await fixtures.rep.get(`/deals?${query}`)).body.data;
        const page = (await browserOf(fixtures, fixtures.rep).get(`/deals?${query}`)).body;
        const shown = Array.from(page.matchAll(/class="opens" href="\/deals\/(\d+)"/g), ([, id]) =>
            Number(id)
        );
        const listed = items.map(({ id }: { id: number }) => id);
        t.deepEqual(shown, listed, query);
        return listed;
    };
    t.deepEqual(await ids('status=ss_draft'), [large, small]);
    t.deepEqual(await ids('status=ss_draft&sort=revenue'), [small, large]);
    t.deepEqual(await ids('status=ss_draft&sort=customer'), [large, small]);
    t.deepEqual(await ids('q=REAL'), [small]);
    t.deepEqual(await ids(`q=%23${large}`), [large]);
    t.deepEqual(await ids('q=nobody'), []);
    t.is((await fixtures.rep.get('/deals?sort=commission')).statusCode, 400);
});

test('the board counts and sums each state, and its text leads to the list of one', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' });
    for (let n = 0; n < 7; n += 1) await fixtures.make({ revenue: 100.5 });
    await fixtures.dealIn('ss_paid', { revenue: 4000 });
    await fixtures.make({ revenue: 77_777 }, fixtures.other);
    const { body } = await browserOf(fixtures, fixtures.rep).get('/deals?view=board');
    t.regex(body, /Draft<\/span> <small>7<\/small><\/h2>\s*<p class="sum">€703\.50<\/p>/);
    t.regex(body, /Paid<\/span> <small>1<\/small><\/h2>\s*<p class="sum">€4,000\.00<\/p>/);
    t.regex(body, /<a href="\/deals\?status=ss_draft">All 7<\/a>/);
    t.false(body.includes('77,777'));
});

/** As the design has them: the rep's, and those of the sales administrators. */
const moves: Record<DealStatus, { rep: string[]; boss: string[] }> = {
    ss_draft: { rep: ['submit', 'lose'], boss: ['lose'] },
    ss_pending_approval: { rep: ['recall', 'lose'], boss: ['approve', 'reject', 'recall', 'lose'] },
    ss_approved: { rep: ['send', 'reopen', 'lose'], boss: ['send', 'reopen', 'lose'] },
    ss_customer_sent: { rep: ['recall-from-customer', 'lose'], boss: ['recall-from-customer', 'lose'] },
    ss_customer_approved: { rep: ['lose'], boss: ['close', 'lose'] },
    ss_customer_declined: { rep: ['reopen', 'lose'], boss: ['reopen', 'lose'] },
    ss_closed: { rep: [], boss: ['pay'] },
    ss_paid: { rep: [], boss: [] },
    ss_lost: { rep: [], boss: [] }
};

test('a deal offers each user the moves that are theirs in its state, and no others', async (t) => {
    const fixtures = await salesFixtures(t, { RATE_ACTIONS: '0' });
    const rep = browserOf(fixtures, fixtures.rep);
    const boss = browserOf(fixtures, fixtures.boss);
    for (const status of dealStatuses) {
        const { id } = await fixtures.dealIn(status);
        const seen = (await rep.get(`/deals/${id}`)).body;
        t.deepEqual(offered(seen), moves[status].rep, `${status}, its rep`);
        t.deepEqual(offered((await boss.get(`/deals/${id}`)).body), moves[status].boss, `${status}, admin`);
        t.is(seen.includes(`href="/deals/${id}/edit"`), status === 'ss_draft', status);
    }
});

test('a move that is not offered is refused all the same: the refusal is that of the route', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const rep = browserOf(fixtures, fixtures.rep);
    const fields = fieldsIn((await rep.get(`/deals/${id}`)).body, 'lose');
    const { body } = await rep.submit(`${root}/${id}/approve`, fields);
    t.true(body.includes('You do not have permission to perform this action.'));
    t.is((await told(fixtures, id)).deal.status, 'ss_pending_approval');
});

test('a deal is created and edited by its form, which explains errors and keeps the values', async (t) => {
    const fixtures = await salesFixtures(t);
    const rep = browserOf(fixtures, fixtures.rep);
    const blank = hiddenFields((await rep.get('/deals/new')).body, 'customer_name');
    const typed = {
        ...blank,
        customer_name: 'Aurora',
        contact_name: 'Contact 1',
        contact_email: 'sam@example.test',
        scope: 'Ten screens,\r\nevery month',
        revenue: 'a lot',
        commission: '1.375,25',
        margin_deduction: '',
        referral_fee: '',
        valid_until: ''
    };
    const refused = (await rep.submit(root, typed)).body;
    for (const shown of [
        'Enter an amount such as 12500 or 12500.50',
        'value="Aurora"',
        'every month',
        'value="a lot"'
    ])
        t.true(refused.includes(shown), shown);
    const made = (await rep.submit(root, { ...typed, revenue: '12,500.50' })).body;
    for (const shown of ['Saved.', '<h1>Aurora</h1>', '12,500.50', '1,375.25'])
        t.true(made.includes(shown), shown);
    const id = Number(/\/deals\/(\d+)\/edit/.exec(made)?.[1]);
    const form = (await rep.get(`/deals/${id}/edit`)).body;
    const fields = hiddenFields(form, 'customer_name');
    const changed = { ...typed, ...fields, revenue: '13000', referral_fee: '100', valid_until: '2026-02-01' };
    const saved = (await rep.submit(`${root}/${id}?_method=PATCH`, changed)).body;
    t.true(saved.includes('13,000.00') && saved.includes('1 February 2026'));
    const stale = (await rep.submit(`${root}/${id}?_method=PATCH`, changed)).body;
    t.true(stale.includes('Someone changed this deal while you were editing.'));
    await fixtures.rep.send('POST', `/deals/${id}/submit`);
    t.true(
        (await rep.get(`/deals/${id}/edit`)).body.includes('You can edit a deal only while it is a draft.')
    );
});

test('amounts are understood as people write them, and nothing else is', (t) => {
    for (const text of ['12500.5', '12,500.50', '12.500,50', '12 500,5', "12'500.5", '12500,50'])
        t.is(amountIn(text), 12_500.5, text);
    t.is(amountIn('1,000,000'), 1_000_000);
    t.is(amountIn('12.500'), 12_500);
    for (const text of ['', 'a lot', '12.5.5', '-1', '1e3', '12,5000', '1,00,000', '12.345,678'])
        t.is(amountIn(text), text, text);
    for (const text of ['0.125', '0,500', '012,500', '12,500,50', '12.500.50'])
        t.is(amountIn(text), text, text);
});

test('a declined deal is opened again with a reason, and not without one', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id, path } = await fixtures.dealIn('ss_approved').then(async ({ id: approved }) => {
        const { link } = (await fixtures.rep.send('POST', `/deals/${approved}/send`)).body.data;
        return { id: approved, path: new URL(link).pathname };
    });
    await customerAt(fixtures.testApp, path).post('decline', { reason: 'Too dear' });
    const rep = browserOf(fixtures, fixtures.rep);
    const before = (await rep.get(`/deals/${id}`)).body;
    t.true(before.includes('Too dear'));
    t.true(before.includes(`http://localhost:3000${path}`));
    const fields = fieldsIn(before, 'reopen');
    t.true((await rep.submit(`${root}/${id}/reopen`, fields)).body.includes('Enter a reason'));
    const after = (await rep.submit(`${root}/${id}/reopen`, { ...fields, reason: 'Another price' })).body;
    for (const shown of ['Moved back to draft.', 'Another price', 'reopened it'])
        t.true(after.includes(shown), shown);
    t.false(after.includes(path), 'the link opens nothing, and is not shown');
});

test('approving a deal whose numbers changed shows a conflict, and approves nothing', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const boss = browserOf(fixtures, fixtures.boss);
    const fields = fieldsIn((await boss.get(`/deals/${id}`)).body, 'approve');
    await fixtures.rep.action('svc_recall_deal', { deal_id: id });
    await fixtures.rep.send('PATCH', `/deals/${id}`, { revenue: 9900 });
    await fixtures.rep.send('POST', `/deals/${id}/submit`);
    const { body } = await boss.submit(`${root}/${id}/approve`, fields);
    t.true(body.includes('Someone changed this deal, so your action was not applied'));
    t.is((await told(fixtures, id)).deal.status, 'ss_pending_approval');
});

test('a deal is recalled from approval by the action of the contract, and its page shows that', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const rep = browserOf(fixtures, fixtures.rep);
    const page = (await rep.get(`/deals/${id}`)).body;
    t.regex(page, /admin-ajax\.php\?action=svc_recall_deal"/);
    const { body } = await rep.submit('/rest/svc/v1/admin/admin-ajax.php?action=svc_recall_deal', {
        ...fieldsIn(page, 'recall'),
        reason: 'Wrong price'
    });
    for (const shown of ['Moved back to draft.', 'Wrong price', 'recalled it from approval'])
        t.true(body.includes(shown), shown);
});

test('an offer that was sent again since its page was opened cannot be withdrawn from there', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_customer_sent');
    const rep = browserOf(fixtures, fixtures.rep);
    const fields = fieldsIn((await rep.get(`/deals/${id}`)).body, 'recall-from-customer');
    await fixtures.boss.action('svc_recall_from_customer', { deal_id: id });
    await fixtures.boss.send('POST', `/deals/${id}/send`);
    const url = '/rest/svc/v1/admin/admin-ajax.php?action=svc_recall_from_customer';
    t.true((await rep.submit(url, fields)).body.includes('Someone changed this deal'));
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
    const again = fieldsIn((await rep.get(`/deals/${id}`)).body, 'recall-from-customer');
    t.true((await rep.submit(url, again)).body.includes('Offer withdrawn from the customer.'));
});

test('the page of a deal shows the offer as its customer sees it, without earnings', async (t) => {
    const fixtures = await salesFixtures(t, { ORGANISATION: 'Northwind' });
    const id = await fixtures.make({ scope: 'Ten screens', valid_until: '2026-02-01' });
    const { body } = await browserOf(fixtures, fixtures.rep).get(`/deals/${id}`);
    const preview = body.slice(body.indexOf('class="preview"'), body.indexOf('</article>'));
    for (const shown of [
        'Northwind',
        'An offer for Customer 1',
        'Ten screens',
        '1 February 2026',
        '12,500.50'
    ])
        t.true(preview.includes(shown), shown);
    t.notRegex(preview, /1,375|125\.50|<form|<button/);
});
