// Rows 26 and 27, and the contract's rules of cms_get_page, over pages that are kept here.
import test from 'ava';
import { type ContentPage, pageStatuses, putPage } from '../../db/agents/pages.ts';
import { callerOf } from '../doubles/outside-services.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const about: ContentPage = {
    slug: 'about',
    status: 'publish',
    title: 'About <em>us</em>',
    content: '<p>We screen.</p>\n<script>x</script>',
    excerpt: 'In short'
};

const writePage = ({ store, now }: TestApp, id: number, page: Partial<ContentPage>) =>
    store.write((tx) => putPage(tx, id, { ...about, slug: `page-${id}`, ...page }, now()));

test('a published page is returned in the fields of the WordPress REST API, marked as untrusted', async (t) => {
    const testApp = await createTestApp(t);
    const getPage = await callerOf(testApp, 'cms_get_page');
    await writePage(testApp, 5, about);
    testApp.pass(90_500);
    await writePage(testApp, 5, about);
    const { statusCode, body } = await getPage({ page_id: 5 });
    t.is(statusCode, 200);
    t.deepEqual(body, {
        id: 5,
        slug: 'about',
        status: 'publish',
        title: { rendered: 'About <em>us</em>' },
        content: { rendered: '<p>We screen.</p>\n<script>x</script>' },
        excerpt: { rendered: 'In short' },
        link: null,
        date_gmt: '2026-01-15T12:00:00',
        modified_gmt: '2026-01-15T12:01:30',
        untrusted: true
    });
});

test('an unknown or unpublished page returns 500 and not found, and is not logged as an error', async (t) => {
    const { log, lines } = openLog();
    const testApp = await createTestApp(t, { log });
    const getPage = await callerOf(testApp, 'cms_get_page');
    const hidden = pageStatuses.filter((status) => status !== 'publish');
    for (const [i, status] of hidden.entries()) await writePage(testApp, i + 1, { status });
    t.deepEqual(hidden, ['draft', 'pending', 'private']);
    for (const page_id of [1, 2, 3, 4, Number.MAX_SAFE_INTEGER]) {
        const { statusCode, body } = await getPage({ page_id });
        t.is(statusCode, 500);
        t.deepEqual(body, { error: 'Tool failed', detail: 'not found' }, String(page_id));
    }
    t.false(lines.join('').includes('tool failed'));
});

test('a page id is a whole JSON number from 1 to 2^53-1 and nothing else [26]', async (t) => {
    const testApp = await createTestApp(t);
    const getPage = await callerOf(testApp, 'cms_get_page');
    await writePage(testApp, 1, about);
    await writePage(testApp, 5, {});
    const wrong = [
        '"1e3"',
        '" 5 "',
        '"5"',
        '1.5',
        '-1',
        '0',
        '-0',
        '9007199254740992',
        '1e400',
        '"1;x"',
        '""'
    ];
    for (const page_id of [...wrong, 'true', '[5]', '{"$gt":0}', 'null']) {
        const { statusCode, body } = await getPage(`{"page_id":${page_id}}`);
        t.is(statusCode, 400, page_id);
        t.is(body.error, 'Bad arguments', page_id);
        t.true(body.detail.startsWith('page_id '), body.detail);
    }
    t.is((await getPage('{"page_id":5}')).body.id, 5);
});
