import test, { type ExecutionContext } from 'ava';
import PostalMime from 'postal-mime';
import { beginAttempts, dueJobs, findJob } from '../../db/jobs/ledger.ts';
import { listMails, type MailRow, queueMail } from '../../db/jobs/mails.ts';
import { hour } from '../../db/store/time.ts';
import { StoreUnavailable } from '../../db/store/unavailable.ts';
import { mailText } from '../../jobs/mail/text.ts';
import { requestReset } from '../support/people/accounts.ts';
import { salesFixturesIn, sellerMove } from '../support/fixtures/sales.ts';
import { ask } from '../support/people/roles.ts';
import { endedBuild } from '../support/people/support-staff.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { motivation } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

/** A mail server that ends with its test. */
async function mailServer(t: ExecutionContext, manners: Parameters<typeof openMailServer>[0] = {}) {
    const { mails, names, env, close } = await openMailServer(manners);
    t.teardown(close);
    return { taken: mails, names, env };
}

const queue = (testApp: TestApp, sageName = 'Engineer', name = 'Ada') =>
    testApp.store.write((tx) =>
        queueMail(tx, {
            kind: 'build_failed',
            to: { name, email: 'ada@example.test' },
            about: { sageId: 7, runId: 'run_1', sageName, step: 'test_ri' },
            at: testApp.now()
        })
    );

const states = async ({ store }: TestApp) =>
    (await listMails(store.read, { limit: 10, offset: 0 })).items.map(({ state }) => state);

test('an email is sent once, with a Message-ID that derives from its row', async (t) => {
    const { taken, env } = await mailServer(t);
    const testApp = await createTestApp(t, { env });
    const id = await queue(testApp);
    await testApp.drain();
    await testApp.drain();
    t.is(taken.length, 1);
    const mail = await PostalMime.parse(taken[0] ?? '');
    t.is(mail.messageId, `<${id}@localhost>`);
    t.deepEqual(mail.to, [{ name: 'Ada', address: 'ada@example.test' }]);
    t.is(mail.subject, 'Build failed: Engineer');
    t.true(mail.text?.includes('\nhttp://localhost:3000/sages/7/builds/run_1'));
    const automatic = mail.headers.find(({ key }) => key === 'auto-submitted')?.value;
    t.is(automatic, 'auto-generated', 'so that no absence notice answers');
    t.deepEqual(await states(testApp), ['sent']);
});

const introductions = {
    'https://council.example.test/under/a/path': 'council.example.test',
    'http://192.0.2.7:3000': '[192.0.2.7]',
    'http://[2001:db8::7]': '[ipv6:2001:db8::7]' // the double makes it small
};

for (const [BASE_URL, name] of Object.entries(introductions))
    test(`to the mail server the service introduces itself with the host of BASE_URL: ${name}`, async (t) => {
        const { names, env } = await mailServer(t);
        const testApp = await createTestApp(t, { env: { ...env, BASE_URL } });
        await queue(testApp);
        await testApp.drain();
        t.deepEqual(names, [name]);
    });

const contacts = { 'the contact of the organisation': 'people@example.test', 'nobody, without one': '' };

for (const [who, ORGANISATION_CONTACT] of Object.entries(contacts))
    test(`answers to emails go to ${who}, and those to offers to the rep`, async (t) => {
        const { taken, env } = await mailServer(t);
        const testApp = await createTestApp(t, { env: { ...env, ORGANISATION_CONTACT } });
        const answersTo = async () => {
            await testApp.drain();
            const mails = await Promise.all(taken.splice(0).map((mail) => PostalMime.parse(mail)));
            return mails.map(({ replyTo }) => replyTo?.map(({ address }) => address) ?? []);
        };
        const contact = ORGANISATION_CONTACT === '' ? [] : [ORGANISATION_CONTACT];
        await queue(testApp);
        t.deepEqual(await answersTo(), [contact]);
        const sales = await salesFixturesIn(testApp);
        const { id } = await sales.dealIn('ss_approved');
        await answersTo();
        await sellerMove(sales.rep, 'send', id);
        t.deepEqual(await answersTo(), [[sales.rep.user.email]]);
    });

test('line breaks in names and subjects add no header and no recipient [46]', async (t) => {
    const { taken, env } = await mailServer(t);
    const testApp = await createTestApp(t, { env });
    await queue(testApp, 'Engineer\r\nBcc: eve@example.test', 'Ada\r\nBcc: eve@example.test');
    await testApp.drain();
    const mail = await PostalMime.parse(taken[0] ?? '');
    t.is(mail.bcc, undefined);
    t.is(mail.to?.length, 1);
    t.is(mail.to?.[0]?.address, 'ada@example.test');
});

test('the email of a failed build contains the page of its build report', async (t) => {
    const testApp = await createTestApp(t);
    const { author, run_id } = await endedBuild(testApp, motivation);
    const [mail] = (await listMails(testApp.store.read, { limit: 1, offset: 0 })).items;
    const { baseUrl, paths } = testApp.app.config;
    const { text } = mailText(mail as MailRow, { baseUrl, restPath: paths.rest, links: 'l'.repeat(40) });
    const url = text.split('\n').find((line) => line.startsWith(`${baseUrl}/`)) ?? '';
    const { statusCode, body } = await ask(testApp.server, { url, headers: author.headers });
    t.is(statusCode, 200, url);
    t.true(body.includes(`/builds/${run_id}/report`) && body.includes('What failed'));
});

test('without a mail server an email is stored for reading', async (t) => {
    const testApp = await createTestApp(t);
    await queue(testApp);
    await testApp.drain();
    t.deepEqual(await states(testApp), ['kept']);
});

test('a busy server is tried again; one that refuses permanently is not', async (t) => {
    let answer: number | undefined = 451;
    const { taken, env } = await mailServer(t, { refusal: () => answer });
    const testApp = await createTestApp(t, { env });
    await queue(testApp);
    const job = await testApp.runOne();
    t.like(await findJob(testApp.store.read, job?.id ?? ''), { state: 'pending', tries: 1 });
    answer = undefined;
    await testApp.drain();
    t.is(taken.length, 1);

    answer = 550;
    await queue(testApp);
    const refused = await testApp.runOne();
    t.like(await findJob(testApp.store.read, refused?.id ?? ''), {
        state: 'dead',
        tries: 1,
        lastError: 'mail_refused'
    });
    t.deepEqual(await states(testApp), ['dead', 'sent']);
});

const aboutUs = {
    'the limit of a day': () => '550 5.4.5 Daily user sending limit exceeded.',
    'a quota of ours': () => '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException',
    'a blocked sender': () => '550 5.1.8 Access denied, bad outbound sender',
    'a blocked organisation': () => '550 5.7.708 Service unavailable. Access denied',
    'a limit in words': () => '554 5.7.0 The limit on the number of allowed outgoing messages was exceeded.',
    'a sender of a trial': () => '554 Message rejected: Email address is not verified.',
    login: () => '535 5.7.8 Authentication credentials invalid',
    sender: () => '550 5.1.0 Sender denied',
    'login at the recipient': () => '530 5.7.0 Authentication required',
    'sender at the recipient': () => '553 5.7.1 Sender address rejected: not owned by user',
    'sending host at the recipient': () => '554 5.7.1 Client host blocked'
};

for (const [what, answer] of Object.entries(aboutUs))
    test(`an email waits when the server refuses permanently for another reason: ${what}`, async (t) => {
        let refuses = true;
        const manner = what.endsWith('recipient')
            ? 'unknown'
            : / of | in |blocked/.test(what)
              ? 'refusal'
              : what;
        const { taken, env } = await mailServer(t, { [manner]: () => (refuses ? answer() : undefined) });
        const testApp = await createTestApp(t, { env });
        await queue(testApp);
        const job = await testApp.runOne();
        const failed = await findJob(testApp.store.read, job?.id ?? '');
        t.like(failed, { state: 'pending', tries: 1 });
        t.true(failed?.lastWords?.endsWith(` responded: ${answer()}`), failed?.lastWords ?? '');
        t.deepEqual(await states(testApp), ['queued']);
        refuses = false;
        await testApp.drain();
        t.deepEqual([taken.length, await states(testApp)], [1, ['sent']]);
    });

/** An email that the server takes later, if ever: tried after each of these pauses, or after the one that the queue makes. */
async function untilDead(t: ExecutionContext, pauses: (number | undefined)[]) {
    const { env } = await mailServer(t, { refusal: aboutUs['the limit of a day'] });
    const testApp = await createTestApp(t, { env });
    await queue(testApp);
    const [job] = await dueJobs(testApp.store.read, testApp.now(), 1);
    const made: number[] = [];
    for (let tries = 0; tries < 100; tries += 1) {
        await testApp.deliver(job?.id ?? '');
        const row = await findJob(testApp.store.read, job?.id ?? '');
        if (row?.state !== 'pending') break;
        made.push(pauses[tries] ?? (row.retryAt ?? 0) - testApp.now());
        testApp.pass(made.at(-1) ?? 0);
    }
    t.deepEqual(await states(testApp), ['dead']);
    return made;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

test('an email that is taken later is tried for three days, with pauses that grow to six hours', async (t) => {
    const pauses = await untilDead(t, []);
    t.deepEqual(
        pauses,
        pauses.toSorted((a, b) => a - b)
    );
    t.true((pauses[0] ?? 0) < 10_000 && (pauses.at(-1) ?? 0) < 6.2 * hour);
    t.true(sum(pauses) >= 72 * hour && sum(pauses) < 80 * hour);
});

test('starts of the process, each of which tries what waits, do not shorten the three days', async (t) => {
    const startsOften = Array.from({ length: 40 }, () => 1000);
    t.true(sum(await untilDead(t, startsOften)) >= 72 * hour);
});

test('an email with a link is not sent once the link has expired', async (t) => {
    let answer: number | undefined = 451;
    const { taken, env } = await mailServer(t, { refusal: () => answer });
    const testApp = await createTestApp(t, { env: { ...env, HUMAN_CHECK: 'off' } });
    await testApp.as('author');
    await requestReset(testApp, 'author');
    await testApp.runOne();
    await testApp.runOne();
    t.deepEqual(await states(testApp), ['queued']);
    answer = undefined;
    testApp.pass(hour);
    await testApp.drain();
    t.deepEqual([taken.length, await states(testApp)], [0, ['dead']]);
});

test('a server that wants a longer name of this host refuses no email for good', async (t) => {
    let answer: string | undefined =
        '504 5.5.2 <council>: Helo command rejected: need fully-qualified hostname';
    const { env } = await mailServer(t, { unknown: () => answer });
    const testApp = await createTestApp(t, { env });
    await queue(testApp);
    await testApp.runOne();
    t.deepEqual(await states(testApp), ['queued']);
    answer = undefined;
    await testApp.drain();
    t.deepEqual(await states(testApp), ['sent']);
});

test('an unknown recipient is a final failure', async (t) => {
    const { env } = await mailServer(t, { unknown: () => '550 5.1.1 No such user' });
    const testApp = await createTestApp(t, { env });
    await queue(testApp);
    const job = await testApp.runOne();
    t.like(await findJob(testApp.store.read, job?.id ?? ''), { state: 'dead', lastError: 'mail_refused' });
});

test('of emails on several connections only one is accepted and not yet marked as sent', async (t) => {
    const waiting = 4;
    const unmarked: number[] = [];
    let begun = 0;
    const allBegun = Promise.withResolvers<void>();
    const { taken, env } = await mailServer(t, {
        begun: () => void ((begun += 1) === waiting && allBegun.resolve()),
        async taken() {
            const sent = (await states(testApp)).filter((state) => state === 'sent');
            unmarked.push(taken.length - sent.length);
            await allBegun.promise;
        }
    });
    const testApp = await createTestApp(t, { env });
    for (let mail = 0; mail < waiting; mail += 1) await queue(testApp);
    const jobs = await dueJobs(testApp.store.read, testApp.now(), waiting);
    await Promise.all(jobs.map(({ id }) => testApp.deliver(id)));
    t.deepEqual(unmarked, [1, 1, 1, 1]);
    t.deepEqual(await states(testApp), ['sent', 'sent', 'sent', 'sent']);
});

/** Four emails at once on as many connections: when the first is accepted all have begun, and then this happens. */
async function fourAtOnce(t: ExecutionContext, happens: (testApp: TestApp, jobs: string[]) => Promise<void>) {
    let begun = 0;
    const allBegun = Promise.withResolvers<void>();
    const { taken, env } = await mailServer(t, {
        begun: () => void ((begun += 1) === 4 && allBegun.resolve()),
        async taken() {
            await allBegun.promise;
            await happens(testApp, jobs);
        }
    });
    const testApp = await createTestApp(t, { env });
    for (let mail = 0; mail < 4; mail += 1) await queue(testApp);
    const jobs = (await dueJobs(testApp.store.read, testApp.now(), 4)).map(({ id }) => id);
    await Promise.all(jobs.map((id) => testApp.deliver(id)));
    return taken.length;
}

test('an email that waits for its turn is not sent once its job was begun by another node', async (t) => {
    const taken = await fourAtOnce(t, ({ store }, jobs) =>
        store.write(async (tx) => void (await beginAttempts(tx, jobs, 1)))
    );
    t.is(taken, 1);
});

test('once an email could not be marked, because the database is away, no other one is sent', async (t) => {
    t.is(await fourAtOnce(t, ({ store }) => store.close()), 1);
});

test('once an email could not be marked, because nothing can be written, no other one is sent', async (t) => {
    const taken = await fourAtOnce(t, async ({ store }) => {
        const write = () => Promise.reject(new StoreUnavailable('read-only'));
        Object.assign(store, { write, writeSoon: write });
    });
    t.is(taken, 1);
});

test('an email that could not be sent does not delay other emails', async (t) => {
    let answer: number | undefined = 451;
    const { taken, env } = await mailServer(t, { refusal: () => answer });
    const testApp = await createTestApp(t, { env });
    await queue(testApp);
    await testApp.runOne();
    answer = undefined;
    await queue(testApp);
    await testApp.drain();
    t.is(taken.length, 2);
});
