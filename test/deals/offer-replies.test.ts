// An offer is answered once: sending the same again is harmless, anything else comes too late.
import { createHash } from 'node:crypto';
import test from 'ava';
import { pageOf } from '../support/people/page.ts';
import { dealMails, sellerMove, told, withOffer } from '../support/fixtures/sales.ts';

const accepted = /You have accepted the offer/;
const declined = /You have declined the offer/;

const both = [
    ['accept', 'decline', 'ss_customer_approved', accepted],
    ['decline', 'accept', 'ss_customer_declined', declined]
] as const;

for (const [answer, other, status, words] of both)
    test(`${answer}: once, without login and nonce; again it changes nothing, and the other is late`, async (t) => {
        const { testApp, fixtures, id, customer } = await withOffer(t);
        const stored = async () => [await told(fixtures, id), await dealMails(testApp)];
        const first = await customer.post(answer, { reason: ' Because <b>we</b>\r\nmust\r\n' });
        t.is(first.statusCode, 200);
        const page = pageOf(first.body);
        t.regex(page.text, words);
        t.regex(page.text, /Customer 1.*12,500\.50/);
        t.deepEqual(page.buttons(), []);
        const { deal, history } = await told(fixtures, id);
        t.is(deal.status, status);
        const move = { by: 'customer', move: answer, at: '2026-01-15T12:00:00.000Z' };
        t.like(history.at(-1), { ...move, reason: 'Because <b>we</b>\nmust' });
        const before = await stored();
        for (const again of [
            await customer.post(answer, { reason: 'Another reason' }),
            await customer.post(answer),
            await customer.page()
        ])
            t.deepEqual([again.statusCode, again.body], [200, first.body]);
        t.is((await customer.post(other)).statusCode, 409);
        t.is((await customer.page()).body, first.body);
        t.deepEqual(await stored(), before);
    });

test('what was accepted is kept: its text with a digest of it, by whom and when', async (t) => {
    const { fixtures, id, customer } = await withOffer(
        t,
        { scope: 'Ten screens', terms: 'Due at once' },
        { CURRENCY: 'EUR' }
    );
    const shown = pageOf((await customer.page({}, '/accept')).body);
    t.deepEqual(shown.buttons(), ['Accept for €12,500.50']);
    t.is((await told(fixtures, id)).acceptance, null);
    await customer.post('accept', {
        name: ' Kim Case ',
        shown: shown.button(/Accept/)?.fields['shown'] ?? ''
    });
    const { text = '', digest = '', ...rest } = (await told(fixtures, id)).acceptance ?? {};
    t.deepEqual(rest, { name: 'Kim Case', at: '2026-01-15T12:00:00.000Z' });
    t.deepEqual(JSON.parse(text), {
        organisation: '',
        customer: 'Customer 1',
        contact: 'Contact 1',
        date: '2026-01-15',
        scope: 'Ten screens',
        price: '12500.50',
        currency: 'EUR',
        validUntil: null,
        terms: 'Due at once'
    });
    t.is(digest, createHash('sha256').update(text).digest('hex'));
    for (const seen of ['Kim Case', digest]) t.true(pageOf((await customer.page()).body).text.includes(seen));
});

test('without a name or tick, or of another offer, nothing is accepted and what was typed stays', async (t) => {
    const { testApp, fixtures, id, customer } = await withOffer(t);
    const before = await dealMails(testApp);
    const name = /full name/i;
    for (const [fields, status, wrong] of [
        [{ name: '  ' }, 400, name],
        [{ name: 'x'.repeat(201) }, 400, name],
        [{ confirm: '' }, 400, /I accept/],
        [{ shown: 'f'.repeat(64) }, 412, undefined]
    ] as const) {
        const sent = { name: 'Sam Sample', ...fields };
        const { statusCode, body } = await customer.post('accept', sent);
        t.is(statusCode, status, body);
        const page = pageOf(body);
        t.truthy(page.alert());
        if (wrong) t.truthy(page.field(wrong)?.error);
        t.is(page.field(name)?.value, sent.name);
        t.is(page.field(/I accept/)?.isChecked, !('confirm' in fields));
    }
    const { deal, acceptance } = await told(fixtures, id);
    t.deepEqual([deal.status, acceptance], ['ss_customer_sent', null]);
    t.deepEqual(await dealMails(testApp), before);
});

test('50 parallel acceptances count once: all see the thanks, one history row, one email', async (t) => {
    const { testApp, fixtures, id, customer } = await withOffer(t);
    const answers = await Promise.all(Array.from({ length: 50 }, () => customer.post('accept')));
    t.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
    t.is(new Set(answers.map(({ body }) => body)).size, 1);
    const { history } = await told(fixtures, id);
    t.is(history.filter(({ by }) => by === 'customer').length, 1);
    t.is((await dealMails(testApp)).filter(({ kind }) => kind === 'deal_answered').length, 1);
});

test('a reason of more than 1,000 characters is refused and the offer stays open', async (t) => {
    const { fixtures, id, customer } = await withOffer(t);
    const long = await customer.post('decline', { reason: 'x'.repeat(1001) });
    t.is(long.statusCode, 400);
    t.is((await customer.post('decline', { reason: 'x'.repeat(300_000) })).statusCode, 413);
    t.is((await customer.post('accept', {}, { 'content-type': 'text/plain' })).statusCode, 415);
    t.is((await told(fixtures, id)).deal.status, 'ss_customer_sent');
    const lines = `${'x'.repeat(99)}\r\n`.repeat(10); // as a browser sends 1,000 characters
    t.is((await customer.post('decline', { reason: lines })).statusCode, 200);
});

const rivals = ['accept', 'recall_from_customer', 'decline'] as const;

for (const [turn, first] of rivals.entries())
    test(`of 42 parallel answers and recalls, ${first} first, one counts and others get a conflict`, async (t) => {
        const { fixtures, id, customer } = await withOffer(t);
        const names = Array.from({ length: 42 }, (_, i) => rivals[(turn + i) % 3] ?? first);
        const act = (name: (typeof rivals)[number]) =>
            name === 'recall_from_customer' ? sellerMove(fixtures.rep, name, id) : customer.post(name);
        const statuses = (await Promise.all(names.map(act))).map(({ statusCode }) => statusCode);
        const { deal, history } = await told(fixtures, id);
        const since = history.slice(history.findIndex(({ move }) => move === 'send') + 1);
        t.deepEqual(
            since.map(({ to }) => to),
            [deal.status]
        );
        const winner = since[0]?.move ?? '';
        t.is(since[0]?.by, winner === 'recall_from_customer' ? `user:${fixtures.rep.user.id}` : 'customer');
        // Saying the same again is no other answer; a recall is one only once, and then no link is left to answer by.
        const isRecalled = winner === 'recall_from_customer';
        const won = names.filter((name) => name === winner).length;
        t.is(statuses.filter((one) => one === 200).length, isRecalled ? 1 : won);
        const lost = names.flatMap((name, i) => (statuses[i] === 200 ? [] : [`${name} ${statuses[i]}`]));
        const refused = isRecalled
            ? ['accept 404', 'decline 404', 'recall_from_customer 409']
            : names.filter((name) => name !== winner).map((name) => `${name} 409`);
        t.deepEqual([...new Set(lost)].sort(), [...new Set(refused)].sort());
    });
