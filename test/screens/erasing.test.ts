// Erasing a candidate: nothing of them is left in any table or file, and whatever counts still adds up.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { findKeptForm, keepForm } from '../../db/accounts/short-lived/kept-forms.ts';
import { auditCredits } from '../../db/accounts/credits.ts';
import { failAttempt, jobs } from '../../db/jobs/ledger.ts';
import { screenDecisions } from '../../db/judgement/decisions.ts';
import { screenReviews } from '../../db/judgement/levels.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { and, eq } from '../../db/store/drizzle.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import {
    answer,
    debugging,
    email,
    eraseMentions,
    filesWithCanary,
    finish,
    found,
    invite,
    planted,
    teamwork
} from '../support/fixtures/erasing.ts';
import { levelsOf, withJudgedScreen } from '../support/fixtures/judged.ts';
import { ask } from '../support/people/roles.ts';
import { rowsOf } from '../support/stores/whole-store.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('of an erased candidate nothing is left in any table or file [P47]', async (t) => {
    const testApp = await createTestApp(t);
    const { council, id, path } = await planted(testApp);
    t.deepEqual(await found(testApp), [
        'gold_answers',
        'kept_forms',
        'mails',
        'screen_answers',
        'screen_decisions',
        'screen_reviews',
        'screens',
        'task_links',
        'traces'
    ]);
    t.true(filesWithCanary(testApp.folder).length > 2);

    t.deepEqual((await council.send('POST', `/screens/${id}/erase`, {})).body.data, { erased: [id] });
    await finish(testApp);
    const places = (await eraseMentions(testApp)).map(({ id }) => id.replace(/^screens:.*/, 'screens:other'));
    t.deepEqual(places.toSorted(), [
        'screens:other',
        'storage:default/all.csv',
        'storage:default/book.bin',
        'storage:default/people/zephyrine@quetzal.test.txt',
        'task_links:1',
        'traces:1'
    ]);

    t.deepEqual(await found(testApp), []);
    t.deepEqual(filesWithCanary(testApp.folder), []);
    t.is((await ask(testApp.server, { url: path })).statusCode, 404);
    t.deepEqual(await auditCredits(testApp.store.read), []);
    const csv = readFileSync(join(testApp.folder, 'storage/default/all.csv'), 'utf8');
    t.is(csv, 'name,text\n(erased),(erased).\nSomebody Else,nothing\n');
});

test('of an erased candidate only numbers and actions by ids remain', async (t) => {
    const testApp = await createTestApp(t);
    const { council, id } = await planted(testApp);
    const before = (await council.get(`/screens/${id}?show=verdict`)).body.data.screen;
    await council.send('POST', `/screens/${id}/erase`, {});
    await finish(testApp);
    const { screen } = (await council.get(`/screens/${id}?show=verdict`)).body.data;
    t.like(screen, {
        status: 'ss_evaluated',
        decision: 'advanced',
        candidate: { name: 'Erased candidate', email: '' },
        answers: [],
        decision_note: ''
    });
    t.is(screen.verdict.score, before.verdict.score);
    const levels = (of: typeof screen) => of.verdict.findings.map(({ level }: { level: string }) => level);
    t.deepEqual(levels(screen), levels(before));
    const { items } = (await (await testApp.as('support')).get(`/admin/audit?target=screen:${id}`)).body.data;
    t.like(items[0], { act: 'screen.erase', after: 'asked', note: null });
});

test('an open screen that is erased is cancelled without an email, and refunded once', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const balance = async () => (await fixtures.council.get('/credits')).body.data.balance;
    const before = await balance();
    const { id, path } = await invite(fixtures);
    t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    await testApp.drain();
    await finish(testApp);
    t.is(await balance(), before);
    t.is((await fixtures.council.get(`/screens/${id}`)).body.data.screen.status, 'ss_cancelled');
    t.is((await ask(testApp.server, { url: path })).statusCode, 404);
    t.deepEqual(await found(testApp), []);
    const mails = [...(await rowsOf(testApp.store))].filter((row) => row.startsWith('mails '));
    t.is(mails.length, 1, 'the invitation');
    t.true(mails.every((row) => row.includes('"state":"dead"')));
});

test('answers that are being read when their candidate is erased get no verdict', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id, path } = await invite(fixtures);
    await answer(testApp, path, [['debugging', debugging]]);
    await fixtures.council.send('POST', `/screens/${id}/erase`, {});
    await testApp.drain();
    await finish(testApp);
    t.like((await fixtures.council.get(`/screens/${id}`)).body.data.screen, {
        status: 'ss_cancelled',
        verdict: null
    });
    t.deepEqual(await found(testApp), []);
    const dead = await (await testApp.as('support')).get('/admin/jobs?state=dead');
    t.is(dead.body.data.total, 0);
});

test('a candidate is erased once, in all screens of the same address, and no text is left', async (t) => {
    const testApp = await createTestApp(t);
    const { council, id, ...fixtures } = await planted(testApp);
    const again = { name: 'Z. Quetzal', email: email.toUpperCase() };
    const second = await invite({ ...fixtures, council }, again);
    const { erased } = (await council.send('POST', `/screens/${id}/erase`, {})).body.data;
    t.deepEqual(erased.toSorted(), [id, second.id].toSorted());
    for (const [one, act, body] of [
        [id, 'erase', {}],
        [second.id, 'erase', {}],
        [id, 'levels', { levels: levelsOf('strong', 'absent') }],
        [id, 'decide', { decision: 'rejected', note: 'Late' }]
    ] as const)
        t.is((await council.send('POST', `/screens/${one}/${act}`, body)).statusCode, 409, act);
    await finish(testApp);
    await eraseMentions(testApp);
    t.deepEqual(await found(testApp), []);
});

test('labels go with the last candidate of a sage who gave the answer, and older labels stay', async (t) => {
    const testApp = await createTestApp(t);
    const [one, elsewhere] = [await withActiveSage(testApp), await withActiveSage(testApp)];
    const items = [{ criterion: 'teamwork', text: teamwork, level: 'strong' }];
    await one.council.send('POST', `/sages/${one.sage.id}/gold`, { items });
    testApp.pass(1000);
    const ids: string[] = [];
    for (const [n, fixtures] of [one, one, elsewhere].entries()) {
        const { id, path } = await invite(fixtures, { name: `Twin ${n}`, email: `twin${n}@example.test` });
        await answer(testApp, path, [
            ['debugging', debugging],
            ['teamwork', teamwork]
        ]);
        await testApp.drain();
        const levels = levelsOf('strong', 'strong');
        await fixtures.council.send('POST', `/screens/${id}/levels`, { levels });
        ids.push(id);
    }
    const goldOf = async ({ council, sage }: typeof one) =>
        (await council.get(`/sages/${sage.id}/gold`)).body.data.total;
    const gold = async () => [await goldOf(one), await goldOf(elsewhere)];
    t.deepEqual(await gold(), [2, 2]);
    for (const [id, left] of [
        [ids[0], [2, 2]],
        [ids[1], [1, 2]]
    ] as const) {
        await one.council.send('POST', `/screens/${id}/erase`, {});
        t.deepEqual(await gold(), left);
    }
});

test('staff texts about an erased candidate are blank immediately, and those about others stay', async (t) => {
    const testApp = await createTestApp(t);
    const { council, id, answered } = await withJudgedScreen(testApp);
    const other = await answered();
    const { read } = testApp.store;
    for (const one of [id, other]) {
        const levels = levelsOf('strong', 'absent').map((level) => ({ ...level, reason: 'Clear.' }));
        t.is((await council.send('POST', `/screens/${one}/levels`, { levels })).statusCode, 200);
        await council.send('POST', `/screens/${one}/decide`, { decision: 'hired', note: 'Good.' });
        await testApp.store.write((tx) =>
            keepForm(tx, { id: `form-${one}`, typed: { note: '', to: one }, endsAt: testApp.now() + 1e6 })
        );
    }
    await council.send('POST', `/screens/${id}/erase`, {});
    const said = async (of: string) => {
        const [review] = await read.select().from(screenReviews).where(eq(screenReviews.screenId, of));
        const [made] = await read.select().from(screenDecisions).where(eq(screenDecisions.screenId, of));
        const form = await findKeptForm(read, `form-${of}`, testApp.now());
        return [...(review?.levels ?? []).map(({ reason }) => reason), made?.note, form !== undefined];
    };
    t.deepEqual(await said(id), ['', '', '', false]);
    t.deepEqual(await said(other), ['Clear.', 'Clear.', 'Good.', true]);
});

test('the test screen of a build belongs to no person, and is not erased', async (t) => {
    const testApp = await createTestApp(t);
    const { council } = await withActiveSage(testApp);
    const { items } = (await council.get('/screens')).body.data;
    const test = items.find(({ kind }: { kind: string }) => kind === 'test');
    t.is((await council.send('POST', `/screens/${test.id}/erase`, {})).statusCode, 409);
});

test('an email sent during the erasure of its candidate is blank and does not count as sent', async (t) => {
    const { env, mails, close } = await openMailServer({
        async taken() {
            t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
        }
    });
    t.teardown(close);
    const testApp = await createTestApp(t, { env });
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures);
    await testApp.drain();
    t.is(mails.length, 1);
    const [mail] = (await listMails(testApp.store.read, { limit: 9, offset: 0 })).items;
    t.like(mail, { toName: '', toEmail: '', state: 'dead', sentAt: null });
});

test('erasing one candidate changes no stored data of another', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await planted(testApp);
    await invite(fixtures, { name: 'Waits Still', email: 'waits@example.test' });
    const waits = and(eq(jobs.task, 'send-mail'), eq(jobs.state, 'pending'));
    const refused = { code: 'EENVELOPE', words: 'mail.test answered: later' };
    const times = { at: testApp.now(), retryAt: testApp.now() };
    for (const { id } of await testApp.store.read.select().from(jobs).where(waits))
        await testApp.store.write((tx) => failAttempt(tx, id, refused, times));
    const before = [...(await rowsOf(testApp.store))];
    const { id } = await invite(fixtures, { name: 'Nobody Else', email: 'nobody@example.test' });
    t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    await finish(testApp);
    const after = await rowsOf(testApp.store);
    t.deepEqual(
        before.filter((row) => !after.has(row)),
        []
    );
});
