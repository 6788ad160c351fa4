// Content pages in the settings: found, made, looked at, changed and deleted in a browser, by the JSON routes' own rules.
import test from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { findPage, listPages } from '../../db/agents/pages.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { opened } from '../support/people/sage-pages.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

const rest = '/rest/svc/v1/pages';
const listPath = '/settings/pages';
const written = { title: 'About us', slug: 'about', content: '<p>We <strong>screen</strong>.</p>' };
const typed = { ...written, excerpt: '', status: 'publish' };

type Opened = Awaited<ReturnType<typeof opened>>;

const idsOf = async ({ testApp: { store } }: Pick<Opened, 'testApp'>) =>
    (await listPages(store.read, { limit: 9, offset: 0 })).items.map(({ id }) => id);

/** The hidden fields of the form at this address. */
const fieldsAt = async ({ browser }: Pick<Opened, 'browser'>, path: string) =>
    hiddenFields((await browser.get(path)).body, 'name="title"');

test('a content page is looked at before it is saved, and gets the next id', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/pages/7', { ...written, slug: 'zeroth' });
    await it.client.send('PUT', '/pages/41', { ...written, slug: 'first' });
    const looked = await it.browser.post(`${listPath}/new`, {
        ...typed,
        content: `${written.content}<script>alert(1)</script>`
    });
    t.regex(looked.body, /Preview.*Not saved yet\..*<p>We <strong>screen<\/strong>\.<\/p>/s);
    t.false(looked.body.includes('<script>alert'));
    t.deepEqual(await idsOf(it), [7, 41], 'looking keeps nothing');
    const form = await fieldsAt(it, `${listPath}/new`);
    const made = await it.browser.submit(rest, { ...form, ...typed, content: 'one\r\ntwo' });
    t.regex(made.body, /<h1>About us<\/h1>.*Published<\/span>.*Saved\./s);
    t.like(await findPage(it.testApp.store.read, 42), {
        slug: 'about',
        content: 'one\ntwo',
        status: 'publish'
    });
});

test('a content page is replaced by its form, and keeps its id', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/pages/5', { ...written, excerpt: 'In short', status: 'draft' });
    const page = await it.browser.get(`${listPath}/5`);
    t.regex(page.body, /value="about".*value="draft" selected.*In short.*&lt;strong&gt;.*Preview/s);
    t.false(page.body.includes('name="id"'));
    const form = await fieldsAt(it, `${listPath}/5`);
    const change = `${rest}/5?_method=PUT`;
    const saved = await it.browser.submit(change, { ...form, ...typed, title: 'We' });
    t.regex(saved.body, /<h1>We<\/h1>.*Saved\./s);
    t.like(await findPage(it.testApp.store.read, 5), { title: 'We', excerpt: '', status: 'publish' });
    t.is((await it.browser.get(`${listPath}/6`)).statusCode, 404);
});

test('a content page that is refused is shown again with all that was typed, in words', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/pages/5', written);
    const form = await fieldsAt(it, `${listPath}/new`);
    const content = 'x'.repeat(40_000);
    const wrong: [Record<string, string>, number, RegExp][] = [
        [{ slug: 'About us' }, 400, /href="#slug">Use lowercase letters and digits/],
        [{ title: '' }, 400, /href="#title">Enter a title/],
        [{}, 400, /role="alert"[^>]*>Another page has this slug\./]
    ];
    for (const [given, status, words] of wrong) {
        const refused = await it.browser.submit(rest, { ...form, ...typed, content, ...given });
        t.is(refused.statusCode, status, JSON.stringify(given));
        t.regex(refused.body, words);
        t.true(refused.body.includes(content));
    }
    t.is((await it.browser.submit(rest, typed)).statusCode, 400, 'without a nonce');
    t.deepEqual(await idsOf(it), [5]);
});

test('a content page is deleted after a confirmation, and the audit log contains it', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/pages/5', written);
    const question = await it.browser.get(`${listPath}/5?ask=delete`);
    t.regex(question.body, /<h1>Delete “About us”\?<\/h1>.*Agents that request page 5 get “not found”/s);
    const form = hiddenFields(question.body, 'Delete page');
    const gone = await it.browser.submit(`${rest}/5/delete`, form);
    t.regex(gone.body, /No content pages yet.*The page 5 is deleted\./s);
    t.is(await findPage(it.testApp.store.read, 5), undefined);
    t.is((await it.client.send('POST', '/pages/5/delete', {})).statusCode, 404);
    const { items } = await listAudit(it.testApp.store.read, { act: 'page.', limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ act, target }) => [act, target]),
        [['page.delete', 'page:5']]
    );
});

test('content pages are found by a part of the title or slug, by the id, and by their state', async (t) => {
    const it = await opened(t, 'administrator');
    await it.client.send('PUT', '/pages/5', written);
    await it.client.send('PUT', '/pages/12', { ...written, title: '100% <b>', slug: 'all', status: 'draft' });
    const found = async (query: string) => {
        const { body } = await it.browser.get(`${listPath}?${query}`);
        return Array.from(body.matchAll(/class="opens" href="\/settings\/pages\/(\d+)"/g), ([, id]) =>
            Number(id)
        );
    };
    t.deepEqual(await found(''), [5, 12]);
    t.deepEqual(await found('text=ABOUT'), [5]);
    t.deepEqual(await found('text=12'), [12]);
    t.deepEqual(await found('text=%25'), [12]);
    t.deepEqual(await found('status=draft'), [12]);
    t.deepEqual(await found('text=about&status=draft'), []);
    t.is((await it.browser.get(`${listPath}?status=trash`)).statusCode, 400);
    const { body } = await it.browser.get(`${listPath}?text=all`);
    t.regex(body, /class="opens" href="\/settings\/pages\/12">100% &lt;b&gt;</);
    t.false(body.includes('/settings/pages/5"'));
    t.regex((await it.browser.get(`${listPath}?text=nothing`)).body, /No pages match these filters\./);
});

test('no text of a content page becomes markup that runs', async (t) => {
    const { browser } = await opened(t, 'administrator');
    for (const payload of payloads) {
        const form = { ...typed, title: payload, slug: payload, excerpt: payload, content: payload };
        const { body } = await browser.post(`${listPath}/new`, form);
        t.notRegex(
            body.replaceAll(/<textarea.*?<\/textarea>/gs, ''),
            /<(script>|img|iframe|svg(?! class="icon")|[a-z]+ on\w+=)(?!.*public)/i,
            payload
        );
    }
});

test('with another content system the list shows that agents do not read these pages', async (t) => {
    const env = { CMS_URL: 'https://www.example.org' };
    const { browser } = await opened(t, 'administrator', env);
    t.regex((await browser.get(listPath)).body, /Agents currently read from the WordPress/);
    t.notRegex((await (await opened(t, 'administrator')).browser.get(listPath)).body, /WordPress/);
});
