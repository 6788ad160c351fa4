// The Start page of those who sell and of those who repair: what waits for them, and where its links lead.
import test from 'ava';
import { listMails, markMail, setRecipient } from '../../db/jobs/mails.ts';
import { createIntake } from '../../db/sales/intake.ts';
import { jobs, markJobDead } from '../../db/jobs/ledger.ts';
import { eq } from '../../db/store/drizzle.ts';
import { ask, type Person } from '../support/people/roles.ts';
import { customerAt, salesFixtures, sellerMove } from '../support/fixtures/sales.ts';
import type { TestApp } from '../support/servers/test-app.ts';

async function startOf(testApp: TestApp, person: Person) {
    const { headers } = await testApp.as(person);
    const { body } = await ask(testApp.server, { url: '/', headers: { ...headers, accept: 'text/html' } });
    return String(body).replaceAll('&amp;', '&');
}

/** The part of the page below this title. */
const blockOf = (page: string, title: string) =>
    page.split('<section>').find((part) => part.includes(`<h2>${title}</h2>`)) ?? '';

test('a seller sees replies of customers with reasons; a reopened deal is no longer listed', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp, rep, other } = fixtures;
    const yes = await fixtures.dealIn('ss_customer_approved', { customer_name: 'Yes Ltd' });
    await fixtures.dealIn('ss_customer_approved', { customer_name: 'Other Ltd' }, other);
    const offer = await fixtures.dealIn('ss_customer_sent', { customer_name: 'No Ltd' });
    await customerAt(testApp, offer.path).post('decline', { reason: 'Too <dear>' });
    const title = 'Customer replies';
    const own = blockOf(await startOf(testApp, 'salesRep'), title);
    t.regex(own, /No Ltd.*Declined.*Too &lt;dear&gt;.*Yes Ltd.*Accepted/s);
    t.notRegex(own, /Other Ltd/);
    t.regex(blockOf(await startOf(testApp, 'salesAdmin'), title), /No Ltd.*Other Ltd.*Yes Ltd/s);
    await rep.send('POST', `/deals/${offer.id}/reopen`, { reason: 'Cheaper' });
    await (await testApp.as('salesAdmin')).send('POST', `/deals/${yes.id}/close`);
    t.is(blockOf(await startOf(testApp, 'salesRep'), title), '');
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
        const block = blockOf(await startOf(testApp, person), 'Customer replies');
        t.is(block.split('Twice Ltd').length, 2, person);
        t.regex(block, /Accepted.*Gladly/s);
        t.notRegex(block, /Too dear/);
    }
});

test('administrators see first which deals need approval, and sellers what a customer replied', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    await fixtures.dealIn('ss_pending_approval', { customer_name: 'Waiting <Ltd>' });
    t.is(blockOf(await startOf(testApp, 'salesRep'), 'Deals to approve'), '');
    const all = await startOf(testApp, 'salesAdmin');
    t.regex(blockOf(all, 'Deals to approve'), /Waiting &lt;Ltd&gt;.*12,500\.50/s);
    t.regex(all, /1 deal needs your approval.*Waiting &lt;Ltd&gt;, 12,500\.50.*Review 1 deal</s);
    await fixtures.dealIn('ss_customer_approved', { customer_name: 'Yes Ltd' });
    t.regex(await startOf(testApp, 'salesRep'), /Yes Ltd replied: Accepted.*Open the deal</s);
});

test('items without an owner are shown to administrators, own items to each; the oldest is first', async (t) => {
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
    const page = await startOf(testApp, 'salesAdmin');
    const unowned = blockOf(page, 'Unassigned items');
    t.regex(unowned, /href="\/intake\?status=intake_open&owner=nobody&sort=added">All 2<.*First.*Second/s);
    t.notRegex(unowned, /Third/);
    t.is(blockOf(page, 'Your open items'), '');
    const own = await startOf(testApp, 'salesRep');
    const waiting = blockOf(own, 'Unassigned items');
    t.regex(waiting, /2 items have no owner\. Ask a sales administrator to assign them\./);
    t.notRegex(waiting, /First|Second|<a/, 'a rep reads nothing of items that are not theirs');
    t.regex(blockOf(own, 'Your open items'), /href="\/intake\/3".*Third/s);
    await boss.send('POST', `/intake/${second.id}/assign`, { owner_id: boss.user.id });
    t.regex(blockOf(await startOf(testApp, 'salesAdmin'), 'Your open items'), /Second/);
});

test('support sees that emails are not sent without a server, and what a server answered', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    t.regex(
        blockOf(await startOf(testApp, 'support'), 'Health'),
        /Jobs.*The queue is empty.*Email.*No mail server.*Emails are not sent/s
    );
    await fixtures.dealIn('ss_customer_sent');
    const { items } = await listMails(testApp.store.read, { limit: 9, offset: 0 });
    const mail = items.find(({ kind }) => kind === 'deal_offer');
    const rows = await testApp.store.read.select().from(jobs);
    const job = rows.find(({ about }) => about === mail?.id);
    if (!mail || !job) return t.fail('there is no mail');
    t.regex(blockOf(await startOf(testApp, 'support'), 'Health'), /jobs queued, the oldest for/);
    await testApp.store.write(async (tx) => {
        await markJobDead(tx, job.id, 'mail_refused', testApp.now(), { words: '550 no such user' });
        await markMail(tx, mail.id, 'dead', testApp.now());
    });
    const page = await startOf(testApp, 'support');
    t.regex(blockOf(page, 'Failed jobs'), /550 no such user/);
    t.regex(blockOf(page, 'Failed emails'), /To sam@example\.test\. 550 no such user/);
});

test('Start shows support users no email that needs no action', async (t) => {
    const fixtures = await salesFixtures(t);
    const { testApp } = fixtures;
    const title = 'Failed emails';
    const email = (name: string) => ({ contact_email: `${name}@example.test` });
    const over = await fixtures.dealIn('ss_customer_sent', email('over'));
    await fixtures.dealIn('ss_customer_sent', email('cancelled'));
    await fixtures.dealIn('ss_customer_sent', email('erased'));
    const dropped = await fixtures.dealIn('ss_customer_sent', email('dropped'));
    await fixtures.dealIn('ss_customer_sent', email('failed'));
    const all = await listMails(testApp.store.read, { limit: 99, offset: 0 });
    const end = async (name: string, how: 'dead' | 'cancelled' | 'done') => {
        const mail = all.items.find(({ toEmail }) => toEmail === `${name}@example.test`);
        await testApp.store.write(async (tx) => {
            await tx
                .update(jobs)
                .set({ state: how })
                .where(eq(jobs.about, mail?.id ?? ''));
            await markMail(tx, mail?.id ?? '', 'dead', testApp.now());
        });
        return mail?.id ?? '';
    };
    await end('over', 'dead');
    await end('cancelled', 'cancelled');
    await end('dropped', 'done');
    const erased = await end('erased', 'dead');
    await testApp.store.write((tx) => setRecipient(tx, erased, ''));
    await customerAt(testApp, over.path).post('accept');
    await customerAt(testApp, dropped.path).post('accept');
    t.is(blockOf(await startOf(testApp, 'support'), title), '');

    await end('failed', 'dead');
    const block = blockOf(await startOf(testApp, 'support'), title);
    t.regex(block, /href="\/jobs\/mails\?state=failed">All 1</);
    t.deepEqual(block.match(/\w+@example\.test/g), ['failed@example.test']);
    const { headers } = await testApp.as('support');
    const asked = { url: '/jobs/mails?state=failed', headers: { ...headers, accept: 'text/html' } };
    const { statusCode, body } = await ask(testApp.server, asked);
    t.is(statusCode, 200);
    t.regex(String(body), /failed@example\.test/);
    t.notRegex(String(body), /(over|cancelled|dropped)@example\.test/);
});
