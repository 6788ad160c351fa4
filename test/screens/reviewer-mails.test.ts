// The emails to reviewers: at once, once a day or never, as each chose; how many wait for them, and nothing of any candidate.
import test from 'ava';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { inviteUser } from '../../db/accounts/people.ts';
import { recoverAccount } from '../../db/accounts/pending-changes.ts';
import { dueJobs } from '../../db/jobs/ledger.ts';
import { listMails } from '../../db/jobs/mails.ts';
import { sages } from '../../db/sages/sages.ts';
import { findScreen, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { hour, minute, nextHour } from '../../db/store/time.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { reviewed, zone } from '../support/fixtures/reviewed.ts';
import { pageOf } from '../support/people/page.ts';
import { ask, secrets } from '../support/people/roles.ts';

const by = { name: 'test' };
const untilMorning = 19 * hour; // from 13:00 in Berlin

test('several answers within ten minutes are one email at once, and it names no one', async (t) => {
    const { testApp, answered, after, sage, sent, reviewer } = await reviewed(t, 'at_once');
    t.deepEqual(await after(24 * hour), [], 'what arrived before is no news');
    await answered();
    testApp.pass(5 * minute);
    await answered();
    t.deepEqual(await after(4 * minute), []);
    const one = 'reviewer@example.test 3 candidates wait for your review: Backend engine…';
    t.deepEqual(await after(minute), [one]);
    t.deepEqual(await after(24 * hour), [one], 'once');
    const [{ text, id } = { text: '', id: '' }] = await sent();
    t.regex(text, /^Hello reviewer,\n\n3 candidates for “[^”]+” wait for your review\.\n\n/);
    const link = `http://localhost:3000/screens?sage_id=${sage.id}`;
    t.true(text.includes(`\n${link}\n`) && text.includes('http://localhost:3000/profile'));
    t.notRegex(text, /Candidate \d|candidate\d@|score|hypothesis|strong/i);
    t.is((await ask(testApp.server, { url: link, headers: reviewer.headers })).statusCode, 200);
    const support = await testApp.as('support');
    const kept = await ask(testApp.server, { url: `/jobs/mails/${id}`, headers: support.headers });
    t.is(kept.statusCode, 200);
    await answered();
    t.is((await after(10 * minute)).length, 2, 'the next answers are another email');
});

test('the daily email is one over all sages, each morning while a candidate waits', async (t) => {
    const env = { BASE_URL: 'http://sages.example.test' };
    const { testApp, id, answered, after, sent, council, tick } = await reviewed(t, 'daily', env);
    const { store } = testApp;
    const { sage } = (await council.send('POST', '/sages', { name: 'Cook <i>&' })).body.data;
    const other = await answered();
    await store.write(async (tx) => {
        const reviewers = [2, 3, 4, 5];
        await tx.update(sages).set({ reviewers }).where(eq(sages.id, sage.id));
        await tx.update(screens).set({ sageId: sage.id }).where(eq(screens.id, other));
    });
    t.deepEqual(await after(untilMorning - minute), []);
    testApp.pass(minute);
    await Promise.all([tick(), tick()]);
    const one = 'reviewer@example.test 2 candidates wait for your review';
    t.deepEqual(await after(0), [one], 'two nodes at once send one');
    t.deepEqual(await after(23 * hour), [one]);
    const text = (await sent())[0]?.text ?? '';
    t.regex(text, /2 candidates wait for your review:\n\n“[^”]+”: 1\n“Cook <i>&”: 1\n\n/);
    t.true(text.includes('\nhttp://sages.example.test/screens?mine=true\n'));
    const { items } = await listMails(store.read, { limit: 50, offset: 0 });
    const mail = items.find(({ kind }) => kind === 'review_waits');
    const { html = '' } = mail ? await testApp.app.readMail({ ...mail, toName: '<b>Rita</b>' }) : {};
    t.regex(pageOf(html).text, /Hello <b>Rita<\/b>, .*“Cook <i>&”: 1/);
    t.is(html.split('text-decoration:none').length, 2, 'one button');
    t.deepEqual(await after(hour), [one, one], 'the next morning they still wait');
    await store.write((tx) => tx.update(screens).set({ decision: 'hired' }));
    t.deepEqual(await after(24 * hour), [one, one], 'nothing waits');
    await store.write((tx) => tx.update(screens).set({ decision: 'not_reviewed', kind: 'demo' }));
    await store.write((tx) => tx.update(screens).set({ kind: 'test' }).where(eq(screens.id, id)));
    t.deepEqual(await after(24 * hour), [one, one], 'only test answers and demos');
});

test('no one is told who wants no email, has no access or no confirmed address', async (t) => {
    const { testApp, council, sage, reviewer, answered, after, change } = await reviewed(t, 'never');
    const { store, now } = testApp;
    const told = async () => {
        const before = await after(0);
        await answered();
        return (await after(25 * hour)).slice(before.length).map((mail) => mail.split(' ')[0]);
    };
    t.deepEqual(await told(), []);
    for (const mode of ['at_once', 'daily'] as const) {
        await change(reviewer.user.id, { reviewMails: mode });
        t.deepEqual(await told(), ['reviewer@example.test'], mode);
        await change(reviewer.user.id, { role: 'support' });
        t.deepEqual(await told(), [], 'may no longer review');
        await change(reviewer.user.id, { role: 'reviewer' });
        await council.send('PATCH', `/sages/${sage.id}`, { reviewers: [] });
        t.deepEqual(await told(), [], 'is no longer named');
        await council.send('PATCH', `/sages/${sage.id}`, { reviewers: ['reviewer'] });
        t.deepEqual(await told(), ['reviewer@example.test'], mode);
    }
    await store.write((tx) => disableUser(tx, 'reviewer', { by, at: now() }));
    t.deepEqual(await told(), [], 'is disabled');
    const invited = { login: 'nina', email: 'nina@example.test', role: 'reviewer' } as const;
    const at = now();
    await store.write((tx) => inviteUser(tx, invited, { by, at, secret: secrets.links, inviter: 'A' }));
    await council.send('PATCH', `/sages/${sage.id}`, { reviewers: ['nina'] });
    t.deepEqual(await told(), [], 'never used the link in the email');
    await store.write((tx) => recoverAccount(tx, 'nina', '-', { by, at }));
    t.deepEqual(await told(), ['nina@example.test']);
});

test('the owner is told too, and one who changes from once a day to at once waits no longer', async (t) => {
    const { council, answered, after, change } = await reviewed(t, 'never');
    await change(council.user.id, { reviewMails: 'daily' });
    await after(minute);
    await change(council.user.id, { reviewMails: 'at_once' });
    await answered();
    const [mail, ...more] = await after(10 * minute);
    t.regex(mail ?? '', /^councilAdmin@/);
    t.deepEqual(more, []);
});

test('an email that failed is retried as the same one, and not once it is needless', async (t) => {
    let refusal: number | undefined;
    const { mails, env, close } = await openMailServer({ refusal: () => refusal });
    t.teardown(close);
    const { testApp, answered, tick, reviewer, change } = await reviewed(t, 'at_once', env);
    const { store, now } = testApp;
    const states = async () =>
        (await listMails(store.read, { limit: 50, offset: 0 })).items
            .filter(({ kind }) => kind === 'review_waits')
            .map(({ state }) => state);
    const retry = async () => {
        for (const job of await dueJobs(store.read, now(), 10)) await testApp.deliver(job.id);
    };
    await answered();
    const before = mails.length;
    refusal = 451;
    testApp.pass(10 * minute);
    await tick();
    await retry();
    t.deepEqual(await states(), ['queued']);
    refusal = undefined;
    await retry();
    t.deepEqual(await states(), ['sent']);
    t.is(mails.length - before, 1);
    refusal = 451;
    for (const needless of [
        () => store.write((tx) => tx.update(screens).set({ decision: 'hired' })),
        () => change(reviewer.user.id, { reviewMails: 'never' })
    ]) {
        await change(reviewer.user.id, { reviewMails: 'at_once', reviewMailAt: now() });
        await store.write((tx) => tx.update(screens).set({ decision: 'not_reviewed' }));
        await tick();
        await retry();
        t.is((await states())[0], 'queued');
        await needless();
        await retry();
        t.is((await states())[0], 'dead');
    }
});

test('an evaluation that is repeated is no news', async (t) => {
    const { testApp, after, council, id } = await reviewed(t, 'at_once');
    const known = (await findScreen(testApp.store.read, id))?.verdict;
    const verdict = known && { ...known, fault: 'evaluator_unavailable' as const };
    await testApp.store.write((tx) => tx.update(screens).set({ verdict }).where(eq(screens.id, id)));
    t.is((await council.send('POST', `/screens/${id}/judge-again`)).statusCode, 200);
    await testApp.drain();
    t.deepEqual(await after(24 * hour), []);
});

test('the hour of the day is that of the time zone, also when its clocks change', (t) => {
    for (const [at, then] of [
        ['2026-01-15T06:59:59Z', '2026-01-15T07:00:00Z'],
        ['2026-01-15T07:00:00Z', '2026-01-16T07:00:00Z'],
        ['2026-03-28T12:00:00Z', '2026-03-29T06:00:00Z'],
        ['2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z']
    ] as const)
        t.is(new Date(nextHour(zone, 8, Date.parse(at))).toISOString(), then.replace('Z', '.000Z'), at);
    const midnight = Date.UTC(2026, 0, 15);
    t.is(nextHour('Asia/Kathmandu', 8, midnight) - midnight, 2.25 * hour);
});
