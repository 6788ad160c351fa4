// No body blocks other requests: on each route that reads one, by every caller with access.
import { gzipSync } from 'node:zlib';
import type { RequestAuth, RequestRoute } from '@hapi/hapi';
import test, { type ExecutionContext } from 'ava';
import { type About, actionOf, badgeOf, nonceOf, urlOf } from '../access/calls.ts';
import { toAsk } from '../access/asking.ts';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import { insider } from '../access/guards.ts';
import { mostBytesOf } from '../../plugins/surfaces/http/bodies/most-bytes.ts';
import { type Body, nastyForms, nastyJson, nastyParts } from '../support/clients/nasty-bodies.ts';
import { longestWait } from '../support/runs/stretches.ts';

/** Milliseconds. */
const bound = 50;

/** A stretch takes up to twice its time while other work fills the machine's caches: that passes, a slow body stays slow. */
const tries = 8;

interface Asked {
    key: string;
    route: RequestRoute;
    about: About;
    headers: Record<string, string>;
}

/** A request to this route that is right but for its body. */
async function askedOf(fixtures: Fixtures, route: RequestRoute): Promise<Asked> {
    const { key, about: make } = toAsk(route);
    const asker = insider(key);
    if (asker.by === 'session') await fixtures.login(asker.person);
    const owner = asker.by === 'session' ? fixtures.client(asker.person).user.id : fixtures.stranger.id;
    const about = await make(fixtures, owner);
    const nonce = nonceOf(fixtures, key, asker);
    const { cookie = '', ...badge } = badgeOf(fixtures, asker);
    const cookies = [cookie, about.cookie].filter(Boolean).join('; ');
    const name = actionOf(key);
    return {
        key,
        route,
        about: { ...about, form: { ...(name && { action: name, nonce: nonce ?? '' }), ...about.form } },
        headers: {
            accept: key.endsWith('/mcp') ? 'application/json, text/event-stream' : 'application/json',
            ...badge,
            ...(cookies && { cookie: cookies }),
            ...(nonce !== undefined && !name && { 'x-svc-nonce': nonce })
        }
    };
}

const kinds = {
    'application/json': (limit: number, { json }: About) => nastyJson(limit, json ?? {}),
    'application/x-www-form-urlencoded': (limit: number, { form }: About) => nastyForms(limit, form ?? {}),
    'multipart/form-data': (limit: number, { form }: About) => nastyParts(limit, form ?? {})
};

const mayDoMost = { credentials: { scope: ['tool:*'] } } as unknown as RequestAuth;

function bodiesFor({ route, about }: Asked): Body[] {
    const { allow = [] } = route.settings.payload ?? {};
    return [allow].flat().flatMap((type) => {
        const most = mostBytesOf({ route, auth: mayDoMost, headers: { 'content-type': type } });
        return kinds[type as keyof typeof kinds](most, about);
    });
}

/** How long others wait for what this body causes, and its status. What is slow is asked again: it is slow each time. */
async function waitFor({ testApp: { server } }: Fixtures, { key, route, about, headers }: Asked, body: Body) {
    const method = (route.method as string).toUpperCase();
    const packs = route.settings.payload?.parse === 'gunzip';
    const payload = packs ? gzipSync(body.text) : Buffer.from(body.text);
    const sent = { ...headers, 'content-type': body.type, ...(packs && { 'content-encoding': 'gzip' }) };
    let longest = Infinity;
    let status = 0;
    for (let time = 0; time < tries && longest > bound; time += 1) {
        const wait = await longestWait(async () => {
            ({ statusCode: status } = await server.inject({
                method,
                url: urlOf(key, about),
                headers: sent,
                payload
            }));
        });
        longest = Math.min(longest, wait);
    }
    return { longest, status };
}

async function assertShort(t: ExecutionContext, fixtures: Fixtures, routes: readonly RequestRoute[]) {
    let worst = { longest: 0, what: '' };
    const slow: string[] = [];
    for (const route of routes) {
        const asked = await askedOf(fixtures, route);
        for (const body of bodiesFor(asked)) {
            const { longest, status } = await waitFor(fixtures, asked, body);
            const what = `${asked.key}: ${body.name} (${status})`;
            if (longest >= bound || status >= 500) slow.push(`${longest.toFixed(0)} ms, ${what}`);
            if (longest > worst.longest) worst = { longest, what };
        }
    }
    t.deepEqual(slow, []);
    t.log(`${routes.length} routes, at most ${worst.longest.toFixed(0)} ms: ${worst.what}`);
}

const shares = 6;

for (let share = 0; share < shares; share += 1)
    test.serial(
        `no body holds others up for 50 ms, whatever is in it: share ${share + 1} of the routes`,
        async (t) => {
            const fixtures = await createFixtures(t);
            const { server } = fixtures.testApp;
            const reading = server
                .table()
                .filter(({ settings, path }) => settings.payload?.allow && path !== '/setup/{key}')
                .toSorted((a, b) => (a.path < b.path ? -1 : 1));
            t.true(reading.length > 100);
            await assertShort(
                t,
                fixtures,
                reading.filter((_, at) => at % shares === share)
            );
        }
    );
