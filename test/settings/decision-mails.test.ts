// The setting of the mails about decisions: read and changed by administrators, with places that exist.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { opened } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const path = '/settings/decision-mails';
const post = `/rest/svc/v1${path}?_method=PATCH`;

test('all decision emails are off by default, with our texts', async (t) => {
    const admin = await (await createTestApp(t)).as('administrator');
    const { mails } = (await admin.get(path)).body.data;
    t.like(mails, { advanced: false, rejected: false, hired: false });
    t.regex(mails.hired_en, /^Dear \{name\},\n\n.*\{organisation\} about “\{position\}”/s);
    t.regex(mails.rejected_de, /^Guten Tag \{name\},/);
});

test('an own text stays until it is emptied, and each change is in the audit log', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const ours = (await admin.get(path)).body.data.mails;
    const changed = { ...ours, hired: true, hired_de: 'Willkommen, {name}!' };
    t.deepEqual(
        (await admin.send('PATCH', path, { hired: true, hired_de: changed.hired_de })).body.data.mails,
        changed
    );
    t.deepEqual((await admin.send('PATCH', path, changed)).body.data.mails, changed, 'nothing changes');
    t.deepEqual((await admin.send('PATCH', path, { hired_de: ' ' })).body.data.mails, {
        ...ours,
        hired: true
    });
    const { items } = await listAudit(testApp.store.read, { limit: 9, offset: 0 });
    const acts = items.filter(({ act }) => act === 'decision-mail.set');
    t.deepEqual(
        acts.map(({ target, after }) => `${target} ${after}`),
        ['decision-mail:hired on', 'decision-mail:hired on']
    );
});

test('a place that nothing fills in is refused with its field, and nothing is changed', async (t) => {
    const admin = await (await createTestApp(t)).as('administrator');
    const before = (await admin.get(path)).body.data;
    for (const text of [
        'Dear {nome},',
        'Dear {name',
        'Dear name},',
        '{}',
        '{{name}}',
        '{na{name}me}',
        '{name}{#label}'
    ]) {
        const refused = await admin.send('PATCH', path, { hired: true, rejected_de: text });
        t.is(refused.statusCode, 400, text);
        t.is(refused.headers['x-svc-field'], 'rejected_de', text);
        t.regex(refused.body.data.message, /^Unknown placeholder .*[{}].*\. You can use: \{name\}, /, text);
    }
    t.is((await admin.send('PATCH', path, { hired_en: 'x'.repeat(4001) })).statusCode, 400);
    t.is((await admin.send('PATCH', path, {})).statusCode, 400);
    t.deepEqual((await admin.get(path)).body.data, before);
});

test('the page saves ticks and texts, and shows a refused form as it was typed', async (t) => {
    const { browser, client } = await opened(t, 'administrator');
    const page = (await browser.get(path)).body;
    t.regex(page, /aria-current="page"[^>]*>Emails to candidates/);
    const hidden = hiddenFields(page, 'advanced_en');
    const typed = { ...hidden, advanced: '1', advanced_en: 'Dear {nme},\r\n<yes>' };
    const refused = await browser.submit(post, typed);
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /<a href="#advanced_en">You can use only these placeholders: \{name\},/);
    t.regex(refused.body, /Dear \{nme\},\n&lt;yes&gt;/);
    t.regex(refused.body, /name="advanced" type="checkbox" value="1" checked/);
    t.is((await client.get(path)).body.data.mails.advanced, false);
    const saved = await browser.submit(post, {
        ...hidden,
        advanced: '1',
        advanced_en: 'Dear {name},\r\nyes'
    });
    t.regex(saved.body, /Saved\./);
    t.like((await client.get(path)).body.data.mails, { advanced: true, advanced_en: 'Dear {name},\nyes' });
    await browser.submit(post, hidden);
    t.is((await client.get(path)).body.data.mails.advanced, false, 'a box without a tick');
});
