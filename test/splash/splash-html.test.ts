// The HTML of a banner: words are kept, and nothing that runs, loads or leads away, whatever its author and place.
import test from 'ava';
import { eq } from '../../db/store/drizzle.ts';
import { splashes } from '../../db/sales/splashes.ts';
import { change, make, rel, shownTo } from '../support/fixtures/splash.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { droppedLinks, harmless as sanitized } from '../../plugins/surfaces/pages/parts/harmless.ts';
import { payloads } from '../support/fixtures/xss-payloads.ts';

const wordTags = 'p|br|strong|em|b|i|u|s|a|ul|ol|li|blockquote|h2|h3|h4|hr|code|pre|span|small';
const harmlessTag = new RegExp(
    `<(?:/(?:${wordTags})|(?:${wordTags})(?: (?:href|title|rel)="[^"<>]*")*(?: /)?)>`,
    'g'
);
const entities: Record<string, string> = {
    '&amp;': '&',
    '&quot;': '"',
    '&lt;': '<',
    '&gt;': '>',
    '&Tab;': '\t',
    '&colon;': ':'
};

/** What is left of it that is no plain word tag, and every address that leads elsewhere than https or mailto. */
function dangers(content: string) {
    const links = Array.from(content.matchAll(/ href="([^"]*)"/g), ([, href = '']) =>
        href
            .replaceAll(/&#(x?)([0-9a-f]+);?/gi, (_, hex: string, code: string) =>
                String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10))
            )
            .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity)
    );
    const away = links.filter((href) => {
        const { protocol, host } = new URL(href, 'https://own.example/here');
        const isOwn = host === 'own.example' || protocol === 'mailto:';
        return !isOwn && !/^https:\/\/good\.example\b/.test(href);
    });
    return { markup: content.replaceAll(harmlessTag, '').match(/<.*/s)?.[0] ?? '', away };
}

test('a tag that goes leaves a space, and a link that goes is named', (t) => {
    const written =
        '<div>One</div><div>Two</div> w<b>or</b>d <a href="http://plain.example/x">here</a> <a href="//other.example">there</a> <a href="https://good.example">good</a> <a href="/own">own</a>';
    t.regex(sanitized(written).replaceAll(/\s+/g, ' '), /^One Two w<b>or<\/b>d /);
    t.deepEqual(droppedLinks(written), ['http://plain.example/x', '//other.example']);
});

test('hostile HTML is sanitised when it is written [60]', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_ACTIONS: '0' } });
    const admin = await testApp.as('administrator');
    const { id } = await make(admin, { content: '' });
    for (const content of payloads) {
        const answer = await change(admin, id, { content });
        t.is(answer.statusCode, 200, content.slice(0, 80));
        const [row] = await testApp.store.read.select().from(splashes).where(eq(splashes.id, id));
        t.deepEqual(dangers(row?.content ?? '<'), { markup: '', away: [] }, content.slice(0, 80));
        t.deepEqual(dangers(answer.body.data.splash.content), { markup: '', away: [] });
    }
    const made = await make(admin, { content: `<p>Hello</p>${payloads[0]}` });
    t.is(made.content, '<p>Hello</p>');
});

test('hostile HTML in the database is sanitised when it is read [60]', async (t) => {
    const testApp = await createTestApp(t, { env: { RATE_ACTIONS: '0' } });
    const admin = await testApp.as('administrator');
    const { id } = await make(admin);
    for (const content of payloads) {
        await testApp.store.write((tx) => tx.update(splashes).set({ content }).where(eq(splashes.id, id)));
        const { splash } = (await shownTo(admin)).data;
        t.deepEqual(dangers(splash.content), { markup: '', away: [] }, content.slice(0, 80));
        const { items } = (await admin.get('/splash')).body.data;
        t.is(items[0].content, splash.content);
    }
});

test('allowed HTML is kept as it was written', async (t) => {
    const admin = await (await createTestApp(t)).as('administrator');
    const content =
        '<h2>News</h2><p>One<br />two <em>three</em> &amp; <code>four</code></p><ul><li>5 &lt; 6</li></ul>' +
        `<p><a href="/sages" title="All"${rel}>here</a>, <a href="mailto:us@good.example"${rel}>mail</a></p>`;
    t.is((await make(admin, { content })).content, content);
});
