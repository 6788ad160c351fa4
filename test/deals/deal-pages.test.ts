// The pages of the deals: which are listed, which moves they offer, and what their forms do.
import test from 'ava';
import { markMail } from '../../db/jobs/mails.ts';
import { amountIn } from '../../plugins/deals/form-body.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { dealMails, type Fixtures, salesFixtures, sellerMove, told } from '../support/fixtures/sales.ts';

const browserOf = ({ testApp }: Fixtures, { cookie }: Fixtures['rep']) =>
    plainBrowser(testApp, { svc_session: cookie });

const changed = /Someone changed this deal/;

test('deals are listed newest first, filtered by state, text and rep, and sorted by a column, then by id', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, other, boss, make } = fixtures;
    const small = await make({ customer_name: 'Borealis', revenue: 10 });
    const large = await make({ customer_name: 'aurora', revenue: 900 });
    const { id: pending } = await fixtures.dealIn('ss_pending_approval', { customer_name: 'Corona' });
    const others = await make({ customer_name: 'Delta' }, other);
    const lists: [Fixtures['rep'], string, number[]][] = [
        [rep, '', [pending, large, small]],
        [rep, `?rep_id=${other.user.id}`, []],
        [rep, '?status=ss_draft', [large, small]],
        [rep, '?status=ss_draft&sort=revenue', [small, large]],
        [rep, '?status=ss_draft&sort=customer', [large, small]],
        [rep, '?q=REAL', [small]],
        [rep, `?q=%23${large}`, [large]],
        [rep, '?q=nobody', []],
        [boss, '', [others, pending, large, small]],
        [boss, `?rep_id=${other.user.id}`, [others]],
        [boss, '?per_page=1&page=2', [pending]],
        [boss, '?sort=revenue', [small, large, pending, others]],
        [boss, '?sort=-revenue', [others, pending, large, small]]
    ];
    for (const [by, query, ids] of lists) {
        const { items } = (await by.get(`/deals${query}`)).body.data;
        const listed = items.map(({ id }: { id: number }) => id);
        t.deepEqual(listed, ids, query);
        const { body } = await browserOf(fixtures, by).get(`/deals${query}`);
        const rows = pageOf(body).rows('Deals');
        const shown = rows.map((row) => Number(row['No.']));
        t.deepEqual(shown, ids, `${query} on the page`);
    }
    t.is((await boss.get('/deals?per_page=1')).body.data.total, 4);
    for (const query of ['sort=commission', 'status=ss_sold'])
        t.is((await rep.get(`/deals?${query}`)).statusCode, 400, query);
});

test('the page of a deal offers its reader the moves that are theirs', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const moves = ['Approve deal', 'Send back', 'Recall', 'Send offer', 'Mark as lost'];
    for (const [by, offered] of [
        [fixtures.rep, ['Recall', 'Mark as lost']],
        [fixtures.boss, ['Approve deal', 'Send back', 'Recall', 'Mark as lost']]
    ] as const) {
        const page = pageOf((await browserOf(fixtures, by).get(`/deals/${id}`)).body);
        const shown = page.buttons().filter((name) => moves.includes(name));
        t.deepEqual(shown, [...offered], by.user.login);
        t.is(page.link('Edit draft'), undefined);
        t.deepEqual(page.part('Next step').links(), by === fixtures.boss ? ['Approve'] : []);
        const [row] = pageOf((await browserOf(fixtures, by).get('/deals')).body).rows('Deals');
        t.is(row?.['Next'], by === fixtures.boss ? 'Approve' : '');
    }
});

test('closing a deal on its page can be undone from the message that it was closed', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_customer_approved');
    const boss = browserOf(fixtures, fixtures.boss);
    const closed = await boss.press((await boss.get(`/deals/${id}`)).body, 'Close deal');
    t.is((await told(fixtures, id)).deal.status, 'ss_closed');
    await boss.press(closed.body, 'Undo');
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_approved');
});

test('a deal is created and edited by its form, which names errors and keeps the values', async (t) => {
    const fixtures = await salesFixtures(t, { CURRENCY: 'EUR' });
    const rep = browserOf(fixtures, fixtures.rep);
    const typed = {
        Customer: ['customer_name', 'Aurora'],
        Contact: ['contact_name', 'Robin'],
        'Contact email': ['contact_email', 'robin@example.test'],
        Phone: ['contact_phone', '+49 30 555'],
        Address: ['contact_address', 'Harbour Street 1\r\nHamburg'],
        Scope: ['scope', 'Ten screens\r\nevery month'],
        Price: ['revenue', 'a lot'],
        Commission: ['commission', '1375.25']
    } as const;
    const { body: blank } = await rep.get('/deals/new');
    const sent = Object.fromEntries(Object.values(typed));
    const refused = pageOf((await rep.press(blank, 'Create deal', sent)).body);
    for (const [label, [, value]] of Object.entries(typed))
        t.is(refused.field(label)?.value.replaceAll(/\r?\n/g, '\r\n'), value, label);
    t.truthy(refused.field('Price')?.error);
    t.is((await fixtures.rep.get('/deals')).body.data.total, 0);
    await rep.press(blank, 'Create deal', { ...sent, revenue: '€ 12.500,50' });
    const [{ id }] = (await fixtures.rep.get('/deals')).body.data.items;
    t.like((await told(fixtures, id)).deal, {
        customer_name: 'Aurora',
        contact_phone: '+49 30 555',
        contact_address: 'Harbour Street 1\nHamburg',
        revenue: 12_500.5,
        commission: 1375.25
    });
    const form = (await rep.get(`/deals/${id}/edit`)).body;
    const changes = { revenue: '13000', referral_fee: '100', valid_until: '2026-02-01' };
    await rep.press(form, 'Save', changes);
    const { deal } = await told(fixtures, id);
    t.like(deal, { customer_name: 'Aurora', revenue: 13_000, referral_fee: 100, valid_until: '2026-02-01' });
    const stale = pageOf((await rep.press(form, 'Save', { revenue: '1' })).body);
    t.regex(stale.alert() ?? '', changed);
    t.regex(stale.text, /As it is now: 13000.00/);
    t.deepEqual((await told(fixtures, id)).deal, deal);
    await fixtures.rep.send('POST', `/deals/${id}/submit`);
    t.is(pageOf((await rep.get(`/deals/${id}/edit`)).body).button('Save'), undefined);
});

test('amounts are understood as people write them, and nothing else is', (t) => {
    for (const text of ['12500.5', '12,500.50', '12.500,50', '12 500,5', "12'500.5", '12500,50'])
        t.is(amountIn(text), 12_500.5, text);
    t.is(amountIn('1,000,000'), 1_000_000);
    t.is(amountIn('12.500'), 12_500);
    const none =
        '|a lot|12.5.5|-1|1e3|0x10| 1E3 |12,5000|1,00,000|12.345,678|0.125|0,500|012,500|12,500,50|12.500.50';
    for (const text of none.split('|')) t.is(amountIn(text), text, text);
});

test('an amount may have the sign or code of the currency, and of no other', (t) => {
    for (const text of ['€ 12.500,50', '12,500.50 €', '€12500.5', 'EUR 12 500,50', '12\u202f500,50\u00a0EUR'])
        t.is(amountIn(text, 'EUR'), 12_500.5, text);
    t.is(amountIn('$1,200.00', 'USD'), 1200);
    t.is(amountIn('CA$1,200.00', 'CAD'), 1200);
    const wrong = { EUR: ['$1,200.00', 'CHF 5', '€ 5 €', '€', '-€5'], '': ['€ 5'], ABC: ['ABC 5'] };
    for (const [currency, texts] of Object.entries(wrong))
        for (const text of texts) t.is(amountIn(text, currency), text, text);
});

test('the page of a deal shows the link that its customer has now, and none while there is none', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_approved');
    const shown = async () => {
        const { body } = await browserOf(fixtures, fixtures.rep).get(`/deals/${id}`);
        return pageOf(body).field('Customer link')?.value;
    };
    for (let n = 0; n < 2; n += 1) {
        t.is(await shown(), undefined);
        const { link } = (await sellerMove(fixtures.rep, 'send', id)).body.data;
        t.is(await shown(), link);
        await sellerMove(fixtures.rep, 'recall_from_customer', id);
    }
});

test('a form moves only the deal that its page showed: a change since then is a conflict', async (t) => {
    const fixtures = await salesFixtures(t);
    const { rep, boss } = fixtures;
    const { id: pending } = await fixtures.dealIn('ss_pending_approval');
    const { id: sent } = await fixtures.dealIn('ss_customer_sent');
    const browser = browserOf(fixtures, boss);
    const shown = async (id: number) => (await browser.get(`/deals/${id}`)).body;
    const [approving, withdrawing] = [await shown(pending), await shown(sent)];
    await sellerMove(rep, 'recall', pending);
    await rep.send('PATCH', `/deals/${pending}`, { revenue: 9900 });
    await sellerMove(rep, 'submit', pending);
    await sellerMove(rep, 'recall_from_customer', sent);
    await sellerMove(rep, 'send', sent);
    for (const [page, button, id] of [
        [approving, 'Approve deal', pending],
        [withdrawing, 'Withdraw offer', sent]
    ] as const) {
        const { deal } = await told(fixtures, id);
        t.regex(pageOf((await browser.press(page, button)).body).alert() ?? '', changed);
        t.deepEqual((await told(fixtures, id)).deal, deal);
        await browser.press(await shown(id), button, { reason: 'As it is now' });
        t.like((await told(fixtures, id)).history.at(-1), { to: 'ss_approved', reason: 'As it is now' });
    }
});

test('the page of a deal shows the offer as its customer sees it, without earnings', async (t) => {
    const fixtures = await salesFixtures(t, { ORGANISATION: 'Northwind' });
    const id = await fixtures.make({ scope: 'Ten screens', valid_until: '2026-02-01' });
    const { body } = await browserOf(fixtures, fixtures.rep).get(`/deals/${id}`);
    const offer = pageOf(body).part('The offer');
    for (const shown of ['Northwind', 'Customer 1', 'Ten screens', '1 February 2026', '12,500.50'])
        t.true(offer.text.includes(shown), shown);
    t.notRegex(offer.text, /1,375|125\.50/);
    t.deepEqual(offer.buttons(), []);
});

test('a refused move asks its question again, with the reason that was typed and what is wrong with it', async (t) => {
    const fixtures = await salesFixtures(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    const boss = browserOf(fixtures, fixtures.boss);
    const page = (await boss.get(`/deals/${id}`)).body;
    const reason = 'Too dear. '.repeat(200);
    const again = pageOf((await boss.press(page, 'Send back', { reason })).body);
    t.is(again.heading(), 'Send this deal back?');
    t.true(again.field('Why')?.value === reason);
    t.truthy(again.field('Why')?.error);
    await sellerMove(fixtures.boss, 'approve', id);
    await sellerMove(fixtures.boss, 'reopen', id, { reason: 'Wrong price' });
    await sellerMove(fixtures.rep, 'submit', id);
    const stale = pageOf((await boss.press(page, 'Send back', { reason: 'Too dear.' })).body);
    t.is(stale.field('Why')?.value, 'Too dear.');
    t.regex(stale.alert() ?? '', changed);
    t.true(stale.headings().includes('History'), 'and the deal as it is now');
    await sellerMove(fixtures.boss, 'approve', id);
    const over = pageOf((await boss.press(page, 'Send back', { reason: 'Too dear.' })).body);
    t.is(over.field('reason')?.value, 'Too dear.', 'also where it is asked no more');
    t.is(over.field('Why')?.value, '', 'and in no other question');
});

test('a rep sees on the deal when the email with the offer was not delivered', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep } = fixtures;
    const { id } = await fixtures.dealIn('ss_customer_sent');
    await fixtures.dealIn('ss_customer_sent'); // to the same address, and delivered
    const [first, second] = (await dealMails(testApp)).filter(({ kind }) => kind === 'deal_offer');
    await testApp.store.write(async (tx) => {
        await markMail(tx, first?.id ?? '', 'dead', 0);
        await markMail(tx, second?.id ?? '', 'sent', 0);
    });
    const { body } = await browserOf(fixtures, rep).get(`/deals/${id}`);
    t.regex(pageOf(body).part('Customer').text, /Sent .* Failed/);
    t.regex(pageOf(body).part('Next step').text, /not delivered/);
});
