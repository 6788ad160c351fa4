// While a secret is being rotated the one before is good too, and after that no more.
import test from 'ava';
import { issueReset } from '../../db/accounts/password-resets.ts';
import { askEmailChange } from '../../db/accounts/pending-changes.ts';
import { assertSharedSecrets } from '../../db/installation/installation.ts';
import { keysOf, type Secrets } from '../../db/installation/secrets.ts';
import { moveDeal } from '../../db/sales/deal-moves.ts';
import { inviteCandidate } from '../../db/screens/invitations.ts';
import { readMails } from '../../jobs/mail/text.ts';
import { issueJwt } from '../../plugins/surfaces/auth/jwt.ts';
import { nonceFor } from '../../plugins/surfaces/auth/nonces.ts';
import { proofOfWork } from '../../plugins/surfaces/human-check/index.ts';
import { renewLinks } from '../../db/installation/rotation.ts';
import { backendOf } from '../support/clients/backend.ts';
import { linkIn } from '../support/people/accounts.ts';
import { person, withActiveSage } from '../support/fixtures/council.ts';
import { solutionOf } from '../support/people/human-check.ts';
import { ask, secrets as before } from '../support/people/roles.ts';
import { salesFixturesIn } from '../support/fixtures/sales.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 15, 12);
const until = start + 30 * minute;

const now = { challenge: 'C', jwt: 'J', nonce: 'N', links: 'L', postgres: 'P' };
const drawn = Object.fromEntries(
    Object.entries(now).map(([name, letter]) => [name, letter.repeat(40)])
) as typeof now;
/** All of them were rotated just now, each with a period of half an hour. */
const secrets = {
    ...drawn,
    former: Object.fromEntries(Object.entries(before).map(([name, secret]) => [name, { secret, until }]))
};

test('a JWT signed with the old secret is valid until its period ends, also from the cache', async (t) => {
    const testApp = await createTestApp(t, { secrets });
    const author = await testApp.as('author');
    const backend = await backendOf(testApp, 'author');
    const { id } = (await backend.send('POST', '/context', { name: 'Our team', context: 'Eight people.' }))
        .body;
    const read = async (token: string) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await ask(testApp.server, { url: `/pl/context/${id}`, headers })).statusCode;
    };
    const old = issueJwt(before.jwt, author.actor, { ttl: 3600, at: start }).token;
    const fresh = issueJwt(secrets.jwt, author.actor, { ttl: 3600, at: start }).token;
    const foreign = issueJwt('x'.repeat(40), author.actor, { ttl: 3600, at: start }).token;
    t.deepEqual([await read(old), await read(fresh), await read(foreign)], [200, 200, 401]);
    testApp.pass(30 * minute - 1);
    t.is(await read(old), 200);
    testApp.pass(1);
    t.deepEqual([await read(old), await read(fresh)], [401, 200]);
});

test('a page opened before the rotation can write until the period ends, and its session stays', async (t) => {
    const testApp = await createTestApp(t, { secrets });
    const council = await testApp.as('councilAdmin');
    const tick = async (nonce: string) =>
        (
            await ask(testApp.server, {
                method: 'PATCH',
                url: '/rest/svc/v1/profile/first-steps',
                headers: { ...council.headers, 'content-type': 'application/json', 'x-svc-nonce': nonce },
                payload: JSON.stringify({ tour_done: true })
            })
        ).statusCode;
    const [old, fresh, foreign] = [before.nonce, secrets.nonce, 'x'.repeat(40)].map((secret) =>
        nonceFor(secret, 'svc_rest', council.actor, start)
    ) as [string, string, string];
    const allowed = await tick(fresh);
    t.not(allowed, 403);
    t.deepEqual([await tick(old), await tick(foreign)], [allowed, 403]);
    testApp.pass(30 * minute);
    t.deepEqual([await tick(old), await tick(fresh)], [403, allowed]);
    t.is((await council.get('/session')).statusCode, 200);
});

test('a human check that was under way passes until the period ends', async (t) => {
    const testApp = await createTestApp(t, { secrets });
    const old = proofOfWork({ ...testApp.app, secrets: before });
    const solved = () => {
        const { challenge, difficulty } = old.challenge('request_password_reset');
        return solutionOf(challenge, (begins) => begins >>> (32 - difficulty) === 0);
    };
    const check = proofOfWork(testApp.app);
    await t.notThrowsAsync(check.pass(solved(), 'request_password_reset'));
    testApp.pass(30 * minute);
    await t.throwsAsync(check.pass(solved(), 'request_password_reset'));
});

/** The link of the newest email of this kind, as its recipient opens it. */
async function linkMailed({ store, app: { config }, now: clock }: TestApp, kind: string) {
    const addresses = { baseUrl: config.baseUrl, restPath: config.paths.rest, links: secrets.links };
    const keys = keysOf(secrets, 'links')(clock());
    const { items } = await readMails(store.read, { ...addresses, keys });
    const mail = items.find((one) => one.kind === kind);
    if (!mail) throw new Error(`no mail is ${kind}`);
    return linkIn(mail);
}

const quiet = () => undefined;

test('a reminder contains the old link; after the period that link ends, and a new one works', async (t) => {
    const testApp = await createTestApp(t, { secrets });
    const { store } = testApp;
    const { council, sage } = await withActiveSage(testApp);
    const { screen } = (await council.send('POST', '/screens', { sage_id: sage.id, candidate: person(1) }))
        .body.data;
    const invitation = { secret: before.links, days: 14, at: start };
    const { token } = await store.write((tx) => inviteCandidate(tx, screen.id, invitation));
    const opened = async (path: string) => (await ask(testApp.server, { url: path })).statusCode;
    t.is(await opened(`/screen/${token}`), 200);
    t.is((await council.send('POST', `/screens/${screen.id}/remind`)).statusCode, 200);
    t.is((await linkMailed(testApp, 'screen_reminder')).pathname, `/screen/${token}`);
    testApp.pass(30 * minute);
    t.is(await renewLinks(store, secrets.links, quiet), 1);
    t.is(await opened(`/screen/${token}`), 404);
    const { pathname } = await linkMailed(testApp, 'screen_reminder');
    t.not(pathname, `/screen/${token}`);
    t.is(await opened(pathname), 200);
    t.is(await renewLinks(store, secrets.links, quiet), 0, 'nothing is left to be done');
});

test('links of accounts and offers use the old secret until they are created again', async (t) => {
    const testApp = await createTestApp(t, { secrets });
    const { store } = testApp;
    const fixtures = await salesFixturesIn(testApp);
    const { rep } = fixtures;
    const { id } = await fixtures.dealIn('ss_approved');
    const made = { secret: before.links, at: start, monthStart: 0 };
    await store.write(async (tx) => {
        await moveDeal(tx, id, 'send', { ...made, seller: rep.actor, by: { name: 'rep' } });
        await issueReset(tx, rep.user, made);
        await askEmailChange(tx, rep.user, 'new-address@example.test', made);
    });
    const kinds = ['deal_offer', 'password_reset', 'verify_email', 'email_change_notice'];
    const links = async () => {
        const found = [];
        for (const kind of kinds) found.push((await linkMailed(testApp, kind)).href);
        return found;
    };
    const opened = async (hrefs: readonly string[]) => {
        const statuses = [];
        for (const href of hrefs) {
            const { pathname, search } = new URL(href);
            const { statusCode, body } = await ask(testApp.server, { url: pathname + search });
            statuses.push(statusCode === 200 && !String(body).includes('invalid or has expired'));
        }
        return statuses;
    };
    const dealPage = async () =>
        String((await ask(testApp.server, { url: `/deals/${id}`, headers: rep.headers })).body);
    const old = await links();
    const [offer = ''] = old;
    t.deepEqual(await opened(old), [true, true, true, true]);
    t.true((await dealPage()).includes(offer));
    testApp.pass(30 * minute);
    t.false(
        (await dealPage()).includes(testApp.app.config.baseUrl + '/deal/'),
        'none that opens nothing is shown'
    );
    t.is(await renewLinks(store, secrets.links, quiet), 4);
    t.deepEqual(await opened(old), [false, false, false, false]);
    const renewed = await links();
    t.deepEqual(await opened(renewed), [true, true, true, true]);
    t.true((await dealPage()).includes(renewed[0] ?? ''));
});

test('nodes that accept the next secret start before and after it is in force, and others do not', async (t) => {
    const { store } = await createTestApp(t);
    const from = (own: typeof before, also: Partial<typeof before>) => ({
        ...own,
        former: Object.fromEntries(
            Object.entries(also).map(([name, secret]) => [name, { secret, until: Infinity }])
        )
    });
    const begin = (own: Secrets) => store.write((tx) => assertSharedSecrets(tx, own));
    const next = { ...before, jwt: drawn.jwt, links: drawn.links };
    const { jwt, links } = before;
    await begin(before);
    await begin(from(before, { jwt: next.jwt, links: next.links }));
    await begin(from(next, { jwt, links }));
    await begin(from(before, { jwt: next.jwt, links: next.links }));
    await t.throwsAsync(begin(from(next, { jwt })), { message: /differ from those of the other nodes/ });
    await begin(from(next, { jwt, links }));
    await begin(next);
    await t.throwsAsync(begin(before), { message: /differ from those of the other nodes/ });
});
