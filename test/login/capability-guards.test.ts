// What stops even those whom a route lets in: each flaw alone, and then the very same call without it.
import test, { type ExecutionContext } from 'ava';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import { actionOf, badgeOf, call, type Entry, isWrite, nonceOf } from '../access/calls.ts';
import {
    demotion,
    flawsOf,
    insider,
    isBySession,
    noncesFor,
    wrongWays,
    wrongWhen
} from '../access/guards.ts';
import { narrowed, tables } from '../access/routes/index.ts';
import type { Asker, Whose } from '../access/rules.ts';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import { secrets } from '../support/people/roles.ts';

type Named = readonly [key: string, entry: Entry];

const aboutFor = async (fixtures: Fixtures, [, { about }]: Named, asker: Asker, whose: Whose = 'own') => {
    const isOwn = whose === 'own' && 'person' in asker;
    return (
        (await about?.(fixtures, isOwn ? fixtures.client(asker.person).user.id : fixtures.stranger.id)) ?? {}
    );
};

/** Refused for each flaw, and nothing is written; without a flaw the very same call succeeds. */
async function assertFlawsStop(t: ExecutionContext, fixtures: Fixtures, named: Named) {
    const [key, entry] = named;
    const asker = insider(entry);
    const right = await aboutFor(fixtures, named, asker);
    for (const flaw of flawsOf(fixtures, key, entry, asker))
        t.deepEqual(await wrongWhen(fixtures, { key, asker, right }, flaw), [], key);
    if (entry.onlyFirst) return;
    const good = { badge: badgeOf(fixtures, asker), nonce: nonceOf(fixtures, key, asker) };
    t.is((await call(fixtures, key, right, good)).statusCode, entry.done ?? 200, `${key}: without a flaw`);
    if (entry.endsSession && 'person' in asker) await fixtures.login(asker.person);
}

for (const [name, table] of Object.entries(tables))
    test(`${name}: another site, a wrong nonce and a disabled user are stopped [P29]`, async (t) => {
        const fixtures = await createFixtures(t);
        for (const named of Object.entries(table)) await assertFlawsStop(t, fixtures, named);
    });

/** Whoever lost a role in the middle of their session is told what its other holders are told. */
async function assertDemoted(t: ExecutionContext, fixtures: Fixtures, named: Named) {
    const [key, entry] = named;
    for (const whose of entry.rule.foreign ? (['own', 'foreign'] as const) : (['own'] as const)) {
        const asker = insider(entry, whose);
        const flaw = demotion(entry, asker, whose);
        const right = flaw && (await aboutFor(fixtures, named, asker, whose));
        if (flaw) t.deepEqual(await wrongWhen(fixtures, { key, asker, right }, flaw), [], `${key}: ${whose}`);
    }
}

const builds = Object.entries(narrowed).map(([name, { env, table }]) => ({ name, env, table }));
for (const { name, env, table } of [
    ...Object.entries(tables).map(([name, table]) => ({ name, env: {}, table })),
    ...builds
])
    test(`${name}: a right that is taken away is gone with the next request [P29]`, async (t) => {
        const fixtures = await createFixtures(t, { env });
        for (const named of Object.entries(table)) await assertDemoted(t, fixtures, named);
        t.pass('where everybody may, nothing can be taken away');
    });

test('every write of a session takes the nonces that are named for it [P29]', async (t) => {
    const fixtures = await createFixtures(t);
    for (const named of Object.values(tables).flatMap((table) => Object.entries(table))) {
        const [key, entry] = named;
        const asker = insider(entry);
        if (!isWrite(key) || !isBySession(entry) || !('person' in asker)) continue;
        for (const name of noncesFor(key)) {
            const { actor } = fixtures.client(asker.person);
            const nonce = nonceFor(secrets.nonce, name, actor, fixtures.testApp.now());
            const right = await aboutFor(fixtures, named, asker);
            const answer = await call(fixtures, key, right, { badge: badgeOf(fixtures, asker), nonce });
            t.is(answer.statusCode, entry.done ?? 200, `${key} with ${name}`);
            if (entry.endsSession) await fixtures.login(asker.person);
        }
    }
});

test('an action is there by POST at the one address of all and at its own, and nowhere else [29]', async (t) => {
    const fixtures = await createFixtures(t);
    for (const key of Object.values(tables).flatMap((table) => Object.keys(table))) {
        const name = actionOf(key);
        if (name === undefined) continue;
        const { byGet, byGetAtItsOwn, inside } = await wrongWays(fixtures, name);
        t.deepEqual([byGet.statusCode, byGet.body.data.message], [400, 'Unknown action.'], name);
        t.deepEqual([byGetAtItsOwn.statusCode, inside.statusCode], [404, 404], name);
    }
});
