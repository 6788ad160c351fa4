// The Start page of those who sell and of those who repair: what waits for them, and where its links lead.
import test from 'ava';
import { listMails, markMail, setRecipient } from '../../db/jobs/mails.ts';
import { listAudit } from '../../db/record/audit.ts';
import { createIntake } from '../../db/sales/intake.ts';
import { enqueue, jobs, markJobDead } from '../../db/jobs/ledger.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Person } from '../support/people/roles.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { customerAt, salesFixtures, sellerMove } from '../support/fixtures/sales.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const startOf = async (testApp: TestApp, person: Person) => (await browserOf(testApp, person)).page('/');

test('a seller sees replies of customers with reasons; a reopened deal is no longer listed', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, other } = fixtures;
    const yes = await fixtures.dealIn('ss_customer_approved', { customer_name: 'Yes Ltd' });
    await fixtures.dealIn('ss_customer_approved', { customer_name: 'Other Ltd' }, other);
    const offer = await fixtures.dealIn('ss_customer_sent', { customer_name: 'No Ltd' });
    await customerAt(testApp, offer.path).post('decline', { reason: 'Too <dear>' });
    const replies = async (person: Person) => (await startOf(testApp, person)).part('Customer replies').text;
    const own = await replies('salesRep');
    t.regex(own, /No Ltd.*Declined.*Too <dear>.*Yes Ltd.*Accepted/);
    t.notRegex(own, /Other Ltd/);
    t.regex(await replies('salesAdmin'), /No Ltd.*Other Ltd.*Yes Ltd/);
    await rep.send('POST', `/deals/${offer.id}/reopen`, { reason: 'Cheaper' });
    await (await testApp.as('salesAdmin')).send('POST', `/deals/${yes.id}/close`);
    t.is(await replies('salesRep'), '');
    const unpaid = async (person: Parameters<typeof startOf>[1]) =>
        (await startOf(testApp, person)).part('Deals to mark as paid').text;
    t.regex(await unpaid('salesAdmin'), /Yes Ltd/);
    t.is(await unpaid('salesRep'), '');
});

test('of a deal that was declined, offered again and accepted, sales read the acceptance alone', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, boss } = fixtures;
    const first = await fixtures.dealIn('ss_customer_sent', { customer_name: 'Twice Ltd' });
    await customerAt(testApp, first.path).post('decline', { reason: 'Too dear' });
    await sellerMove(rep, 'reopen', first.id, 'Cheaper');
    await sellerMove(rep, 'submit', first.id);
    await sellerMove(boss, 'approve', first.id);
    const { link } = (await sellerMove(rep, 'send', first.id)).body.data;
    await customerAt(testApp, new URL(link).pathname).post('accept', { reason: 'Gladly' });
    for (const person of ['salesRep', 'salesAdmin'] as const) {
        const { text } = (await startOf(testApp, person)).part('Customer replies');
        t.is(text.split('Twice Ltd').length, 2, person);
        t.regex(text, /Accepted.*Gladly/);
        t.notRegex(text, /Too dear/);
    }
});

test('a note with a day is on Start of its rep from that day, until it is done or a newer one replaces it', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, boss, other } = fixtures;
    const { id } = await fixtures.dealIn('ss_closed', { customer_name: 'Later Ltd' });
    const due = async (person: Person = 'salesRep') =>
        (await startOf(testApp, person)).part('Follow-ups').text;
    const note = async (by: typeof rep, body: object) =>
        (await by.send('POST', `/deals/${id}/note`, body)).headers['x-svc-field'];
    for (const wrong of [{ text: ' ' }, { text: 'x'.repeat(1001) }, {}, { follow_up_on: '2026-01-17' }])
        t.is(await note(rep, wrong), 'text', JSON.stringify(wrong).slice(0, 30));
    t.is(await note(rep, { text: 'Call', follow_up_on: '3 December' }), 'follow_up_on');
    await note(other, { text: 'Not mine', follow_up_on: '2026-01-01' });
    await note(boss, { text: 'Call <again>', follow_up_on: '2026-01-17' });
    t.is((await boss.send('POST', `/deals/${id}/undo_close`)).statusCode, 200, 'a note is no move');
    await note(rep, { text: 'They are away' });
    t.is(await due(), '');
    testApp.pass(2 * 24 * 3_600_000);
    t.regex(await due(), /Later Ltd Call <again> 17 Jan 2026/);
    t.is(await due('salesAdmin'), '');
    const { browser, html, pressAt, page } = await browserOf(testApp, 'salesRep');
    await pressAt(`/deals/${id}`, 'Save note', { text: 'Mail them', follow_up_on: '2026-01-16' });
    t.regex(await due(), /Later Ltd Mail them 16 Jan 2026/);
    const shown = await html(`/deals/${id}`);
    await note(boss, { text: 'Now', follow_up_on: '2026-01-15' });
    t.truthy(
        pageOf((await browser.press(shown, 'Mark as done')).body).alert(),
        'not of a note that was not read'
    );
    for (const by of [rep, rep]) await note(by, { follow_up_on: null });
    t.is(await due(), '');
    const told = (await page(`/deals/${id}`)).rows('History').map((row) => [row['What'], row['Why']]);
    t.deepEqual(told.slice(0, 2), [
        ['salesRep marked the follow-up of the deal as done Follow up 15 Jan 2026 → empty', ''],
        ['salesAdmin wrote a note on the deal Follow up 16 Jan 2026 → 15 Jan 2026', 'Now']
    ]);
    const { items } = await listAudit(testApp.store.read, { target: `deal:${id}`, limit: 50, offset: 0 });
    t.is(items.filter(({ act }) => act.startsWith('deal.note')).length, 5, 'what is done is done once');
    t.notRegex(JSON.stringify(items), /again|away|Mail them/);
});

test('administrators see first which deals need approval, and sellers what a customer replied', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    await fixtures.dealIn('ss_pending_approval', { customer_name: 'Waiting <Ltd>' });
    t.is((await startOf(testApp, 'salesRep')).part('Deals to approve').text, '');
    const all = await startOf(testApp, 'salesAdmin');
    t.is(all.headings()[1], '1 deal needs your approval');
    t.regex(all.part('Deals to approve').text, /Waiting <Ltd>.*12,500\.50/);
    await fixtures.dealIn('ss_customer_approved', { customer_name: 'Yes Ltd' });
    t.is((await startOf(testApp, 'salesRep')).headings()[1], 'Yes Ltd replied: Accepted');
});

test('items without an owner and own items are shown to each seller; the oldest is first', async (t) => {
    const { testApp, rep, boss } = await salesFixtures(t);
    const make = (title: string, ownerId: number | null) => {
        const body = {
            title,
            company: '',
            message: '',
            contactName: 'Kim',
            contactEmail: 'kim@example.test'
        };
        return testApp.store.write((tx) =>
            createIntake(tx, body, { ownerId, by: { name: 'public' }, at: testApp.now() })
        );
    };
    await make('First', null);
    const second = await make('Second', null);
    await make('Third', rep.user.id);
    for (const person of ['salesAdmin', 'salesRep'] as const) {
        const unowned = (await startOf(testApp, person)).part('Unassigned items');
        t.is(unowned.link('All 2'), '/intake?status=intake_open&owner=nobody&sort=added');
        t.regex(unowned.text, /First.*Second/);
        t.notRegex(unowned.text, /Third/);
    }
    t.is((await startOf(testApp, 'salesAdmin')).part('Your open items').text, '');
    const own = await startOf(testApp, 'salesRep');
    t.is(own.part('Your open items').link(/^Third/), '/intake/3');
    await boss.send('POST', `/intake/${second.id}/assign`, { owner_id: boss.user.id });
    t.regex((await startOf(testApp, 'salesAdmin')).part('Your open items').text, /Second/);
});

test('support sees that emails are not sent without a server, and what a server answered', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const health = async () => (await startOf(testApp, 'support')).part('Health').text;
    t.regex(await health(), /Jobs.*No job is due.*Email.*No mail server/);
    await fixtures.dealIn('ss_customer_sent');
    const { items } = await listMails(testApp.store.read, { limit: 9, offset: 0 });
    const mail = items.find(({ kind }) => kind === 'deal_offer');
    const rows = await testApp.store.read.select().from(jobs);
    const job = rows.find(({ about }) => about === mail?.id);
    if (!mail || !job) return t.fail('there is no mail');
    t.regex(await health(), /jobs? queued, the oldest for/);
    await testApp.store.write(async (tx) => {
        await markJobDead(tx, job.id, 'mail_refused', testApp.now(), { words: '550 no such user' });
        await markMail(tx, mail.id, 'dead', testApp.now());
    });
    const failed = await testApp.store.write(async (tx) => {
        const id = await enqueue(tx, 'refund-credit', { screenId: 'a-screen' }, testApp.now());
        await markJobDead(tx, id, 'odd', testApp.now(), { words: 'It was odd.' });
        return id;
    });
    const page = await startOf(testApp, 'support');
    t.is(page.link('Look at it'), `/jobs/mails/${mail.id}`);
    t.is(page.text.match(/550 no such user/g)?.length, 1, 'once on the page');
    t.regex(page.part('Trouble').text, /Failed It was odd\./);
    t.deepEqual(page.part('Trouble').links(), ['All 2', 'Refund for a candidate']);
    t.is(page.link('Refund for a candidate'), `/jobs/${failed}`);
});

test('Start shows support users no email that needs no action', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const sent = (name: string) =>
        fixtures.dealIn('ss_customer_sent', { contact_email: `${name}@example.test` });
    const over = await sent('over');
    const dropped = await sent('dropped');
    for (const name of ['cancelled', 'erased', 'failed']) await sent(name);
    const all = await listMails(testApp.store.read, { limit: 99, offset: 0 });
    const end = async (name: string, state: 'dead' | 'cancelled' | 'done') => {
        const { id = '' } = all.items.find(({ toEmail }) => toEmail === `${name}@example.test`) ?? {};
        await testApp.store.write(async (tx) => {
            await tx.update(jobs).set({ state }).where(eq(jobs.about, id));
            await markMail(tx, id, 'dead', testApp.now());
        });
        return id;
    };
    const failed = async () => (await startOf(testApp, 'support')).part('1 email failed');
    await end('over', 'dead');
    await end('cancelled', 'cancelled');
    await end('dropped', 'done');
    const erased = await end('erased', 'dead');
    await testApp.store.write((tx) => setRecipient(tx, erased, ''));
    for (const { path } of [over, dropped]) await customerAt(testApp, path).post('accept');
    t.is((await failed()).text, '');

    await end('failed', 'dead');
    const whole = (await (await browserOf(testApp, 'support')).page('/jobs/mails?state=failed')).text;
    for (const text of [(await failed()).text, whole])
        t.deepEqual(text.match(/(over|cancelled|dropped|failed)@example\.test/g), ['failed@example.test']);
});
