// The page behind the link of a change: it shows the change, and its button applies it. Opening the link changes nothing, because
// programs open links too.
import type { Lifecycle, Request, RouteOptions, ServerRoute } from '@hapi/hapi';
import { followLink, invalidLink, openLink, type Opened } from '../../../db/accounts/change-links.ts';
import type { PendingChange } from '../../../db/accounts/pending-changes.ts';
import { getUserById } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { maybeLoggedIn, visitorOf } from '../../surfaces/auth/requester.ts';
import { formPayload, readBody } from '../../surfaces/http/bodies/index.ts';
import { themeOf } from '../../surfaces/pages/console/theme.ts';
import { type Html, html, page } from '../../surfaces/pages/layout.ts';
import { loginPage } from '../../surfaces/pages/signed-in-page.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import { doneAt } from '../../surfaces/pages/form-posts.ts';

const path = '/verify/{key}';

/** The page of a link, and what its button does. */
export const verifyPages = (app: App): ServerRoute[] => [
    { method: 'GET', path, options: showOptions, handler: show(app) },
    { method: 'POST', path, options: followOptions, handler: follow(app) }
];

const showOptions: RouteOptions = {
    ...pageDocs('showChange', 'Shows the change that the link is for.', { also: [400, 404] }),
    auth: maybeLoggedIn
};

const followOptions: RouteOptions = {
    ...pageDocs('confirmChange', 'Applies the change that the link confirms.', {
        status: 303,
        also: [404, 409]
    }),
    auth: maybeLoggedIn,
    payload: formPayload,
    pre: [readBody]
};

function show({ store, now }: App): Lifecycle.Method {
    return async (request) => {
        const opened = await openLink(store.read, keyIn(request), now());
        const visitor = visitorOf(request);
        if (visitor && visitor.id !== opened.change.userId) throw invalidLink();
        const { login } = await getUserById(store.read, opened.change.userId);
        const { title, text, button } = offerOf(opened, login);
        return page({
            title,
            theme: themeOf(request),
            body: html`<h1>${title}</h1>
                ${text}
                <form method="post"><button type="submit">${button}</button></form>`
        });
    };
}

function follow({ store, secrets, config, now }: App): Lifecycle.Method {
    return async (request, h) => {
        const as = visitorOf(request);
        const address = request.server.plugins.auth.addressHash(request);
        const following = { as, secret: secrets.links, at: now(), address };
        const opened = await store.write((tx) => followLink(tx, keyIn(request), following));
        const isStillIn = as !== undefined && opened.does === 'apply';
        return doneAt(h, isStillIn ? '/profile' : loginPage(), outcomeOf(opened, config));
    };
}

const keyIn = ({ params }: Request) => String(params['key']);

interface Offer {
    title: string;
    text: Html;
    button: string;
}

function offerOf({ change, does }: Opened, login: string): Offer {
    if (does === 'cancel') return cancelOffer(change, login);
    if (change.kind === 'password') return passwordOffer(login);
    return {
        title: 'Confirm your new email address',
        text: html`<p>The email address of <strong>${login}</strong> becomes <strong>${change.newEmail ?? ''}</strong>.
            If you did not request this, close this page.</p>`,
        button: 'Use this address'
    };
}

const passwordOffer = (login: string): Offer => ({
    title: 'Confirm your new password',
    text: html`<p>This activates the new password of <strong>${login}</strong> and ends all other sessions. If you did not
                choose it, close this page.</p>`,
    button: 'Use the new password'
});

/** While the new address counted, the person who requested it may have chosen a password. */
const endsPassword = ({ state }: PendingChange) => state === 'applied';

function cancelOffer(change: PendingChange, login: string): Offer {
    const oldEmail = change.oldEmail ?? '';
    const ended = html`<li>your password stops working, because someone else may have changed it;</li>`;
    return {
        title: 'Cancel the email change?',
        text: html`<p>Someone asked to change the email address of <strong>${login}</strong>. If it was not you, cancel the
                change. Then:</p>
            <ul>
                <li>the email address stays <strong>${oldEmail}</strong>;</li>
                <li>all your sessions end;</li>
                ${endsPassword(change) ? ended : ''}
                <li>we email a link to choose a new password to <strong>${oldEmail}</strong>.</li>
            </ul>`,
        button: 'Cancel the change and end all sessions'
    };
}

function outcomeOf({ change, does }: Opened, config: App['config']) {
    if (does === 'cancel') return takenBack(change, config);
    if (change.kind === 'password') return 'Your new password is active. All your other sessions are ended.';
    return `Your email address is now ${change.newEmail ?? ''}.`;
}

function takenBack(change: PendingChange, { mail }: App['config']) {
    const back = `The change is cancelled. Your email address is ${change.oldEmail ?? ''}, and all sessions are ended.`;
    const ended = endsPassword(change) ? ' Your password no longer works.' : '';
    const way =
        mail.url === undefined
            ? 'No mail server is set up. Ask your server administrator for the link to choose a new password (command: mail list).'
            : 'We are emailing a link to choose a new password to that address.';
    return `${back}${ended} ${way}`;
}
