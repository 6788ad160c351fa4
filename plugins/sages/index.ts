import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { assertTestAnswers } from '../../db/judgement/test-answers.ts';
import { createSage } from '../../db/council/edits.ts';
import { listSages, type SageFilter } from '../../db/sages/sages.ts';
import { fieldsOfTemplate, sageTemplates } from '../../db/council/templates/index.ts';
import { copySage, requestRebuild } from '../../db/council/copy-and-rebuild.ts';
import { assertVisibleContexts } from '../../db/sages/contexts.ts';
import { type App, feature } from '../app.ts';
import { count, anyText, several } from '../surfaces/http/response-fields.ts';
import { council, editors } from '../surfaces/auth/capability-sets.ts';
import { ofSage, type OfSage, sageFor, changeOfSage } from '../shared/owned.ts';
import { viewerOf } from '../shared/viewer.ts';
import {
    listOf,
    pageOf,
    paging,
    type Paging,
    viewPage,
    freeText,
    shortText
} from '../surfaces/http/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { newSage, patchBody, sage, summary } from './body.ts';
import { changeSage, formIn } from './change.ts';
import { contextRoutes } from './contexts.ts';
import { demoKeyRoutes } from './demo-keys.ts';
import { draftRoute } from './drafts.ts';
import { changesOfForm, editorPath, newSageOfForm, pageOfSage } from './form.ts';
import { promptRoute } from './prompts.ts';
import { templateRoutes } from './results-templates.ts';
import {
    type SageBody,
    sageFieldsOf,
    sageOf,
    type SagePatch,
    summaryOf,
    bodyOfSage,
    sageFilter
} from './rows.ts';
import { statusPath, statusRoutes } from './status.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';
import { criteriaPages } from './pages/criteria.ts';
import { detailsPages } from './pages/details.ts';
import { homePage } from './pages/home/index.ts';
import { listPage } from './pages/list.ts';
import { materialPages } from './pages/material.ts';
import { newPage } from './pages/new.ts';
import { resultsPages } from './pages/results.ts';

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
        scope: editors,
        ...roomForSage,
        body: patchBody,
        formPost: {
            backTo: (form, done) => (done ? statusPath(form) : editorPath(form)),
            says: 'Saved.',
            again: true
        },
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

const template = Joi.object({
    slug: Joi.string().required(),
    name: anyText,
    summary: anyText,
    sage: Joi.object().required().description('A body of POST /sages.')
});

/** Sages to start from: a client sends the `sage` of one to POST /sages, with its own changes. */
const readySagesRoute = (app: App): ServerRoute =>
    rest(app, {
        name: 'listSageTemplates',
        method: 'GET',
        path: '/sage-templates',
        summary: 'Lists sages to start from: ordinary roles in ordinary words.',
        scope: council,
        response: { items: several(template), total: count },
        run: () => Promise.resolve({ items, total: items.length })
    });

const items = sageTemplates.map((one) => ({
    slug: one.slug,
    name: one.name,
    summary: one.summary,
    sage: bodyOfSage(fieldsOfTemplate(one))
}));

/** What is left to the author of a built sage, which only administrators build again: to ask them, or to take a copy. */
const copyRoute = (app: App): ServerRoute =>
    rest<OfSage & { name?: string }>(app, {
        ...ofSage,
        name: 'copySage',
        method: 'POST',
        path: '/sages/{id}/copy',
        summary:
            'Creates your own unbuilt copy of a sage. Labelled answers, screens and the demo key are not copied.',
        scope: ['ss_council_sage'],
        body: { name: shortText.description('Otherwise the name of the sage, with " (copy)".') },
        formPost: { backTo: pageOfSage('/sages'), says: 'Copy created. You own this sage.' },
        bodyOfForm: () => ({}),
        status: 201,
        also: [404],
        response: { sage },
        run: async ({ id, name }, _actor, request) => ({
            sage: sageOf(
                await changeOfSage(app, id, request, (tx, sage, act) => copySage(tx, sage, { name, ...act }))
            )
        })
    });

const rebuildRequestRoute = (app: App): ServerRoute =>
    rest<OfSage & { reason: string }>(app, {
        ...ofSage,
        name: 'requestRebuild',
        method: 'POST',
        path: '/sages/{id}/rebuild-request',
        summary:
            'Requests a rebuild from the council administrators. Sends at most one email a day. The audit log records every request.',
        scope: editors,
        body: { reason: freeText.trim().allow('').max(1000).default('') },
        formPost: {
            backTo: statusPath,
            keeps: ['reason'],
            says: 'Check requested.'
        },
        bodyOfForm: ({ reason }) => ({ reason }),
        also: [404, 409],
        response: {
            sage_id: Joi.string().required(),
            mailed: count.description('0 if the administrators were emailed within the last day.')
        },
        run: async ({ id, reason }, _actor, request) => {
            await app.settleDeadlines();
            return changeOfSage(app, id, request, async (tx, sage, act) => ({
                sage_id: String(sage.id),
                mailed: await requestRebuild(tx, sage, { reason, ...act })
            }));
        }
    });

const sagePages = (app: App): ServerRoute[] => [
    listPage(app),
    newPage(app),
    homePage(app),
    ...detailsPages(app),
    ...criteriaPages(app),
    ...resultsPages(app),
    ...materialPages(app)
];
