// A role sees only what it may: no page shows a link or a button to anybody whom its route refuses.
import test, { type ExecutionContext } from 'ava';
import { urlOf } from '../access/calls.ts';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import { tables } from '../access/routes/index.ts';
import { people } from '../access/rules.ts';
import { type Client, ask } from '../support/people/roles.ts';

const entries = Object.values(tables).flatMap((table) => Object.entries(table));
const pages = entries.filter(
    ([key, { rule }]) => key.startsWith('get /') && ['page', 'anyone'].includes(rule.by)
);
const isFile = (url: string) => url.startsWith('/public/') || url.startsWith('/openapi');

/** The address of each page, about something of one's own and of somebody else's. */
async function addressesFor(fixtures: Fixtures, { user }: Client) {
    const found: string[] = [];
    for (const [key, { about }] of pages)
        for (const owner of about ? [user.id, fixtures.stranger.id] : [user.id])
            found.push(urlOf(key, (await about?.(fixtures, owner)) ?? {}));
    return found.filter((url) => !isFile(url));
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
const all = (body: string, pattern: RegExp) =>
    Array.from(body.matchAll(pattern), ([, one = '']) => unescaped(one));
const withoutPart = (url: string) => url.replace(/#.*/, '');

/** The buttons of a page: the address that each posts to, as the browser sends it. */
const targetsIn = (body: string) =>
    all(body, /<form[^>]* method="post"[^>]* action="([^"]+)"|<form method="post" action="([^"]+)"/g).concat(
        all(body, /formaction="([^"]+)"/g)
    );

/** Who gets in at the route behind an address: those who hold one of these, or anybody. */
function scopeAt({ testApp: { server } }: Fixtures, address: string) {
    const url = new URL(address, 'http://internal');
    const action = url.searchParams.get('action');
    const meant = url.searchParams.get('_method');
    const method = meant === 'PATCH' ? 'patch' : meant === 'PUT' ? 'put' : 'post';
    const route = server.match(method, action ? `/_actions/${action}` : url.pathname);
    const { access } = (route?.settings.auth ?? {}) as { access?: { scope?: { selection?: string[] } }[] };
    return { isThere: route !== null, scope: access?.flatMap(({ scope }) => scope?.selection ?? []) ?? [] };
}

async function walk(t: ExecutionContext, fixtures: Fixtures, client: Client) {
    const get = (url: string) =>
        ask(fixtures.testApp.server, { url, headers: { cookie: client.headers.cookie } });
    const seen = new Map<string, number>();
    const open = async (url: string) => {
        const known = seen.get(url);
        if (known !== undefined) return known;
        const { statusCode } = await get(url);
        seen.set(url, statusCode);
        return statusCode;
    };
    let shown = 0;
    for (const address of await addressesFor(fixtures, client)) {
        const { statusCode, headers, body } = await get(address);
        if (statusCode !== 200 || !String(headers['content-type']).startsWith('text/html')) continue;
        shown += 1;
        for (const link of all(String(body), /<a [^>]*href="(\/[^"]*)"/g).map(withoutPart)) {
            if (isFile(link) || link === '') continue;
            t.true([200, 303].includes(await open(link)), `${address} links to ${link}: ${await open(link)}`);
        }
        for (const target of new Set(targetsIn(String(body)))) {
            const { isThere, scope } = scopeAt(fixtures, target);
            t.true(isThere, `${address} posts to ${target}, which is nowhere`);
            const isLetIn =
                scope.length === 0 ||
                scope.some((one) => client.actor.capabilities.some((held) => held === one));
            t.true(isLetIn, `${address} has a button for ${target}, which takes ${scope.join(', ')}`);
        }
    }
    return shown;
}

for (const person of people)
    test(`no page shows to a ${person} a link or a button that its route refuses them`, async (t) => {
        const fixtures = await createFixtures(t);
        t.true((await walk(t, fixtures, fixtures.client(person))) > 4);
    });
