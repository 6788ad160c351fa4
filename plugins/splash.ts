// Splash banners: administrators write them, and each user sees the published one once.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import sanitizeHtml from 'sanitize-html';
import { iso } from '../db/store/iso.ts';
import {
    activeSplash,
    changeSplash,
    createSplash,
    listSplashes,
    markSplashSeen,
    type SplashBody,
    type SplashRow
} from '../db/content/splashes.ts';
import type { App } from './app.ts';
import { action } from './surfaces/actions.ts';
import { anyText, flag, moment, named, said, wholeId } from './surfaces/openapi/response-fields.ts';
import { formInteger, listOf, oneLine, pageOf, type Paging, paging, shortText } from './surfaces/fields.ts';
import { rest } from './surfaces/rest.ts';

export const splash: Plugin<App> = {
    name: 'splash',
    dependencies: ['actions', 'auth'],
    register(server, app) {
        server.route([...shownRoutes(app), ...bookRoutes(app)]);
    }
};

function shownRoutes({ store }: App): ServerRoute[] {
    return [
        action({
            name: 'svc_get_active_splash',
            summary: 'Returns the published banner, or null if there is none or the user has seen it.',
            fields: {},
            answer: { splash: Joi.object(banner).allow(null).required() },
            async run(_, { id }) {
                const active = await activeSplash(store.read, id);
                return { splash: active ? shown(active) : null };
            }
        }),
        action<{ splash_id: number }>({
            name: 'svc_mark_splash_seen',
            summary: 'Records that the user has seen a banner.',
            fields: { splash_id: formInteger.required() },
            answer: { ...said, splash_id: wholeId },
            async run({ splash_id }, { id }) {
                await store.write((tx) => markSplashSeen(tx, id, splash_id));
                return { message: 'The banner is not shown to you again.', splash_id };
            }
        })
    ];
}

function bookRoutes(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        rest<Paging>(app, {
            method: 'GET',
            path: '/splash',
            summary: 'Lists the banners, newest first.',
            scope: ['ss_admin_all'],
            query: paging,
            answer: listOf(splashRow),
            run: async (page) => {
                const { items, total } = await listSplashes(store.read, pageOf(page));
                return { items: items.map(splashOf), total };
            }
        }),
        rest<Body>(app, {
            method: 'POST',
            path: '/splash',
            summary: 'Makes a banner. Publishing it takes down the banner that was published before.',
            scope: ['ss_admin_all'],
            body: newSplash,
            status: 201,
            answer: { splash: splashRow },
            run: async (body) => {
                const whole = columnsOf(body) as SplashBody; // the schema requires or fills in every field
                return { splash: splashOf(await store.write((tx) => createSplash(tx, whole, now()))) };
            }
        }),
        rest<{ id: number } & Partial<Body>>(app, {
            method: 'PATCH',
            path: '/splash/{id}',
            summary: 'Changes a banner. Publishing it takes down the banner that was published before.',
            scope: ['ss_admin_all'],
            params: { id: formInteger.required() },
            body: Joi.object(fields).min(1),
            answer: { splash: splashRow },
            run: async ({ id, ...body }) => {
                const changes = columnsOf(body);
                return {
                    splash: splashOf(await store.write((tx) => changeSplash(tx, id, changes, now())))
                };
            }
        })
    ];
}

interface Body {
    title: string;
    subtitle: string;
    content: string;
    cta_text: string;
    cta_link: string;
    image_url: string;
    published: boolean;
}

const invalidLink: Joi.CustomValidator<string> = (_, helpers) => helpers.message({ custom: 'Invalid link' });

/** A banner may link to a path of this site or to a page on the web. */
const link: Joi.CustomValidator<string> = (value, helpers) =>
    /^\/(?![/\\])[^\s\\]*$/.test(value) || isWeb(value) ? value : invalidLink(value, helpers);

/** The server never fetches the image; the browser does, and only from the web. */
const image: Joi.CustomValidator<string> = (value, helpers) =>
    isWeb(value) ? value : invalidLink(value, helpers);

/** An https address with two slashes, a host name with a dot in it, and no user or password. */
function isWeb(value: string) {
    const url = /^https:\/\/[^\s\\]+$/.test(value) ? URL.parse(value) : null;
    return url !== null && /\.[a-z][a-z0-9-]*\.?$/i.test(url.hostname) && !url.username && !url.password;
}

const fields = {
    title: shortText,
    subtitle: oneLine(500).allow(''),
    content: Joi.string().allow('').max(50_000),
    cta_text: oneLine(100).allow(''),
    cta_link: Joi.string().allow('').max(2000).custom(link),
    image_url: Joi.string().allow('').max(2000).custom(image),
    published: Joi.boolean()
};

const newSplash = {
    title: fields.title.required(),
    subtitle: fields.subtitle.default(''),
    content: fields.content.default(''),
    cta_text: fields.cta_text.default(''),
    cta_link: fields.cta_link.default(''),
    image_url: fields.image_url.default(''),
    published: fields.published.default(false)
};

const columns = {
    title: 'title',
    subtitle: 'subtitle',
    content: 'content',
    cta_text: 'ctaText',
    cta_link: 'ctaLink',
    image_url: 'imageUrl',
    published: 'published'
} as const satisfies Record<keyof Body, keyof SplashBody>;

function columnsOf(body: Partial<Body>): Partial<SplashBody> {
    const known = Object.entries(body).map(([name, value]) => [columns[name as keyof Body], value] as const);
    const changes = Object.fromEntries(known) as Partial<SplashBody>;
    return changes.content === undefined ? changes : { ...changes, content: harmless(changes.content) };
}

const wordTags = 'p br strong em b i u s a ul ol li blockquote h2 h3 h4 hr code pre span small'.split(' ');

/** Keeps the markup that text needs; removes everything that runs, loads or imitates other parts of a page. */
const harmless = (content: string) =>
    sanitizeHtml(content, {
        allowedTags: wordTags,
        allowedAttributes: { a: ['href', 'title', 'rel'] },
        allowedSchemes: ['https', 'mailto'],
        allowProtocolRelative: false,
        transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
        disallowedTagsMode: 'discard'
    });

const banner = {
    id: wholeId,
    title: anyText,
    subtitle: anyText,
    content: anyText.description('HTML, sanitised.'),
    cta_text: anyText,
    cta_link: anyText,
    image_url: anyText
};

const splashRow = named('Splash', { ...banner, published: flag, created_at: moment, updated_at: moment });

/** The content is sanitised again on reading: the rules may have become stricter since it was written. */
function shown({ id, title, subtitle, content, ctaText, ctaLink, imageUrl }: SplashRow) {
    return {
        id,
        title,
        subtitle,
        content: harmless(content),
        cta_text: ctaText,
        cta_link: ctaLink,
        image_url: imageUrl
    };
}

const splashOf = (row: SplashRow) => ({
    ...shown(row),
    published: row.published,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt)
});
