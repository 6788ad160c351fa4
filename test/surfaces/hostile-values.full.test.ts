// A request that is right but for one thing: whatever that is, and whichever route is asked, the server does not fail and tells
// nothing of its inside.
import type { RequestRoute } from '@hapi/hapi';
import type { Schema } from 'joi';
import test from 'ava';
import fc from 'fast-check';
import { toAsk } from '../access/asking.ts';
import type { Asker } from '../access/askers.ts';
import { type About, badgeOf, type Call, call, isWrite, nonceOf } from '../access/calls.ts';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import { insider } from '../access/guards.ts';
import { hostile } from '../support/clients/hostile-values.ts';
import { casesOr } from '../support/runs/size.ts';

type Fields = Record<string, unknown>;

const asText = (value: unknown) =>
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const ofAll = (fields: Fields, change: (value: unknown) => string) =>
    Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, change(value)]]
        )
    );

/** One field is another, missing or new. */
const spoiled = fc
    .tuple(
        fc.nat(),
        fc.option(fc.constantFrom('x', '__proto__', 'constructor', 'a[b]', '', '\0', 'action', 'id'), {
            freq: 2
        }),
        fc.option(hostile, { freq: 6, nil: undefined })
    )
    .map(([at, other, value]) => (fields: Fields): Fields => {
        const names = Object.keys(fields);
        const name = other ?? names[at % Math.max(1, names.length)] ?? 'x';
        return Object.fromEntries([...Object.entries(fields), [name, value]]);
    });

/** The text of a body that is cut off, has something odd in it, or is nothing like one. */
const garbled = fc
    .tuple(
        fc.nat(),
        fc.constantFrom('', '\0', '"', '{', '&', '%', '\\u0000', '%00', '\r\n', '\ufeff'),
        fc.constantFrom(
            undefined,
            '',
            'null',
            '[]',
            '1',
            '{',
            '[{}]',
            '{"__proto__":{"a":1}}',
            'a=1&a=2',
            '%',
            `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
            Array.from({ length: 3000 }, (_, n) => `f${n}=1`).join('&')
        )
    )
    .map(([at, odd, other]) => (text: string) => {
        const place = at % (text.length + 1);
        return other ?? text.slice(0, place) + (odd && odd + text.slice(place));
    });

const headers = fc
    .constantFrom<[name: string, values: string[]]>(
        ['accept', ['text/html;q=', 'a/b;q=9,,;', 'application/json, text/html;q=0.5', '"']],
        ['content-type', ['text/plain', 'application/json', 'multipart/form-data; boundary=b', 'x']],
        ['cookie', ['svc_session=x', 'a=b=c; __proto__=1; =; ;', 'svc_flash=e30', `x=${'y'.repeat(4000)}`]],
        ['if-match', ['*', '"1"', 'W/"1"', '1', '"', 'x'.repeat(2000)]],
        ['if-none-match', ['*', '""', '"a", "b"', '\\']],
        ['x-forwarded-for', ['1.2.3.4', ',,,', '1.1.1.1,'.repeat(200), '::ffff:1.2.3.4', '[::1]:99']],
        ['accept-language', ['de', 'xx-YY;q=0.1, *', ';;;', 'a'.repeat(2000)]],
        ['accept-encoding', ['gzip', 'br;q=2', 'identity;q=0', '*']],
        ['content-encoding', ['gzip', 'deflate', 'br', 'x']],
        ['range', ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x']],
        ['origin', ['null', 'https://evil.example', 'x']],
        ['user-agent', ['{"level":60}', 'a'.repeat(3000)]]
    )
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value })));

/** What is wrong with a request: its body, a part of its path, its query, its headers, its method or who sends it. */
const wrong = fc.record({
    where: fc.constantFrom('body', 'body', 'text', 'path', 'segment', 'query', 'headers', 'method', 'sender'),
    segment: fc.constantFrom('..', '.', '', '%', '%00', '%2f', 'a//b', 'a/../b', '%e0%80', ';', '1?', '#'),
    method: fc.constantFrom('get', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'propfind'),
    isNobody: fc.boolean(),
    spoil: spoiled,
    garble: garbled,
    headers
});
type Wrong = typeof wrong extends fc.Arbitrary<infer T> ? T : never;

function spoilt(route: RequestRoute, about: About, { where, spoil, garble }: Wrong): About {
    const { form, json, params = {} } = about;
    if (where === 'path') return { ...about, params: ofAll(spoil(params), asText) };
    if (where === 'query') {
        const schema = route.settings.validate?.query as Schema | undefined;
        const names = Object.keys((schema?.describe?.() as { keys?: object })?.keys ?? {});
        const given = spoil(Object.fromEntries(names.map((name) => [name, ''])));
        const sent = Object.entries(given).filter(([, value]) => value !== '');
        const query = new URLSearchParams(ofAll(Object.fromEntries(sent), asText)).toString();
        return { ...about, query: `?${query}` };
    }
    if (where === 'text') return { ...about, text: garble(JSON.stringify(json ?? form ?? { a: 1 })) };
    if (where !== 'body') return about;
    return form
        ? { ...about, form: ofAll(spoil({ ...form }), asText) }
        : { ...about, json: spoil({ ...json }) };
}

/** The route that is asked: another one where its path or its method is wrong. */
function askedFor(key: string, { where, segment, method }: Wrong) {
    if (where === 'segment') return key.replace(/\{\w+\*?\}|(?<=\/)[^/]*$/, () => segment);
    return where === 'method' ? key.replace(/^\S+/, method) : key;
}

/** Who sends it: nobody, or one without a right nonce, where that is wrong. */
function sentBy(fixtures: Fixtures, key: string, asker: Asker, { where, isNobody }: Wrong): Call {
    const badge = badgeOf(fixtures, asker);
    if (where !== 'sender') return { badge, nonce: nonceOf(fixtures, key, asker) };
    return isNobody ? { badge: {} } : { badge, nonce: 'x' };
}

type Answer = Awaited<ReturnType<typeof call>>;

const inside =
    /\bat [^\n]{0,200}\.[jt]s:\d+|node_modules|SQLITE_[A-Z]|better-sqlite3|drizzle|\bselect "[^"]+"\.|\binsert into "|ENOENT|EACCES/;

/** Where the contract has a 500 or the server says that a part of it is down. */
const mayFail = (key: string, statusCode: number, body: string) =>
    (statusCode === 500 && key.endsWith('/write_storage_object') && body.includes('NoSuchBucket')) ||
    (statusCode === 500 && key.endsWith('/cms_get_page') && body.includes('"detail":"not found"')) ||
    (statusCode === 503 && key.endsWith('/readyz'));

/** What was sent may come back, as the text of a field. */
function faultOf(
    key: string,
    sent: string,
    { statusCode, headers, body }: Answer,
    secrets: readonly string[]
) {
    const text = JSON.stringify(body);
    if (statusCode >= 500 && !mayFail(key, statusCode, text)) return 'failed';
    const told =
        inside.exec(text)?.[0] ?? secrets.find((one) => (text + JSON.stringify(headers)).includes(one));
    return told !== undefined && !sent.includes(told) ? `tells ${told}` : undefined;
}

/** Who asks, with a request that is right. */
async function rightOf(fixtures: Fixtures, route: RequestRoute) {
    const { key, about, endsSession = false } = toAsk(route);
    const asker = insider(key);
    const owner = 'person' in asker ? fixtures.client(asker.person).user.id : fixtures.stranger.id;
    return { key, asker, endsSession, right: await about(fixtures, owner) };
}

async function faultsOf(fixtures: Fixtures, route: RequestRoute, drawn: readonly Wrong[]) {
    const { key, asker, endsSession, right } = await rightOf(fixtures, route);
    const { authorization = '', 'x-service-token': token = '' } = badgeOf(fixtures, asker);
    const badges = [authorization.slice('Bearer '.length), token].filter(Boolean);
    const secrets = key.includes('/settings') ? badges : [fixtures.testApp.folder, ...badges];
    const faults: string[] = [];
    let accepted = 0;
    for (const one of isWrite(key) ? drawn : drawn.filter(({ where }) => where !== 'text')) {
        const about = spoilt(route, right, one);
        const answer = await call(fixtures, askedFor(key, one), about, {
            ...sentBy(fixtures, key, asker, one),
            ...(one.where === 'headers' && { headers: one.headers })
        });
        const sent = JSON.stringify(about);
        const fault = faultOf(key, sent, answer, secrets);
        if (fault) faults.push(`${key} ${fault}: ${answer.statusCode} ${sent.slice(0, 300)}`);
        if (answer.statusCode < 300) accepted += 1;
        if (endsSession && 'person' in asker) await fixtures.login(asker.person);
    }
    return { faults, accepted };
}

const shares = 4;
const cases = casesOr(12);
const first = Number(process.env['SEED'] ?? 0);

for (let share = 0; share < shares; share += 1)
    test(`whatever is wrong with a request, no route fails or tells: share ${share + 1} [P27]`, async (t) => {
        const fixtures = await createFixtures(t);
        const routes = fixtures.testApp.server.table().filter((_, at) => at % shares === share);
        let accepted = 0;
        for (const [at, route] of routes.entries()) {
            const some = fc.sample(wrong, { seed: first + share * 1000 + at, numRuns: cases });
            const found = await faultsOf(fixtures, route, some);
            t.deepEqual(found.faults, []);
            accepted += found.accepted;
        }
        t.true(accepted > (routes.length * cases) / 20, `${accepted} accepted`);
    });
