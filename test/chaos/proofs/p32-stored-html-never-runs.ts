// P32: hostile HTML is in every text of a banner, past all checks of written texts. A real browser shows it, once with the
// policy of the page and once without: nothing runs, loads from elsewhere or leads away.
import type { Browser, Page } from 'playwright-core';
import { eq } from '../../../db/store/drizzle.ts';
import { createSplash, splashes } from '../../../db/sales/splashes.ts';
import { openBrowser } from '../../browser/fixtures.ts';
import { login } from '../../support/clients/client.ts';
import { payloads } from '../../support/fixtures/xss-payloads.ts';
import { type Installation, openInstallation, withoutQueue } from '../installation.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';

/** Other sites are nowhere: to ask for one is what counts. */
const alone = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
const wrappers: ((payload: string) => string)[] = [
    (payload) => payload,
    (payload) => `<p>Hello <b>you</b> ${payload}</p>`,
    (payload) => `<ul><li>${payload}<li>${payload}`,
    (payload) => `<!-- --><a href="https://good.example" title="${payload}">${payload}</a>`,
    (payload) => `</textarea></title></div>${payload}<blockquote>${payload.toUpperCase()}`
];

export const proof: Proof = {
    name: 'P32',
    promise: 'Stored HTML never runs, neither with the policy of the page nor without it.',
    rounds: { short: payloads.length, long: 300 },
    async run(trial) {
        await using installation = await openInstallation({ env: withoutQueue });
        await using browser = await openBrowser([alone]);
        await installation.start();
        return await showAll(installation, browser, trial);
    },
    sabotages: [
        without('taking out of HTML what runs', {
            file: 'plugins/surfaces/pages/parts/harmless.ts',
            find: 'sanitizeHtml(content, {',
            replace: '((written: string, _: object) => written)(content, {'
        }),
        without('escaping texts', {
            file: 'plugins/surfaces/pages/layout.ts',
            find: "text.replace(/[&<>\"'\\0]/g, (character) => escapes[character] ?? '');",
            replace: 'text.replace(/[&]/g, (character) => escapes[character] ?? "");'
        })
    ]
};

async function showAll({ url, withStore }: Installation, browser: Browser, { rounds, report }: Trial) {
    const { cookie } = await login(url);
    const texts = { title: 't', subtitle: '', content: '', ctaText: '', ctaLink: '', imageUrl: '' };
    const { id } = await withStore((store) =>
        store.write((tx) =>
            createSplash(tx, { ...texts, published: true }, { by: { name: 'proof' }, at: Date.now() })
        )
    );
    const visitors = [
        await openVisitor(browser, { url, cookie, bypassCSP: false }),
        await openVisitor(browser, { url, cookie, bypassCSP: true })
    ];
    await withStore(async (store) => {
        for (let round = 0; round < rounds; round += 1) {
            const payload = payloads[round % payloads.length] ?? '';
            const text =
                wrappers[Math.floor(round / payloads.length) % wrappers.length]?.(payload) ?? payload;
            const hostile = { title: text, subtitle: text, content: text, ctaText: text };
            await store.write((tx) => tx.update(splashes).set(hostile).where(eq(splashes.id, id)));
            await Promise.all(visitors.map((visitor) => visitor.visit(`${url}/settings/splash/${id}`)));
            report(round + 1, rounds);
        }
    });
    const sum = (what: keyof Seen) => visitors.reduce((all, { seen }) => all + seen[what], 0);
    return [
        { count: rounds, of: 'payloads' },
        { count: sum('previews'), of: 'times shown', atLeast: 2 * rounds },
        none('dialogs', sum('dialogs')),
        none('stopped by the policy alone', sum('refused')),
        none('requests to elsewhere', sum('elsewhere')),
        none('links that run', sum('links')),
        none('pages that led away', sum('away'))
    ];
}

interface Visiting {
    url: string;
    cookie: string;
    bypassCSP: boolean;
}

type Seen = Record<'previews' | 'dialogs' | 'refused' | 'elsewhere' | 'links' | 'away', number>;

/** A visitor who opens a page, and touches everything that is in it. */
async function openVisitor(browser: Browser, { url, cookie, bypassCSP }: Visiting) {
    const seen: Seen = { previews: 0, dialogs: 0, refused: 0, elsewhere: 0, links: 0, away: 0 };
    const context = await browser.newContext({ bypassCSP });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    page.on('dialog', (dialog) => {
        seen.dialogs += 1;
        void dialog.dismiss().catch(() => undefined);
    });
    page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) seen.refused += 1;
    });
    page.on('request', (request) => {
        if (!request.url().startsWith(`${url}/`)) seen.elsewhere += 1;
    });
    return {
        seen,
        async visit(path: string) {
            const looked = await look(page, path).catch(() => undefined);
            if (looked) {
                seen.previews += looked.previews;
                seen.links += looked.links;
            }
            if (!looked || page.url() !== path) seen.away += 1;
        }
    };
}

/** Touches all that the previews contain. Returns how many there are, and how many links lead to neither a page nor an email. */
const touchAll = `(async () => {
    const inside = Array.from(document.querySelectorAll('.preview, .preview *'));
    for (const element of inside)
        for (const name of ['mouseover', 'focus', 'click', 'toggle']) element.dispatchEvent(new Event(name));
    const known = ['http:', 'https:', 'mailto:', ':', '', undefined];
    const links = inside.filter(({ protocol }) => !known.includes(protocol)).length;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
    return { previews: document.querySelectorAll('.preview').length, links };
})()`;

async function look(page: Page, path: string) {
    await page.goto(path, { waitUntil: 'load', timeout: 5000 });
    return page.evaluate<{ previews: number; links: number }>(touchAll);
}
