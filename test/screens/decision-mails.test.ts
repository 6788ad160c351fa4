// The email to a candidate about the decision: only where it is on, once, and nothing of the reviewers in it.
import test, { type ExecutionContext } from 'ava';
import { listMails, markMail } from '../../db/jobs/mails.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { answer, finish, found, invite } from '../support/fixtures/erasing.ts';
import { goodAnswers, levelsOf } from '../support/fixtures/judged.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const settings = '/settings/decision-mails';

async function deciding(t: ExecutionContext, { on = {}, change = {}, env = {} } = {}) {
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp, undefined, change);
    const admin = await testApp.as('administrator');
    const set = (fields: object) => admin.send('PATCH', settings, fields);
    if (Object.keys(on).length > 0) t.is((await set(on)).statusCode, 200);
    const answered = async (candidate = { name: 'Ada', email: 'ada@example.test' }) => {
        const { id, path } = await invite(fixtures, candidate);
        await answer(testApp, path, Object.entries(goodAnswers));
        await testApp.drain();
        return id;
    };
    const decide = (id: string, decision: string, note = 'Too quiet for us.') =>
        fixtures.council.send('POST', `/screens/${id}/decide`, { decision, note });
    return { testApp, ...fixtures, admin, set, answered, decide };
}

async function reported({ store, app }: TestApp) {
    const { items } = await listMails(store.read, { limit: 50, offset: 0 });
    const about = items.filter(({ kind }) => kind === 'screen_decided').toReversed();
    return Promise.all(about.map(async (mail) => ({ ...mail, ...(await app.readMail(mail)) })));
}

test('a candidate gets no email about a decision until an administrator turns it on', async (t) => {
    const { testApp, answered, decide, council } = await deciding(t, { on: { hired: true } });
    const id = await answered();
    t.is((await decide(id, 'rejected')).statusCode, 200);
    t.deepEqual(await reported(testApp), []);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    await council.send('POST', `/screens/${id}/levels`, { levels: levelsOf('absent', 'absent') });
    const page = (await browser.get(`/screens/${id}`)).body;
    t.true(page.includes('Emails the candidate immediately: Hire.'));
    t.is((await council.send('POST', `/screens/${id}/decide`, { decision: 'hired' })).statusCode, 400);
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
    t.regex(mail?.text ?? '', /^Dear Ada,\n\nThank you .* Example Ltd about “[^”]+”.* will not continue/);
    t.regex(mail?.text ?? '', /write to ask@example\.test/);
    t.false(JSON.stringify(mail).includes('quiet'));
    await testApp.drain();
    t.is((await reported(testApp))[0]?.state, 'kept');
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
    t.regex(mail?.html ?? '', /<p[^>]*>Hello \{position\} &lt;i&gt;,<br>&lt;b&gt;/);
    t.notRegex(mail?.html ?? '', /<b>|<i>/);
});

test('the email about a decision is in the language of the sage', async (t) => {
    const on = { advanced: true, hired: true, hired_de: 'Willkommen, {name}!' };
    const { testApp, answered, decide } = await deciding(t, { on, change: { language: 'de-AT' } });
    await decide(await answered(), 'advanced');
    await decide(await answered(), 'hired');
    const [first, second] = await reported(testApp);
    t.regex(first?.text ?? '', /^Guten Tag Ada,/);
    t.regex(first?.html ?? '', /<html lang="de">/);
    t.regex(first?.subject ?? '', /^Zu Ihren Antworten: /);
    t.regex(second?.text ?? '', /^Willkommen, Ada!\n\nHaben Sie Fragen\?/);
});

test('a candidate gets one email about a decision, whatever is decided afterwards', async (t) => {
    const { testApp, answered, decide } = await deciding(t, { on: { advanced: true, hired: true } });
    const id = await answered();
    await decide(id, 'not_reviewed');
    await decide(id, 'rejected');
    t.is((await reported(testApp)).length, 0);
    await decide(id, 'advanced');
    await testApp.drain();
    await decide(id, 'hired');
    await decide(id, 'advanced');
    await testApp.drain();
    t.deepEqual(
        (await reported(testApp)).map(({ about, state }) => [
            (about as { decision?: string }).decision,
            state
        ]),
        [['advanced', 'kept']]
    );
    const other = await answered();
    const at = ['hired', 'advanced', 'hired'].map((decision) => decide(other, decision));
    t.deepEqual(
        (await Promise.all(at)).map(({ statusCode }) => statusCode),
        [200, 200, 200]
    );
    await testApp.drain();
    const sent = (await reported(testApp)).filter(({ state }) => state !== 'dead');
    t.is(sent.length, 2, 'one more, of three decisions at once');
    t.is(
        (sent[1]?.about as { decision?: string } | undefined)?.decision,
        (await findScreen(testApp.store.read, other))?.decision
    );
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const page = (await browser.get(`/screens/${id}`)).body;
    t.regex(page, /No second email is sent/);
    t.notRegex(page, /Emails the candidate immediately/);
});

test('a decision that was replaced before its email was sent is not emailed', async (t) => {
    const { testApp, answered, decide } = await deciding(t, { on: { rejected: true } });
    const id = await answered();
    await decide(id, 'rejected');
    await decide(id, 'hired');
    await testApp.drain();
    const { browser } = await browserOf(testApp, 'councilAdmin');
    t.regex(
        (await browser.get(`/screens/${id}`)).body,
        /was not sent\. If the next decision is not emailed either, contact the candidate/
    );
    t.deepEqual(
        (await reported(testApp)).map(({ state }) => state),
        ['dead']
    );
});

test('a decision corrected before its email was sent leads to an email about the last one', async (t) => {
    const { testApp, answered, decide, council } = await deciding(t, {
        on: { rejected: true, advanced: true }
    });
    const id = await answered();
    const toldOf = async () =>
        (await reported(testApp)).map(({ about, state }) => [
            (about as { decision?: string }).decision,
            state
        ]);
    await decide(id, 'rejected');
    const { browser } = await browserOf(testApp, 'councilAdmin');
    await council.send('POST', `/screens/${id}/levels`, { levels: levelsOf('absent', 'absent') });
    t.true((await browser.get(`/screens/${id}`)).body.includes('Emails the candidate immediately: Advance.'));
    await decide(id, 'advanced');
    t.deepEqual(await toldOf(), [
        ['rejected', 'dead'],
        ['advanced', 'queued']
    ]);
    await decide(id, 'rejected');
    await decide(id, 'advanced');
    await testApp.drain();
    const [last, ...before] = (await toldOf()).toReversed();
    t.deepEqual(last, ['advanced', 'kept']);
    t.true(before.every(([, state]) => state === 'dead'));
    await decide(id, 'rejected');
    t.is((await toldOf()).length, before.length + 1, 'what was told is not taken back by a mail');
});

test('a decision corrected while its email is sent gets no second email, unless sending fails', async (t) => {
    const meanwhile: (() => Promise<number | undefined>)[] = [];
    const server = await openMailServer({ refusal: () => meanwhile.pop()?.() });
    t.teardown(server.close);
    const on = { rejected: true, advanced: true };
    const { testApp, answered, decide } = await deciding(t, { on, env: server.env });
    for (const [code, states] of [
        [undefined, ['sent']],
        [451, ['dead', 'sent']]
    ] as const) {
        const id = await answered();
        const before = (await reported(testApp)).length;
        await decide(id, 'rejected');
        meanwhile.push(async () => {
            t.is((await decide(id, 'advanced')).statusCode, 200);
            return code;
        });
        await testApp.drain();
        const mails = (await reported(testApp)).slice(before);
        t.deepEqual(
            mails.map(({ state }) => state),
            [...states]
        );
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
    t.deepEqual(
        (await reported(testApp)).map(({ state }) => state),
        ['dead', 'kept']
    );
});

test('the decision email of an erased candidate is blank and is not sent', async (t) => {
    const { testApp, answered, decide, council } = await deciding(t, { on: { hired: true } });
    const id = await answered({ name: 'Zephyrine Quetzal', email: 'zephyrine@quetzal.test' });
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
