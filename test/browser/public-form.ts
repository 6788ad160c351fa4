// The public form, by itself and in a frame of a site that the settings name; a site that they do not name shows nothing.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Frame, Page } from 'playwright-core';
import { login } from '../support/clients/client.ts';
import { freePort, startServer, temporaryFolder } from '../support/servers/process.ts';
import type { Check } from './checks.ts';
import type { Fixtures } from './fixtures.ts';
import { listen, look } from './looks.ts';

const wrongAddress = 'Enter a valid email address, such as name@example.com.';

export async function publicForm(fixtures: Fixtures, check: Check) {
    const folder = await temporaryFolder();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const shop = await openSite(`${url}/intake/form`);
    const stranger = await openSite(`${url}/intake/form`);
    const env = { BASE_URL: url, INTAKE_FRAME_ORIGINS: shop.url, ORGANISATION: 'Acme' };
    const server = await startServer({ dataDir: folder.path, port, env });
    const context = await fixtures.visitor();
    const page = await context.newPage();
    const complaints = listen(page);

    await check('the public form shows errors, keeps the typed values, and thanks', async () => {
        await page.goto(`${url}/intake/form`);
        await look(page, fixtures.pictures, 'public-form');
        await fill(page.mainFrame(), 'kim@example');
        await page.getByRole('link', { name: wrongAddress }).waitFor();
        await look(page, fixtures.pictures, 'public-form-wrong');
        assert.equal(await page.getByLabel('Your name').inputValue(), 'Kim Lind');
        await page.getByLabel('Your email address').fill('kim@example.test');
        await page.getByRole('button', { name: 'Send message' }).click();
        await page.getByRole('heading', { name: 'Thank you' }).waitFor();
        await look(page, fixtures.pictures, 'public-form-thanks');
    });
    await check('in a frame of a site that the settings name an item is left, without a cookie', async () => {
        await page.goto(shop.url);
        const frame = frameOf(page);
        await fill(frame, 'kim@example');
        await frame.getByRole('link', { name: wrongAddress }).waitFor();
        await frame.getByLabel('Your email address').fill('kim@example.test');
        await frame.getByLabel('What is it about?').fill('Three engineers');
        await frame.getByRole('button', { name: 'Send message' }).click();
        await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
        assert.deepEqual(await context.cookies(), []);
        const { body } = await (await login(url)).get('/intake');
        const titles = body.data.items.map(({ title }: { title: string }) => title);
        assert.deepEqual(titles.slice(0, 2), ['Three engineers', 'Two engineers']);
        assert.deepEqual(complaints, []);
    });
    await check('a site that the settings do not name shows nothing in its frame', async () => {
        const other = await context.newPage();
        const refused = other.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
        await other.goto(stranger.url);
        await refused;
        assert.equal(await frameOf(other).locator('form').count(), 0);
    });
    await check('without JavaScript the public form shows that it needs JavaScript', async () => {
        const plain = await fixtures.visitor({ javaScriptEnabled: false });
        const shown = await plain.newPage();
        await shown.goto(`${url}/intake/form`);
        const words = await shown.locator('noscript p').textContent();
        assert.match(words ?? '', /This form needs JavaScript/);
        await plain.close();
    });
    await context.close();
    await server.end('SIGTERM');
    for (const site of [shop, stranger]) await site.close();
    await folder.remove();
}

async function fill(form: Frame, address: string) {
    await form.getByLabel('What is it about?').fill('Two engineers');
    await form.getByLabel('Your name').fill('Kim Lind');
    await form.getByLabel('Your email address').fill(address);
    await form.getByLabel('Your message').fill('By spring,\nplease.');
    await form.getByRole('button', { name: 'Send message' }).click();
}

function frameOf(page: Page) {
    const [, frame] = page.frames();
    if (!frame) throw new Error('there is no frame');
    return frame;
}

/** Another site with a page that shows the form in a frame. */
async function openSite(form: string) {
    const port = await freePort();
    const text = `<!doctype html><html lang="en"><title>A shop</title>
        <iframe src="${form}" title="Contact us" width="100%" height="860"></iframe></html>`;
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(text));
    await new Promise<void>((done) => void site.listen(port, '127.0.0.1', done));
    return {
        url: `http://127.0.0.1:${port}`,
        close: () => {
            site.closeAllConnections();
            return new Promise((done) => void site.close(done));
        }
    };
}
