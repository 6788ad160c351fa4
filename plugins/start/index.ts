// The start page: pending work for a logged-in user, and the login for all others.
import type { Request } from '@hapi/hapi';
import { hasUsers } from '../../db/accounts/users.ts';
import { type App, feature } from '../app.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import { themeOf } from '../surfaces/pages/console/theme.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, page, wayIn } from '../surfaces/pages/layout.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { building, drafting, reviewing, erasing } from './council.ts';
import { beginning } from './first-steps.ts';
import { yourSages } from './sages.ts';
import { selling } from './sales.ts';
import { supporting } from './support.ts';

export const startPage = feature('start-page', ['auth', 'form-posts'], (app) => [
    consolePage(app, {
        id: 'showStartPage',
        path: '/',
        description: 'Shows the start page.',
        navigation: { word: 'Start' },
        outside: (request) => outside(app, request),
        show: (_, visit) => start(visit)
    })
]);

/** One thing to do first, trouble before work: the first of these that there is. Below it the lists, in the same order. */
async function start(visit: PageContext) {
    const { steps, firstSage } = await beginning(visit);
    const sales = await selling(visit);
    const support = await supporting(visit);
    const sages = await yourSages(visit);
    const next = support.next || (await reviewing(visit)) || sales.next || firstSage || sages.next;
    const builds = await building(visit);
    const blocks = [
        ...support.blocks,
        builds?.html,
        sages.html,
        await drafting(visit),
        ...sales.blocks,
        ...(await erasing(visit))
    ].filter((block) => block !== undefined && block !== false);
    const nothing = emptyState({ says: 'You have no open tasks.', action: toProfile });
    return {
        title: 'Start',
        body: html`${next} ${steps} ${blocks}
            ${!next && !steps && blocks.length === 0 && nothing}`,
        ...(builds && { live: [builds] })
    };
}

const toProfile = html`<a href="/profile">Your profile</a>`;

async function outside({ store }: App, request: Request) {
    const isReady = await hasUsers(store.read);
    return page({
        title: 'Start',
        theme: themeOf(request),
        corner: isReady ? wayIn(false) : undefined,
        body: html`<h1>Sage Council is running</h1>${isReady ? ready : notReady}`
    });
}

const ready = html`<p>This server is set up. <a href="/docs">The API documentation</a> is public.</p>`;

const notReady = html`<p>This server has no administrator yet. Open the setup link: the server shows it in the
    terminal at start, or saves it in the file setup-link of its data folder. The link is valid for 30 minutes. To get a new
    one, restart the service or run <code>npm run -s cli -- setup link</code>.</p>`;
