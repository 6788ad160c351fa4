// A role sees only what it may: no page shows a link or a button to users whom its route refuses.
import test, { type ExecutionContext } from 'ava';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import { people } from '../access/askers.ts';
import { addressesFor, all, isFile, routeBehind, targetsIn, withoutPart } from '../access/shown.ts';
import { type Client, ask } from '../support/people/roles.ts';

/** Who has access at the route behind an address: users with one of these, or all. */
function scopeAt({ testApp: { server } }: Fixtures, address: string) {
    const route = routeBehind(server, address);
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
