// Row 70: multipart bodies are taken apart strictly, and nothing of one that is odd is saved.
import test, { type ExecutionContext } from 'ava';
import { formType, longTexts } from '../../plugins/surfaces/http/bodies/index.ts';
import { failure, profileOf, withAuthor } from '../support/people/accounts.ts';
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

/** An author, and what is said to these parts behind those that every good form has. */
async function opened(t: ExecutionContext) {
    const { testApp, author } = await withAuthor(t);
    return {
        testApp,
        author,
        sent: (parts: string) => send(testApp, author, `${good(author)}${parts}${end}`),
        bio: async () => (await profileOf(author)).bio
    };
}

test('a file under a name that no field has is refused by its name, and nothing is saved', async (t) => {
    const { sent, bio } = await opened(t);
    const { statusCode, headers, body } = await sent(`${field('bio', 'odd')}${file('avatar_uplaod', 'x')}`);
    t.deepEqual([statusCode, body, headers['x-svc-field']], [400, invalid, 'avatar_uplaod']);
    t.is(await bio(), '');
});

test('a malformed multipart form is refused with 400 [70]', async (t) => {
    const { testApp, author, bio } = await opened(t);
    const begun = good(author);
    const whole = `${begun}${field('bio', 'odd')}${end}`;
    const odd = [
        'X: y',
        'Content-Disposition: form-data',
        'Content-Disposition: attachment; name="bio"',
        'Content-Disposition: form-data; name="bio',
        'Content-Disposition: form-data; name="avatar_upload"; filename*=utf-8\'\'%ff'
    ];
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
        ...odd.map((headers): [string] => [`${begun}${part(headers, 'odd')}${end}`])
    ];
    for (const [payload, as] of bodies) {
        const { statusCode, body, headers } = await send(testApp, author, payload, as);
        t.is(statusCode, 400, payload.slice(-120));
        t.deepEqual(body, invalid);
        t.is(headers['x-svc-error'], 'invalid_field');
    }
    t.is(await bio(), '');
});

test('a form of three thousand parts, or of one more than forty, is refused with 400 [70]', async (t) => {
    const { sent } = await opened(t);
    const more = (count: number) => Array.from({ length: count }, (_, i) => field(`more_${i}`, 'x')).join('');
    for (const count of [3000, 38]) {
        const { statusCode, body } = await sent(more(count));
        t.is(statusCode, 400, String(count));
        t.deepEqual(body, invalid);
    }
    t.is((await sent(more(37))).statusCode, 200);
});

test('a repeated, bracketed, empty or __proto__ field name is refused with 400 [70]', async (t) => {
    const { sent, bio } = await opened(t);
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
        const { statusCode, body } = await sent(odd);
        t.is(statusCode, 400, odd);
        t.deepEqual(body, invalid);
    }
    const known = field('constructor', 'x') + field('toString', 'x') + field('hasOwnProperty', 'x');
    t.is((await sent(known)).statusCode, 200);
    t.is(await bio(), '');
});

test('a file instead of a text and a text instead of a file get 400 with the field name [70]', async (t) => {
    const { testApp, author, sent } = await opened(t);
    for (const name of ['bio', 'first_name', 'email', 'password', 'linkedin', 'avatar_type', 'user_id']) {
        const form = good(author).replace(field('user_id', String(author.user.id)), '');
        const rest = name === 'user_id' ? '' : field('user_id', String(author.user.id));
        const wrong = `${form}${rest}${file(name, 'odd')}${end}`;
        const { statusCode, body, headers } = await send(testApp, author, wrong);
        t.is(statusCode, 400, name);
        t.deepEqual(body, invalid);
        t.is(headers['x-svc-field'], name);
    }
    const { statusCode, headers } = await sent(field('avatar_upload', 'x'));
    t.deepEqual([statusCode, headers['x-svc-field']], [400, 'avatar_upload']);
});

test('the nonce cannot be a file', async (t) => {
    const { testApp, author } = await opened(t);
    const nonce = author.nonces()['svc_frontend_nonce'] ?? '';
    const form = field('action', action) + file('nonce', nonce) + field('user_id', String(author.user.id));
    const { statusCode, body } = await send(testApp, author, form + end);
    t.is(statusCode, 403);
    t.deepEqual(body, failure('Security check failed.'));
});

test('an empty file, which browsers send without a choice, counts as no file', async (t) => {
    const { sent } = await opened(t);
    const { statusCode, body } = await sent(`${file('avatar_upload', '', '')}${field('bio', 'x')}`);
    t.is(statusCode, 200);
    t.is(body.data.user.avatar_type, 'default');
});

test('only a file may fill the form: a long text is refused, with its field name in a part', async (t) => {
    const { testApp, author, sent } = await opened(t);
    const bio = '\r\n'.repeat(longTexts);
    const parts = await sent(field('bio', bio));
    t.deepEqual([parts.statusCode, parts.headers['x-svc-field']], [413, 'bio']);
    const plain = new URLSearchParams({ bio }).toString();
    t.is((await send(testApp, author, plain, formType)).statusCode, 413);
});
