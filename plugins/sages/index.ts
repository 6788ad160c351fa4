import type { ServerRoute } from '@hapi/hapi';
import { assertVisibleContexts } from '../../db/sages/contexts-in-use.ts';
import { assertTestAnswers } from '../../db/judgement/test-answers.ts';
import { createSage } from '../../db/council/edits.ts';
import { listSages, type SageFilter } from '../../db/sages/sages.ts';
import { type App, feature } from '../app.ts';
import { count } from '../surfaces/http/response-fields.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { ofSage, type OfSage, sageFor } from '../shared/owned.ts';
import { viewerOf } from '../shared/viewer.ts';
import { listOf, pageOf, paging, type Paging, viewPage } from '../surfaces/http/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { copyRoute, rebuildRequestRoute } from './copy-and-rebuild.ts';
import { newSage, patchBody } from './body.ts';
import { changeSage, formIn } from './change.ts';
import { contextRoutes } from './contexts.ts';
import { demoKeyRoutes } from './demo-keys.ts';
import { draftRoute } from './drafts.ts';
import { sageFilter } from './filter.ts';
import { changesOfForm, editorPath, newSageOfForm, pageOfSage } from './form.ts';
import { sagePages } from './pages/index.ts';
import { promptRoute } from './prompts.ts';
import { sage, summary } from './response.ts';
import { templateRoutes } from './results-templates.ts';
import { type SageBody, sageFieldsOf, sageOf, type SagePatch, summaryOf } from './rows.ts';
import { statusRoutes } from './status.ts';
import { readySagesRoute } from './templates.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';

export const sages = feature('sages', ['actions', 'auth', 'form-posts'], (app) => [
    listRoute(app),
    createRoute(app),
    showRoute(app),
    changeRoute(app),
    copyRoute(app),
    rebuildRequestRoute(app),
    ...contextRoutes(app),
    ...demoKeyRoutes(app),
    draftRoute(app),
    promptRoute(app),
    readySagesRoute(app),
    ...statusRoutes(app),
    ...templateRoutes(app),
    ...sagePages(app)
]);

const listRoute = (app: App): ServerRoute =>
    rest<Paging & SageFilter>(app, {
        name: 'listSages',
        method: 'GET',
        path: '/sages',
        summary: 'Lists the sages in the order of their creation.',
        scope: council,
        query: { ...sageFilter, ...paging },
        response: listOf({ ...summary, criteria_count: count }),
        run: async ({ page, per_page, ...filter }, actor) => {
            const asked = { ...filter, ...pageOf({ page, per_page }) };
            return viewPage(await listSages(app.store.read, viewerOf(app, actor), asked), summaryOf);
        }
    });

/** A sage has some two thousand values at most; the error for more names their kind. */
const roomForSage = { maxBytes: manyTexts, maxValues: 5000 };

const createRoute = (app: App): ServerRoute =>
    rest<SageBody>(app, {
        name: 'createSage',
        method: 'POST',
        path: '/sages',
        summary: 'Creates a sage. A complete sage can be built immediately.',
        scope: ['ss_council_sage'],
        ...roomForSage,
        body: newSage,
        formPost: { backTo: pageOfSage('/sages/new'), keeps: ['name'], says: 'Sage created.' },
        bodyOfForm: newSageOfForm,
        status: 201,
        response: { sage },
        also: [404],
        run: async (body, actor) => {
            await assertTestAnswers(body.criteria);
            const sage = await app.store.write(async (tx) => {
                await assertVisibleContexts(tx, body.context_ids, viewerOf(app, actor));
                return createSage(tx, sageFieldsOf(body), { by: actor.id, at: app.now() });
            });
            return { sage: sageOf(sage) };
        }
    });

const changeRoute = (app: App): ServerRoute =>
    rest<OfSage & SagePatch>(app, {
        ...ofSage,
        name: 'updateSage',
        method: 'PATCH',
        path: '/sages/{id}',
        summary: 'Updates a sage. After changes that affect evaluation a rebuild is needed.',
        scope: ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'],
        ...roomForSage,
        body: patchBody,
        formPost: { backTo: editorPath, says: 'Saved.', again: true },
        bodyOfForm: changesOfForm,
        also: [404, 409],
        response: { sage },
        run: async ({ id, ...body }, by, request) => {
            const change = { id, body, form: formIn(request) };
            return { sage: sageOf(await changeSage(app, change, by)) };
        }
    });

const showRoute = (app: App): ServerRoute =>
    rest<OfSage>(app, {
        ...ofSage,
        name: 'getSage',
        method: 'GET',
        path: '/sages/{id}',
        summary: 'Returns a sage by its integer id or its UUID.',
        scope: council,
        also: [404],
        response: { sage },
        run: async ({ id }, actor) => ({ sage: sageOf(await sageFor(app, app.store.read, id, actor)) })
    });
