// The profile page in a browser: public details, the picture and the sessions.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Person } from './person.ts';

const mib = 1024 * 1024;

const photo = (format: 'png' | 'jpeg') =>
    sharp({ create: { width: 1200, height: 900, channels: 3, background: '#3377aa' } })
        .toFormat(format)
        .toBuffer();

export async function profileEdits({ check, page, url, look }: Person) {
    await check('each part of the profile is a page with one thing to do', async () => {
        await page.goto(`${url}/profile/password`);
        assert.equal(await page.locator('main button[type=submit]').count(), 1);
        await look('profile-password');
        await page.goto(`${url}/profile`);
    });

    await check('the public details are changed; a name with markup stays text', async () => {
        await look('profile');
        await page.getByLabel('Display name').fill('Robin <b onclick=alert(1)>Ñ</b>');
        await page.getByLabel('Phone').fill('+44 20 7946 0958');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Profile saved.').waitFor();
        assert.equal(await page.getByLabel('Display name').inputValue(), 'Robin <b onclick=alert(1)>Ñ</b>');
    });

    await check('an uploaded picture is shown as the server encoded it', async () => {
        await upload(page, await photo('jpeg'));
        await page.getByText('Profile saved.').waitFor();
        assert.equal(await page.getByLabel('A picture that I upload').isChecked(), true);
        const image = await page.context().request.get(await addressOf(page));
        assert.equal(image.headers()['content-type'], 'image/webp');
        const { width, height } = await sharp(await image.body()).metadata();
        assert.deepEqual([width, height], [256, 256]);
        await look('profile-picture');
    });

    await check('a file that is not a picture, or is too large, is refused in plain words', async () => {
        await upload(page, Buffer.from('<svg onload="alert(1)"/>'));
        await page.getByRole('alert').getByText('not a JPEG, PNG or WebP').waitFor();
        await look('profile-picture-refused');
        await upload(page, Buffer.alloc(5 * mib, 7));
        await page.getByRole('alert').getByText('The picture is too large.').waitFor();
    });

    await check('an error is shown next to its field, and the form keeps the typed values', async () => {
        await opens(page, 'About you');
        await page.getByLabel('About you').fill('I ask a lot.');
        await page.getByLabel('WhatsApp').fill('call me');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page
            .getByRole('alert')
            .getByRole('link', { name: 'Enter a number of 3 to 15 digits' })
            .waitFor();
        assert.equal(await page.getByLabel('About you').inputValue(), 'I ask a lot.');
        assert.equal(await page.getByLabel('WhatsApp').getAttribute('aria-invalid'), 'true');
        await look('profile-refused');
        await page.reload();
        assert.equal(await page.getByLabel('About you').inputValue(), '');
    });
}

async function upload(page: Page, buffer: Buffer) {
    await opens(page, 'Picture');
    const file = { name: 'picture.png', mimeType: 'image/png', buffer };
    await page.getByLabel('Upload a picture').setInputFiles(file);
    await page.getByRole('button', { name: 'Save the picture' }).click();
}

const opens = (page: Page, part: string) =>
    page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: part }).click();

async function addressOf(page: Page) {
    const src = await page.getByAltText('Your picture as others see it').getAttribute('src');
    return new URL(src ?? '', page.url()).href;
}
