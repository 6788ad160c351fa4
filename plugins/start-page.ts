import type { Plugin } from '@hapi/hapi';
import { hasUsers } from '../db/accounts/users.ts';
import type { App } from './app.ts';
import { may, maybeLoggedIn, visitorOf } from './surfaces/auth/requester.ts';
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
            options: { ...pageDocs('showStartPage', 'Shows the start page.'), auth: maybeLoggedIn },
            handler: async (request) => {
                const isReady = await hasUsers(store.read);
                const visitor = visitorOf(request);
                const toScreens = visitor && may(visitor, 'council_screen') && screensLink;
                return page({
                    title: 'Start',
                    corner: isReady ? wayIn(request.auth.isAuthenticated) : undefined,
                    body: html`<h1>Sage Council is running</h1>${isReady ? ready : notReady}${toScreens}`
                });
            }
        });
    }
};

const ready = html`<p>This installation is set up. The file <a href="/openapi.json">openapi.json</a> describes its API.</p>`;

const screensLink = html`<p><a href="/screens">Answers that wait for a person</a></p>`;

const notReady = html`<p>This installation has no administrator yet. Open the setup link that was printed when it started. The
    link is good for 30 minutes; a restart prints a new one.</p>`;
