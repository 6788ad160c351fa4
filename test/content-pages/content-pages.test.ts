// How content pages come in over HTTP.
import test from 'ava';
import { findPage, listPages } from '../../db/agents/pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const page = { title: 'About', slug: 'about', content: '<p>We screen.</p>' };

const answered = {
    id: 5,
    slug: 'about',
    status: 'publish',
    title: { rendered: 'About' },
    content: { rendered: '<p>We screen.</p>' },
    excerpt: { rendered: '' },
    link: null,
    date_gmt: '2026-01-15T12:00:00',
    modified_gmt: '2026-01-15T12:00:00'
};

test('a page is written under the id of its address, and published by default', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const { statusCode, body } = await admin.send('PUT', '/pages/5', page);
    t.is(statusCode, 200);
    t.deepEqual(body, { success: true, data: { page: answered } });
    const draft = await admin.send('PUT', '/pages/6', { ...page, slug: 'other', status: 'draft' });
    t.is(draft.body.data.page.status, 'draft');
});

test('a page is replaced as a whole: missing fields become empty, the creation time stays', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PUT', '/pages/5', { ...page, excerpt: 'In short', status: 'private' });
    testApp.pass(60_000);
    const { body } = await admin.send('PUT', '/pages/5', { ...page, content: '' });
    t.deepEqual(body.data.page, {
        ...answered,
        content: { rendered: '' },
        modified_gmt: '2026-01-15T12:01:00'
    });
});

test('a slug belongs to one page: 409, and the other page stays as it was', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    await admin.send('PUT', '/pages/5', page);
    const { statusCode, body } = await admin.send('PUT', '/pages/6', { ...page, title: 'Other' });
    t.is(statusCode, 409);
    t.deepEqual(body, { success: false, data: { message: 'Another page has this slug.' } });
    t.is(await findPage(testApp.store.read, 6), undefined);
    t.is((await findPage(testApp.store.read, 5))?.title, 'About');
});

test('a new page gets the next id, until there is none', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const last = Number.MAX_SAFE_INTEGER;
    await admin.send('PUT', `/pages/${last - 1}`, page);
    const made = await admin.send('POST', '/pages', { ...page, slug: 'last' });
    t.deepEqual([made.statusCode, made.body.data.page.id], [201, last]);
    const { statusCode, body } = await admin.send('POST', '/pages', { ...page, slug: 'more' });
    t.is(statusCode, 409);
    t.deepEqual(body, { success: false, data: { message: 'No id follows the last one.' } });
    t.is((await listPages(testApp.store.read, { limit: 9, offset: 0 })).total, 2);
});

test('what is wrong in a content page is 400 and named, and writes nothing', async (t) => {
    const testApp = await createTestApp(t);
    const admin = await testApp.as('administrator');
    const wrong: [given: object, message: string][] = [
        [{ title: undefined }, 'title is required.'],
        [{ title: '' }, 'title is not allowed to be empty.'],
        [{ content: undefined }, 'content is required.'],
        [{ content: 5 }, 'content must be a string.'],
        [{ slug: 'About us' }, 'slug must be lowercase letters and digits, joined by - or _.'],
        [{ slug: '../x' }, 'slug must be lowercase letters and digits, joined by - or _.'],
        [{ status: 'trash' }, 'status must be one of [publish, draft, pending, private].'],
        [{ id: 5 }, 'id is not allowed.']
    ];
    for (const [given, message] of wrong) {
        const { statusCode, body } = await admin.send('PUT', '/pages/5', { ...page, ...given });
        t.is(statusCode, 400, message);
        t.deepEqual(body, { success: false, data: { message } });
    }
    for (const id of ['0', '-1', '1.5', '1e3', '5x', '9007199254740992', '%20']) {
        const { statusCode, headers } = await admin.send('PUT', `/pages/${id}`, page);
        t.deepEqual([statusCode, headers['x-svc-field']], [400, 'id'], id);
    }
    t.is(await findPage(testApp.store.read, 5), undefined);
});
