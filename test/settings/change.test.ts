// The settings in the store: changed on pages and by routes, overridden by the environment, in force at once.
import test from 'ava';
import PostalMime from 'postal-mime';
import { installation } from '../../db/installation/installation.ts';
import { eraseDue } from '../../db/installation/retention.ts';
import { listAudit } from '../../db/record/audit.ts';
import { type SettingName, settings, settingsOf } from '../../db/record/settings.ts';
import type { Store } from '../../db/store/index.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { browserOf, formOf, opened } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60 * 1000;
const organisation = '/settings/organisation';
const candidates = '/settings/candidates';

const changes = async ({ store }: TestApp) =>
    (await listAudit(store.read, { act: 'setting', limit: 9, offset: 0 })).items
        .map(({ target, before, after, note }) => [target, before, after, note].join(' ').trim())
        .toReversed();

test('a server without stored settings has the defaults, and an emptied name or language restores its own', async (t) => {
    const { testApp, client } = await opened(t, 'administrator');
    const defaults = { name: undefined, contact: undefined, language: 'en', timeZone: 'UTC' };
    t.deepEqual(await settingsOf(testApp.app), { organisation: defaults, keepCandidatesDays: 180 });
    const { items } = (await client.get('/settings')).body.data;
    const found = items.find(({ name }: { name: string }) => name === 'KEEP_CANDIDATES_DAYS');
    t.like(found, { value: '180', source: 'default' });
    await client.send('PATCH', '/settings', { organisation: 'Fish', language: 'de' });
    const { data } = (await client.send('PATCH', '/settings', { organisation: '' })).body;
    t.deepEqual(data.organisation, { value: '', source: 'default' });
    t.deepEqual(data.language, { value: 'de', source: 'page' });
    t.is((await settingsOf(testApp.app)).organisation.name, undefined);
    const again = (await client.send('PATCH', '/settings', { language: '' })).body;
    t.deepEqual(again.data.language, { value: 'en', source: 'default' });
    t.true((await changes(testApp)).includes('setting:language en de'));
});

test('a new name is on the pages of candidates, in emails and in the list at once, as text', async (t) => {
    const { mails, env, close } = await openMailServer({});
    t.teardown(close);
    const { testApp, page, pressAt } = await opened(t, 'administrator', env);
    const visitor = await invited(testApp, await withActiveSage(testApp), 1);
    const name = 'Fish <b>& Sons';
    await pressAt(organisation, 'Save', { organisation: name, contact: 'help@fish.example' });
    const seen = pageOf((await visitor.page()).body).text;
    t.true(seen.includes(name) && seen.includes('help@fish.example'));
    await testApp.drain();
    t.true((await PostalMime.parse(mails.at(-1) ?? '')).text?.includes(name));
    const listed = (await page('/settings/environment')).row('Environment', 'ORGANISATION');
    t.like(listed, { Value: name, From: 'the settings pages, or setup' });
    t.deepEqual(await changes(testApp), ['setting:organisation', 'setting:contact'], 'without the values');
    const { payload } = await testApp.server.inject('/.well-known/security.txt');
    t.regex(payload, /mailto:help@fish\.example/);
});

test('what another node stores is in force with the next request', async (t) => {
    const testApp = await createTestApp(t);
    const form = async () => (await testApp.server.inject('/intake/form')).payload;
    t.notRegex(await form(), /Of another node/);
    await stored(testApp.store, 'organisation', 'Of another node');
    t.regex(await form(), /Of another node/);
    await stored(testApp.store, 'time_zone', 'Asia/Tokyo');
    t.is(testApp.app.zone.name(), 'UTC', 'read once a minute');
    await testApp.app.zone.refresh();
    t.is(testApp.app.zone.name(), 'Asia/Tokyo');
});

const stored = ({ write }: Pick<Store, 'write'>, name: SettingName, value: string) =>
    write((tx) => tx.insert(settings).values({ name, value, changedAt: 1, changedBy: 'user:1' }));

test('the environment overrides what is stored, and its field is read-only', async (t) => {
    const env = { ORGANISATION: 'Of the environment', KEEP_CANDIDATES_DAYS: '90' };
    const { testApp, page, pressAt, client } = await opened(t, 'administrator', env);
    await stored(testApp.store, 'organisation', 'Of the page');
    t.is((await settingsOf(testApp.app)).organisation.name, 'Of the environment');
    t.is((await page(organisation)).field('Name')?.value, 'Of the environment');
    for (const sent of [{ organisation: 'Other' }, { keep_candidates_days: 30, confirmed_days: 30 }]) {
        const refused = await client.send('PATCH', '/settings', sent);
        t.is(refused.statusCode, 400);
        t.is(refused.headers['x-svc-field'], Object.keys(sent)[0]);
    }
    await pressAt(organisation, 'Save', { contact: 'a@b.example' });
    t.is((await settingsOf(testApp.app)).organisation.contact, 'a@b.example');
});

test('wrong input is shown as typed, with its error at its field', async (t) => {
    const { testApp, client, pressAt } = await opened(t, 'administrator');
    const typed = { organisation: 'Fi"sh', contact: 'nowhere' };
    const refused = await pressAt(organisation, 'Save', typed);
    t.is(refused.statusCode, 400);
    t.truthy(pageOf(refused.body).field('Contact')?.error);
    t.like(formOf(refused.body), typed);
    t.deepEqual(await changes(testApp), []);
    for (const sent of [
        { language: 'xx' },
        { time_zone: 'Mars/Base' },
        { keep_candidates_days: -1 },
        { keep_candidates_days: 36_501 },
        { organisation: 'two\nlines' },
        { organisation: 'x'.repeat(201) }
    ])
        t.is((await client.send('PATCH', '/settings', sent)).headers['x-svc-field'], Object.keys(sent)[0]);
});

test('fields that their writer left alone keep what another administrator saved since', async (t) => {
    const { testApp, client, browser, html } = await opened(t, 'administrator');
    const before = await html(organisation);
    await client.send('PATCH', '/settings', { contact: 'new@fish.example' });
    await browser.press(before, 'Save', { organisation: 'Fish' });
    t.like((await settingsOf(testApp.app)).organisation, { name: 'Fish', contact: 'new@fish.example' });
});

test('fewer days are saved after a page that says how many candidates become due', async (t) => {
    const testApp = await createTestApp(t);
    await invited(testApp, await withActiveSage(testApp), 1);
    testApp.pass(40 * day);
    const { browser, pressAt } = await browserOf(testApp, 'administrator');
    const days = async () => (await settingsOf(testApp.app)).keepCandidatesDays;
    const asked = await pressAt(candidates, 'Save', { keep_candidates_days: '30' });
    t.regex(pageOf(asked.body).text, /with 30 days: 1\./);
    const other = await browser.press(asked.body, 'Delete sooner', { keep_candidates_days: '20' });
    t.regex(pageOf(other.body).text, /with 20 days: 1\./, 'another number is asked about again');
    t.is(await days(), 180, 'nothing is saved yet');
    await browser.press(asked.body, 'Delete sooner');
    t.is(await days(), 30);
    const chore = { daysIn: days, now: testApp.now, yieldNow: async () => undefined };
    t.is(await eraseDue(testApp.store, chore), 1);
    t.deepEqual(await changes(testApp), ['setting:keep_candidates_days 180 30']);
});

test('the route asks for the number of days again where it deletes sooner, and only there', async (t) => {
    const client = await (await createTestApp(t)).as('administrator');
    const set = (sent: object) => client.send('PATCH', '/settings', sent);
    const refused = await set({ keep_candidates_days: 30 });
    t.is(refused.statusCode, 409);
    t.regex(refused.body.data.message, /With 30 days 0 candidates are due for deletion now/);
    t.is((await set({ keep_candidates_days: 30, confirmed_days: 30 })).statusCode, 200);
    t.is((await set({ keep_candidates_days: 0 })).statusCode, 200);
    t.is((await set({ keep_candidates_days: 400 })).statusCode, 409, 'none were deleted by age before');
});

test('fewer days are asked about too when another administrator saves more at the same time', async (t) => {
    const testApp = await createTestApp(t);
    const client = await testApp.as('administrator');
    const { write } = testApp.store;
    let meanwhile: (() => Promise<unknown>) | undefined = () =>
        stored({ write }, 'keep_candidates_days', '900');
    const first: typeof write = async (work) => {
        const other = meanwhile;
        meanwhile = undefined;
        await other?.();
        return write(work);
    };
    Object.assign(testApp.store, { write: first });
    const refused = await client.send('PATCH', '/settings', { keep_candidates_days: 400 });
    t.is(refused.statusCode, 409);
    t.is((await settingsOf(testApp.app)).keepCandidatesDays, 900);
});

test('fewer days need no confirmation while automatic deletion is off', async (t) => {
    const { testApp, pressAt } = await opened(t, 'administrator');
    await testApp.store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    await pressAt(candidates, 'Save', { keep_candidates_days: '30' });
    t.is((await settingsOf(testApp.app)).keepCandidatesDays, 30);
});

test('candidates read the days in force before they agree, and what they agreed to stays', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings', { keep_candidates_days: 365 });
    const { page, post: step, id } = await invited(testApp, await withActiveSage(testApp), 1);
    const shown = pageOf((await page()).body);
    t.regex(shown.text, /365 days/);
    const { notice = '' } = shown.button(/./)?.fields ?? {};
    await admin.send('PATCH', '/settings', { organisation: 'Renamed while they read' });
    t.is((await step('start', { notice, consent: '1' })).statusCode, 303);
    const { screens } = (await admin.get(`/screens/${id}/candidate-data`)).body.data;
    t.truthy(screens[0].consent);
    await admin.send('PATCH', '/settings', { organisation: 'And once more' });
    const again = (await admin.get(`/screens/${id}/candidate-data`)).body.data;
    t.deepEqual(again.screens[0].consent, screens[0].consent);
});
