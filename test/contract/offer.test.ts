// The customer's page: it shows the offer and nothing of what it earns, is answered once, and then says what was answered.
import test, { type ExecutionContext } from 'ava';
import { findDeal } from '../../db/deals.ts';
import { ask } from '../cast.ts';
import { customerAt, dealMails, type Desk, openDesk, sellerMove, told } from '../sales-desk.ts';
import { createWorld } from '../world.ts';

async function withOffer(t: ExecutionContext, body: object = {}, env: Record<string, string> = {}) {
    const world = await createWorld(t, { env });
    const desk = await openDesk(world);
    const deal = await desk.dealIn('ss_customer_sent', body);
    return { world, desk, ...deal, customer: customerAt(world, deal.path) };
}

test('/deal/<token> shows for whom and for how much, with one button to accept and one to decline', async (t) => {
    const { customer, path } = await withOffer(t);
    const { statusCode, headers, body } = await customer.page();
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'text/html; charset=utf-8');
    for (const shown of ['Harbour Clinic', 'Hello Sam Ortiz', '12,500.50'])
        t.true(body.includes(shown), shown);
    t.true(body.includes(`action="${path}/accept"`));
    t.true(body.includes(`action="${path}/decline"`));
    t.is(body.match(/<button/g)?.length, 2);
});

test('the page names neither the commission nor what is taken off it, nor anybody of the staff, nor us', async (t) => {
    const { customer, desk } = await withOffer(t);
    const { body } = await customer.page();
    const hidden = [/1,?375/, /1,?187/, /125\.5/, /62\.25/, /9\.5\b/, /commission|margin|referral|earn/i];
    for (const secret of hidden) t.notRegex(body, secret);
    for (const { user } of [desk.rep, desk.boss, desk.admin]) {
        t.false(body.includes(user.displayName), user.displayName);
        t.false(body.includes(user.email), user.email);
    }
    t.notRegex(body, /sage council|sam@example\.test/i);
});

test('the page and what comes of it are not stored by any browser or proxy, and not framed', async (t) => {
    const { customer } = await withOffer(t);
    for (const { headers } of [await customer.page(), await customer.post('accept'), await customer.page()]) {
        t.is(headers['cache-control'], 'no-store');
        t.is(headers['referrer-policy'], 'no-referrer');
        t.regex(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    }
});

test('a customer accepts once, without login and nonce', async (t) => {
    const { desk, id, customer } = await withOffer(t);
    const accepted = await customer.post('accept');
    t.is(accepted.statusCode, 200);
    t.true(accepted.body.includes('You have accepted the offer.'));
    const { deal, history } = await told(desk, id);
    t.is(deal.status, 'ss_customer_approved');
    t.like(history.at(-1), { by: 'customer', move: 'accept', reason: '', at: '2026-01-15T12:00:00.000Z' });
});

const both = [
    ['accept', 'decline', 'You have accepted the offer.'],
    ['decline', 'accept', 'You have declined the offer.']
] as const;

for (const [answer, other, words] of both) {
    test(`${answer}: sending it again and opening the link say the same, and change nothing`, async (t) => {
        const { world, desk, id, customer } = await withOffer(t);
        const first = await customer.post(answer, { reason: 'Because' });
        t.true(first.body.includes(words));
        for (const shown of ['Harbour Clinic', '12,500.50']) t.true(first.body.includes(shown), shown);
        t.notRegex(first.body, /<form|<button/);
        const before = [await told(desk, id), await dealMails(world)];
        for (const again of [
            await customer.post(answer, { reason: 'Another reason' }),
            await customer.post(answer),
            await customer.page()
        ])
            t.deepEqual([again.statusCode, again.body], [200, first.body]);
        t.deepEqual([await told(desk, id), await dealMails(world)], before);
    });

    test(`${answer}: the other answer comes too late, and the link goes on saying the first`, async (t) => {
        const { world, desk, id, customer } = await withOffer(t);
        await customer.post(answer);
        const before = [await told(desk, id), await dealMails(world)];
        const late = await customer.post(other);
        t.is(late.statusCode, 409);
        t.true(late.body.includes('This offer has been answered already, or it is no longer open.'));
        t.deepEqual([await told(desk, id), await dealMails(world)], before);
        t.true((await customer.page()).body.includes(words));
    });
}

test('closed and paid, the link says still that the offer was accepted', async (t) => {
    const { desk, id, customer } = await withOffer(t);
    await customer.post('accept');
    for (const move of ['close', 'pay'] as const) {
        t.is((await sellerMove(desk.boss, move, id)).statusCode, 200);
        for (const { statusCode, body } of [await customer.page(), await customer.post('accept')]) {
            t.is(statusCode, 200);
            t.true(body.includes('You have accepted the offer.'));
        }
        t.is((await customer.post('decline')).statusCode, 409);
    }
});

test('50 parallel acceptances are one answer: each is thanked, the history has one row, the rep one mail', async (t) => {
    const { world, desk, id, customer } = await withOffer(t, {}, { RATE_DEMO_UNKNOWN: '0' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => customer.post('accept')));
    t.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
    t.is(new Set(answers.map(({ body }) => body)).size, 1);
    const { history } = await told(desk, id);
    t.is(history.filter(({ by }) => by === 'customer').length, 1);
    t.is((await dealMails(world)).filter(({ kind }) => kind === 'deal_answered').length, 1);
});

test('a customer declines once, and may say why', async (t) => {
    const { desk, id, customer } = await withOffer(t);
    const declined = await customer.post('decline', { reason: 'Too <b>dear</b>\r\nfor us' });
    t.is(declined.statusCode, 200);
    t.true(declined.body.includes('You have declined the offer.'));
    const { deal, history } = await told(desk, id);
    t.is(deal.status, 'ss_customer_declined');
    t.like(history.at(-1), { by: 'customer', move: 'decline', reason: 'Too <b>dear</b>\r\nfor us' });
});

test('a reason of more than 1,000 characters is refused and the offer stays open', async (t) => {
    const { desk, id, customer } = await withOffer(t);
    const long = await customer.post('decline', { reason: 'x'.repeat(1001) });
    t.is(long.statusCode, 400);
    t.is((await customer.post('decline', { reason: 'x'.repeat(70_000) })).statusCode, 413);
    t.is((await customer.post('accept', {}, { 'content-type': 'text/plain' })).statusCode, 415);
    t.is((await told(desk, id)).deal.status, 'ss_customer_sent');
    t.is((await customer.post('decline', { reason: 'x'.repeat(1000) })).statusCode, 200);
});

/** Who answered what: the statuses, and the rows of the history beyond that of sending. */
async function outcome(desk: Desk, id: number, statuses: number[]) {
    const { deal, history } = await told(desk, id);
    const since = history.slice(history.findIndex(({ move }) => move === 'send') + 1);
    return { status: deal.status, won: statuses.filter((one) => one === 200).length, since };
}

const orders = ['the answer first', 'the recall first'] as const;
for (const order of orders) {
    test(`recall against answer at the same instant, ${order}: exactly one wins, and the history says who`, async (t) => {
        const world = await createWorld(t, { env: { RATE_DEMO_UNKNOWN: '0' } });
        const desk = await openDesk(world);
        for (const answer of ['accept', 'decline'] as const) {
            const { id, path } = await desk.dealIn('ss_customer_sent');
            const answering = () => customerAt(world, path).post(answer);
            const recalling = () => desk.rep.action('svc_recall_from_customer', { deal_id: id });
            const both = order === 'the answer first' ? [answering, recalling] : [recalling, answering];
            const statuses = (await Promise.all(both.map((one) => one()))).map(
                ({ statusCode }) => statusCode
            );
            const { status, won, since } = await outcome(desk, id, statuses);
            t.is(won, 1, statuses.join());
            t.is(since.length, 1);
            t.is(since[0]?.to, status);
            const winner =
                both[statuses.indexOf(200)] === answering ? 'customer' : `user:${desk.rep.user.id}`;
            t.is(since[0]?.by, winner);
            const lost = statuses.find((one) => one !== 200);
            t.is(lost, winner === 'customer' ? 409 : 404);
        }
    });
}

const rivals = ['accept', 'recall_from_customer', 'decline'] as const;

for (const [turn, first] of rivals.entries()) {
    test(`50 parallel answers and recalls, ${first} in front: one counts, whoever wanted something else came too late`, async (t) => {
        const { desk, id, customer } = await withOffer(t, {}, { RATE_DEMO_UNKNOWN: '0' });
        const names = Array.from({ length: 50 }, (_, i) => rivals[(turn + i) % 3] ?? first);
        const act = (name: (typeof rivals)[number]) =>
            name === 'recall_from_customer' ? sellerMove(desk.rep, name, id) : customer.post(name);
        const statuses = (await Promise.all(names.map(act))).map(({ statusCode }) => statusCode);
        const { status, won, since } = await outcome(desk, id, statuses);
        t.is(since.length, 1);
        t.is(since[0]?.to, status);
        const winners = new Set(names.filter((_, i) => statuses[i] === 200));
        t.deepEqual([...winners].join(), since[0]?.move);
        // Saying the same again is no other answer; a recall is one only once.
        const same = names.filter((name) => winners.has(name)).length;
        t.is(won, winners.has('recall_from_customer') ? 1 : same);
        t.deepEqual(
            statuses.filter((one) => ![200, 404, 409].includes(one)),
            []
        );
    });
}

test('unknown links are 30 a minute from one address, then 429; a link that is good opens still', async (t) => {
    const { world, customer } = await withOffer(t);
    const wrong = (n: number) => customerAt(world, `/deal/${String(n).padStart(43, 'A')}`);
    for (let n = 0; n < 30; n += 1) {
        const { statusCode, body } = n % 2 ? await wrong(n).page() : await wrong(n).post('accept');
        t.is(statusCode, 404);
        t.true(body.includes('This offer is no longer open.'));
    }
    const { statusCode, headers, body } = await wrong(30).page();
    t.is(statusCode, 429);
    t.regex(String(headers['retry-after']), /^\d+$/);
    t.true(body.includes('Too many requests.'));
    t.is((await wrong(31).post('decline')).statusCode, 429);
    t.is((await customer.page()).statusCode, 200);
});

test('a link that is cut short, longer, in another case or odd is an unknown one', async (t) => {
    const { world, path } = await withOffer(t, {}, { RATE_DEMO_UNKNOWN: '0' });
    const token = path.slice('/deal/'.length);
    const flipped = token.replace(/[a-z]/, (letter) => letter.toUpperCase());
    const odd = [token.slice(0, -1), `${token}A`, flipped, '%00', "'%20OR%201=1", '..%2f', 'x'.repeat(5000)];
    for (const one of odd) {
        const { statusCode, headers } = await ask(world.server, { url: `/deal/${one}` });
        t.is(statusCode, 404, one.slice(0, 60));
        t.regex(String(headers['content-type']), /^text\/html/);
    }
});

test('HTML in names is text on the page, in its title and in its attributes', async (t) => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\'';
    const { customer } = await withOffer(t, { customer_name: hostile, contact_name: hostile });
    const { body } = await customer.page();
    t.notRegex(body, /<script|<img/);
    const escaped =
        '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&amp;amp;&#39;';
    t.is(body.split(escaped).length - 1, 3, 'in the heading, the greeting and the list');
});

test('a page of another site cannot answer for the customer', async (t) => {
    const { desk, id, customer } = await withOffer(t);
    const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' }
    ];
    for (const headers of foreign) {
        const { statusCode, body } = await customer.post('accept', {}, headers);
        t.is(statusCode, 403, JSON.stringify(headers));
        t.true(body.includes('This request came from another site.'));
    }
    t.is((await told(desk, id)).deal.status, 'ss_customer_sent');
    const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    t.is((await customer.post('accept', {}, own)).statusCode, 200);
});

test('looking at the page answers nothing: neither GET nor HEAD of its addresses moves the deal', async (t) => {
    const { world, desk, id, path } = await withOffer(t);
    for (const method of ['GET', 'HEAD'] as const)
        for (const url of [path, `${path}/accept`, `${path}/decline`])
            await ask(world.server, { method, url });
    t.is((await told(desk, id)).deal.status, 'ss_customer_sent');
});

test('the link is kept as a digest only, and is no part of what sellers read of a deal', async (t) => {
    const { world, desk, id, path } = await withOffer(t);
    const token = path.slice('/deal/'.length);
    t.is(token.length, 43);
    t.false(JSON.stringify(await findDeal(world.store.read, id)).includes(token));
    t.false(JSON.stringify((await desk.boss.get(`/deals/${id}`)).body).includes(token));
});
