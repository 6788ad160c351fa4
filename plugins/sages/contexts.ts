// Contexts of the backend API, with the history of their versions.
import type { Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { type Done, record } from '../../db/record/audit.ts';
import { type ContextRow, createContext, listHistory, visibleContext } from '../../db/sages/contexts.ts';
import { dropDraft } from '../../db/sages/drafts.ts';
import { assertMayEdit, updateSage } from '../../db/council/edits.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { iso } from '../../db/store/time.ts';
import type { Tx } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { editors } from '../surfaces/auth/capability-sets.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { changeOfSage, ofSage, type OfSage } from '../shared/owned.ts';
import { bearerViewer } from '../shared/viewer.ts';
import { onWire } from '../shared/wire.ts';
import { backend } from '../surfaces/backend.ts';
import {
    freeText,
    listOf,
    longText,
    pageOf,
    paging,
    type Paging,
    shortText,
    uuid,
    viewPage
} from '../surfaces/http/fields.ts';
import { named } from '../surfaces/http/response-fields.ts';
import { rest } from '../surfaces/rest.ts';
import { mostContexts, sage } from './body.ts';
import { formIn } from './change.ts';
import { sageOf } from './rows.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';

const permission = 'council_sage';
const id = uuid.required();

const fields = {
    id,
    name: Joi.string().required(),
    active: Joi.boolean().required(),
    version: Joi.number().integer().min(1).required(),
    context: Joi.string().required(),
    summary: Joi.string().allow('').required(),
    categories: Joi.object().required(),
    category_titles: Joi.string().allow('').required(),
    meta_data: Joi.object().required(),
    metrics: Joi.object().required(),
    status_id: uuid.required()
};
const context = named('Context', fields);

const createRoute = (app: App): ServerRoute =>
    backend<NewContext>({
        name: 'createContext',
        method: 'POST',
        path: '/context',
        summary: 'Creates a context and the first entry of its history.',
        permission,
        maxBytes: manyTexts,
        body: {
            name: shortText.required(),
            context: Joi.string().required().description('Up to 200 KiB.'),
            summary: longText.default('')
        },
        status: 201,
        response: context,
        run: async (body, request, h) => {
            const made = await app.store.write((tx) => makeContext(tx, body, actBy(app, request)));
            return h.response(contextOf(made)).location(`/pl/context/${made.id}`);
        }
    });

type NewContextOfSage = OfSage & Omit<NewContext, 'summary'>;

/** Adds a context to a sage from a browser: it is in the prompt from then on. */
const addRoute = (app: App): ServerRoute =>
    rest<NewContextOfSage>(app, {
        ...ofSage,
        name: 'addContext',
        method: 'POST',
        path: '/sages/{id}/contexts',
        summary: 'Creates a context and adds it to the evaluation of a sage.',
        scope: editors,
        maxBytes: manyTexts,
        body: {
            name: shortText.required(),
            context: freeText.pattern(/\S/, 'more than white space').required()
        },
        formPost: {
            backTo: ({ id }) => `/sages/${encodeURIComponent(String(id))}/contexts`,
            says: 'Context created and added to this sage.',
            again: true
        },
        bodyOfForm: ({ context_name, context_text }) => ({ name: context_name, context: context_text }),
        status: 201,
        also: [404, 409, 413],
        response: { sage },
        run: (asked, _actor, request) => add(app, asked, request)
    });

function add(app: App, { id, ...body }: NewContextOfSage, request: Request) {
    return changeOfSage(app, id, request, async (tx, sage, { by, at }) => {
        assertMayEdit(sage, by);
        if (sage.contextIds.length >= mostContexts)
            throw new Refusal('wrong_state', `A sage can have up to ${mostContexts} contexts.`);
        // The draft of a form ends with it.
        if (formIn(request)) await dropDraft(tx, { sageId: sage.id, userId: by.id, page: 'context' });
        const made = await makeContext(tx, { ...body, summary: '' }, { by, at });
        const contextIds = [...sage.contextIds, made.id];
        return { sage: sageOf(await updateSage(tx, sage.id, { contextIds }, { by, at })) };
    });
}

const showRoute = (app: App): ServerRoute =>
    backend<{ id: string }>({
        name: 'getContext',
        method: 'GET',
        path: '/context/{id}',
        summary: 'Returns the current version of a context.',
        permission,
        owned: 'id',
        params: { id },
        also: [404],
        response: context,
        run: async ({ id }, request) =>
            contextOf(await visibleContext(app.store.read, id, bearerViewer(app, request)))
    });

const historyRoute = (app: App): ServerRoute =>
    backend<{ id: string } & Paging>({
        name: 'listContextHistory',
        method: 'GET',
        path: '/context/{id}/history',
        summary: 'Lists every version of a context, newest first.',
        permission,
        owned: 'id',
        params: { id },
        query: paging,
        also: [404],
        response: listOf(entry),
        run: async ({ id, ...page }, request) => {
            const { read } = app.store;
            await visibleContext(read, id, bearerViewer(app, request));
            return viewPage(await listHistory(read, id, pageOf(page)), entryOf);
        }
    });

const entry = { ...fields, created_at: Joi.string().isoDate().required() };

export const contextRoutes = (app: App): ServerRoute[] => [
    createRoute(app),
    addRoute(app),
    showRoute(app),
    historyRoute(app)
];

/** The audit log records every change of the inputs of an evaluation, so it records a new context too. */
async function makeContext(tx: Tx, body: NewContext, { by, at }: Done) {
    const made = await createContext(tx, body, at);
    await record(tx, { by, act: 'context.create', target: `context:${made.id}`, at });
    return made;
}

interface NewContext {
    name: string;
    context: string;
    summary: string;
}

const contextOf = (row: ContextRow) => ({
    ...onWire(row, 'id', 'name', 'active', 'version', 'context', 'summary', 'categories'),
    ...onWire(row, 'categoryTitles', 'metaData', 'metrics', 'statusId')
});

const entryOf = (row: ContextRow) => ({
    ...contextOf(row),
    created_at: iso(row.createdAt)
});
