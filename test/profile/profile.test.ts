// The JSON routes about oneself: profile, first steps, sessions; and everybody's picture.
import test from 'ava';
import { hashPassword } from '../../db/accounts/passwords.ts';
import { changeUser } from '../../db/accounts/users.ts';
import { failure, isLoggedIn, updateProfile } from '../support/accounts.ts';
import { ask, type Client, parts } from '../support/cast.ts';
import { createWorld, type World } from '../support/world.ts';

const day = 24 * 60 * 60_000;
const sessionsOf = async (client: Client) => (await client.get('/sessions')).body.data.items;
const picture = ({ server }: World, id: number | string, headers = {}) =>
    ask(server, { url: `/avatars/${id}`, headers });

test('GET /profile answers the own profile, for every role, and nothing that is secret', async (t) => {
    const world = await createWorld(t);
    for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
        const client = await world.as(part);
        const { statusCode, body } = await client.get('/profile');
        t.is(statusCode, 200);
        t.deepEqual(body, {
            success: true,
            data: {
                user: {
                    id: client.user.id,
                    login: part,
                    email: `${part}@example.test`,
                    first_name: '',
                    last_name: '',
                    display_name: part,
                    bio: '',
                    phone: '',
                    linkedin: '',
                    whatsapp: '',
                    candidate_message: '',
                    avatar_type: 'default',
                    avatar_url: `/avatars/${client.user.id}`,
                    tour_done: false,
                    checklist: []
                }
            }
        });
    }
});

test('whoever is not logged in sees no profile, no sessions and no picture [33]', async (t) => {
    const world = await createWorld(t);
    const { user } = await world.as('author');
    for (const path of ['/profile', '/sessions']) {
        const { statusCode, body, headers } = await ask(world.server, { url: `/rest/svc/v1${path}` });
        t.is(statusCode, 401);
        t.deepEqual(body, failure('Please log in.'));
        t.is(headers['x-svc-error'], 'not_logged_in');
    }
    t.is((await picture(world, user.id)).statusCode, 401);
});

test('PATCH /profile/first-steps remembers the tour and the checklist, each alone', async (t) => {
    const world = await createWorld(t);
    const author = await world.as('author');
    const patch = async (body: object) => {
        const { tour_done, checklist } = (await author.send('PATCH', '/profile/first-steps', body)).body.data
            .user;
        return { tour_done, checklist };
    };
    t.deepEqual(await patch({ tour_done: true }), { tour_done: true, checklist: [] });
    t.deepEqual(await patch({ checklist: ['a', 'b'] }), { tour_done: true, checklist: ['a', 'b'] });
    t.deepEqual(await patch({ checklist: [], tour_done: false }), { tour_done: false, checklist: [] });
    const other = await world.as('otherAuthor');
    t.like((await other.get('/profile')).body.data.user, { tour_done: false, checklist: [] });
});

test('PATCH /profile/first-steps refuses what it does not know, and names it', async (t) => {
    const author = await (await createWorld(t)).as('author');
    const refused: [object, string | undefined][] = [
        [{}, undefined],
        [{ bio: 'x' }, 'bio'],
        [{ tour_done: 'true' }, 'tour_done'],
        [{ tour_done: 1 }, 'tour_done'],
        [{ checklist: 'a' }, 'checklist'],
        [{ checklist: ['a', 'a'] }, 'checklist.1'],
        [{ checklist: [''] }, 'checklist.0'],
        [{ checklist: ['x'.repeat(65)] }, 'checklist.0'],
        [{ checklist: Array.from({ length: 65 }, (_, i) => `${i}`) }, 'checklist']
    ];
    for (const [body, field] of refused) {
        const { statusCode, headers } = await author.send('PATCH', '/profile/first-steps', body);
        t.is(statusCode, 400, JSON.stringify(body));
        t.is(headers['x-svc-error'], 'invalid_field');
        t.is(headers['x-svc-field'], field);
    }
    t.like((await author.get('/profile')).body.data.user, { tour_done: false, checklist: [] });
});

test('a write without X-Svc-Nonce, or with the nonce of the actions, changes nothing', async (t) => {
    const world = await createWorld(t);
    const author = await world.as('author');
    const { svc_frontend_nonce: other = '' } = author.nonces();
    for (const nonce of [undefined, '', other]) {
        const { statusCode, body } = await ask(world.server, {
            method: 'PATCH',
            url: '/rest/svc/v1/profile/first-steps',
            headers: {
                ...author.headers,
                'content-type': 'application/json',
                ...(nonce !== undefined && { 'x-svc-nonce': nonce })
            },
            payload: '{"tour_done":true}'
        });
        t.is(statusCode, 403);
        t.deepEqual(body, failure('Security check failed.'));
    }
    t.false((await author.get('/profile')).body.data.user.tour_done);
});

test('the sessions of a user are listed, the newest first, and the one that asks is marked; none can be used by its name', async (t) => {
    const world = await createWorld(t);
    const first = await world.as('author');
    world.pass(1000);
    const second = await world.as('author');
    await world.as('otherAuthor');
    const items = await sessionsOf(first);
    t.deepEqual(
        items.map(({ current }: { current: boolean }) => current),
        [false, true]
    );
    t.deepEqual(items[1], {
        id: first.actor.session.slice(0, 16),
        agent: '',
        created_at: new Date(world.now() - 1000).toISOString(),
        expires_at: new Date(world.now() - 1000 + 14 * day).toISOString(),
        current: true
    });
    t.is(items[0].id, second.actor.session.slice(0, 16));
    t.false(JSON.stringify(items).includes(first.cookie));
    const named = await ask(world.server, {
        url: '/rest/svc/v1/session',
        headers: { cookie: `svc_session=${items[0].id}` }
    });
    t.is(named.statusCode, 401);
});

test('a session that has ended is not listed', async (t) => {
    const world = await createWorld(t);
    await world.as('author');
    world.pass(14 * day);
    t.is((await sessionsOf(await world.as('author'))).length, 1);
});

test('the browser that opened a session is told, as text of at most 200 characters', async (t) => {
    const world = await createWorld(t);
    const author = await world.as('author');
    const password = 'correct horse battery';
    const passwordHash = await hashPassword(password);
    await world.store.write((tx) => changeUser(tx, 'author', { passwordHash }));
    const agent = `<b>Browser</b> ${'x'.repeat(500)}`;
    await ask(world.server, {
        method: 'POST',
        url: '/rest/svc/v1/login',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        payload: JSON.stringify({ login: 'author', password })
    });
    const agents = (await sessionsOf(author)).map((one: { agent: string }) => one.agent);
    t.deepEqual(agents.toSorted(), ['', agent.slice(0, 200)]);
});

test('a revoked session ends at once, and only that one', async (t) => {
    const world = await createWorld(t);
    const [here, there, third] = [
        await world.as('author'),
        await world.as('author'),
        await world.as('author')
    ];
    const name = there.actor.session.slice(0, 16);
    const { statusCode, body } = await here.send('POST', `/sessions/${name}/revoke`);
    t.is(statusCode, 200);
    t.deepEqual(body, { success: true, data: { message: 'That session is ended.' } });
    t.false(await isLoggedIn(there));
    t.true(await isLoggedIn(here));
    t.true(await isLoggedIn(third));
    t.is((await here.send('POST', `/sessions/${name}/revoke`)).statusCode, 404, 'it is gone');
});

test('nobody revokes the session of somebody else, also not an administrator', async (t) => {
    const world = await createWorld(t);
    const author = await world.as('author');
    for (const part of ['otherAuthor', 'administrator'] as const) {
        const client = await world.as(part);
        const path = `/sessions/${author.actor.session.slice(0, 16)}/revoke`;
        const { statusCode, body, headers } = await client.send('POST', path);
        t.is(statusCode, 404);
        t.deepEqual(body, failure('Session not found.'));
        t.is(headers['x-svc-error'], 'not_found');
    }
    t.true(await isLoggedIn(author));
});

test('a session is named by sixteen hex characters and nothing else', async (t) => {
    const author = await (await createWorld(t)).as('author');
    for (const name of [
        'x'.repeat(16),
        author.actor.session,
        author.actor.session.slice(0, 15),
        '%25'.repeat(16),
        `${'0'.repeat(15)}'`
    ]) {
        const { statusCode } = await author.send('POST', `/sessions/${name}/revoke`);
        t.true([400, 404].includes(statusCode), `${name} ${statusCode}`);
    }
    t.true(await isLoggedIn(author));
});

test('whoever revokes the own session is logged out', async (t) => {
    const author = await (await createWorld(t)).as('author');
    t.is(
        (await author.send('POST', `/sessions/${author.actor.session.slice(0, 16)}/revoke`)).statusCode,
        200
    );
    t.false(await isLoggedIn(author));
});

test('without a picture the initials are shown: of the first and the last word, in a colour of the name', async (t) => {
    const world = await createWorld(t);
    const author = await world.as('author');
    const shown = async (display_name: string) => {
        await updateProfile(world, author, { display_name });
        const { statusCode, headers, body } = await picture(world, author.user.id, author.headers);
        t.is(statusCode, 200);
        t.is(headers['content-type'], 'image/svg+xml');
        t.is(headers['x-content-type-options'], 'nosniff');
        t.regex(String(headers['content-security-policy']), /^default-src 'none'/);
        return /<text[^>]*>([^<]*)<\/text>/.exec(body)?.[1];
    };
    t.is(await shown('Ada Byron King Lovelace'), 'AL');
    t.is(await shown('ada'), 'A');
    t.is(await shown('  élodie  ärmel '), 'ÉÄ');
    t.is(await shown('7 of 9'), '79');
    t.is(await shown('"(Ada)" & <Co>'), 'AC');
    t.is(await shown('💥 !?'), '');
    t.is(await shown('</text><script>alert(1)</script>'), 'T');
});

test('everybody who is logged in sees the picture of anybody; of nobody there is none', async (t) => {
    const world = await createWorld(t);
    const author = await world.as('author');
    const { headers } = await world.as('salesRep');
    t.is((await picture(world, author.user.id, headers)).statusCode, 200);
    t.is((await picture(world, 999, headers)).statusCode, 404);
    for (const id of ['0', '-1', '1e0', '01', 'author', '%00', '1;x'])
        t.is((await picture(world, id, headers)).statusCode, 400, id);
});

test('no path below the pictures leads to a file [92]', async (t) => {
    const world = await createWorld(t);
    const { headers } = await world.as('author');
    for (const path of [
        '/avatars/../secrets.json',
        '/avatars/..%2fsecrets.json',
        '/avatars/',
        '/avatars/1/..',
        '/avatars/1/x'
    ])
        t.true([400, 404].includes((await ask(world.server, { url: path, headers })).statusCode), path);
});
