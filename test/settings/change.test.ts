// The settings in the store: changed on pages and by routes, overridden by the environment, in force at once.
import test from 'ava';
import PostalMime from 'postal-mime';
import { installation } from '../../db/installation/installation.ts';
import { eraseDue } from '../../db/installation/retention.ts';
import { listAudit } from '../../db/record/audit.ts';
import { settings, settingsOf } from '../../db/record/settings.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const post = '/rest/svc/v1/settings?_method=PATCH';
const day = 24 * 60 * 60 * 1000;

const formAt = async ({ browser }: Pick<Awaited<ReturnType<typeof opened>>, 'browser'>, path: string) =>
    hiddenFields((await browser.get(path)).body, 'type="submit" >Save');

const changes = async ({ store }: TestApp) =>
    (await listAudit(store.read, { act: 'setting', limit: 9, offset: 0 })).items
        .map(({ target, before, after, note }) => [target, before, after, note].join(' ').trim())
        .toReversed();

test('a server without stored settings has the defaults', async (t) => {
    const testApp = await createTestApp(t);
    t.deepEqual(await settingsOf(testApp.app), {
        organisation: { name: undefined, contact: undefined, language: 'en', timeZone: 'UTC' },
        keepCandidatesDays: 180
    });
    const { page } = await invited(testApp, await withActiveSage(testApp), 1);
    t.notRegex((await page()).body, /<header>/);
    const admin = await testApp.as('administrator');
    const { items } = (await admin.get('/settings')).body.data;
    const found = items.find(({ name }: { name: string }) => name === 'KEEP_CANDIDATES_DAYS');
    t.like(found, { value: '180', source: 'default' });
});

test('a new name is on the pages of candidates, in emails and in the list at once, as text', async (t) => {
    const { mails, env, close } = await openMailServer({});
    t.teardown(close);
    const it = await opened(t, 'administrator', env);
    const { page } = await invited(it.testApp, await withActiveSage(it.testApp), 1);
    const form = await formAt(it, '/settings/organisation');
    const typed = { ...form, organisation: 'Fish <b>& Sons', contact: 'help@fish.example' };
    t.regex((await it.browser.submit(post, typed)).body, /<h1>Settings<\/h1>.*Fish &lt;b&gt;&amp; Sons/s);
    const { body } = await page();
    t.regex(body, /<strong>Fish &lt;b&gt;&amp; Sons<\/strong>/);
    t.regex(body, /help@fish\.example/);
    await it.testApp.drain();
    t.regex((await PostalMime.parse(mails.at(-1) ?? '')).text ?? '', /Fish <b>& Sons/);
    const listed = (await it.browser.get('/settings/environment?q=ORGANISATION')).body;
    t.regex(listed, /Fish &lt;b&gt;&amp; Sons<\/td>\s*<td[^>]*>the settings pages/);
    t.deepEqual(await changes(it.testApp), ['setting:organisation', 'setting:contact'], 'without the values');
    t.regex((await it.browser.get('/settings/organisation')).body, /Changed <time.*<\/time> by /);
    t.regex(
        (await it.testApp.server.inject('/.well-known/security.txt')).payload,
        /mailto:help@fish\.example/
    );
});

test('an emptied name restores the default', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings', { organisation: 'Fish', language: 'de' });
    const { data } = (await admin.send('PATCH', '/settings', { organisation: '' })).body;
    t.deepEqual(data.organisation, { value: '', source: 'default' });
    t.deepEqual(data.language, { value: 'de', source: 'page' });
    t.deepEqual((await settingsOf(testApp.app)).organisation.name, undefined);
    t.true((await changes(testApp)).includes('setting:language en de'));
});

test('what another node stores is in force with the next request', async (t) => {
    const testApp = await createTestApp(t);
    const form = async () => (await testApp.server.inject('/intake/form')).payload;
    t.notRegex(await form(), /Of another node/);
    const row = { value: 'Of another node', changedAt: 1, changedBy: 'user:1' };
    await testApp.store.write((tx) => tx.insert(settings).values({ name: 'organisation', ...row }));
    t.regex(await form(), /<strong>Of another node<\/strong>/);
});

test('the environment overrides what is stored, and its field is read-only', async (t) => {
    const env = { ORGANISATION: 'Of the environment', KEEP_CANDIDATES_DAYS: '90' };
    const { testApp, browser, client } = await opened(t, 'administrator', env);
    const row = { value: 'Of the page', changedAt: 1, changedBy: 'user:1' };
    await testApp.store.write((tx) => tx.insert(settings).values({ name: 'organisation', ...row }));
    t.is((await settingsOf(testApp.app)).organisation.name, 'Of the environment');
    const page = (await browser.get('/settings/organisation')).body;
    t.regex(page, /id="organisation"[^>]*value="Of the environment"[^>]*readonly/);
    t.regex(page, /Set by ORGANISATION in the environment\./);
    t.notRegex(page, /Changed <time/);
    for (const sent of [{ organisation: 'Other' }, { keep_candidates_days: 30, confirmed_days: 30 }]) {
        const refused = await client.send('PATCH', '/settings', sent);
        t.is(refused.statusCode, 400);
        t.is(refused.headers['x-svc-field'], Object.keys(sent)[0]);
    }
    const whole = { ...hiddenFields(page, 'id="contact"'), organisation: 'Of the environment' };
    t.regex((await browser.submit(post, { ...whole, contact: 'a@b.example' })).body, /Saved\./);
    t.is((await settingsOf(testApp.app)).organisation.contact, 'a@b.example');
});

test('wrong input is shown as typed, with its error at its field', async (t) => {
    const it = await opened(t, 'administrator');
    const form = await formAt(it, '/settings/organisation');
    const refused = await it.browser.submit(post, { ...form, organisation: 'Fi"sh', contact: 'nowhere' });
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /<a href="#contact">Enter a valid email address/);
    t.regex(refused.body, /id="contact"[^>]*value="nowhere"[^>]*aria-invalid="true"/s);
    t.regex(refused.body, /value="Fi&quot;sh"/);
    t.deepEqual(await changes(it.testApp), []);
    for (const sent of [
        { language: 'xx' },
        { keep_candidates_days: -1 },
        { keep_candidates_days: 36_501 },
        { organisation: 'two\nlines' },
        { organisation: 'x'.repeat(201) }
    ])
        t.is((await it.client.send('PATCH', '/settings', sent)).headers['x-svc-field'], Object.keys(sent)[0]);
});

test('fields that their writer left alone keep what another administrator saved since', async (t) => {
    const it = await opened(t, 'administrator');
    const form = await formAt(it, '/settings/organisation');
    await it.client.send('PATCH', '/settings', { contact: 'new@fish.example' });
    await it.browser.submit(post, { ...form, organisation: 'Fish', contact: '' });
    t.like((await settingsOf(it.testApp.app)).organisation, { name: 'Fish', contact: 'new@fish.example' });
});

test('fewer days are saved after a page that says how many candidates become due', async (t) => {
    const testApp = await createTestApp(t);
    await invited(testApp, await withActiveSage(testApp), 1);
    testApp.pass(40 * day);
    const it = await browserOf(testApp, 'administrator');
    const { browser } = it;
    const path = '/settings/candidates';
    const typed = { ...(await formAt(it, path)), language: 'en', keep_candidates_days: '30' };
    const asked = await browser.submit(post, typed);
    t.regex(asked.body, /Candidates due for deletion with 30 days: 1\./);
    t.regex(asked.body, /class="danger">Delete sooner/);
    t.is((await settingsOf(testApp.app)).keepCandidatesDays, 180, 'nothing is saved yet');
    const confirming = { ...hiddenFields(asked.body, 'Delete sooner'), language: 'en' };
    const other = await browser.submit(post, { ...confirming, keep_candidates_days: '20' });
    t.regex(other.body, /with 20 days: 1\./, 'another number is asked about again');
    t.regex((await browser.submit(post, { ...confirming, keep_candidates_days: '30' })).body, /Saved\./);
    const { keepCandidatesDays: days } = await settingsOf(testApp.app);
    t.is(days, 30);
    const chore = { daysIn: async () => days, now: testApp.now, yieldNow: async () => undefined };
    t.is(await eraseDue(testApp.store, chore), 1);
    t.deepEqual(await changes(testApp), ['setting:keep_candidates_days 180 30']);
    t.regex((await browser.get('/settings')).body, /deleted 30 days after the decision\. <a href="\/screens/);
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
        write((tx) =>
            tx
                .insert(settings)
                .values({ name: 'keep_candidates_days', value: '900', changedAt: 1, changedBy: 'user:1' })
        );
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
    const testApp = await createTestApp(t);
    await testApp.store.write((tx) => tx.update(installation).set({ retainsSince: null }));
    const it = await browserOf(testApp, 'administrator');
    const typed = {
        ...(await formAt(it, '/settings/candidates')),
        language: 'en',
        keep_candidates_days: '30'
    };
    const { body } = await it.browser.submit(post, typed);
    t.regex(body, /Saved\./);
    t.notRegex(body, /within an hour/);
});

test('candidates read the days in force before they agree, and what they agreed to stays', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PATCH', '/settings', { keep_candidates_days: 365 });
    const { page, post: step, id } = await invited(testApp, await withActiveSage(testApp), 1);
    const { body } = await page();
    t.regex(body, /365 days/);
    const [, notice = ''] = /name="notice" value="([^"]*)"/.exec(body) ?? [];
    await admin.send('PATCH', '/settings', { organisation: 'Renamed while they read' });
    t.is((await step('start', { notice, consent: '1' })).statusCode, 303);
    const { screens } = (await admin.get(`/screens/${id}/candidate-data`)).body.data;
    t.truthy(screens[0].consent);
    await admin.send('PATCH', '/settings', { organisation: 'And once more' });
    const again = (await admin.get(`/screens/${id}/candidate-data`)).body.data;
    t.deepEqual(again.screens[0].consent, screens[0].consent);
});

test('only an administrator sees and changes the stored settings', async (t) => {
    const { browser, client } = await browserOf(await createTestApp(t), 'councilAdmin');
    for (const path of ['organisation', 'candidates', 'environment'])
        t.is((await browser.get(`/settings/${path}`)).statusCode, 403, path);
    t.is((await client.send('PATCH', '/settings', { organisation: 'Mine' })).statusCode, 403);
});
