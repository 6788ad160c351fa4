// The settings in a browser: what is in force, no secret, and whether the mail server, the model and the storage work.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { setCurrency } from '../../db/installation/installation.ts';
import { listAudit } from '../../db/record/audit.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { refuse, startModelServer } from '../doubles/model-server.ts';
import { pageOf } from '../support/people/page.ts';
import { opened } from '../support/people/sage-pages.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const [testModel, write] = ['Test model', 'Test storage'];

/** What the page says of a test after its button was pressed. */
const tried = async ({ pressAt }: Pick<Awaited<ReturnType<typeof opened>>, 'pressAt'>, button: string) =>
    pageOf((await pressAt('/settings', button)).body);

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
    const { testApp, html, client } = await opened(t, 'administrator', { ...hidden, SCREEN_DAYS: '21' });
    let { items } = (await client.get('/settings')).body.data;
    const found = (name: string) => items.find((one: { name: string }) => one.name === name);
    t.like(found('SCREEN_DAYS'), { value: '21', secret: false, source: 'environment' });
    t.like(found('SCREEN_MINUTES'), { value: '60', set: true, source: 'default' });
    t.like(found('CURRENCY'), { value: null, set: false, secret: false });
    await testApp.store.write((tx) => setCurrency(tx, 'EUR', { by: { name: 'setup' }, at: 0 }));
    ({ items } = (await client.get('/settings')).body.data);
    t.like(found('CURRENCY'), { value: 'EUR', set: true, source: 'page' });
    const whole = await html('/settings/environment');
    const rows = pageOf(whole).rows('Environment');
    for (const [name, value] of Object.entries(hidden).filter(([one]) => one !== 'ADMIN_LOGIN')) {
        t.like(found(name), { value: null, secret: true, set: true, source: 'environment' }, name);
        t.deepEqual(
            rows.filter((row) => row['Setting'] === name).map((row) => row['Value']),
            ['set, not shown'],
            name
        );
        if (name !== 'STORAGE_ALIASES') t.false(whole.includes(value), name);
    }
    t.is(rows.length, items.length, 'each once');
    t.is(rows.at(-1)?.['From'], 'default', 'those that are set come first');
    const some = pageOf(await html('/settings/environment?q=smtp')).rows('Environment');
    t.true(some.length > 0 && some.every((row) => row['Setting']?.includes('SMTP')));
});

test('without a mail server the test email is not sent, and the page shows this', async (t) => {
    const it = await opened(t, 'administrator');
    t.regex((await tried(it, 'Send test email')).text, /Test email to administrator@\S+ queued/);
    await it.testApp.drain();
    const { mail_id, mail } = (await it.client.send('POST', '/settings/mail-test')).body.data;
    t.is(mail, 'kept');
    await it.testApp.drain();
    t.regex((await it.page(`/jobs/mails/${mail_id}`)).text, /Not sent \(no mail server\)/);
    t.deepEqual(await acts(it.testApp), ['mail.test', 'mail.test']);
});

test('the page shows the answer of the mail server, accepted or not', async (t) => {
    let refusal: number | undefined = 450;
    const { env, close } = await openMailServer({ refusal: () => refusal });
    t.teardown(close);
    const { testApp, client, page } = await opened(t, 'administrator', env);
    const { mail_id } = (await client.send('POST', '/settings/mail-test')).body.data;
    await testApp.runOne();
    t.regex((await page(`/jobs/mails/${mail_id}`)).text, /Retrying.*450/);
    refusal = undefined;
    await testApp.drain();
    t.regex((await page(`/jobs/mails/${mail_id}`)).text, /Sent/);
});

async function withModel(t: ExecutionContext, judge: Parameters<typeof startModelServer>[1]) {
    const server = await startModelServer(t, judge);
    const env = { ...server.env, LLM_API_KEY: 'very-secret-key' };
    return { server, ...(await opened(t, 'administrator', env)) };
}

test('the model is called from the page, and the page shows its answer', async (t) => {
    const it = await withModel(t, () => ({
        level: 'strong',
        quotes: ['read it back to me'],
        reason: 'A check.'
    }));
    const { text } = await tried(it, testModel);
    t.regex(text, /judge answered in \d+\.\d seconds\. Level of the test answer: strong\./);
    t.regex(text, /A candidate takes at least [\d.]+ seconds with 5 criteria, [\d.]+ with 20/);
    t.is(it.server.calls.length, 5, 'one alone, then as many as it is asked at a time');
    t.deepEqual(await acts(it.testApp), ['evaluator.test ok']);
});

test('a model that refuses or answers nonsense is reported in words, without address and key', async (t) => {
    let judge: Parameters<typeof startModelServer>[1] = (_, response) => refuse(response, 401);
    const it = await withModel(t, (...asked) => judge(...asked));
    const refused = await it.pressAt('/settings', testModel);
    t.regex(pageOf(refused.body).alert() ?? '', /HTTP 401/);
    t.false(refused.body.includes('very-secret-key') || refused.body.includes(it.server.baseUrl));
    judge = () => 'I would rather not.';
    t.regex((await tried(it, testModel)).alert() ?? '', /not in a usable format/);
    t.deepEqual(await acts(it.testApp), ['evaluator.test failed', 'evaluator.test failed']);
});

test('a storage test writes to the alias, and shows what is missing', async (t) => {
    const { testApp, client, pressAt } = await opened(t, 'administrator');
    const folder = join(testApp.folder, 'storage/default');
    t.regex((await tried({ pressAt }, write)).text, /sage-council-test\.txt written to default/);
    t.regex(readFileSync(join(folder, 'sage-council-test.txt'), 'utf8'), /^Written by/);
    rmSync(folder, { recursive: true });
    t.regex((await tried({ pressAt }, write)).alert() ?? '', /bucket not found/);
    t.is((await client.send('POST', '/settings/storage-test', { alias: 'no' })).statusCode, 404);
    t.deepEqual(await acts(testApp), ['storage.test ok', 'storage.test failed']);
});
