// The console shows the published banner itself, until its reader closes it.
import test from 'ava';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { opened } from '../support/people/sage-pages.ts';
import { banner, change, make, shownTo } from '../support/fixtures/splash.ts';

const ajax = '/rest/svc/v1/admin/admin-ajax.php?action=svc_mark_splash_seen';
const close = 'svc_mark_splash_seen';

test('every logged-in user sees the published banner on each page until they close it', async (t) => {
    const { testApp, browser, client } = await opened(t, 'reviewer');
    const admin = await testApp.as('administrator');
    const { id } = await make(admin, { cta_link: '/sages?new=1' });
    const page = async (path: string) => (await browser.get(path)).body as string;
    for (const path of ['/', '/screens?state=waiting', '/profile']) {
        const body = await page(path);
        t.regex(
            body,
            /<aside class="news".*New sages.*There are <strong>two<\/strong>.*href="\/sages\?new=1"/s
        );
        t.false(body.includes(banner.image_url), 'our pages load nothing from elsewhere');
    }
    t.like((await shownTo(client)).data.splash, { id }, 'looking marks nothing');
    const form = hiddenFields(await page('/screens?state=waiting'), close);
    const closed = await browser.post(ajax, form);
    t.deepEqual([closed.statusCode, closed.headers.location], [303, '/screens?state=waiting']);
    for (const path of ['/', '/screens']) t.notRegex(await page(path), /class="news"/);
    t.is((await shownTo(client)).data.splash, null);
    const other = plainBrowser(testApp, { svc_session: (await testApp.as('author')).cookie });
    t.regex((await other.get('/')).body, /class="news"/, 'others have not closed it');
    await change(admin, id, { published: false });
    t.notRegex((await other.get('/')).body, /class="news"/);
});

test('the banner is not on public pages, its markup does not run, and closing it stays here', async (t) => {
    const { testApp, browser } = await opened(t, 'reviewer');
    const admin = await testApp.as('administrator');
    const title = '<img src=x onerror=alert(1)>';
    await make(admin, { title, content: '<p data-hx-get="/x">Hello</p><script>alert(1)</script>' });
    t.notRegex((await plainBrowser(testApp).get('/')).body, /class="news"/);
    const { body } = await browser.get('/');
    t.true(body.includes('&lt;img src=x'));
    t.notRegex(body, /data-hx-get="\/x"|<script>alert/);
    const form = hiddenFields(body, close);
    const { headers } = await browser.post(ajax, { ...form, back: '//evil.example' });
    t.is(headers.location, '/');
    const forged = await browser.post(ajax, { ...form, nonce: 'x', splash_id: '999' });
    t.is(forged.statusCode, 303);
});
