// The setting of the mails about decisions: read and changed by administrators, with places that exist.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { pageOf } from '../support/people/page.ts';
import { formOf, opened } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const path = '/settings/decision-mails';

test('decision emails are off, with our texts; an own one stays until it is emptied, on the record', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const ours = (await admin.get(path)).body.data.mails;
    t.like(ours, { advanced: false, rejected: false, hired: false });
    t.regex(ours.hired_en, /^Dear \{name\},\n\n.*\{organisation\} about “\{position\}”/s);
    t.regex(ours.rejected_de, /^Guten Tag \{name\},/);
    const patched = async (changes: object) => (await admin.send('PATCH', path, changes)).body.data.mails;
    const own = { hired: true, hired_de: 'Willkommen, {name}!' };
    t.deepEqual(await patched(own), { ...ours, ...own });
    t.deepEqual(await patched({ ...ours, ...own }), { ...ours, ...own }, 'nothing changes');
    t.deepEqual(await patched({ hired_de: ' ' }), { ...ours, hired: true });
    const { items } = await listAudit(testApp.store.read, { limit: 9, offset: 0 });
    const acts = items.filter(({ act }) => act === 'decision-mail.set');
    t.deepEqual(
        acts.map(({ target, before, after }) => [target, before, after].join(' ')),
        ['decision-mail:hired on on', 'decision-mail:hired off on']
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
    const { pressAt, browser, client, html } = await opened(t, 'administrator');
    const sends = async () => (await client.get(path)).body.data.mails;
    const untouched = await html(path);
    const typed = { advanced: '1', advanced_en: 'Dear {nme},\r\n<yes>' };
    const refused = await pressAt(path, 'Save', typed);
    t.is(refused.statusCode, 400);
    t.truthy(pageOf(refused.body).field('Advanced: text in English')?.error);
    t.like(formOf(refused.body), typed);
    t.is((await sends()).advanced, false);
    await pressAt(path, 'Save', { advanced: '1', advanced_en: 'Dear {name},\r\nyes' });
    t.like(await sends(), { advanced: true, advanced_en: 'Dear {name},\nyes' });
    await browser.press(untouched, 'Save');
    t.is((await sends()).advanced, false, 'a box without a tick');
});
