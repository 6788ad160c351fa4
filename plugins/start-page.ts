import type { Plugin } from '@hapi/hapi';
import { hasUsers } from '../db/users.ts';
import type { App } from './app.ts';
import { html, page } from './surfaces/pages.ts';

/** What somebody sees who opens the bare address. */
export const startPage: Plugin<App> = {
    name: 'start-page',
    register(server, { store }) {
        server.route({
            method: 'GET',
            path: '/',
            handler: async () => {
                const next = (await hasUsers(store.read)) ? ready : notReady;
                return page({ title: 'Start', body: html`<h1>Sage Council is running</h1>${next}` });
            }
        });
    }
};

const ready = html`<p>This installation is set up. What it can do is described in <a href="/openapi.json">openapi.json</a>.</p>`;

const notReady = html`<p>This installation has no administrator yet. Open the setup link that was printed when it started. It
    is good for 30 minutes; a restart prints a new one.</p>`;
