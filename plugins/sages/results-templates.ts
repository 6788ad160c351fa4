// Results templates of the backend API. An update writes a new version, and every version is kept.
import type { Plugin, Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { iso } from '../../db/store/time.ts';
import { changeTemplate, visibleTemplate } from '../../db/council/results-templates.ts';
import {
    getTemplateVersion,
    listTemplateVersions,
    type ResultsRow
} from '../../db/sages/template-versions.ts';
import type { App } from '../app.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { bearerViewer } from '../shared/viewer.ts';
import { backend, hotBackend } from '../surfaces/backend.ts';
import {
    formInteger,
    listOf,
    longText,
    pageOf,
    type Paging,
    paging,
    shortText,
    uuid,
    viewPage
} from '../surfaces/http/fields.ts';
import { named } from '../surfaces/openapi/response-fields.ts';
import { versionsSeen, withVersion } from '../surfaces/http/versions.ts';

const permission = 'council_screen';
const id = uuid.required();

const fields = {
    id,
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
    hotBackend<{ id: string }, ReturnType<typeof templateOf>>({
        name: 'getResultsTemplate',
        method: 'GET',
        path: '/results/{id}',
        summary: 'Returns the current version of a results template. The ETag is its version.',
        permission,
        params: { id },
        also: [404],
        response: template,
        versionOf: ({ version }) => version,
        run: async ({ id }, request) =>
            templateOf(await visibleTemplate(app.store.read, id, bearerViewer(app, request)))
    });

const changeRoute = (app: App): ServerRoute =>
    backend<{ id: string } & Patch>({
        name: 'updateResultsTemplate',
        method: 'PATCH',
        path: '/results/{id}',
        summary:
            'Updates a results template: writes the next version and keeps this one. If-Match guards it.',
        permission,
        params: { id },
        body: patch,
        also: [404, 409],
        response: template,
        versioned: true,
        run: async (change, request, h) => respond(h, await changed(app, change, request))
    });

async function changed(app: App, { id, ...body }: { id: string } & Patch, request: Request) {
    const editor = { seen: versionsSeen(request), ...actBy(app, request) };
    const changes = changesOf(body);
    return app.store.write(async (tx) => {
        await visibleTemplate(tx, id, bearerViewer(app, request));
        return changeTemplate(tx, id, changes, editor);
    });
}

const versionsRoute = (app: App): ServerRoute =>
    backend<{ id: string } & Paging>({
        name: 'listResultsTemplateVersions',
        method: 'GET',
        path: '/results/{id}/versions',
        summary: 'Lists every version of a results template, newest first.',
        permission,
        params: { id },
        query: paging,
        also: [404],
        response: listOf(version),
        run: async ({ id, ...page }, request) => {
            const { read } = app.store;
            await visibleTemplate(read, id, bearerViewer(app, request));
            return viewPage(await listTemplateVersions(read, id, pageOf(page)), versionOf);
        }
    });

const versionRoute = (app: App): ServerRoute =>
    backend<{ id: string; version: number }>({
        name: 'getResultsTemplateVersion',
        method: 'GET',
        path: '/results/{id}/versions/{version}',
        summary: 'Returns one version of a results template.',
        permission,
        params: { id, version: formInteger.required() },
        also: [404],
        response: version,
        run: async ({ id, version }, request) => {
            const { read } = app.store;
            await visibleTemplate(read, id, bearerViewer(app, request));
            return versionOf(await getTemplateVersion(read, id, version));
        }
    });

const created_at = Joi.string().isoDate().required();
const version = named('ResultsTemplateVersion', { ...fields, created_at });

export const results: Plugin<App> = {
    name: 'results',
    dependencies: ['auth'],
    register(server, app) {
        server.route([showRoute(app), changeRoute(app), versionsRoute(app), versionRoute(app)]);
    }
};

interface Patch {
    name?: string;
    evaluator_role?: string;
    recommendation?: string;
    intro?: string;
    directions?: string;
    output_format?: string;
    meta_data?: ResultsRow['metaData'];
}

const patch = Joi.object({
    name: shortText,
    evaluator_role: Joi.string().trim().allow('').max(5000),
    recommendation: longText,
    intro: longText,
    directions: longText,
    output_format: longText,
    meta_data: Joi.object()
})
    .min(1)
    .messages({ 'object.min': 'Name at least one field to change' });

function changesOf({ evaluator_role, output_format, meta_data, ...texts }: Patch) {
    return {
        ...texts,
        ...(evaluator_role !== undefined && { evaluatorRole: evaluator_role }),
        ...(output_format !== undefined && { outputFormat: output_format }),
        ...(meta_data !== undefined && { metaData: meta_data })
    };
}

const respond = (h: ResponseToolkit, row: ResultsRow) => withVersion(h, templateOf(row), row.version);

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
