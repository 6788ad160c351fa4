// Rows 67 to 69 and P31: what is uploaded never runs, leaks or exhausts; what is shown is a small picture of our making.
import test from 'ava';
import sharp from 'sharp';
import { avatars } from '../../db/accounts/avatars.ts';
import { failure, profileOf, updateProfile, withAuthor } from '../support/people/accounts.ts';
import { ask, type Client } from '../support/people/roles.ts';
import { hostileFiles } from '../pictures/hostile.ts';
import { plain } from '../pictures/plain.ts';
import { secret, welcomePictures } from '../pictures/welcome.ts';
import type { TestApp } from '../support/servers/test-app.ts';

const refused = failure('Please upload a JPEG, PNG or WebP image.');
const mebibyte = 1024 * 1024;

const hostile = hostileFiles();
const welcome = welcomePictures();

/** Named and typed as a sender may claim, which counts for nothing. */
const upload = (bytes: Buffer, name = 'me.png', type = 'image/png') =>
    new File([new Uint8Array(bytes)], name, { type });
const send = (testApp: TestApp, client: Client, bytes: Buffer, more: Record<string, string> = {}) =>
    updateProfile(testApp, client, { ...more, avatar_upload: upload(bytes) });
const shown = async ({ server }: TestApp, { headers, user }: Client) => {
    const {
        rawPayload,
        statusCode,
        headers: answered
    } = await server.inject({ url: `/avatars/${user.id}`, headers });
    return { statusCode, headers: answered, bytes: rawPayload };
};

test('the hostile and the welcome pictures are 200 files [P31]', async (t) => {
    const names = [...(await hostile), ...(await welcome)].map(({ name }) => name);
    t.true(names.length >= 200, String(names.length));
    t.is(new Set(names).size, names.length);
});

test('a broken, enormous or wrong picture is refused, and nothing of the form is saved [67, 68]', async (t) => {
    const { testApp, author } = await withAuthor(t, { RATE_ACTIONS: '0' });
    const before = await profileOf(author);
    for (const { name, bytes } of await hostile) {
        const { statusCode, body, headers } = await send(testApp, author, bytes, { bio: 'x' });
        t.is(statusCode, 400, name);
        t.regex(body.data.message, /not a JPEG|is damaged|^The picture has \d+ × \d+ pixels/, name);
        t.is(headers['x-svc-error'], 'invalid_field', name);
        t.is(headers['x-svc-field'], 'avatar_upload', name);
    }
    t.deepEqual(await profileOf(author), before);
    t.deepEqual(await testApp.store.read.select().from(avatars), []);
});

test('an accepted picture becomes 256 x 256 pixels of WebP without metadata or scripts [69]', async (t) => {
    const { testApp, author } = await withAuthor(t, { RATE_ACTIONS: '0' });
    for (const { name, bytes } of await welcome) {
        const { statusCode, body } = await send(testApp, author, bytes);
        t.is(statusCode, 200, name);
        t.is(body.data.user.avatar_type, 'upload');
        const picture = (await shown(testApp, author)).bytes;
        const { format, width, height, pages, exif, icc, xmp, iptc } = await sharp(picture).metadata();
        t.deepEqual(
            { format, width, height, pages },
            { format: 'webp', width: 256, height: 256, pages: undefined },
            name
        );
        t.deepEqual([exif, icc, xmp, iptc], [undefined, undefined, undefined, undefined], name);
        t.false(picture.includes(secret), name);
        t.is(picture.readUInt32LE(4) + 8, picture.length, `${name}: nothing stands behind it`);
        t.true(picture.length < 64 * 1024, name);
    }
});

test('a picture over 2 MiB is refused by its size alone, one of exactly 2 MiB is not [68]', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { png } = await plain();
    const large = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    const { statusCode, body, headers } = await send(testApp, author, large(2 * mebibyte + 1));
    t.is(statusCode, 413);
    t.deepEqual(body, failure('The picture is larger than 2 MiB.'));
    t.is(headers['x-svc-error'], 'too_large');
    t.is(headers['x-svc-field'], 'avatar_upload');
    const larger = await send(testApp, author, large(3 * mebibyte));
    t.is(larger.statusCode, 413);
    t.deepEqual(larger.body, failure('Request too large.'));
    t.is((await profileOf(author)).avatar_type, 'default');
    t.is((await send(testApp, author, large(2 * mebibyte))).statusCode, 200);
});

test('a refusal of a picture says what is wrong with it: its pixels and the limit, or that it is damaged', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { jpeg } = await plain();
    const long = await sharp({ create: { width: 8001, height: 2, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer();
    const messageOf = async (bytes: Buffer) => (await send(testApp, author, bytes)).body.data.message;
    t.regex(await messageOf(long), /8001 × 2 pixels.* 8000 on a side, and 40 million/);
    t.regex(await messageOf(jpeg.subarray(0, jpeg.length / 2)), /damaged/);
    t.regex(await messageOf(Buffer.from('<svg/>')), /not a JPEG/);
});

test('the type of a picture depends on its content, not on its name or declared type', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { png, jpeg } = await plain();
    const named = (bytes: Buffer, name: string, type: string) =>
        updateProfile(testApp, author, { avatar_upload: upload(bytes, name, type) });
    t.is((await named(png, '../../etc/passwd', 'text/html')).statusCode, 200);
    t.is((await named(jpeg, 'me.svg', 'image/svg+xml')).statusCode, 200);
    t.is((await named(Buffer.from('<svg/>'), 'me.png', 'image/png')).statusCode, 400);
});

test('the top of a photograph is at the top, whichever way the camera was held', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const half = { create: { width: 100, height: 200, channels: 3, background: 'white' } } as const;
    const [red, blue] = ['red', 'blue'].map(
        (background) => ({ create: { width: 100, height: 100, channels: 3, background } }) as const
    );
    const lying = await sharp(half)
        .composite([
            { input: red, top: 0, left: 0 },
            { input: blue, top: 100, left: 0 }
        ])
        .withMetadata({ orientation: 3 })
        .jpeg()
        .toBuffer();
    await send(testApp, author, lying);
    const { data } = await sharp((await shown(testApp, author)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
    t.true((data[2] ?? 0) > 200 && (data[0] ?? 255) < 60, 'blue, which was below, is above');
});

test('a new picture replaces the old one, and choosing initials deletes it', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const none = await updateProfile(testApp, author, { avatar_type: 'upload', bio: 'x' });
    t.is(none.statusCode, 400);
    t.deepEqual(none.body, refused);
    t.is((await profileOf(author)).bio, '', 'nothing is saved');
    const [red, blue] = await Promise.all(
        ['red', 'blue'].map((background) =>
            sharp({ create: { width: 9, height: 9, channels: 3, background } })
                .png()
                .toBuffer()
        )
    );
    await send(testApp, author, red ?? Buffer.alloc(0));
    const first = await shown(testApp, author);
    await send(testApp, author, blue ?? Buffer.alloc(0), { avatar_type: 'default' });
    const second = await shown(testApp, author);
    t.not(second.headers.etag, first.headers.etag);
    t.is((await testApp.store.read.select().from(avatars)).length, 1);
    await updateProfile(testApp, author, { avatar_type: 'default' });
    t.is((await shown(testApp, author)).headers['content-type'], 'image/svg+xml');
    t.deepEqual(await testApp.store.read.select().from(avatars), []);
    t.deepEqual((await updateProfile(testApp, author, { avatar_type: 'upload' })).body, refused);
});

test('20 parallel pictures are processed one by one, and the server answers meanwhile', async (t) => {
    const { testApp, author } = await withAuthor(t);
    const { jpeg } = await plain();
    const uploads = Promise.all(Array.from({ length: 20 }, () => send(testApp, author, jpeg)));
    t.is((await ask(testApp.server, { url: '/healthz' })).statusCode, 200);
    t.true((await uploads).every(({ statusCode }) => statusCode === 200));
});
