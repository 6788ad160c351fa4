// What an object may be called: rows 15 and 16.
import test from 'ava';
import { refuses, withStorage } from '../support/fixtures/storage.ts';

test('a name that leads elsewhere in any reading is refused [15]', async (t) => {
    const fixtures = await withStorage(t);
    // What leads out in a reading: test/properties/storage-keys.ts tries all mixtures of it.
    const names = [
        '../x',
        '/etc/passwd',
        'a\\..\\b',
        '．．/x',
        '%2e%2e/x',
        'a%00b',
        'a%0d%0ab',
        '.. /x',
        '... ',
        'a/ /b',
        'a\nb',
        'a\u0007b',
        'a\u0085b',
        'a\u2028b',
        'a\u202Eb',
        'a\u2066b'
    ];
    for (const name of names)
        await refuses(t, fixtures, { name }, /^name must be parts between single slashes/);
    for (const name of [5, ['a'], {}, true])
        await refuses(t, fixtures, { name }, /^name must be a string\.$/);
});

test('an ordinary name of any language is taken as it is [15]', async (t) => {
    const { write, stored } = await withStorage(t);
    const names = [
        "b c+é(1)!'*~",
        '100%.txt',
        '50%25.csv',
        '.profile',
        'a..b',
        'x.',
        'Größe/報告書.pdf',
        'e\u0301',
        '%zz',
        '#?&=',
        '__proto__',
        '.uploads',
        'constructor'
    ];
    for (const name of names) {
        const { statusCode, body } = await write({ name });
        t.is(statusCode, 200, name);
        t.is(body.key, name);
        t.is(stored(`default/${name}`), 'hello');
    }
});

test('a prefix that leads elsewhere in any reading is refused [16]', async (t) => {
    const fixtures = await withStorage(t);
    const prefixes = ['../', 'a//b', 'a/./b', 'a//', '/', '/a', '．．/', 'a\\b', ' /'];
    for (const prefix of prefixes)
        await refuses(t, fixtures, { prefix }, /^prefix must be parts between single slashes/);
    for (const prefix of [['a'], { a: 1 }, 7, false])
        await refuses(t, fixtures, { prefix }, /^prefix must be a string\.$/);
});

test('at most 32 levels and 1024 bytes in a key, and 255 bytes in each level [16]', async (t) => {
    const fixtures = await withStorage(t);
    await refuses(
        t,
        fixtures,
        { prefix: 'a/'.repeat(40) },
        /^the key \(prefixes and name\) has more than 32 levels/
    );
    await refuses(t, fixtures, { prefix: 'a/'.repeat(32) }, /has more than 32 levels/);
    t.is((await fixtures.write({ prefix: 'a/'.repeat(31) })).statusCode, 200);
    const long = `${'é'.repeat(127)}/`.repeat(4); // 1020 bytes
    t.is((await fixtures.write({ prefix: long, name: 'abcd' })).statusCode, 200);
    await refuses(t, fixtures, { prefix: long, name: 'abcde' }, /^the key .* is longer than 1024 bytes\.$/);
    await refuses(t, fixtures, { name: 'x'.repeat(1025) }, /^name is longer than 1024 bytes\.$/);
    await refuses(t, fixtures, { prefix: 'x'.repeat(1025) }, /^prefix is longer than 1024 bytes\.$/);
    await refuses(t, fixtures, { name: 'x'.repeat(256) }, /has more than 255 bytes between two slashes/);
    t.is((await fixtures.write({ name: 'x'.repeat(255) })).statusCode, 200);
});
