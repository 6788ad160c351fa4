// Splash banners: administrators write them, and each user sees the published one once.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    activeSplash,
    changeSplash,
    createSplash,
    listSplashes,
    markSplashSeen,
    type SplashBody
} from '../../db/sales/splashes.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { formInteger, listOf, pageOf, type Paging, paging, viewPage } from '../surfaces/http/fields.ts';
import { message, wholeId } from '../surfaces/http/response-fields.ts';
import { ownPath } from '../surfaces/pages/signed-in-page.ts';
import { rest } from '../surfaces/rest.ts';
import { bannerFor } from './banner.ts';
import { type Body, columnsOf, fields, newSplash } from './body.ts';
import { bodyOfForm } from './form.ts';
import { splashForms, splashPages } from './pages.ts';
import { banner, shown, splashOf, splashRow } from './rows.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';

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
        run: async (page) => {
            return viewPage(await listSplashes(app.store.read, pageOf(page)), splashOf);
        }
    });

const createRoute = (app: App): ServerRoute =>
    rest<Body>(app, {
        name: 'createSplash',
        method: 'POST',
        path: '/splash',
        summary: 'Creates a banner. Publishing it replaces the current banner.',
        scope: ['ss_admin_all'],
        formPost: splashForms,
        bodyOfForm,
        maxBytes: manyTexts,
        body: newSplash,
        status: 201,
        response: { splash: splashRow },
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
        scope: ['ss_admin_all'],
        params: { id: formInteger.required() },
        formPost: splashForms,
        bodyOfForm,
        maxBytes: manyTexts,
        body: Joi.object(fields).min(1),
        also: [404, 409],
        response: { splash: splashRow },
        run: async ({ id, ...body }, _, request) => {
            const done = actBy(app, request);
            const changes = columnsOf(body);
            return {
                splash: splashOf(await app.store.write((tx) => changeSplash(tx, id, changes, done)))
            };
        }
    });
