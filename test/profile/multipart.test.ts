// Row 70: multipart bodies are taken apart strictly, and nothing of one that is odd is saved.
import test from 'ava';
import { formType, longTexts } from '../../plugins/surfaces/http/bodies/index.ts';
import { accountApp, failure, multipart, profileOf, updateProfile } from '../support/people/accounts.ts';
import { ask, type Client } from '../support/people/roles.ts';
import { paths } from '../support/clients/client.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const invalid = failure('Invalid request.');
const boundary = '----boundary';
const type = `multipart/form-data; boundary=${boundary}`;
const action = 'svc_update_profile';

/** A part in its form on the wire; `headers` may be anything. */
const part = (headers: string, value: string) => `--${boundary}\r\n${headers}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, value: string, filename = 'me.png') =>
    part(
        `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png`,
        value
    );
const end = `--${boundary}--\r\n`;

/** What every good form holds. */
const good = (client: Client) =>
    field('action', action) +
    field('nonce', client.nonces()['svc_frontend_nonce'] ?? '') +
    field('user_id', String(client.user.id));

const send = ({ server }: TestApp, { headers }: Client, payload: string | Buffer, as = type) =>
    ask(server, {
        method: 'POST',
        url: `${paths.ajax}?action=${action}`,
        headers: { ...headers, 'content-type': as },
        payload: typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload
    });

test('a form of parts is read, its files by their content and its texts as they are', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const { statusCode, body } = await send(
        testApp,
        author,
        `${good(author)}${field('bio', 'a text')}${end}`
    );
    t.is(statusCode, 200);
    t.is(body.data.user.bio, 'a text');
});

test('a file under a name that no field has is refused by its name, and nothing is saved', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const payload = `${good(author)}${field('bio', 'odd')}${file('avatar_uplaod', 'x')}${end}`;
    const { statusCode, headers, body } = await send(testApp, author, payload);
    t.deepEqual([statusCode, body, headers['x-svc-field']], [400, invalid, 'avatar_uplaod']);
    t.not((await profileOf(author)).bio, 'odd');
});

test('a malformed multipart form is refused with 400 [70]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const whole = `${good(author)}${field('bio', 'odd')}${end}`;
    const bodies: [string, string?][] = [
        [whole, 'multipart/form-data'],
        [whole, 'multipart/form-data; boundary='],
        [whole, 'multipart/form-data; boundary=another'],
        [whole, `multipart/form-data; boundary=${'x'.repeat(100)}`],
        [whole.slice(0, -end.length)],
        [whole.slice(0, -4)],
        [whole.slice(0, whole.length / 2)],
        [''],
        ['nothing of the kind'],
        [whole.replaceAll('\r\n', '\n')],
        [`${good(author)}${part('X: y', 'odd')}${end}`],
        [`${good(author)}${part('Content-Disposition: form-data', 'odd')}${end}`],
        [`${good(author)}${part('Content-Disposition: attachment; name="bio"', 'odd')}${end}`],
        [`${good(author)}${part('Content-Disposition: form-data; name="bio', 'odd')}${end}`],
        [
            `${good(author)}${part('Content-Disposition: form-data; name="avatar_upload"; filename*=utf-8\'\'%ff', 'odd')}${end}`
        ]
    ];
    for (const [payload, as] of bodies) {
        const { statusCode, body, headers } = await send(testApp, author, payload, as);
        t.is(statusCode, 400, payload.slice(-120));
        t.deepEqual(body, invalid);
        t.is(headers['x-svc-error'], 'invalid_field');
    }
    t.is((await profileOf(author)).bio, '');
});

test('a form of three thousand parts, or of one more than forty, is refused with 400 [70]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const more = (count: number) => Array.from({ length: count }, (_, i) => field(`more_${i}`, 'x')).join('');
    for (const count of [3000, 38]) {
        const { statusCode, body } = await send(testApp, author, `${good(author)}${more(count)}${end}`);
        t.is(statusCode, 400, String(count));
        t.deepEqual(body, invalid);
    }
    t.is((await send(testApp, author, `${good(author)}${more(37)}${end}`)).statusCode, 200);
});

test('a repeated, bracketed, empty or __proto__ field name is refused with 400 [70]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    for (const odd of [
        field('bio', 'odd') + field('bio', 'odder'),
        field('bio', 'odd') + file('bio', ''),
        field('bio[]', 'odd'),
        field('user[id]', '1'),
        field('', 'odd'),
        field('__proto__', 'odd'),
        file('__proto__', 'odd'),
        field('user_id', '2'),
        field('nonce', 'x'),
        field('a\u0000b', 'odd')
    ]) {
        const { statusCode, body } = await send(testApp, author, `${good(author)}${odd}${end}`);
        t.is(statusCode, 400, odd);
        t.deepEqual(body, invalid);
    }
    const known = field('constructor', 'x') + field('toString', 'x') + field('hasOwnProperty', 'x');
    t.is((await send(testApp, author, `${good(author)}${known}${end}`)).statusCode, 200);
    t.is((await profileOf(author)).bio, '');
});

test('a file instead of a text and a text instead of a file get 400 with the field name [70]', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    for (const name of ['bio', 'first_name', 'email', 'password', 'linkedin', 'avatar_type', 'user_id']) {
        const form = good(author).replace(field('user_id', String(author.user.id)), '');
        const rest = name === 'user_id' ? '' : field('user_id', String(author.user.id));
        const { statusCode, body, headers } = await send(
            testApp,
            author,
            `${form}${rest}${file(name, 'odd')}${end}`
        );
        t.is(statusCode, 400, name);
        t.deepEqual(body, invalid);
        t.is(headers['x-svc-field'], name);
    }
    const { statusCode, headers } = await send(
        testApp,
        author,
        `${good(author)}${field('avatar_upload', 'x')}${end}`
    );
    t.is(statusCode, 400);
    t.is(headers['x-svc-field'], 'avatar_upload');
});

test('the nonce cannot be a file', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const nonce = author.nonces()['svc_frontend_nonce'] ?? '';
    const form = field('action', action) + file('nonce', nonce) + field('user_id', String(author.user.id));
    const { statusCode, body } = await send(testApp, author, form + end);
    t.is(statusCode, 403);
    t.deepEqual(body, failure('Security check failed.'));
});

test('an empty file, which browsers send without a choice, counts as no file', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const form = `${good(author)}${file('avatar_upload', '', '')}${field('bio', 'x')}${end}`;
    const { statusCode, body } = await send(testApp, author, form);
    t.is(statusCode, 200);
    t.is(body.data.user.avatar_type, 'default');
});

test('hidden characters in a text are refused, as in any form', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    for (const bio of ['a\u0000b', Buffer.from('a\u202eb').toString('latin1')]) {
        const { statusCode, body } = await send(testApp, author, `${good(author)}${field('bio', bio)}${end}`);
        t.is(statusCode, 400);
        t.deepEqual(body, invalid);
    }
});

test('a body over 3 MiB is refused by its size; a shorter one by what is in it', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const { type, payload } = await multipart({ bio: 'x'.repeat(3 * 1024 * 1024) });
    const { statusCode, body, headers } = await send(testApp, author, payload, type);
    t.is(statusCode, 413);
    t.deepEqual(body, failure('Request too large.'));
    t.is(headers['x-svc-error'], 'too_large');
    const { statusCode: within } = await updateProfile(testApp, author, {
        bio: 'x'.repeat(200 * 1024)
    });
    t.is(within, 400);
});

test('any mutation of a valid form is accepted or refused in the usual way [70]', async (t) => {
    const testApp = await accountApp(t, { RATE_ACTIONS: '0' });
    const author = await testApp.as('author');
    const whole = Buffer.from(
        `${good(author)}${file('avatar_upload', '\x89PNG\r\n\x1a\nxx')}${field('bio', 'x')}${end}`,
        'latin1'
    );
    const inserts = [
        '\r\n',
        `--${boundary}`,
        end,
        '\r\n\r\n',
        "filename*=utf-8''%ff",
        '"; filename="',
        '\0',
        '\xff',
        '; ',
        'name=',
        '_charset_'
    ];
    const random = seeded(7);
    const codes = new Set<number>();
    for (let i = 0; i < 1500; i += 1) {
        const at = random(whole.length);
        const cut = whole.subarray(at + random(8));
        const put = Buffer.from(inserts[random(inserts.length)] ?? '', 'latin1');
        const payload = Buffer.concat([
            whole.subarray(0, at),
            random(3) === 0 ? Buffer.of(random(256)) : put,
            cut
        ]);
        codes.add((await send(testApp, author, payload)).statusCode);
    }
    t.deepEqual(
        [...codes].filter((code) => ![200, 400, 403].includes(code)),
        []
    );
});

/** Whole numbers below `most`, the same ones in every run. */
function seeded(seed: number) {
    let state = seed;
    return (most: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return (state >>> 8) % most;
    };
}

test('only a file may fill the form: a long text is refused, with its field name in a part', async (t) => {
    const testApp = await accountApp(t);
    const author = await testApp.as('author');
    const bio = '\r\n'.repeat(longTexts);
    const parts = await send(testApp, author, `${good(author)}${field('bio', bio)}${end}`);
    t.deepEqual([parts.statusCode, parts.headers['x-svc-field']], [413, 'bio']);
    const plain = new URLSearchParams({ bio }).toString();
    t.is((await send(testApp, author, plain, formType)).statusCode, 413);
});
