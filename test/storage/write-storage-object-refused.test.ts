// What write_storage_object refuses of its arguments.
import test from 'ava';
import { refuses, withStorage } from '../support/fixtures/storage.ts';

test('name and content are required [8]', async (t) => {
    const fixtures = await withStorage(t);
    await refuses(t, fixtures, { name: undefined }, /^name is required\.$/);
    await refuses(t, fixtures, { name: null }, /^name is required\.$/);
    await refuses(t, fixtures, { name: '' }, /^name is not allowed to be empty\.$/);
    await refuses(t, fixtures, { content_base64: undefined }, /^content_base64 is required\.$/);
    await refuses(t, fixtures, { content_base64: null }, /^content_base64 is required\.$/);
});

test('content that is not strict base64 is refused [14]', async (t) => {
    const fixtures = await withStorage(t);
    const wrong = ['aGVsbG8', 'aGVs bG8=', 'aGVsbG8=\n', 'aGVsbG8=!', 'aGVsbG9=', 'aGVsbG8==', '-_-_', '='];
    for (const content_base64 of wrong)
        await refuses(t, fixtures, { content_base64 }, /^content_base64 is not base64\.$/);
    for (const content_base64 of [5, ['aGVsbG8='], {}, true])
        await refuses(t, fixtures, { content_base64 }, /^content_base64 must be a string\.$/);
});

test('alias and bucket cannot be sent together [17]', async (t) => {
    const fixtures = await withStorage(t);
    const both = { alias: 'default', bucket: 'default' };
    await refuses(t, fixtures, both, /^alias and bucket cannot be sent together\.$/);
});

test('an alias that is not configured is refused [17]', async (t) => {
    const fixtures = await withStorage(t);
    for (const alias of ['other', 'Default', '*', '../default', '__proto__', 'constructor', 'toString'])
        await refuses(t, fixtures, { alias }, /^alias is not a configured alias\.$/);
    await refuses(t, fixtures, { alias: '' }, /^alias is not allowed to be empty\.$/);
    await refuses(t, fixtures, { alias: ['default'] }, /^alias must be a string\.$/);
});

test('a bucket that is not an exact name is refused [17]', async (t) => {
    const fixtures = await withStorage(t);
    const odd = [
        '*',
        'def*',
        '.',
        '..',
        '../default',
        '.uploads',
        'a/b',
        'a..b',
        '_a',
        '-a',
        'a b',
        'a\n',
        'ä',
        'Ｋ',
        'a%2fb',
        'x'.repeat(256)
    ];
    for (const bucket of odd)
        await refuses(t, fixtures, { bucket }, /^bucket must be the exact name of a bucket\.$/);
    await refuses(t, fixtures, { bucket: { name: 'default' } }, /^bucket must be a string\.$/);
});

test('an invalid content type is refused, and text/html is kept [18]', async (t) => {
    const fixtures = await withStorage(t);
    const wrong = [
        'text/html\r\nx-evil: 1',
        'text/html\n',
        'text',
        'text/',
        '/html',
        'text/html; charset',
        'text/html;',
        'text/html, text/plain',
        'text/ht ml',
        'text/plain; a="\u0007"',
        'text/plain; a="b" c',
        'téxt/plain',
        '*',
        `text/${'x'.repeat(251)}`
    ];
    for (const content_type of wrong)
        await refuses(
            t,
            fixtures,
            { content_type },
            /^content_type (must be a media type, such as text\/plain|length must be less than or equal to 255 characters long)\.$/
        );
    for (const content_type of [
        'text/html',
        'text/html; charset=utf-8',
        'a/b;c="d e;f" ; g=h',
        'image/svg+xml'
    ])
        t.is((await fixtures.write({ content_type })).body.content_type, content_type);
});
