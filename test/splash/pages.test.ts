// Banners in a browser: made, seen as they will look, published and taken down by the JSON routes' own rules.
import test from 'ava';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { opened } from '../support/people/sage-pages.ts';
import { shownTo } from '../support/fixtures/splash.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

const rest = '/rest/svc/v1/splash';
const typed = {
    title: 'News',
    subtitle: 'Since Monday',
    content: '<p>There are <strong>two</strong>.</p><script>alert(1)</script>',
    cta_text: 'Look',
    cta_link: '/sages',
    image_url: ''
};

test('a banner is previewed, created, and published in place of another', async (t) => {
    const { testApp, browser, client } = await opened(t, 'administrator');
    const page = await browser.get('/settings/splash/new');
    t.regex(page.body, /formaction="\/settings\/splash\/new"/);
    const looked = await browser.post('/settings/splash/new', { ...typed, published: '1' });
    t.regex(looked.body, /value="News".*Not saved yet.*<p>There are <strong>two<\/strong>\.<\/p>/s);
    t.false(looked.body.includes('<script>alert'));
    t.is((await client.get('/splash')).body.data.total, 0, 'looking keeps nothing');
    const form = hiddenFields(page.body, 'name="title"');
    const made = await browser.submit(rest, { ...form, ...typed });
    t.regex(made.body, /Not published<\/span>.*Preview.*Saved\./s);
    const [{ id }] = (await client.get('/splash')).body.data.items;
    const change = `${rest}/${id}?_method=PATCH`;
    t.regex((await browser.submit(change, { ...form, ...typed, published: '1' })).body, /Published<\/span>/);
    const reader = await testApp.as('reviewer');
    t.is((await shownTo(reader)).data.splash.title, 'News');
    await browser.submit(change, { ...form, ...typed });
    t.is((await shownTo(reader)).data.splash, null);
    t.regex(
        (await browser.get('/settings/splash')).body,
        /class="opens" href="\/settings\/splash\/\d+">News/
    );
});

test('a banner that is refused is shown again with all that was typed', async (t) => {
    const { browser, client } = await opened(t, 'administrator');
    const form = hiddenFields((await browser.get('/settings/splash/new')).body, 'name="title"');
    const long = { ...typed, content: 'x'.repeat(40_000), cta_link: 'javascript:alert(1)' };
    const { headers } = await browser.post(rest, { ...form, ...long });
    t.is(headers.location, '/settings/splash/new', 'the address is that of the page');
    const refused = await browser.submit(rest, { ...form, ...long });
    t.is(refused.statusCode, 400);
    t.regex(refused.body, /href="#cta_link">Enter a path such as \/sages/);
    t.true(refused.body.includes(long.content));
    t.is((await browser.submit(rest, typed)).statusCode, 400, 'without a nonce');
    t.is((await client.get('/splash')).body.data.total, 0);
});

test('no text of a banner becomes markup that runs', async (t) => {
    const { browser } = await opened(t, 'administrator');
    for (const payload of payloads) {
        const form = { ...typed, title: payload, subtitle: payload, content: payload, cta_text: payload };
        const { body } = await browser.post('/settings/splash/new', form);
        t.notRegex(
            body.replaceAll(/<textarea.*?<\/textarea>/gs, ''),
            /<(script>|img|iframe|svg(?! class="icon")|[a-z]+ on\w+=)(?!.*public)/i,
            payload
        );
    }
});
