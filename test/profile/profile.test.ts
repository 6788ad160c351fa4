// The JSON routes about oneself: profile, first steps; and the pictures of users.
import test from 'ava';
import { failure, updateProfile } from '../support/people/accounts.ts';
import { ask, roles } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const picture = ({ server }: TestApp, id: number | string, headers = {}) =>
    ask(server, { url: `/avatars/${id}`, headers });

test('GET /profile returns one’s own profile, for every role, and nothing that is secret', async (t) => {
    const testApp = await createTestApp(t);
    for (const person of Object.keys(roles) as (keyof typeof roles)[]) {
        const client = await testApp.as(person);
        const { statusCode, body } = await client.get('/profile');
        t.is(statusCode, 200);
        t.deepEqual(body, {
            success: true,
            data: {
                user: {
                    id: client.user.id,
                    login: person,
                    email: `${person}@example.test`,
                    first_name: '',
                    last_name: '',
                    display_name: person,
                    bio: '',
                    phone: '',
                    linkedin: '',
                    whatsapp: '',
                    phone_normalised: '',
                    whatsapp_normalised: '',
                    candidate_message: '',
                    avatar_type: 'default',
                    avatar_url: `/avatars/${client.user.id}`,
                    review_mails: 'daily',
                    tour_done: false,
                    checklist: []
                }
            }
        });
    }
});

test('without a login there is no profile, no session list and no picture [33]', async (t) => {
    const testApp = await createTestApp(t);
    const { user } = await testApp.as('author');
    for (const path of ['/profile', '/sessions']) {
        const { statusCode, body, headers } = await ask(testApp.server, { url: `/rest/svc/v1${path}` });
        t.is(statusCode, 401);
        t.deepEqual(body, failure('Please log in.'));
        t.is(headers['x-svc-error'], 'not_logged_in');
    }
    t.is((await picture(testApp, user.id)).statusCode, 401);
});

test('PATCH /profile/first-steps remembers the tour and the checklist, each alone', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const patch = async (body: object) => {
        const { tour_done, checklist } = (await author.send('PATCH', '/profile/first-steps', body)).body.data
            .user;
        return { tour_done, checklist };
    };
    t.deepEqual(await patch({ tour_done: true }), { tour_done: true, checklist: [] });
    t.deepEqual(await patch({ checklist: ['a', 'b'] }), { tour_done: true, checklist: ['a', 'b'] });
    t.deepEqual(await patch({ checklist: [], tour_done: false }), { tour_done: false, checklist: [] });
    const other = await testApp.as('otherAuthor');
    t.like((await other.get('/profile')).body.data.user, { tour_done: false, checklist: [] });
});

test('PATCH /profile/first-steps refuses what it does not know, and names it', async (t) => {
    const author = await (await createTestApp(t)).as('author');
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
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { svc_frontend_nonce: other = '' } = author.nonces();
    for (const nonce of [undefined, '', other]) {
        const { statusCode, body } = await ask(testApp.server, {
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

test('without a picture the initials of the first and last word are shown in a colour', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const shown = async (display_name: string) => {
        await updateProfile(testApp, author, { display_name });
        const { statusCode, headers, body } = await picture(testApp, author.user.id, author.headers);
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

test("a logged-in user sees every user's picture; an unknown user has none", async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { headers } = await testApp.as('salesRep');
    t.is((await picture(testApp, author.user.id, headers)).statusCode, 200);
    t.is((await picture(testApp, 999, headers)).statusCode, 404);
    for (const id of ['0', '-1', '1e0', '01', 'author', '%00', '1;x'])
        t.is((await picture(testApp, id, headers)).statusCode, 400, id);
});

test('no path below the pictures leads to a file [92]', async (t) => {
    const testApp = await createTestApp(t);
    const { headers } = await testApp.as('author');
    for (const path of [
        '/avatars/../secrets.json',
        '/avatars/..%2fsecrets.json',
        '/avatars/',
        '/avatars/1/..',
        '/avatars/1/x'
    ])
        t.true([400, 404].includes((await ask(testApp.server, { url: path, headers })).statusCode), path);
});
