// Splash banners: administrators write them, and each user sees the published one once.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    activeSplash,
    changeSplash,
    createSplash,
    listSplashes,
    markSplashSeen,
    type SplashBody,
    type SplashRow
} from '../../db/sales/splashes.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import {
    formInteger,
    listOf,
    pageOf,
    type Paging,
    paging,
    viewPage,
    freeText,
    identifier,
    oneLine,
    shortText
} from '../surfaces/http/fields.ts';
import { message, wholeId, anyText, flag, moment, named } from '../surfaces/http/response-fields.ts';
import { ownPath } from '../surfaces/pages/signed-in-page.ts';
import { rest } from '../surfaces/rest.ts';
import { splashForms, splashPages, bodyOfForm } from './pages.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { preview } from '../surfaces/pages/parts/preview.ts';
import { addressOf, type PageContext } from '../surfaces/pages/console/visit.ts';
import { harmless } from '../surfaces/pages/parts/harmless.ts';
import { onWire, inColumns, type Wire } from '../shared/wire.ts';
import { administrators } from '../surfaces/auth/requester.ts';

export const splash: Plugin<App> = {
    name: 'splash',
    dependencies: ['actions', 'auth', 'form-posts'],
    register(server, app) {
        server.route([showAction(app), seenAction(app), listRoute(app), createRoute(app), editRoute(app)]);
        server.route(splashPages(app));
        server.expose('bannerFor', bannerFor);
    }
};

const showAction = ({ store }: App): ServerRoute =>
    action({
        name: 'svc_get_active_splash',
        summary: 'Returns the published banner, or null if the user has closed it or no banner is published.',
        fields: {},
        response: { splash: Joi.object(banner).allow(null).required() },
        async run(_, { id }) {
            const active = await activeSplash(store.read, id);
            return { splash: active ? shown(active) : null };
        }
    });

const seenAction = ({ store }: App): ServerRoute =>
    action<{ splash_id: number }>({
        name: 'svc_mark_splash_seen',
        summary: 'Records that the user has seen a banner.',
        fields: { splash_id: formInteger.required() },
        formPost: { backTo: ({ back }) => ownPath(back) ?? '/' },
        also: [404, 409],
        response: { ...message, splash_id: wholeId },
        async run({ splash_id }, { id }) {
            await store.write((tx) => markSplashSeen(tx, id, splash_id));
            return { message: 'Banner closed. You will not see it again.', splash_id };
        }
    });

const listRoute = (app: App): ServerRoute =>
    rest<Paging>(app, {
        name: 'listSplashes',
        method: 'GET',
        path: '/splash',
        summary: 'Lists the banners, newest first.',
        scope: ['ss_admin_all'],
        query: paging,
        response: listOf(splashRow),
        run: async (page) => viewPage(await listSplashes(app.store.read, pageOf(page)), splashOf)
    });

const createRoute = (app: App): ServerRoute =>
    rest<Body>(app, {
        name: 'createSplash',
        method: 'POST',
        path: '/splash',
        summary: 'Creates a banner. Publishing it replaces the current banner.',
        ...writing,
        body: newSplash,
        status: 201,
        run: async (body, _, request) => {
            const done = actBy(app, request);
            const whole = columnsOf(body) as SplashBody; // the schema requires or fills in every field
            return { splash: splashOf(await app.store.write((tx) => createSplash(tx, whole, done))) };
        }
    });

const editRoute = (app: App): ServerRoute =>
    rest<{ id: number } & Partial<Body>>(app, {
        name: 'updateSplash',
        method: 'PATCH',
        path: '/splash/{id}',
        summary: 'Updates a banner. Publishing it replaces the current banner.',
        ...writing,
        params: { id: formInteger.required() },
        body: Joi.object(fields).min(1),
        also: [404, 409],
        run: async ({ id, ...body }, _, request) => {
            const done = actBy(app, request);
            const changes = columnsOf(body);
            return {
                splash: splashOf(await app.store.write((tx) => changeSplash(tx, id, changes, done)))
            };
        }
    });

/** The published banner, on every page of the console until its reader closes it. Its picture is left out: our pages load nothing from elsewhere. */
async function bannerFor(visit: PageContext): Promise<Html | undefined> {
    const { app, actor, request } = visit;
    const splash = await activeSplash(app.store.read, actor.id);
    if (!splash) return undefined;
    const { id, title, subtitle, content, ctaText, ctaLink } = splash;
    const leads = ctaText !== '' && ctaLink !== '';
    return html`<aside class="news" aria-label="News">
        <div><p><strong>${title}</strong>${subtitle !== '' && html`<br />${subtitle}`}</p>
            ${content !== '' && preview(content)}</div>
        <div class="acts">${leads && html`<a role="button" class="secondary" href="${ctaLink}" rel="noopener noreferrer">${ctaText}</a>`}
            ${postForm(visit, {
                to: { action: 'svc_mark_splash_seen' },
                fields: { splash_id: id, back: addressOf(request) },
                body: html`<button type="submit" class="quiet">Dismiss</button>`
            })}</div></aside>`;
}

/** A banner as responses show it: to users while it is published, and to administrators. */
const banner = {
    id: wholeId,
    title: anyText,
    subtitle: anyText,
    content: anyText.description('HTML, sanitised.'),
    cta_text: anyText,
    cta_link: anyText,
    image_url: anyText
};

const splashRow = named('Splash', {
    ...banner,
    published: flag,
    created_at: moment,
    updated_at: moment
});

/** Of the routes that write a banner. */
const writing = {
    scope: administrators,
    formPost: splashForms,
    bodyOfForm,
    maxBytes: manyTexts,
    response: { splash: splashRow }
};

/** The content is sanitised again on reading: the rules may have become stricter since it was written. */
const shown = (row: SplashRow) => ({
    ...onWire(row, 'id', 'title', 'subtitle', 'ctaText', 'ctaLink', 'imageUrl'),
    content: harmless(row.content)
});

const splashOf = (row: SplashRow) => ({
    ...shown(row),
    ...onWire(row, 'published', 'createdAt', 'updatedAt')
});

type Body = Wire<SplashBody>;

const linksTo = (isGood: (address: string) => boolean) =>
    identifier
        .allow('')
        .max(2000)
        .custom((value: string, helpers) =>
            isGood(value) ? value : helpers.message({ custom: 'Invalid link' })
        );

/** A banner may link to a path of this site or to a page on the web. */
const isLink = (value: string) => /^\/(?![/\\])[^\s\\]*$/.test(value) || isWeb(value);

/** An https address with two slashes, a host name with a dot in it, and no user or password. */
function isWeb(value: string) {
    const url = /^https:\/\/[^\s\\]+$/.test(value) ? URL.parse(value) : null;
    return url !== null && /\.[a-z][a-z0-9-]*\.?$/i.test(url.hostname) && !url.username && !url.password;
}

const fields = {
    title: shortText,
    subtitle: oneLine(500).allow(''),
    content: freeText.allow('').max(50_000),
    cta_text: oneLine(100).allow(''),
    cta_link: linksTo(isLink),
    image_url: linksTo(isWeb), // the server never fetches it; the browser does, and only from the web
    published: Joi.boolean()
};

const newSplash = Joi.object(fields)
    .fork('title', (title) => title.required())
    .fork(['subtitle', 'content', 'cta_text', 'cta_link', 'image_url'], (text) => text.default(''))
    .fork('published', (published) => published.default(false));

function columnsOf(body: Partial<Body>): Partial<SplashBody> {
    const changes: Partial<SplashBody> = inColumns(body);
    return changes.content === undefined ? changes : { ...changes, content: harmless(changes.content) };
}
