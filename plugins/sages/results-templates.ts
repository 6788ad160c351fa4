// Results templates of the backend API. An update writes a new version, and every version is kept.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { iso } from '../../db/store/time.ts';
import { changeTemplate, type TemplateAsRead, visibleTemplate } from '../../db/council/results-templates.ts';
import {
    getTemplateVersion,
    listTemplateVersions,
    type ResultsRow
} from '../../db/sages/template-versions.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { bearerViewer } from '../shared/viewer.ts';
import { inColumns } from '../shared/wire.ts';
import { backend, hotBackend } from '../surfaces/backend.ts';
import {
    formInteger,
    freeText,
    listOf,
    longText,
    pageOf,
    type Paging,
    paging,
    shortText,
    uuid,
    viewPage
} from '../surfaces/http/fields.ts';
import { named } from '../surfaces/http/response-fields.ts';
import { versionsSeen, withVersion } from '../surfaces/http/versions.ts';
import { manyTexts } from '../surfaces/http/bodies/index.ts';

const permission = 'council_screen';
const result_id = uuid.required();

const fields = {
    id: uuid.required(),
    name: Joi.string().required(),
    active: Joi.boolean().required(),
    version: Joi.number().integer().min(1).required(),
    evaluator_role: Joi.string().allow('').required(),
    recommendation: Joi.string().allow('').required(),
    output_format: Joi.string().allow('').required(),
    sage_id: uuid.required(),
    meta_data: Joi.object().required(),
    intro: Joi.string().allow('').required(),
    directions: Joi.string().allow('').required()
};
const template = named('ResultsTemplate', fields);

const showRoute = (app: App): ServerRoute =>
    hotBackend<{ result_id: string }, ReturnType<typeof templateOf>>({
        name: 'getResultsTemplate',
        method: 'GET',
        path: '/results/{result_id}',
        summary: 'Returns the current version of a results template. The ETag is its version.',
        permission,
        params: { result_id },
        owned: 'result_id',
        also: [404],
        response: template,
        versionOf: ({ version }) => version,
        run: async ({ result_id }, request) =>
            templateOf(await visibleTemplate(app.store.read, result_id, bearerViewer(app, request)))
    });

const changeRoute = (app: App): ServerRoute =>
    backend<{ result_id: string } & Patch>({
        name: 'updateResultsTemplate',
        method: 'PATCH',
        path: '/results/{result_id}',
        summary: 'Updates a results template: adds a version and keeps the old one. Supports If-Match.',
        permission,
        params: { result_id },
        owned: 'result_id',
        maxBytes: manyTexts,
        body: patch,
        also: [404, 409],
        response: template,
        versioned: true,
        run: async (change, request, h) => respond(h, await changed(app, change, request))
    });

async function changed(app: App, { result_id, ...body }: { result_id: string } & Patch, request: Request) {
    const { id, active, version, sage_id, ...texts } = body;
    const read = { id, active, version, sage_id };
    const editor = { seen: versionsSeen(request), read, ...actBy(app, request) };
    const changes = inColumns(texts);
    return app.store.write(async (tx) => {
        await visibleTemplate(tx, result_id, bearerViewer(app, request));
        return changeTemplate(tx, result_id, changes, editor);
    });
}

const versionsRoute = (app: App): ServerRoute =>
    backend<{ result_id: string } & Paging>({
        name: 'listResultsTemplateVersions',
        method: 'GET',
        path: '/results/{result_id}/versions',
        summary: 'Lists every version of a results template, newest first.',
        permission,
        params: { result_id },
        owned: 'result_id',
        query: paging,
        also: [404],
        response: listOf(version),
        run: async ({ result_id, ...page }, request) => {
            const { read } = app.store;
            await visibleTemplate(read, result_id, bearerViewer(app, request));
            return viewPage(await listTemplateVersions(read, result_id, pageOf(page)), versionOf);
        }
    });

const versionRoute = (app: App): ServerRoute =>
    backend<{ result_id: string; version: number }>({
        name: 'getResultsTemplateVersion',
        method: 'GET',
        path: '/results/{result_id}/versions/{version}',
        summary: 'Returns one version of a results template.',
        permission,
        params: { result_id, version: formInteger.required() },
        owned: 'result_id',
        also: [404],
        response: version,
        run: async ({ result_id, version }, request) => {
            const { read } = app.store;
            await visibleTemplate(read, result_id, bearerViewer(app, request));
            return versionOf(await getTemplateVersion(read, result_id, version));
        }
    });

const created_at = Joi.string().isoDate().required();
const version = named('ResultsTemplateVersion', { ...fields, created_at });

export const templateRoutes = (app: App): ServerRoute[] => [
    showRoute(app),
    changeRoute(app),
    versionsRoute(app),
    versionRoute(app)
];

interface Patch extends TemplateAsRead {
    name?: string;
    evaluator_role?: string;
    recommendation?: string;
    intro?: string;
    directions?: string;
    output_format?: string;
    meta_data?: ResultsRow['metaData'];
}

const changeable = {
    name: shortText.messages({
        'string.empty': '{#label} must not be empty: send 1 to 200 characters, or leave it out to keep it'
    }),
    evaluator_role: freeText.trim().allow('').max(5000),
    recommendation: longText,
    intro: longText,
    directions: longText,
    output_format: longText,
    meta_data: Joi.object()
};
const asRead = 'Read-only. You can send the value that you read.';

const patch = Joi.object({
    id: uuid.description(asRead),
    active: Joi.boolean().description(asRead),
    version: Joi.number().integer().min(1).description(asRead),
    sage_id: uuid.description(asRead),
    ...changeable
})
    .or(...Object.keys(changeable))
    .messages({ 'object.missing': 'Send at least one field to change' });

const respond = (h: ResponseToolkit, row: ResultsRow) => withVersion(h, templateOf(row), row.version);

/** By hand, for this is read more often than anything else. */
function templateOf(row: ResultsRow) {
    const { id, name, active, version, recommendation, intro, directions } = row;
    return {
        id,
        name,
        active,
        version,
        evaluator_role: row.evaluatorRole,
        recommendation,
        output_format: row.outputFormat,
        sage_id: row.sageId,
        meta_data: row.metaData,
        intro,
        directions
    };
}

const versionOf = (row: ResultsRow) => ({
    ...templateOf(row),
    created_at: iso(row.createdAt)
});
