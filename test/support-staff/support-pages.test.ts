// The audit log, dead letters, builds and new jobs in a browser.
import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import { listAudit, record } from '../../db/record/audit.ts';
import { mostAtOnce, retryDead } from '../../db/support/dead.ts';
import { moves } from '../../db/sales/moves.ts';
import { acts as sentences } from '../../plugins/shared/acts.ts';
import { compiled, namesIn } from '../../words/index.ts';
import { tasks } from '../../jobs/index.ts';
import { enqueue, findJob, jobs, markJobDead, type TaskName } from '../../db/jobs/ledger.ts';
import { cancelJob, retryJob } from '../../db/support/actions.ts';
import { listJobs } from '../../db/support/listing.ts';
import { markMail, queueTestMail } from '../../db/jobs/mails.ts';
import { pageOf } from '../support/people/page.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { acts, deadMail, startedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const rest = '/rest/svc/v1/admin';

async function deadMails({ store, now }: Pick<TestApp, 'store' | 'now'>, howMany: number) {
    for (let n = 0; n < howMany; n += 1) {
        const { id } = await store.write((tx) => queueTestMail(tx, `m${n}@example.test`, now()));
        const [job] = (await listJobs(store.read, { text: id, limit: 1, offset: 0 })).items;
        await store.write(async (tx) => {
            await markJobDead(tx, job?.id ?? '', 'ECONNREFUSED', now());
            await markMail(tx, id, 'dead', now());
        });
    }
}

test('all dead jobs of a kind wait again, others and those that nothing needs stay dead', async (t) => {
    const testApp = await createTestApp(t);
    const { jobId: other } = await deadMail(testApp);
    await deadMails(testApp, 3);
    const gone = await testApp.store.write((tx) =>
        enqueue(tx, 'send-mail', { mailId: 'gone' }, testApp.now())
    );
    await testApp.store.write((tx) => markJobDead(tx, gone, 'ECONNREFUSED', testApp.now()));
    const { browser } = await browserOf(testApp, 'support');
    const page = (await browser.get('/jobs/dead')).body;
    t.regex(page, /ECONNREFUSED.*?>4<\/a>.*mail_refused.*?>1<\/a>/s);
    const form = hiddenFields(page, 'name="error" value="ECONNREFUSED"');
    const after = await browser.submit(`${rest}/jobs/retry-dead`, form);
    t.regex(after.body, /3 jobs are queued again\. 1 were skipped/);
    const counts = async (state: 'dead' | 'pending') =>
        (await listJobs(testApp.store.read, { state, limit: 1, offset: 0 })).total;
    t.deepEqual([await counts('pending'), await counts('dead')], [3, 2]);
    for (const id of [other, gone]) t.is((await findJob(testApp.store.read, id))?.state, 'dead');
    t.deepEqual(await acts(testApp), ['job.retry_kind', 'job.retry', 'job.retry', 'job.retry']);
    await testApp.drain();
    t.deepEqual([await counts('pending'), await counts('dead')], [0, 2]);
});

test('many failed jobs that nothing needs do not hide the others', async (t) => {
    const { store, now } = await createTestApp(t);
    await store.write(async (tx) => {
        for (let n = 0; n <= mostAtOnce; n += 1) {
            const id = await enqueue(tx, 'send-mail', { mailId: 'gone' }, now());
            await markJobDead(tx, id, 'ECONNREFUSED', now());
        }
    });
    await deadMails({ store, now }, 1);
    const kind = { task: 'send-mail', error: 'ECONNREFUSED' } as const;
    const done = await retryDead(store, kind, { tasks, by: { name: 'test' }, now });
    t.deepEqual(done, { retried: 1, refused: mostAtOnce + 1, more: false });
});

test('a job of an unknown task is shown, and cannot be retried or cancelled', async (t) => {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const { jobId } = await deadMail(testApp);
    const task = 'of-another-version' as TaskName;
    await store.write((tx) => tx.update(jobs).set({ task, payload: { runId: 'any' } }));
    const { browser } = await browserOf(testApp, 'support');
    for (const page of ['/jobs', '/jobs/dead', `/jobs/${jobId}`]) {
        const { statusCode, body } = await browser.get(page);
        t.is(statusCode, 200, page);
        t.true(body.includes('Unknown task (from another version)'), page);
        t.notRegex(body, /task=of-another-version|value="of-another-version"/, page);
    }
    for (const move of [retryJob, cancelJob])
        await t.throwsAsync(
            store.write((tx) => move(tx, jobId, { tasks, by: { name: 'test' }, at: now() })),
            { message: 'This program has no such task.' }
        );
    t.is((await findJob(store.read, jobId))?.state, 'dead');
});

test('a job is created by hand in a form of its task', async (t) => {
    const testApp = await createTestApp(t);
    const { run_id } = await startedBuild(testApp);
    const { browser } = await browserOf(testApp, 'support');
    const page = (await browser.get('/jobs/new?task=build-step')).body;
    t.regex(page, /name="runId".*name="step"/s);
    const form = hiddenFields(page, 'name="runId"');
    const refused = await browser.submit(`${rest}/jobs`, { ...form, runId: run_id, step: 'first' });
    t.regex(refused.body, /role="alert"/);
    t.true(refused.body.includes(`value="${run_id}"`), 'what was typed');
    const twin = await browser.submit(`${rest}/jobs`, { ...form, runId: run_id, step: 1 });
    t.regex(twin.body, /An identical job is already queued/);
    await testApp.store.write((tx) => tx.update(jobs).set({ state: 'cancelled' }));
    const made = await browser.submit(`${rest}/jobs`, { ...form, runId: run_id, step: 1 });
    t.regex(made.body, /<h1>Step 1 of a build of .*Job created\./s);
    t.is((await listJobs(testApp.store.read, { state: 'pending', limit: 1, offset: 0 })).total, 1);
});

test('builds are listed, and a running one is cancelled there', async (t) => {
    const testApp = await createTestApp(t);
    const { run_id, sage } = await startedBuild(testApp);
    const { browser } = await browserOf(testApp, 'support');
    const page = (await browser.get('/jobs/builds')).body;
    t.true(page.includes(sage.name));
    t.regex(page, /data-hx-get="\/jobs\/builds"/);
    const after = await browser.submit(
        `${rest}/builds/${run_id}/cancel`,
        hiddenFields(page, '>Cancel</button')
    );
    t.regex(after.body, /Check cancelled/);
    t.regex((await browser.get('/jobs/builds?state=running')).body, /No checks match this filter/);
});

test('the audit log is filtered by user, action, target and time, with links that may be opened', async (t) => {
    const { testApp, client, browser } = await opened(t, 'support', {
        TIME_ZONE: 'Pacific/Auckland' // where the noon of UTC is the night after
    });
    const day = 24 * 60 * 60_000;
    const by = { name: `user:${client.user.id}` };
    for (const [n, act] of ['job.retry', 'mail.readdress', 'sage.status'].entries()) {
        const target = { 0: 'job:j1', 1: 'mail:m1' }[n] ?? 'sage:3';
        const one = { by: n === 2 ? { name: 'cli' } : by, act, target, at: testApp.now() + n * day };
        await testApp.store.write((tx) => record(tx, one));
    }
    const rows = async (query: string) =>
        Array.from(
            (await browser.get(`/audit?${query}`)).body.matchAll(/<code>([a-z.]+)<\/code>/g),
            ([, act]) => act
        );
    t.deepEqual(await rows(''), ['sage.status', 'mail.readdress', 'job.retry']);
    t.deepEqual(await rows('actor=cli'), ['sage.status']);
    t.deepEqual(await rows(`actor=${client.user.login}`), ['mail.readdress', 'job.retry'], 'by login');
    t.deepEqual(await rows('act=mail.'), ['mail.readdress']);
    t.deepEqual(await rows('act=mail_'), [], 'to the letter');
    t.deepEqual(await rows('act=job&actor=cli'), [], 'what others did is not theirs');
    t.deepEqual(await rows('act=job&target=mail:m1'), []);
    t.deepEqual(await rows('target=sage:3&since='), ['sage.status']);
    t.deepEqual(await rows('since=2026-01-17'), ['sage.status', 'mail.readdress']);
    t.deepEqual(
        await rows('since=2026-01-17&until=2026-01-17'),
        ['mail.readdress'],
        'that whole day of the time zone'
    );
    t.deepEqual(await rows('until=2026-01-16&act=job'), ['job.retry']);
    t.deepEqual(await rows('since=2027-01-01'), []);
    t.is((await browser.get('/audit?until=9999-12-31')).statusCode, 200, 'the last day that there is');
    t.is((await browser.get('/audit?until=2026-01-16T10:00:00Z')).statusCode, 400, 'a time is no day');
    const { body } = await browser.get('/audit');
    t.regex(body, /href="\/jobs\/mails\/m1"/);
    t.notRegex(body, /href="\/sages\/3"/, 'support staff may not open it');
    const json = await client.get('/admin/audit?actor=cli&since=2026-01-17T00:00:00Z');
    t.is(json.body.data.total, 1);
    t.is((await client.get('/admin/audit?since=soon')).statusCode, 400);
    t.is((await listAudit(testApp.store.read, { until: testApp.now(), limit: 1, offset: 0 })).total, 0);
});

test('the audit says what was done in a sentence: an act on many is one row, which leads to each', async (t) => {
    const { testApp, client, browser } = await opened(t, 'support');
    const by = { name: `user:${client.user.id}` };
    const at = testApp.now();
    await testApp.store.write(async (tx) => {
        for (const n of [1, 2, 3]) await record(tx, { by, act: 'screen.cancel', target: `screen:${n}`, at });
        await record(tx, { by, act: 'screen.cancel', target: 'screen:4', at: at + 1 });
        await record(tx, { by: { name: 'cli' }, act: 'odd.act', target: 'constructor:5', at: at + 2 });
    });
    const said = async (path: string) => {
        const page = pageOf((await browser.get(path)).body);
        return { page, rows: page.rows('Audit log').map((row) => row['What']) };
    };
    const { page, rows } = await said('/audit');
    t.deepEqual(rows, [
        'The command line: odd.act constructor:5',
        'support cancelled candidate 4',
        'support cancelled 3 candidates'
    ]);
    t.is((await said(page.link('3 candidates') ?? '')).rows.length, 4, 'each of this day');
    for (const target of ['screen:2', 'candidate%202'])
        t.deepEqual((await said(`/audit?target=${target}`)).rows, ['support cancelled candidate 2']);
    t.is((await client.get('/admin/audit?act=screen')).body.data.total, 4, 'programs get each');
});

test('every act that the program records has a sentence, in English and German with the same values', (t) => {
    const files = globSync('{db,plugins,jobs,cli}/**/*.ts');
    const named = files.flatMap((file) =>
        Array.from(
            readFileSync(file, 'utf8').matchAll(/\bact(?:: | = )'([a-z]+[.][a-z_-]+)'/g),
            ([, act = '']) => act
        )
    );
    const ofDeals = [...Object.keys(moves), 'create', 'edit', 'readdress'].map((move) => `deal.${move}`);
    t.true(named.length > 40);
    t.deepEqual(
        [...named, ...ofDeals].filter((act) => !Object.hasOwn(sentences, act)),
        []
    );
    const known = ['after', 'what', 'who'];
    for (const [act, text] of Object.entries(sentences))
        t.true(
            namesIn(compiled('en', act, text)).every((name) => known.includes(name)),
            act
        );
});
