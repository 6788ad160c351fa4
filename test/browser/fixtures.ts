// A separate server without users, a mail server and a browser.
import { chromium, type BrowserContextOptions } from 'playwright-core';
import { freePort, startServer, temporaryFolder } from '../support/servers/process.ts';
import { openPostBox } from './post-box.ts';

const browserAt = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync'
];

export const openBrowser = (more: readonly string[] = []) =>
    chromium.launch({ executablePath: browserAt, args: [...flags, ...more] });

export type Fixtures = Awaited<ReturnType<typeof openFixtures>>;

/** `pictures`: the folder of the screenshots. */
export async function openFixtures(pictures: string) {
    const browser = await openBrowser();
    const folder = await temporaryFolder();
    const post = await openPostBox();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const nobody = { ADMIN_LOGIN: '', ADMIN_PASSWORD: '' };
    const noLimits = { RATE_ACTIONS: '0', RATE_PAGES: '0' };
    const env = { ...post.env, ...nobody, ...noLimits, BASE_URL: url };
    const server = await startServer({ dataDir: folder.path, port, env });
    return {
        url,
        pictures,
        letters: post.letters,
        linkTo: post.linkTo,
        dataDir: folder.path,
        /** A separate, empty browser. */
        visitor: (options: BrowserContextOptions = {}) => browser.newContext(options),
        async close() {
            await browser.close();
            await server.end('SIGTERM');
            await post.close();
            await folder.remove();
        }
    };
}
