// "I would rather be interviewed by a person": the questions close, no software reads on, and a person is notified.
import test from 'ava';
import PostalMime from 'postal-mime';
import { account } from '../../db/accounts/credits.ts';
import { readersOf, agreedTo } from '../../db/screens/consent.ts';
import { findScreen, moveScreen } from '../../db/screens/screens.ts';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { findUserById, users } from '../../db/accounts/users.ts';
import { sages } from '../../db/sages/sages.ts';
import { eq } from '../../db/store/drizzle.ts';
import type { Verdict } from '../../db/sages/verdicts.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { letters } from '../support/people/accounts.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { invited, mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { consent, saved, script, withCandidate } from '../support/people/visitors.ts';

test('a candidate who asks for a person confirms it once, and then waits in the queue', async (t) => {
    const { testApp, council, id, path, page, post } = await withCandidate(t);
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'I began to write.' }, script);
    t.is(pageOf((await page()).body).link(/interviewed by a person/), `${path}?person`);
    const question = pageOf((await page('?person')).body);
    t.is(question.button(/^Yes/)?.action, `${path}/person`);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_started', 'nothing is done by looking');
    const before = await account(testApp.store.read);
    for (const round of ['once', 'twice'])
        t.is((await post('person', { confirm: '1' })).statusCode, 303, round);
    await testApp.drain();
    t.regex(pageOf((await page()).body).text, /know that you would rather be interviewed by a person/);
    t.is((await post('answer', { criterion: 'debugging', text: 'More' }, script)).statusCode, 409);
    const { items } = (await council.get('/screens?state=waiting')).body.data;
    t.is(items.length, 1);
    const verdict = { fault: 'person_asked', recommendation: 'needs_review' };
    t.like(items, [{ id, status: 'ss_evaluated', verdict }]);
    t.deepEqual(await account(testApp.store.read), before, 'nothing is given back');
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('person_asked')).length, 1);
});

test('a candidate who has begun can withdraw: the answers are deleted, and nobody judges them', async (t) => {
    const { testApp, id, path, page, post } = await withCandidate(t);
    const status = async () => (await findScreen(testApp.store.read, id))?.status;
    t.is((await post('stop', { confirm: '1' })).statusCode, 409, 'there is nothing to withdraw from');
    await post('start', consent);
    await post('answer', { criterion: 'debugging', text: 'I began to write.' }, script);
    t.is(pageOf((await page()).body).link(/withdraw/), `${path}?stop`);
    t.is(pageOf((await page('?stop')).body).button(/^Yes/)?.action, `${path}/stop`);
    t.is((await post('stop', {})).statusCode, 400, 'the box is not ticked');
    t.is(await status(), 'ss_started');
    const before = await account(testApp.store.read);
    for (const round of ['once', 'twice'])
        t.is((await post('stop', { confirm: '1' })).statusCode, 303, round);
    await testApp.drain();
    t.is(await status(), 'ss_cancelled');
    t.deepEqual(await saved(testApp, id), []);
    t.regex(pageOf((await page()).body).text, /You have withdrawn/);
    t.deepEqual(await account(testApp.store.read), before, 'nothing is given back');
    const { browser } = await browserOf(testApp, 'administrator');
    const shown = pageOf((await browser.get(`/screens/${id}`)).body).text;
    t.regex(shown, /Ended .*Reason: The candidate withdrew\..*History/);
    t.notRegex(shown, /No answers yet/);
});

test('a reviewer who wants an email at once is told of a candidate who asks for a person', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    const { user } = await testApp.as('reviewer');
    const { store, now } = testApp;
    const { sageId = 0 } = (await findScreen(store.read, id)) ?? {};
    await store.write(async (tx) => {
        await tx.update(users).set({ reviewMails: 'at_once' }).where(eq(users.id, user.id));
        await tx
            .update(sages)
            .set({ reviewers: [user.id] })
            .where(eq(sages.id, sageId));
    });
    await post('start', consent);
    await post('person', { confirm: '1' });
    t.is((await findUserById(store.read, user.id))?.reviewMailAt, now() + 10 * 60_000);
});

test('council administrators are notified when the owner of a sage is disabled or missing', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    await testApp.as('councilAdmin');
    const author = (await testApp.as('author')).user;
    await testApp.as('reviewer');
    const { store, now } = testApp;
    const screen = await findScreen(store.read, id);
    const owned = (ownerId: number | null) =>
        store.write((tx) =>
            tx
                .update(sages)
                .set({ ownerId })
                .where(eq(sages.id, screen?.sageId ?? 0))
        );
    /** Whom the software has emailed in all, after one more request. */
    const told = async () => {
        await store.write((tx) =>
            moveScreen(tx, id, ['ss_evaluated'], { status: 'ss_invited', verdict: null })
        );
        await post('person', { confirm: '1' });
        const mails = await mailsTo(testApp);
        return mails.flatMap((mail) => mail.split('person_asked ').slice(1));
    };
    const [first, second] = ['administrator@example.test', 'councilAdmin@example.test'];
    await owned(author.id);
    t.deepEqual(await told(), ['author@example.test']);
    await store.write((tx) => disableUser(tx, 'author', { by: { name: 'cli' }, at: now() }));
    t.deepEqual(await told(), [first, 'author@example.test', second]);
    await owned(null);
    t.deepEqual(await told(), [first, first, 'author@example.test', second, second]);
});

test('the history of a candidate shows what the software did, and what it did not', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    const { browser } = await browserOf(testApp, 'administrator');
    const history = async () => pageOf((await browser.get(`/screens/${id}`)).body).part('History').text;
    await post('person', { confirm: '1' });
    const asked = await history();
    t.regex(asked, /Asked for a person/);
    t.notRegex(asked, /Evaluated by software|Submitted/);
    const { verdict: given } = (await findScreen(testApp.store.read, id)) ?? {};
    if (!given) throw new Error('no verdict');
    const { fault, ...whole } = given;
    t.is(fault, 'person_asked');
    for (const [verdict, said] of [
        [{ ...whole, fault: 'evaluator_unavailable' }, /Needs a person: the evaluation failed/],
        [{ ...whole, fault: 'consent_changed' }, /consented to a different evaluator/],
        [whole, /Submitted.*Evaluated by software/]
    ] satisfies [Verdict, RegExp][]) {
        await testApp.store.write((tx) => moveScreen(tx, id, ['ss_evaluated'], { verdict }));
        t.regex(await history(), said);
    }
});

test('no software reads what they wrote, not later either', async (t) => {
    const { testApp, council, id, post } = await withCandidate(t);
    await post('start', consent);
    const agreed = (await findScreen(testApp.store.read, id))?.consentNotice?.text ?? '';
    await post('person', { confirm: '1' });
    const again = await council.send('POST', `/screens/${id}/judge-again`);
    t.is(again.statusCode, 409);
    const screen = await findScreen(testApp.store.read, id);
    t.true(
        agreed !== '' && screen?.consentNotice?.text.startsWith(`${agreed}\nNo software will read`),
        'and what they had agreed to is kept'
    );
    if (screen)
        for (const readers of [readersOf('evidence', undefined), readersOf('model', 'A')])
            t.false(agreedTo(screen, readers));
});

test('a candidate can ask for a person before the start, and not after the end', async (t) => {
    const { testApp, id, page, post } = await withCandidate(t);
    t.is((await post('person', { confirm: '1' })).statusCode, 303);
    t.is((await findScreen(testApp.store.read, id))?.status, 'ss_evaluated');
    const other = await withCandidate(t);
    other.testApp.pass(15 * 24 * 60 * 60_000);
    t.is((await other.post('person', { confirm: '1' })).statusCode, 409);
    t.is((await other.page('?person')).statusCode, 410);
    t.is((await page('?person')).statusCode, 200);
});

test('reviewers see name and address of a candidate who asked for a person, with a mailto link', async (t) => {
    const { testApp, id, post } = await withCandidate(t);
    const email = 'ada?bcc=spy&cc=more@example.test';
    await testApp.store.write((tx) => moveScreen(tx, id, ['ss_invited'], { candidateEmail: email }));
    await post('person', { confirm: '1' });
    const safe = 'mailto:ada%3Fbcc%3Dspy%26cc%3Dmore@example.test';
    const mail = async () => (await letters(testApp)).find(({ kind }) => kind === 'person_asked');
    const { subject = '', text = '' } = (await mail()) ?? {};
    t.true(text.includes(`Please contact them: Ada, ${email}`) && text.includes(`\n${safe}\n`), text);
    t.false(text.includes('mailto:ada?'), 'an address adds no header to the mail');
    t.notRegex(subject, /Ada|spy/, 'and stands in no subject');
    const { browser } = await browserOf(testApp, 'administrator');
    const page = async () => pageOf((await browser.get(`/screens/${id}`)).body);
    const shown = await page();
    t.is(shown.link('Email Ada'), safe);
    t.truthy(shown.link(email), 'the address as it is');
    const row = (await listMails(testApp.store.read, { limit: 100, offset: 0 })).items.find(
        ({ kind }) => kind === 'person_asked'
    );
    t.notRegex(JSON.stringify(row), /Ada|spy/, 'the stored mail does not keep who it is');
    const councilAdmin = await testApp.as('councilAdmin');
    t.is((await councilAdmin.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    t.notRegex((await mail())?.text ?? '', /Ada|spy|mailto/, 'of whom no mail says anything later');
    t.is((await page()).link(/^Email/), undefined);
});

test('the email about a candidate who asked for a person has the button too', async (t) => {
    const { mails: taken, env, close } = await openMailServer();
    t.teardown(close);
    const testApp = await createTestApp(t, { env });
    const { id, post } = await invited(testApp, await withActiveSage(testApp), 1);
    await post('person', { confirm: '1' });
    await testApp.drain();
    const mails = await Promise.all(taken.map((one) => PostalMime.parse(one)));
    const mail = mails.find(({ subject }) => subject?.startsWith('Action needed: candidate of'));
    t.regex(mail?.html ?? '', /<a href="mailto:candidate1@example\.test"[^>]*>Email Candidate 1<\/a>/);
    t.true(mail?.text?.includes('Please contact them: Candidate 1, candidate1@example.test'));
    t.true(mail?.html?.includes(`/screens/${id}`));
    t.is(mail?.to?.length, 1, 'and goes to nobody but who handles it');
});
