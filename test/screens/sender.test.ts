// Who asks: the name and the logo of the settings, above the candidate's pages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import { type UserRow, users } from '../../db/accounts/users.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { folderFor } from '../support/runs/folder.ts';

const file = (t: { teardown: (end: () => void) => void }, content: Buffer | string) => {
    const folder = folderFor(t);
    writeFileSync(join(folder, 'logo.png'), content);
    return join(folder, 'logo.png');
};

const picture = () =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();

test('candidates see the organisation, with a logo from our own origin', async (t) => {
    const png = await picture();
    const env = { ORGANISATION: 'Example & Sons', ORGANISATION_LOGO: file(t, png) };
    const testApp = await createTestApp(t, { env, alone: true });
    const { page } = await invited(testApp, await withActiveSage(testApp), 1);
    const { body } = await page();
    t.regex(pageOf(body).text, /Example & Sons/);
    t.true(body.includes('src="/public/logo"'));
    const { statusCode, headers, rawPayload } = await testApp.server.inject('/public/logo');
    t.is(statusCode, 200);
    t.is(headers['content-type'], 'image/png');
    t.is(headers['x-content-type-options'], 'nosniff');
    t.deepEqual(rawPayload, png);
});

test('without the settings no organisation and no logo are shown', async (t) => {
    const testApp = await createTestApp(t);
    const { page } = await invited(testApp, await withActiveSage(testApp), 1);
    t.notRegex((await page()).body, /<header>/);
    t.is((await testApp.server.inject('/public/logo')).statusCode, 404);
});

test('a logo of another type, too large or missing stops the start', async (t) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
    const large = Buffer.concat([await picture(), Buffer.alloc(300 * 1024)]);
    const wrong = /^ORGANISATION_LOGO: .*logo\.png is not a PNG, JPEG or WebP file/;
    for (const [path, message] of [
        [file(t, svg), wrong],
        [file(t, large), wrong],
        ['/nowhere/logo.png', /^ORGANISATION_LOGO: cannot read \/nowhere\/logo\.png\.$/]
    ] as const)
        await t.throwsAsync(createTestApp(t, { env: { ORGANISATION_LOGO: path }, alone: true }), { message });
});

test("a candidate sees the owner's message as text, while the owner can log in", async (t) => {
    const testApp = await createTestApp(t);
    const council = await withActiveSage(testApp);
    const { page } = await invited(testApp, council, 1);
    const change = (fields: Partial<UserRow>) => testApp.store.write((tx) => tx.update(users).set(fields));
    const isSaid = async () =>
        pageOf((await page()).body).text.includes('Take your time. <b>Good luck</b> Ada');
    t.false(await isSaid());
    await change({ candidateMessage: 'Take your time.\n<b>Good luck</b>', displayName: 'Ada' });
    t.true(await isSaid());
    await change({ disabledAt: 1 });
    t.false(await isSaid());
});
