// What stops even callers with access: each flaw alone, and then the very same call without it.
import test, { type ExecutionContext } from 'ava';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import type { Asker } from '../access/askers.ts';
import { type Asked, askedOf, atEachAddress } from '../access/asking.ts';
import { actionOf, badgeOf, call, isWrite, nonceOf } from '../access/calls.ts';
import { createFixtures, type Fixtures } from '../access/fixtures.ts';
import {
    demotion,
    flawsOf,
    insider,
    isBySession,
    noncesFor,
    wrongWays,
    wrongWhen
} from '../access/guards.ts';
import { type Setting, statusOf } from '../access/matrix.ts';
import { secrets } from '../support/people/roles.ts';
import '../support/runs/turns.ts';

const everyRoute = ({ testApp: { server } }: Fixtures) => askedOf(server).flatMap(atEachAddress);

const shares = 6;

function eachShare(
    title: string,
    run: (t: ExecutionContext, isOfShare: (place: number) => boolean) => Promise<void>
) {
    for (let share = 0; share < shares; share += 1)
        test(`share ${share + 1} of the routes: ${title} [P29]`, (t) =>
            run(t, (place) => place % shares === share));
}

function aboutFor({ about }: Asked, fixtures: Fixtures, asker: Asker, setting: Setting = 'own') {
    const isOwn = setting.endsWith('own') && 'person' in asker;
    return about(fixtures, isOwn ? fixtures.client(asker.person).user.id : fixtures.stranger.id);
}

/** Refused for each flaw, and nothing is written; without a flaw the very same call succeeds. */
async function assertFlawsStop(t: ExecutionContext, fixtures: Fixtures, asked: Asked) {
    const { key, endsSession } = asked;
    const asker = insider(key);
    const right = await aboutFor(asked, fixtures, asker);
    for (const flaw of flawsOf(fixtures, key, asker))
        t.deepEqual(await wrongWhen(fixtures, { key, asker, right }, flaw), [], key);
    const good = { badge: badgeOf(fixtures, asker), nonce: nonceOf(fixtures, key, asker) };
    t.is(
        (await call(fixtures, key, right, good)).statusCode,
        Number.parseInt(statusOf(key, asker)),
        `${key}: without a flaw`
    );
    if (endsSession && 'person' in asker) await fixtures.login(asker.person);
}

eachShare('another site, a wrong nonce and a disabled user are stopped', async (t, isOfShare) => {
    const fixtures = await createFixtures(t);
    for (const asked of everyRoute(fixtures).filter((_, place) => isOfShare(place)))
        await assertFlawsStop(t, fixtures, asked);
});

/** A user who lost a role in the middle of their session gets what users without it get. */
async function assertDemoted(t: ExecutionContext, fixtures: Fixtures, asked: Asked, setting: Setting) {
    const { key } = asked;
    const asker = insider(key, setting);
    const flaw = demotion(key, asker, setting);
    const right = flaw && (await aboutFor(asked, fixtures, asker, setting));
    if (flaw) t.deepEqual(await wrongWhen(fixtures, { key, asker, right }, flaw), [], `${key}: ${setting}`);
}

eachShare('a right that is taken away is gone with the next request', async (t, isOfShare) => {
    const fixtures = await createFixtures(t);
    const narrow = await createFixtures(t, { env: { SAGE_ACCESS: 'owner' } });
    for (const asked of everyRoute(fixtures).filter((_, place) => isOfShare(place))) {
        await assertDemoted(t, fixtures, asked, 'own');
        if (!asked.isOwned) continue;
        await assertDemoted(t, fixtures, asked, '');
        await assertDemoted(t, narrow, asked, 'owner');
        await assertDemoted(t, narrow, asked, 'owner, own');
    }
    t.pass('where everybody may, nothing can be taken away');
});

test('every write of a session takes the nonces that are named for it [P29]', async (t) => {
    const fixtures = await createFixtures(t);
    for (const asked of everyRoute(fixtures)) {
        const { key, endsSession } = asked;
        const asker = insider(key);
        if (!isWrite(key) || !isBySession(key, asker) || !('person' in asker)) continue;
        for (const name of noncesFor(key)) {
            const { actor } = fixtures.client(asker.person);
            const nonce = nonceFor(secrets.nonce, name, actor, fixtures.testApp.now());
            const right = await aboutFor(asked, fixtures, asker);
            const answer = await call(fixtures, key, right, { badge: badgeOf(fixtures, asker), nonce });
            t.is(answer.statusCode, Number.parseInt(statusOf(key, asker)), `${key} with ${name}`);
            if (endsSession) await fixtures.login(asker.person);
        }
    }
});

test('an action exists only by POST at the common address and at its own [29]', async (t) => {
    const fixtures = await createFixtures(t);
    for (const { key } of askedOf(fixtures.testApp.server)) {
        const name = actionOf(key);
        if (name === undefined) continue;
        const { byGet, byGetAtItsOwn, inside } = await wrongWays(fixtures, name);
        t.deepEqual([byGet.statusCode, byGet.body.data.message], [400, 'Unknown action.'], name);
        t.deepEqual([byGetAtItsOwn.statusCode, inside.statusCode], [404, 404], name);
    }
});
