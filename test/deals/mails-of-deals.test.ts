// Which emails the sales side sends, to which people, and how they arrive at a real mail server.
import test, { type ExecutionContext } from 'ava';
import PostalMime from 'postal-mime';
import { changeProfile } from '../../db/accounts/profiles.ts';
import { disableUser } from '../../db/accounts/locking-out.ts';
import type { DealStatus } from '../../db/sales/deals.ts';
import type { MoveName } from '../../db/sales/moves.ts';
import { together } from '../../db/accounts/news.ts';
import { pageOf } from '../support/people/page.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import {
    customerAt,
    dealMails,
    type Fixtures,
    salesFixtures,
    sellerMove
} from '../support/fixtures/sales.ts';

type By = 'rep' | 'boss' | 'customer';
const admins = ['administrator', 'salesAdmin'];

/** A move from a status, by whom and with which reason; then its emails: `kind: to whom, with which reason`. */
type Case = [from: DealStatus, move: MoveName, by: By, reason: string, mails: readonly string[]];

const cases: readonly Case[] = [
    ['ss_draft', 'submit', 'rep', '', admins.map((name) => `deal_submitted: ${name}, `)],
    ['ss_pending_approval', 'approve', 'boss', '', ['deal_approved: salesRep, ']],
    ['ss_pending_approval', 'reject', 'boss', '', ['deal_rejected: salesRep, ']],
    ['ss_pending_approval', 'reject', 'boss', 'Too little', ['deal_rejected: salesRep, Too little']],
    ['ss_approved', 'send', 'rep', '', ['deal_offer: sam, ']],
    ['ss_customer_sent', 'remind', 'rep', 'Called', ['deal_reminder: sam, ']],
    [
        'ss_customer_sent',
        'accept',
        'customer',
        '',
        ['deal_accepted: sam, ', 'deal_answered: salesRep, accepted']
    ],
    ['ss_customer_sent', 'decline', 'customer', '', ['deal_answered: salesRep, declined']],
    ['ss_customer_sent', 'decline', 'customer', 'Too dear', ['deal_answered: salesRep, declined: Too dear']],
    ['ss_approved', 'reopen', 'boss', 'Wrong price', ['deal_reopened: salesRep, Wrong price']],
    ['ss_approved', 'reopen', 'rep', 'Wrong price', []],
    ['ss_pending_approval', 'recall', 'rep', '', []],
    ['ss_customer_sent', 'recall_from_customer', 'rep', '', []],
    ['ss_approved', 'lose', 'boss', '', []],
    ['ss_customer_approved', 'close', 'boss', '', []],
    ['ss_closed', 'pay', 'boss', '', ['deal_paid: salesRep, ']],
    ['ss_paid', 'undo_pay', 'boss', 'A refund', []],
    ['ss_closed', 'undo_close', 'boss', 'A refund', ['deal_reversed: salesRep, A refund']],
    ['ss_customer_approved', 'reopen', 'boss', 'Wrong price', ['deal_reopened: salesRep, Wrong price']]
];

const casesOfNobody: readonly Case[] = [
    ['ss_pending_approval', 'approve', 'boss', '', []],
    ['ss_pending_approval', 'reject', 'boss', '', []],
    ['ss_approved', 'reopen', 'boss', 'No longer here', []],
    [
        'ss_customer_sent',
        'accept',
        'customer',
        '',
        ['deal_accepted: sam, ', ...admins.map((name) => `deal_answered: ${name}, accepted`)]
    ]
];

const disable = ({ testApp: { store, now } }: Fixtures, login: string) =>
    store.write((tx) => disableUser(tx, login, { by: { name: 'cli' }, at: now() }));

async function mailedAbout({ testApp }: Fixtures) {
    const mails = await dealMails(testApp);
    return mails.map(({ kind, toEmail, about }) => {
        const { reason } = about as { reason: string };
        return `${kind}: ${toEmail.replace('@example.test', '')}, ${reason}`;
    });
}

/** Makes the move with a deal that has come this far: answers its status, after what is done in between. */
async function make(fixtures: Fixtures, [from, move, by, reason]: Case, between: () => Promise<unknown>) {
    fixtures.testApp.pass(together); // those of earlier deals are emails of their own
    const { id, path } = await fixtures.dealIn(from);
    fixtures.testApp.pass(together);
    await between();
    const { statusCode } =
        move === 'accept' || move === 'decline'
            ? await customerAt(fixtures.testApp, path).post(move, { reason })
            : await sellerMove(fixtures[by === 'rep' ? 'rep' : 'boss'], move, id, reason ? { reason } : {});
    return { id, statusCode };
}

/** The status of this move and its emails, once this user has left. */
async function mailsOf(fixtures: Fixtures, one: Case, login?: string) {
    let before = 0;
    const { statusCode } = await make(fixtures, one, async () => {
        if (login) await disable(fixtures, login);
        before = (await mailedAbout(fixtures)).length;
    });
    return [statusCode, ...(await mailedAbout(fixtures)).slice(before).toSorted()];
}

test('each move sends its emails to those whom it concerns, with its reason, and to nobody else', async (t) => {
    const fixtures = await salesFixtures(t);
    await fixtures.testApp.as('support');
    for (const one of cases) t.deepEqual(await mailsOf(fixtures, one), [200, ...one[4]], one.join(' '));
});

test('for a rep who has left the administrators get the reply of the customer, and nobody the rest', async (t) => {
    for (const one of casesOfNobody)
        t.deepEqual(await mailsOf(await salesFixtures(t), one, 'salesRep'), [200, ...one[4]], one.join(' '));
});

test('an administrator who has left gets no email', async (t) => {
    const mails = await mailsOf(await salesFixtures(t), ['ss_draft', 'submit', 'rep', '', []], 'salesAdmin');
    t.deepEqual(mails, [200, 'deal_submitted: administrator, ']);
});

async function withPost(t: ExecutionContext, env: Record<string, string> = {}) {
    const post = await openMailServer();
    t.teardown(post.close);
    const fixtures = await salesFixtures(t, { ...post.env, ...env });
    /** What arrived since it was asked last, in order of addresses. */
    const arrived = async () => {
        fixtures.testApp.pass(together);
        await fixtures.testApp.drain();
        const letters = await Promise.all(post.mails.splice(0).map((raw) => PostalMime.parse(raw)));
        return letters
            .map(({ to, from, replyTo, subject, text, html, cc, bcc }) => ({
                replyTo: replyTo?.[0]?.address,
                from: from?.name ?? '',
                to: (to ?? []).map(({ address }) => address).join(),
                subject,
                text: (text ?? '').trim().replaceAll('\r\n', '\n'),
                html: html ?? '',
                others: [...(cc ?? []), ...(bcc ?? [])].length
            }))
            .toSorted((a, b) => a.to.localeCompare(b.to));
    };
    return { fixtures, arrived };
}

const subjects: { [Name in MoveName]?: string } = {
    submit: 'Deal to approve',
    approve: 'Deal approved',
    reject: 'Deal sent back',
    accept: 'Offer accepted',
    decline: 'Offer declined',
    pay: 'Deal paid',
    reopen: 'Deal reopened',
    undo_close: 'Closing reversed'
};

test('an email to a colleague says what happened to which deal and why, and leads to it', async (t) => {
    const { fixtures, arrived } = await withPost(t);
    const ofColleagues = cases.filter(([, move, , , mails]) => subjects[move] && mails.length > 0);
    for (const one of ofColleagues) {
        const [, move, , reason] = one;
        const { id } = await make(fixtures, one, arrived);
        const letters = await arrived();
        t.is(letters.length, one[4].length);
        for (const { to, subject, text } of letters.filter((letter) => letter.to !== 'sam@example.test')) {
            t.is(subject, `${subjects[move]}: Customer 1`);
            const name = to.replace('@example.test', '');
            t.regex(text, new RegExp(`\\bdeal ${id}\\b`, 'i'));
            for (const part of [`Hello ${name},`, reason, `http://localhost:3000/deals/${id}\n`])
                t.true(text.includes(part), `${subject}: ${part}`);
            t.is(/Reason:|declined:/.test(text), reason !== '', text);
        }
    }
});

test('several of a kind within ten minutes are one email, and none of what was turned off or is over', async (t) => {
    const { fixtures, arrived } = await withPost(t, { CURRENCY: 'EUR' });
    const { rep, boss, make, testApp } = fixtures;
    const [first, second] = [
        await make(),
        await make({ customer_name: 'Customer 2', valid_until: '2026-02-28' })
    ];
    for (const id of [first, second]) await sellerMove(rep, 'submit', id);
    const letters = await arrived();
    t.deepEqual(
        letters.map(({ to }) => to),
        admins.map((name) => `${name}@example.test`)
    );
    t.like(letters[0], { subject: '2 deals to approve', from: 'Council', replyTo: undefined });
    for (const part of [
        'with Customer 1',
        'with Customer 2',
        '€12,500.50, until 28 February 2026',
        '/deals\n'
    ])
        t.true(letters[0]?.text.includes(part), part);
    await testApp.store.write((tx) => changeProfile(tx, rep.user.id, { outcomeMails: 'never' }, { at: 0 }));
    await sellerMove(boss, 'approve', first);
    t.deepEqual(await arrived(), []);
    await sellerMove(boss, 'reject', second);
    await sellerMove(rep, 'submit', second);
    await sellerMove(rep, 'recall', second);
    t.deepEqual(await arrived(), []);
    const { id: closed } = await fixtures.dealIn('ss_closed');
    await arrived();
    await testApp.store.write((tx) => changeProfile(tx, rep.user.id, { outcomeMails: 'soon' }, { at: 0 }));
    testApp.pass(together);
    await sellerMove(boss, 'undo_close', closed, 'A refund');
    await sellerMove(boss, 'close', closed);
    t.deepEqual(await arrived(), [], 'closed again');
    const third = await make();
    for (const id of [second, third]) await sellerMove(rep, 'submit', id);
    await sellerMove(rep, 'recall', second);
    t.deepEqual(
        (await arrived()).map(({ subject }) => subject),
        admins.map(() => 'Deal to approve: Customer 1')
    );
    testApp.pass(together / 2);
    await sellerMove(rep, 'submit', second);
    testApp.pass(together / 2);
    await sellerMove(rep, 'recall', second);
    await sellerMove(rep, 'submit', second);
    t.is((await arrived()).length, 2 * admins.length, 'an email that may be on its way is left as it is');
});

test('an email says what the deal came to when it happened, whatever it comes to since; its rep sees why it came back', async (t) => {
    const { fixtures, arrived } = await withPost(t, { CURRENCY: 'EUR' });
    const { testApp, rep, boss } = fixtures;
    const { id } = await fixtures.dealIn('ss_pending_approval');
    await arrived();
    await sellerMove(boss, 'reject', id, 'Add the last day');
    const browser = plainBrowser(testApp, { svc_session: rep.cookie });
    t.truthy(
        pageOf((await browser.get('/')).body)
            .part('Drafts to submit')
            .link('Customer 1')
    );
    const { body } = await browser.get(`/deals/${id}`);
    t.regex(pageOf(body).part('Next step').text, /Add the last day/);
    await rep.send('PATCH', `/deals/${id}`, { revenue: 1, valid_until: '2026-02-28' });
    t.regex(pageOf((await browser.get(`/deals/${id}`)).body).part('Next step').text, /Add the last day/);
    const [letter] = await arrived();
    t.regex(letter?.text ?? '', /Price: €12,500\.50\n/);
});

test('the customer gets the offer with the link from BASE_URL, and nothing of what it earns', async (t) => {
    const env = { BASE_URL: 'http://council.example.test:8080', CURRENCY: 'EUR' };
    const { fixtures, arrived } = await withPost(t, env);
    const { id } = await fixtures.dealIn('ss_approved', {
        revenue: undefined,
        lines: [{ text: 'Screening', quantity: 2, unit_price: 600, discount: 0, tax: 19 }],
        valid_until: '2026-02-28'
    });
    await arrived();
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const { link } = (await fixtures.rep.send('POST', `/deals/${id}/send`, {}, forged)).body.data;
    t.regex(link, /^http:\/\/council\.example\.test:8080\/deal\/[\w-]{43}$/);
    const [letter, ...more] = await arrived();
    t.deepEqual(more, []);
    t.like(letter, { to: 'sam@example.test', subject: 'Your offer: Customer 1' });
    const facts = 'Total: €1,428.00\nValid until: 28 February 2026';
    for (const part of ['Hello Contact 1,', facts, link, 'council.example.test'])
        t.true(letter?.text.includes(part), part);
    t.true(letter?.html.includes(`href="${link}"`));
    t.notRegex(`${letter?.text}${letter?.html}`, /evil|1375|1187|salesRep/);
    await fixtures.dealIn('ss_customer_sent');
    const plain = (await arrived()).find(({ subject }) => subject?.startsWith('Your offer'))?.text ?? '';
    t.true(plain.includes('\nPrice: €12,500.50\n'));
    t.notRegex(plain, /Valid until/);
    t.is((await customerAt(fixtures.testApp, new URL(link).pathname).page()).statusCode, 200);
});

test('a customer is reminded with the same link, once in 24 hours, and not once they replied', async (t) => {
    const { fixtures, arrived } = await withPost(t, { CURRENCY: 'EUR' });
    const { testApp, rep, boss } = fixtures;
    const { id, path } = await fixtures.dealIn('ss_customer_sent', { valid_until: '2026-02-28' });
    await arrived();
    const remind = async (by = rep) => (await sellerMove(by, 'remind', id)).statusCode;
    t.deepEqual([await remind(), await remind(), await remind(boss)], [200, 409, 409]);
    const [letter, ...more] = await arrived();
    t.deepEqual(more, []);
    t.like(letter, { to: 'sam@example.test', replyTo: 'salesRep@example.test' });
    t.true(letter?.text.includes(path));
    t.true(letter?.text.includes('Price: €12,500.50\nValid until: 28 February 2026'));
    testApp.pass(24 * 60 * 60_000);
    t.is(await remind(boss), 200);
    await customerAt(testApp, path).post('decline');
    testApp.pass(24 * 60 * 60_000);
    t.is(await remind(), 409);
    t.deepEqual(
        (await arrived()).map(({ to }) => to),
        ['salesRep@example.test'],
        'the reminder that was queued is past use'
    );
});

test('both get what was accepted, by whom and when; the customer with the link and the rep to reply to', async (t) => {
    const { fixtures, arrived } = await withPost(t, { CURRENCY: 'EUR', ORGANISATION: 'Northwind Staffing' });
    const { path } = await fixtures.dealIn('ss_customer_sent', { scope: 'Ten screens' });
    await arrived();
    await customerAt(fixtures.testApp, path).post('accept', { name: 'Kim <b>Case</b>' });
    const [rep, customer] = await arrived();
    t.like(customer, {
        to: 'sam@example.test',
        replyTo: 'salesRep@example.test',
        from: 'salesRep via Northwind Staffing'
    });
    t.like(rep, {
        to: 'salesRep@example.test',
        replyTo: 'sam@example.test',
        from: 'Council' // who is outside chooses no name of a sender
    });
    for (const letter of [rep, customer])
        for (const part of [
            'Northwind Staffing',
            'Ten screens',
            '€12,500.50',
            'Kim <b>Case</b>',
            '15 January 2026'
        ])
            t.true(letter?.text.includes(part), part);
    t.true(customer?.text.includes(path));
    t.is(customer?.html.match(/<a /g)?.length, 1);
    t.notRegex(`${customer?.text}${customer?.html}`, /<b>.*<\/html>|1375|1187/);
});

test('HTML of names and line breaks of reasons stay text, and add no recipient [46, 59]', async (t) => {
    const { fixtures, arrived } = await withPost(t);
    const name = 'Clinic <eve@example.test>, <script>alert(1)</script>';
    const named = { customer_name: name, contact_name: name };
    await fixtures.dealIn('ss_approved', named);
    const { path } = await fixtures.dealIn('ss_customer_sent', named);
    const letters = await arrived();
    const reason = '<img src=x onerror=alert(1)>\r\nBcc: eve@x.test';
    await customerAt(fixtures.testApp, path).post('decline', { reason });
    letters.push(...(await arrived()));
    t.deepEqual(
        letters.map(({ to }) => to),
        ['salesRep', 'sam', 'salesRep'].map((to) => `${to}@example.test`)
    );
    for (const { others, html, subject } of letters) {
        t.is(others, 0, subject);
        t.notRegex(html, /<script|<img/i);
        t.regex(html, /&lt;(script|img)/);
    }
});
