// Mails that failed: what the mail server said, and sending one again to the right address.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { deliveriesOf } from '../../db/jobs/deliveries.ts';
import {
    endMailsOf,
    findMail,
    listMails,
    queueMail,
    type MailKind,
    type Mails
} from '../../db/jobs/mails.ts';
import { blankTheirs } from '../../db/erasing/theirs.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { customerAt, salesFixturesIn } from '../support/fixtures/sales.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const rest = '/rest/svc/v1/admin/mails';

/** Jobs run, but the mail server takes nothing for these addresses. */
async function refusing(t: Parameters<typeof createTestApp>[0], code = 550) {
    const server = await openMailServer({
        unknown: (address) => (address.startsWith('wrong') ? code : undefined)
    });
    t.teardown(server.close);
    return { ...server, testApp: await createTestApp(t, { env: server.env }) };
}

async function queued<Kind extends MailKind>({ store, now }: TestApp, kind: Kind, about: Mails[Kind]) {
    const to = { name: 'Ada Wong', email: 'wrong@example.test' };
    return store.write((tx) => queueMail(tx, { kind, to, about, at: now() }));
}

test("a failed email shows the server's answer, and is resent to the right address", async (t) => {
    const { testApp, mails } = await refusing(t);
    const { council: author, sage } = await withActiveSage(testApp);
    const candidate = { name: 'Ada Wong', email: 'wrong@example.test' };
    const made = await author.send('POST', '/screens', { sage_id: sage.id, candidate });
    const screenId = String(made.body.data.screen.id);
    await author.send('POST', `/screens/${screenId}/invite`);
    await testApp.drain();
    const [mail] = (await listMails(testApp.store.read, { state: 'dead', limit: 1, offset: 0 })).items;
    const { browser } = await browserOf(testApp, 'support');
    const list = async (search: string) => (await browser.get(`/jobs/mails?${search}`)).body;
    for (const search of ['state=dead', 'q=WRONG@', 'q=ong@example&state=dead', `q=${mail?.id.slice(0, 23)}`])
        t.regex(await list(search), /Invitation of a candidate of .*>Failed</s, search);
    for (const search of ['q=right@', 'q=wrong@&state=sent'])
        t.regex(await list(search), /No emails match these filters/, search);
    const page = (await browser.get(`/jobs/mails/${mail?.id}`)).body;
    t.regex(page, /127\.0\.0\.1:\d+ responded: 550 /);
    t.regex(page, /\/screen\/not-shown/);
    t.notRegex(page, /<dt>Sent</);
    const form = { ...hiddenFields(page, '>Resend email</button'), email: 'right@example.test' };
    const after = await browser.submit(`${rest}/${mail?.id}/send`, form);
    t.regex(after.body, /Email queued again/);
    await testApp.drain();
    t.is(mails.length, 1);
    const letter = String(mails[0]);
    t.regex(letter, /^To: .*right@example\.test/im);
    t.true(letter.includes(`<${mail?.id}@`));
    t.is((await findMail(testApp.store.read, mail?.id ?? ''))?.state, 'sent');
    t.regex((await browser.get(`/jobs/mails/${mail?.id}`)).body, /<dt>Sent<\/dt><dd><time/);
    t.is(
        (await findScreen(testApp.store.read, screenId))?.candidateEmail,
        'right@example.test',
        'for the reminder'
    );
    const log = await listAudit(testApp.store.read, { target: `mail:${mail?.id}`, limit: 9, offset: 0 });
    const note = `screen_invitation of screen:${screenId}`;
    t.like(log.items[0], { act: 'mail.readdress', before: 'dead', after: 'queued', note });
    t.false(JSON.stringify(log).includes('@'), 'an address outlives its candidate in the log');
});

test('an offer that went to another address shows this in the history of its deal', async (t) => {
    const { testApp } = await refusing(t);
    const sales = await salesFixturesIn(testApp);
    const { id } = await sales.dealIn('ss_customer_sent', { contact_email: 'wrong@example.test' });
    await testApp.drain();
    const [mail] = (await listMails(testApp.store.read, { state: 'dead', limit: 1, offset: 0 })).items;
    const support = await testApp.as('support');
    await support.send('POST', `/admin/mails/${mail?.id}/send`, { email: 'right@example.test' });
    const { deal, history } = (await sales.rep.get(`/deals/${id}`)).body.data;
    t.like(deal, { contact_email: 'right@example.test', status: 'ss_customer_sent' });
    const { id: staff } = (await support.get('/profile')).body.data.user;
    t.like(history.at(-1), { move: 'readdress', by: `user:${staff}` });
    const { items } = (await support.get(`/admin/audit?target=mail:${mail?.id}&act=mail.readdress`)).body
        .data;
    t.like(items, { length: 1, 0: { note: 'deal_offer' } });
    const { page } = await browserOf(testApp, 'support');
    t.is((await page(`/jobs/mails/${mail?.id}`)).link('Activity of the deal'), `/audit?target=deal:${id}`);
});

test('an expired offer or invitation email is not sent again and changes nothing', async (t) => {
    const { testApp } = await refusing(t);
    const sales = await salesFixturesIn(testApp);
    const { id, path } = await sales.dealIn('ss_customer_sent', { contact_email: 'wrong@example.test' });
    const { council: author, sage } = await withActiveSage(testApp);
    const candidate = { name: 'Ada Wong', email: 'wrong@example.test' };
    const made = await author.send('POST', '/screens', { sage_id: sage.id, candidate });
    const screenId = String(made.body.data.screen.id);
    await author.send('POST', `/screens/${screenId}/invite`);
    await testApp.drain();
    const { items } = await listMails(testApp.store.read, { state: 'dead', limit: 9, offset: 0 });
    t.deepEqual(items.map(({ kind }) => kind).toSorted(), ['deal_offer', 'screen_invitation']);
    t.is((await customerAt(testApp, path).post('accept')).statusCode, 200);
    await author.send('POST', `/screens/${screenId}/cancel`);
    const before = await sales.rep.get(`/deals/${id}`);
    const { browser, client } = await browserOf(testApp, 'support');
    for (const mail of items) {
        const again = { email: 'right@example.test' };
        const { statusCode, body } = await client.send('POST', `/admin/mails/${mail.id}/send`, again);
        t.deepEqual(
            [statusCode, body.data.message],
            [409, 'This email is no longer needed, so it cannot be sent.']
        );
        t.like(await findMail(testApp.store.read, mail.id), { toEmail: 'wrong@example.test', state: 'dead' });
        const page = (await browser.get(`/jobs/mails/${mail.id}`)).body;
        t.regex(page, /responded: 550 /);
        t.notRegex(page, /name="email"/);
    }
    t.deepEqual((await sales.rep.get(`/deals/${id}`)).body, before.body);
    t.is((await findScreen(testApp.store.read, screenId))?.candidateEmail, 'wrong@example.test');
});

test('an account email cannot go to another address, and its page shows no working link', async (t) => {
    const { testApp } = await refusing(t);
    const id = await queued(testApp, 'test', {});
    const reset = await queued(testApp, 'email_change_notice', { changeId: 'any' });
    await testApp.drain();
    const { browser, client } = await browserOf(testApp, 'support');
    const page = (await browser.get(`/jobs/mails/${reset}`)).body;
    t.regex(page, /change it in the account/);
    t.notRegex(page, /name="email"/);
    t.notRegex(page, /[\w-]{43}/, 'a token');
    const elsewhere = { email: 'eve@example.test' };
    const refused = await client.send('POST', `/admin/mails/${reset}/send`, elsewhere);
    t.is(refused.statusCode, 409);
    t.like(await findMail(testApp.store.read, reset), { toEmail: 'wrong@example.test', state: 'dead' });
    t.is((await client.send('POST', `/admin/mails/${id}/send`, { email: 'nowhere' })).statusCode, 400);
    t.is((await client.send('POST', `/admin/mails/${id}/send`, elsewhere)).statusCode, 200);
});

test('a waiting email can be sent immediately; an accepted or running one is not sent again', async (t) => {
    const { testApp, mails } = await refusing(t, 451);
    const id = await queued(testApp, 'test', {});
    const client = await testApp.as('support');
    const send = async (body = {}) => (await client.send('POST', `/admin/mails/${id}/send`, body)).statusCode;
    t.is(await send(), 409, 'its first attempt is still to come');
    await testApp.runOne();
    t.is(await send({ email: 'right@example.test' }), 200);
    await testApp.drain();
    t.is(mails.length, 1);
    t.is(await send(), 409, 'it was taken');
    t.is(mails.length, 1);
});

test('an email with an ended link or an erased recipient is not sent again', async (t) => {
    const { testApp } = await refusing(t);
    const over = await queued(testApp, 'screen_invitation', { screenId: 'gone', issue: 1, position: 'Cook' });
    await testApp.drain();
    const { browser, client } = await browserOf(testApp, 'support');
    t.regex((await browser.get(`/jobs/mails/${over}`)).body, /no longer needed/);
    t.is((await client.send('POST', `/admin/mails/${over}/send`)).statusCode, 409);
    const erased = await queued(testApp, 'screen_cancelled', {
        screenId: 'hers',
        issue: 1,
        position: 'Cook'
    });
    await testApp.drain();
    await testApp.store.write(async (tx) => {
        await endMailsOf(tx, 'hers');
        await blankTheirs(tx, 'hers');
    });
    t.notRegex((await browser.get(`/jobs/mails/${erased}`)).body, /Resend email|wrong@/);
    const elsewhere = { email: 'eve@example.test' };
    t.is((await client.send('POST', `/admin/mails/${erased}/send`, elsewhere)).statusCode, 409);
    const job = (await deliveriesOf(testApp.store.read, [erased])).get(erased);
    t.is((await client.send('POST', `/admin/jobs/${job?.id}/retry`)).statusCode, 409, 'nor by its job');
    t.like(await findMail(testApp.store.read, erased), { toEmail: '', state: 'dead' });
});
