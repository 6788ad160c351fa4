// The settings in a browser: what is in force, no secret, and whether the mail server, the model and the storage work.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { loadConfig } from '../../config/index.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { refuse, startModelServer } from '../doubles/model-server.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const rest = '/rest/svc/v1/settings';

type Opened = Pick<Awaited<ReturnType<typeof opened>>, 'browser'>;

async function tried({ browser }: Opened, what: string, holding: string) {
    const form = hiddenFields((await browser.get('/settings')).body, holding);
    return browser.submit(`${rest}/${what}-test`, form);
}

async function acts({ store }: TestApp) {
    const { items } = await listAudit(store.read, { limit: 9, offset: 0 });
    return items.map(({ act, after }) => `${act} ${after ?? ''}`.trim()).toReversed();
}

const hidden = {
    SMTP_URL: 'smtp://postmaster:hunter22@mail.example',
    JWT_SECRET: 'a secret of more than thirty-two characters',
    TRACE_TOKEN: 'trace-token-value',
    STORAGE_ALIASES: '{}',
    ADMIN_LOGIN: 'first',
    ADMIN_PASSWORD: 'four quiet lanterns'
};

test('each setting is shown with its value and source, and secrets without their value', async (t) => {
    const { browser, client } = await opened(t, 'administrator', { ...hidden, SCREEN_DAYS: '21' });
    const { items } = (await client.get('/settings')).body.data;
    const found = (name: string) => items.find((one: { name: string }) => one.name === name);
    t.like(found('SCREEN_DAYS'), { value: '21', secret: false, source: 'environment' });
    t.like(found('SCREEN_MINUTES'), { value: '60', set: true, source: 'default' });
    t.like(found('CURRENCY'), { value: null, set: false, secret: false });
    const page = await browser.get('/settings/environment');
    for (const [name, value] of Object.entries(hidden).filter(([name]) => name !== 'ADMIN_LOGIN')) {
        t.like(found(name), { value: null, secret: true, set: true, source: 'environment' }, name);
        t.is(page.body.split(`<code>${name}</code>`).length, 2, name);
        if (name !== 'STORAGE_ALIASES') t.false(page.body.includes(value), name);
    }
    t.regex(page.body, /JWT_SECRET<\/code>.{0,60}set, not shown/s);
    t.is(page.body.split('<code>').length - 1, items.length, 'each once');
    t.regex(page.body, /<code>ADMIN_LOGIN<\/code>.*<code>HOST<\/code>/s, 'those that are set come first');
    const some = await browser.get('/settings/environment?q=smtp');
    t.regex(some.body, /SMTP_URL/);
    t.notRegex(some.body, /JWT_SECRET/);
    t.regex((await browser.get('/settings/environment?q=nothing')).body, /No settings match this search/);
});

test('a secret from a file is shown as coming from a file', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-settings-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'token');
    writeFileSync(file, 'trace-token-value\n');
    const { inForce } = loadConfig({ TRACE_TOKEN_FILE: file, SMTP_URL: '' });
    const found = (name: string) => inForce.find((one) => one.name === name);
    t.like(found('TRACE_TOKEN'), { isSet: true, value: null, source: 'file' });
    t.like(found('SMTP_URL'), { isSet: false, source: 'default' });
});

test('without a mail server the test email is not sent, and the page shows this', async (t) => {
    const it = await opened(t, 'administrator');
    const page = await tried(it, 'mail', 'mail-test');
    t.regex(page.body, /Queued.*Test email to administrator@\S+ queued/s);
    await it.testApp.drain();
    const { mail_id, mail } = (await it.client.send('POST', '/settings/mail-test')).body.data;
    t.is(mail, 'kept');
    await it.testApp.drain();
    t.regex(
        (await it.browser.get(`/jobs/mails/${mail_id}`)).body,
        /Not sent \(no mail server\)<\/span>.*Set SMTP_URL to send emails/s
    );
    t.deepEqual(await acts(it.testApp), ['mail.test', 'mail.test']);
});

test('the page shows the answer of the mail server, accepted or not', async (t) => {
    let refusal: number | undefined = 450;
    const { env, close } = await openMailServer({ refusal: () => refusal });
    t.teardown(close);
    const it = await opened(t, 'administrator', env);
    const { mail_id } = (await it.client.send('POST', '/settings/mail-test')).body.data;
    const page = () => it.browser.get(`/jobs/mails/${mail_id}`);
    t.regex((await page()).body, /data-hx-get="\/jobs\/mails\//);
    await it.testApp.runOne();
    t.regex((await page()).body, /Retrying.*450/s);
    refusal = undefined;
    await it.testApp.drain();
    t.regex((await page()).body, /Sent<\/span>/);
});

async function withModel(t: ExecutionContext, judge: Parameters<typeof startModelServer>[1]) {
    const server = await startModelServer(t, judge);
    const env = {
        LLM_BASE_URL: server.baseUrl,
        LLM_MODEL: 'judge',
        LLM_OPERATOR: 'ourselves',
        LLM_API_KEY: 'very-secret-key',
        ALLOW_PRIVATE: `127.0.0.1:${server.port}`
    };
    return { server, ...(await opened(t, 'administrator', env)) };
}

test('the model is called from the page, and the page shows its answer', async (t) => {
    const it = await withModel(t, () => ({
        level: 'strong',
        quotes: ['read it back to me'],
        reason: 'A check.'
    }));
    const page = await tried(it, 'evaluator', 'evaluator-test');
    t.regex(
        page.body,
        /judge answered in \d+\.\d seconds\. Level of the test answer: strong\. Format of replies: schema\. Context in tokens: unknown\. Thinks first: no\. .*: yes\. A candidate takes at least [\d.]+ seconds with 5 criteria, [\d.]+ with 20 \(calls at a time: 4\)\./
    );
    t.is(it.server.calls.length, 5, 'one alone, then as many as it is asked at a time');
    t.deepEqual(await acts(it.testApp), ['evaluator.test ok']);
});

test('a model that refuses or answers nonsense is reported in words, without address and key', async (t) => {
    let judge: Parameters<typeof startModelServer>[1] = (_, response) => refuse(response, 401);
    const it = await withModel(t, (...asked) => judge(...asked));
    const refused = await tried(it, 'evaluator', 'evaluator-test');
    t.regex(refused.body, /role="alert".*LLM_API_KEY and LLM_MODEL\. \(HTTP 401\)/s);
    judge = () => 'I would rather not.';
    t.regex((await tried(it, 'evaluator', 'evaluator-test')).body, /role="alert".*not in a usable format/s);
    t.false(refused.body.includes('very-secret-key') || refused.body.includes(it.server.baseUrl));
    t.deepEqual(await acts(it.testApp), ['evaluator.test failed', 'evaluator.test failed']);
});

test('a storage test writes to the alias, and shows what is missing', async (t) => {
    const testApp = await createTestApp(t);
    const { browser, client } = await browserOf(testApp, 'administrator');
    const page = await tried({ browser }, 'storage', 'name="alias"');
    t.regex(page.body, /Test object sage-council-test\.txt written to default/);
    t.regex(
        readFileSync(join(testApp.folder, 'storage/default/sage-council-test.txt'), 'utf8'),
        /^Written by/
    );
    rmSync(join(testApp.folder, 'storage/default'), { recursive: true });
    t.regex((await tried({ browser }, 'storage', 'name="alias"')).body, /role="alert".*bucket not found/s);
    t.is((await client.send('POST', '/settings/storage-test', { alias: 'no' })).statusCode, 404);
    t.deepEqual(await acts(testApp), ['storage.test ok', 'storage.test failed']);
});

test('the settings show version and data, and link to the next erasures', async (t) => {
    const { testApp, browser } = await opened(t, 'administrator', { KEEP_CANDIDATES_DAYS: '90' });
    const { body } = await browser.get('/settings');
    t.regex(body, /This server.*\d+\.\d+\.\d+, on Node \d+\.\d+\.\d+.*\d [KM]B, in /s);
    t.true((await testApp.store.size()) > 100_000);
    t.regex(body, /deleted 90 days after the decision\. <a href="\/screens\/retention">/);
    const kept = await opened(t, 'administrator', { KEEP_CANDIDATES_DAYS: '0' });
    t.regex((await kept.browser.get('/settings')).body, /stored until someone deletes it\. <a/);
});

test('only an administrator sees and tests settings', async (t) => {
    const { browser, client } = await opened(t, 'councilAdmin');
    t.is((await browser.get('/settings')).statusCode, 403);
    t.notRegex((await browser.get('/')).body, /href="\/settings"/);
    for (const what of ['mail', 'evaluator', 'storage'])
        t.is((await client.send('POST', `/settings/${what}-test`, {})).statusCode, 403);
});
