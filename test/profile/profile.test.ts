// The JSON routes about oneself: profile, first steps; and the pictures of users.
import test from 'ava';
import { updateProfile } from '../support/people/accounts.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const picture = ({ server }: TestApp, id: number | string, headers = {}) =>
    ask(server, { url: `/avatars/${id}`, headers });

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

test('an unknown user has no picture, and no path below the pictures leads to a file [92]', async (t) => {
    const testApp = await createTestApp(t);
    const { headers } = await testApp.as('author');
    t.is((await picture(testApp, 999, headers)).statusCode, 404);
    for (const id of ['0', '-1', '1e0', '01', 'author', '%00', '1;x'])
        t.is((await picture(testApp, id, headers)).statusCode, 400, id);
    for (const path of ['../secrets.json', '..%2fsecrets.json', '', '1/..', '1/x']) {
        const { statusCode } = await ask(testApp.server, { url: `/avatars/${path}`, headers });
        t.true([400, 404].includes(statusCode), path);
    }
});
