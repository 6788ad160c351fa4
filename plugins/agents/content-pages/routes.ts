// The JSON routes of content pages: administrators create, replace and delete them.
import type { ServerRoute } from '@hapi/hapi';
import { createPage, deletePage, putPage } from '../../../db/agents/pages.ts';
import type { App } from '../../app.ts';
import { actBy } from '../../surfaces/auth/requester.ts';
import { formInteger } from '../../surfaces/http/fields.ts';
import { messageOnly, named } from '../../surfaces/http/response-fields.ts';
import { settingsScope as scope } from '../../shared/settings-view.ts';
import { rest } from '../../surfaces/rest.ts';
import { bodyOfForm, type GivenPage, givenPage, wholeOf } from './body.ts';
import { contentPageForms, listPath } from './form-pages.ts';
import { pageOf } from './rows.ts';
import { pageFields } from './wordpress.ts';
import { manyTexts } from '../../surfaces/http/bodies/index.ts';

export const contentPageRoutes = (app: App): ServerRoute[] => [
    createRoute(app),
    putRoute(app),
    deleteRoute(app)
];

const written = { page: named('ContentPage', pageFields) };
const params = { id: formInteger.required() };

const createRoute = (app: App): ServerRoute =>
    rest<GivenPage>(app, {
        name: 'createContentPage',
        method: 'POST',
        path: '/pages',
        summary: 'Creates a content page with the next ID.',
        scope,
        formPost: contentPageForms,
        bodyOfForm,
        maxBytes: manyTexts,
        body: givenPage,
        status: 201,
        also: [409],
        response: written,
        run: async (body) => ({
            page: pageOf(await app.store.write((tx) => createPage(tx, wholeOf(body), app.now())))
        })
    });

const putRoute = (app: App): ServerRoute =>
    rest<{ id: number } & GivenPage>(app, {
        name: 'putContentPage',
        method: 'PUT',
        path: '/pages/{id}',
        summary: 'Creates or replaces a content page. `cms_get_page` returns it once it is published.',
        scope,
        params,
        formPost: contentPageForms,
        bodyOfForm,
        maxBytes: manyTexts,
        body: givenPage,
        also: [404, 409],
        response: written,
        run: async ({ id, ...page }) => ({
            page: pageOf(await app.store.write((tx) => putPage(tx, id, wholeOf(page), app.now())))
        })
    });

const deleteRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        name: 'deleteContentPage',
        method: 'POST',
        path: '/pages/{id}/delete',
        summary: 'Deletes a content page permanently.',
        scope,
        params,
        formPost: { backTo: () => listPath },
        bodyOfForm: () => ({}),
        body: {},
        also: [404],
        response: messageOnly,
        run: async ({ id }, _, request) => {
            await app.store.write((tx) => deletePage(tx, id, actBy(app, request)));
            return { message: `The page ${id} is deleted.` };
        }
    });
