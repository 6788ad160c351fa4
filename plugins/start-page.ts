import type { Plugin } from '@hapi/hapi';
import { hasUsers } from '../db/accounts/users.ts';
import type { App } from './app.ts';
import { maybeLoggedIn } from './surfaces/auth/requester.ts';
import { html, page, wayIn } from './surfaces/pages/layout.ts';
import { pageDocs } from './surfaces/openapi/route-docs.ts';

/** The page at the bare address. */
export const startPage: Plugin<App> = {
    name: 'start-page',
    dependencies: ['auth'],
    register(server, { store }) {
        server.route({
            method: 'GET',
            path: '/',
            options: { ...pageDocs('Shows the start page.'), auth: maybeLoggedIn },
            handler: async (request) => {
                const isReady = await hasUsers(store.read);
                return page({
                    title: 'Start',
                    corner: isReady ? wayIn(request.auth.isAuthenticated) : undefined,
                    body: html`<h1>Sage Council is running</h1>${isReady ? ready : notReady}`
                });
            }
        });
    }
};

const ready = html`<p>This installation is set up. The file <a href="/openapi.json">openapi.json</a> describes its API.</p>`;

const notReady = html`<p>This installation has no administrator yet. Open the setup link that was printed when it started. The
    link is good for 30 minutes; a restart prints a new one.</p>`;
