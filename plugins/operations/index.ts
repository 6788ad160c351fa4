// What operators and programs ask: health, readiness, metrics, and the API as a document and as a page.
import type { RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { isStoreStuck } from '../../db/store/index.ts';
import { listNodes } from '../../db/jobs/nodes.ts';
import { jobTally } from '../../db/jobs/tally.ts';
import { iso, day } from '../../db/store/time.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { type App, feature } from '../app.ts';
import { anyText, count, moment, oneOf, several } from '../surfaces/http/response-fields.ts';
import { docsRoutes } from './api-docs.ts';
import { openapi } from '../surfaces/openapi/index.ts';
import { metrics } from './metrics.ts';

export const operations = feature('operations', ['auth', 'responses', 'public-files'], (app) => [
    healthRoute(app),
    readinessRoute(app),
    openapiRoute(app),
    securityTxtRoute(app),
    ...docsRoutes(),
    metrics
]);

const described = (
    id: string,
    description: string,
    response: Joi.PartialSchemaMap,
    also: readonly number[] = []
): RouteOptions => ({
    id,
    description,
    tags: ['operations'],
    app: { docs: { response: Joi.object(response), also } }
});

const healthRoute = ({ config: { program } }: App): ServerRoute => ({
    method: 'GET',
    path: '/healthz',
    options: described('getHealth', 'Returns ok and the version of the program while the process is alive.', {
        status: oneOf('ok'),
        version: anyText.required()
    }),
    handler: () => ({ status: 'ok', version: program.version })
});

const readinessRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/readyz',
    options: described(
        'getReadiness',
        'Returns whether the service is ready, or degraded because jobs are waiting. 503 while the database is unavailable or read-only, and while the service stops.',
        ready,
        [503]
    ),
    handler: async (_request, h) => {
        const found = await readiness(app).catch((error: unknown) => unready(app, error));
        const isServing = found.status === 'ready' || found.status === 'degraded';
        return isServing ? found : h.response(found).code(503).header('retry-after', '5');
    }
});

/** The counts of jobs are in the store. */
const ifThere = count.optional();

const ready = {
    status: oneOf('ready', 'degraded', 'stopping', 'away'),
    parts: Joi.object({
        store: oneOf('ok', 'away'),
        jobs: Joi.object({
            state: oneOf('starting', 'running', 'degraded', 'stopped'),
            problem: Joi.string().description('What to change before jobs can run.'),
            waiting: ifThere,
            dead: ifThere,
            delayed: ifThere,
            lag_ms: ifThere
        }).required(),
        nodes: several(Joi.object({ id: anyText.required(), joined_at: moment.required() }))
            .optional()
            .description(
                'With a shared database: who works on it. The first one does what only one has to do.'
            )
    }).required()
};

function openapiRoute({ config }: App): ServerRoute {
    let made: ReturnType<typeof openapi> | undefined; // for the first request: all routes are there by then
    return {
        method: 'GET',
        path: '/openapi.json',
        options: described('getOpenapi', 'Returns this document.', document),
        handler: ({ server }) => (made ??= openapi(server, config))
    };
}

const document = {
    openapi: Joi.string().required(),
    info: Joi.object().required(),
    security: several(Joi.object()),
    servers: several(Joi.object()),
    tags: several(Joi.object()),
    paths: Joi.object().required(),
    components: Joi.object().required()
};

const statuses: Record<string, string> = { running: 'ready', stopped: 'stopping' };

/** A degraded service is not down: without the PostgreSQL of the jobs all routes respond, and work waits in the ledger. */
async function readiness(app: App) {
    const { store, now, config } = app;
    if (store.lack() !== undefined) return away(app);
    const { state } = app.jobs();
    const { waiting, dead, delayed, oldestAt } = await jobTally(store.read, now());
    return {
        status: statuses[state] ?? 'degraded',
        parts: {
            store: 'ok',
            jobs: {
                ...jobsNow(app),
                waiting,
                dead,
                delayed,
                lag_ms: waiting > 0 ? now() - oldestAt : 0
            },
            ...(config.database && { nodes: await nodesNow(app) })
        }
    };
}

const nodesNow = async ({ store }: App) =>
    (await listNodes(store.read)).map(({ id, joinedAt }) => ({ id, joined_at: iso(joinedAt) }));

function jobsNow({ jobs }: App) {
    const { state, problem } = jobs();
    return { state, ...(problem !== undefined && { problem }) };
}

/** A proxy takes a node out that answers so; the body names the failed part. */
function unready(app: App, error: unknown) {
    if (!isStoreStuck(error)) throw error;
    return away(app);
}

const away = (app: App) => ({ status: 'away', parts: { store: 'away', jobs: jobsNow(app) } });

/** The contact is correct at the time of the response; clients must request it again by then. */
const goodFor = 90 * day;

/** How to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116. */
const securityTxtRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/.well-known/security.txt',
    options: {
        id: 'getSecurityContact',
        description: 'Returns the security contact (RFC 9116), or 404 if none is set.',
        tags: ['operations'],
        app: { docs: { surface: 'page', types: ['text/plain'], also: [404] } }
    },
    handler: async (_request, h) => h.response(await securityTxt(app)).type('text/plain')
});

async function securityTxt({ store, config, now }: App) {
    const { baseUrl, secure } = config;
    const { organisation } = await settingsOf({ store, config });
    const { contact } = organisation;
    if (contact === undefined) throw new Refusal('not_found', 'Not found.');
    const languages = new Set([organisation.language, 'en']);
    const fields = [
        ['Contact', mailtoUri(contact)],
        ['Expires', iso(Math.floor(now() / day) * day + goodFor)], // the same for a whole day
        ['Preferred-Languages', [...languages].join(', ')],
        ...(secure ? [['Canonical', `${baseUrl}/.well-known/security.txt`]] : []) // it must be https
    ];
    return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}

/** The address is encoded, so that no second recipient fits in. */
const mailtoUri = (address: string) => `mailto:${address.split('@').map(encodeURIComponent).join('@')}`;
