// The id of a request, from its response to the jobs that it wants, the mails that these send, and the log of both.
import pino from 'pino';
import test, { type ExecutionContext } from 'ava';
import { enqueue } from '../../db/jobs/ledger.ts';
import { listJobs } from '../../db/support/listing.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { requestReset } from '../support/people/accounts.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

interface Line {
    msg: string;
    request?: string | null;
    task?: string;
    kind?: string;
}

/** A test app with a mail server, and the lines that it logs. */
async function logging(t: ExecutionContext) {
    const mailServer = await openMailServer();
    t.teardown(mailServer.close);
    const lines: Line[] = [];
    const log = pino(
        { level: 'info' },
        { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
    );
    const env = { ...mailServer.env, HUMAN_CHECK: 'off' };
    return { testApp: await createTestApp(t, { env, log }), lines, mails: mailServer.mails };
}

const jobsOf = async ({ store }: TestApp) => (await listJobs(store.read, { limit: 99, offset: 0 })).items;

test('the request id is in the log line of its job and of the email of that job', async (t) => {
    const { testApp, lines, mails } = await logging(t);
    await testApp.as('author');
    const { headers } = await requestReset(testApp, 'author');
    await testApp.drain();
    t.is(mails.length, 1);
    const request = String(headers['x-request-id']);
    const ours = lines.filter((line) => line.request === request);
    t.deepEqual(
        ours.map(({ msg, task, kind }) => [msg, task ?? kind]),
        [
            ['job done', 'answer-reset-request'],
            ['email sent', 'password_reset'],
            ['job done', 'send-mail']
        ]
    );
    t.false(JSON.stringify(lines).includes('author@example.test'));
});

test('requests with a common commit keep their own ids', async (t) => {
    const { testApp } = await logging(t);
    for (const person of ['author', 'salesRep', 'administrator'] as const) await testApp.as(person);
    const names = ['author', 'salesRep', 'administrator', 'author', 'salesRep'];
    const responses = await Promise.all(names.map((name) => requestReset(testApp, name)));
    const ids = responses.map(({ headers }) => String(headers['x-request-id']));
    t.is(new Set(ids).size, names.length);
    t.deepEqual((await jobsOf(testApp)).map(({ request }) => request).toSorted(), ids.toSorted());
});

test('a job that no request wanted has no id of one, while requests are answered', async (t) => {
    const { testApp } = await logging(t);
    await testApp.as('author');
    const wanted = testApp.store.write((tx) => enqueue(tx, 'refund-credit', { screenId: 'any' }, 1));
    await Promise.all([requestReset(testApp, 'author'), wanted]);
    const ofNobody = (await jobsOf(testApp)).filter(({ request }) => request === null);
    t.deepEqual(
        ofNobody.map(({ task }) => task),
        ['refund-credit']
    );
});
