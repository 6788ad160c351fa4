import test, { type ExecutionContext } from 'ava';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const file = { url: '/.well-known/security.txt' };

const served = async (t: ExecutionContext, env: Record<string, string>) =>
    ask((await createTestApp(t, { env })).server, file);

test('security.txt names the contact and the languages of the organisation, for 90 days', async (t) => {
    const { statusCode, headers, body } = await served(t, {
        BASE_URL: 'https://council.example',
        ORGANISATION_CONTACT: 'office@council.example',
        ORGANISATION_LANGUAGE: 'de'
    });
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'text/plain; charset=utf-8');
    t.deepEqual(body.split('\n'), [
        'Contact: mailto:office@council.example',
        'Expires: 2026-04-15T00:00:00.000Z',
        'Preferred-Languages: de, en',
        'Canonical: https://council.example/.well-known/security.txt',
        ''
    ]);
});

test('the contact in security.txt is one address, and only a TLS address is canonical', async (t) => {
    const { body } = await served(t, { ORGANISATION_CONTACT: 'office?bcc=spy@council.example' });
    const [contact, , languages, ...more] = body.split('\n');
    t.is(contact, 'Contact: mailto:office%3Fbcc%3Dspy@council.example');
    t.is(languages, 'Preferred-Languages: en');
    t.deepEqual(more, ['']);
});

test('without a contact there is no security.txt', async (t) => {
    t.is((await served(t, {})).statusCode, 404);
});
