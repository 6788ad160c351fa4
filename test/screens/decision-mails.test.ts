// The email to a candidate about the decision: only where it is on, once, and nothing of the reviewers in it.
import test, { type ExecutionContext } from 'ava';
import { listMails, markMail } from '../../db/jobs/mails.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { answer, email, finish, found, invite, name } from '../support/fixtures/erasing.ts';
import { goodAnswers, levelsOf } from '../support/fixtures/judged.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

async function deciding(t: ExecutionContext, { on = {}, change = {}, env = {} } = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp, undefined, change);
    const admin = await testApp.as('administrator');
    const set = (fields: object) => admin.send('PATCH', '/settings/decision-mails', fields);
    if (Object.keys(on).length > 0) t.is((await set(on)).statusCode, 200);
    const answered = async (candidate = { name: 'Ada', email: 'ada@example.test' }) => {
        const { id, path } = await invite(fixtures, candidate);
        await answer(testApp, path, Object.entries(goodAnswers));
        await testApp.drain();
        return id;
    };
    const decide = (id: string, decision: string, note = 'Too quiet for us.') =>
        fixtures.council.send('POST', `/screens/${id}/decide`, { decision, note });
    const { browser } = await browserOf(testApp, 'councilAdmin');
    /** What the page says about emails, once this person has judged. */
    const page = async (id: string) => {
        const levels = levelsOf('absent', 'absent');
        await fixtures.council.send('POST', `/screens/${id}/levels`, { levels });
        return pageOf((await browser.get(`/screens/${id}`)).body).text;
    };
    return { testApp, ...fixtures, set, answered, decide, page };
}

async function reported({ store, app }: TestApp) {
    const { items } = await listMails(store.read, { limit: 50, offset: 0 });
    const about = items.filter(({ kind }) => kind === 'screen_decided').toReversed();
    return Promise.all(about.map(async (mail) => ({ ...mail, ...(await app.readMail(mail)) })));
}

/** The decisions that were told, in their order, with the states of their emails. */
const told = async (testApp: TestApp) =>
    (await reported(testApp)).map(
        ({ about, state }) => `${(about as { decision?: string }).decision} ${state}`
    );

test('a candidate gets no email about a decision until an administrator turns it on', async (t) => {
    const { testApp, answered, decide, page } = await deciding(t, { on: { hired: true } });
    const id = await answered();
    t.is((await decide(id, 'rejected')).statusCode, 200);
    t.regex(await page(id), /Emails the candidate immediately: Hire\./);
    t.is((await decide(id, 'hired', '')).statusCode, 400);
    t.deepEqual(await reported(testApp), [], 'what was refused tells nobody');
});

test('a candidate gets the decision email with name and organisation, and never the note', async (t) => {
    const { testApp, answered, decide } = await deciding(t, {
        on: { rejected: true },
        env: { ORGANISATION: 'Example Ltd', ORGANISATION_CONTACT: 'ask@example.test' }
    });
    await decide(await answered(), 'rejected');
    const [mail, ...more] = await reported(testApp);
    t.deepEqual(more, []);
    t.like(mail, { toName: 'Ada', toEmail: 'ada@example.test', state: 'queued', ownText: null });
    t.regex(mail?.text ?? '', /^Dear Ada,[^]* Example Ltd [^]* will not continue[^]*ask@example\.test/);
    t.false(JSON.stringify(mail).includes('quiet'));
    await testApp.drain();
    t.deepEqual(await told(testApp), ['rejected kept']);
});

test('a custom text is inserted into the email as text, with its placeholders filled once', async (t) => {
    const words = '  Hello {name},\r\n<b>{position}</b> is taken.\r\n\r\nYours, {organisation}\n';
    const { testApp, answered, decide, set } = await deciding(t, {
        on: { rejected: true, rejected_en: words },
        env: { BASE_URL: 'http://jobs.example.test' }
    });
    const id = await answered({ name: '{position} <i>', email: 'ada@example.test' });
    await decide(id, 'rejected');
    await set({ rejected_en: 'Another text' });
    const [mail] = await reported(testApp);
    t.regex(
        mail?.text ?? '',
        /^Hello \{position\} <i>,\n<b>[^{]+<\/b> is taken\.\n\nYours, jobs\.example\.test\n/
    );
    t.regex(pageOf(mail?.html ?? '').text, /Hello \{position\} <i>, ?<b>/);
});

test('the email about a decision is in the language of the sage', async (t) => {
    const on = { advanced: true, hired: true, hired_de: 'Willkommen, {name}!' };
    const { testApp, answered, decide } = await deciding(t, { on, change: { language: 'de-AT' } });
    for (const decision of ['advanced', 'hired']) await decide(await answered(), decision);
    const [first, second] = await reported(testApp);
    t.regex(first?.text ?? '', /^Guten Tag Ada,/);
    t.is(pageOf(first?.html ?? '').language, 'de');
    t.regex(first?.subject ?? '', /^Zu Ihren Antworten: /);
    t.regex(second?.text ?? '', /^Willkommen, Ada!\n\nHaben Sie Fragen\?/);
});

test('a candidate gets one email about a decision, whatever is decided afterwards', async (t) => {
    const { testApp, answered, decide, page } = await deciding(t, { on: { advanced: true, hired: true } });
    const id = await answered();
    for (const untold of ['not_reviewed', 'rejected']) await decide(id, untold);
    t.deepEqual(await told(testApp), []);
    await decide(id, 'advanced');
    await testApp.drain();
    for (const later of ['hired', 'advanced']) await decide(id, later);
    await testApp.drain();
    t.deepEqual(await told(testApp), ['advanced kept']);
    const other = await answered();
    const atOnce = ['hired', 'advanced', 'hired'].map((decision) => decide(other, decision));
    for (const { statusCode } of await Promise.all(atOnce)) t.is(statusCode, 200);
    await testApp.drain();
    const [, ...sent] = (await told(testApp)).filter((mail) => !mail.endsWith(' dead'));
    const { decision } = (await findScreen(testApp.store.read, other)) ?? {};
    t.deepEqual(sent, [`${decision} kept`], 'one more, of three decisions at once');
    t.notRegex(await page(id), /Emails the candidate immediately/);
});

test('a decision that was replaced before its email was sent is not emailed', async (t) => {
    const { testApp, answered, decide, page } = await deciding(t, { on: { rejected: true } });
    const id = await answered();
    for (const decision of ['rejected', 'hired']) await decide(id, decision);
    await testApp.drain();
    t.deepEqual(await told(testApp), ['rejected dead']);
    t.regex(await page(id), /was not sent\./);
});

test('a decision corrected before its email was sent leads to an email about the last one', async (t) => {
    const { testApp, answered, decide, page } = await deciding(t, {
        on: { rejected: true, advanced: true }
    });
    const id = await answered();
    await decide(id, 'rejected');
    t.regex(await page(id), /Emails the candidate immediately: Advance\./);
    await decide(id, 'advanced');
    t.deepEqual(await told(testApp), ['rejected dead', 'advanced queued']);
    for (const decision of ['rejected', 'advanced']) await decide(id, decision);
    await testApp.drain();
    const [last, ...before] = (await told(testApp)).toReversed();
    t.is(last, 'advanced kept');
    t.true(before.every((mail) => mail.endsWith(' dead')));
    await decide(id, 'rejected');
    t.is((await told(testApp)).length, before.length + 1, 'what was told is not taken back by a mail');
});

test('a decision corrected while its email is sent gets no second email, unless sending fails', async (t) => {
    const meanwhile: (() => Promise<number | undefined>)[] = [];
    const server = await openMailServer({ refusal: () => meanwhile.pop()?.() });
    t.teardown(server.close);
    const on = { rejected: true, advanced: true };
    const { testApp, answered, decide } = await deciding(t, { on, env: server.env });
    for (const [code, mails] of [
        [undefined, ['rejected sent']],
        [451, ['rejected dead', 'advanced sent']]
    ] as const) {
        const id = await answered();
        const before = (await told(testApp)).length;
        await decide(id, 'rejected');
        meanwhile.push(async () => {
            t.is((await decide(id, 'advanced')).statusCode, 200);
            return code;
        });
        await testApp.drain();
        t.deepEqual((await told(testApp)).slice(before), [...mails]);
    }
});

test('a failed or discarded decision email does not delay an email about another decision', async (t) => {
    const { testApp, answered, decide } = await deciding(t, { on: { rejected: true, advanced: true } });
    const id = await answered();
    await decide(id, 'rejected');
    const [first] = await reported(testApp);
    await testApp.store.write((tx) => markMail(tx, first?.id ?? '', 'dead', testApp.now()));
    await decide(id, 'advanced');
    await testApp.drain();
    t.deepEqual(await told(testApp), ['rejected dead', 'advanced kept']);
});

test('the decision email of an erased candidate is blank and is not sent', async (t) => {
    const { testApp, answered, decide, council } = await deciding(t, { on: { hired: true } });
    const id = await answered({ name, email });
    await decide(id, 'hired', '');
    t.true((await found(testApp)).includes('mails'));
    t.is((await council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    t.like((await reported(testApp))[0], { toName: '', toEmail: '', state: 'dead' });
    await testApp.drain();
    await finish(testApp);
    t.deepEqual(await found(testApp), []);
    t.is((await decide(id, 'rejected')).statusCode, 409);
    t.is((await reported(testApp)).length, 1);
});
