// The one translator of errors: each becomes a response in the envelope of the surface that was called.
import { STATUS_CODES } from 'node:http';
import type { Lifecycle, Plugin, Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { type Reason, Refusal } from '../../db/store/refusal.ts';
import { isStoreInDoubt, isStoreStuck } from '../../db/store/index.ts';
import type { Config } from '../../config/index.ts';
import type { App } from '../app.ts';
import { internalPath } from './http/internal-path.ts';
import { isSoftened, statuses } from './http/statuses.ts';
import { visitorOf } from './auth/requester.ts';
import { InvalidField } from './http/fields.ts';
import { parsedBody, unreadForm } from './http/bodies/index.ts';
import { framedBy, requestId } from './http/security-headers.ts';
import { framed } from './pages/console/frame.ts';
import { themeOf } from './pages/console/theme.ts';
import { visitOf } from './pages/console/visit.ts';
import { afterDeadLink, errorPage, errorTitle, html } from './pages/layout.ts';
import { emptyState } from './pages/parts/empty.ts';
import { ToolFailure, toolFailureOf } from './tools/failures.ts';
import { isPlain } from './pages/form-posts.ts';
import { prefersPage } from './pages/prefers-page.ts';
import type { AuthScheme } from './auth/schemes.ts';
import { stillBefore } from './pages/unkept-form.ts';

declare module '@hapi/hapi' {
    interface PluginsStates {
        /** The source of a response that reports a failure. */
        errors?: { cause: unknown };
    }
}

interface Failure {
    status: number;
    code: Reason | 'internal';
    message: string;
    headers: Record<string, string>;
    /** A Refusal where a rule refused, wherever it was thrown. */
    cause: unknown;
}

/** Refusals by hapi itself, in our words. */
const refusals: Record<number, readonly [Reason, string]> = {
    400: ['invalid_field', 'Invalid request.'],
    401: ['not_logged_in', 'Please log in.'],
    403: ['forbidden', 'You do not have permission to perform this action.'],
    404: ['not_found', 'Not found.'],
    413: ['too_large', 'Request too large.'],
    415: ['unsupported_media_type', 'Unsupported content type.'],
    503: ['unavailable', 'The service is busy. Please try again.']
};

export const errors: Plugin<App> = {
    name: 'errors',
    register(server, app) {
        const { log } = app;
        const logFailure = (request: Request) => {
            const { response } = request;
            if ('isBoom' in response && failureOf(response).code === 'internal')
                log.error({ err: response, request: requestId(request) }, 'request failed');
        };
        const translate: Lifecycle.Method = (request, h) => {
            const { response } = request;
            if (!('isBoom' in response)) return h.continue;
            logFailure(request);
            return translated(request, h, failureOf(response), app);
        };
        server.ext('onRequest', refuseNoPath, {
            after: ['responses'],
            before: ['actions', 'connections', 'cross-origin', 'form-targets', 'lingering-close']
        });
        // The other plugins change what is sent, so they need the translated response.
        server.ext('onPreResponse', translate, { before: ['form-posts', 'headers', 'cross-origin'] });
        // An error that is still there could not be translated: the response was on its way, or its client was gone.
        server.events.on('response', logFailure);
    }
};

/** Of an address that cannot be parsed hapi has neither path nor query, which all others look at. */
const refuseNoPath: Lifecycle.Method = (request, h) => {
    if ((request.path as string | null) !== null) return h.continue;
    Object.assign(request, { path: '', query: {} });
    throw new Refusal('invalid_field', 'Invalid request.');
};

function failureOf(error: Error & { output: { statusCode: number } }): Failure {
    const refusal = refusalOf(error);
    if (refusal) return refused(refusal);
    const broken = {
        status: 500,
        message: 'Something went wrong on our side. Try again in a minute.',
        headers: {},
        cause: error
    };
    return { ...broken, code: error instanceof ToolFailure ? 'unavailable' : 'internal' };
}

const stuck = 'Saving is not possible right now. Nothing was changed. Try again in a minute.';
const inDoubt = 'We do not know whether this was saved. Check before you try again.';

function refusalOf(error: Error & { output: { statusCode: number } }) {
    if (error instanceof Refusal) return error;
    if (isStoreStuck(error)) return new Refusal('unavailable', stuck, { retryAfter: 5 });
    if (isStoreInDoubt(error)) return new Refusal('unavailable', inDoubt);
    const { statusCode } = error.output;
    const [reason, message] = refusals[statusCode] ?? [];
    if (reason && message) return new Refusal(reason, message);
    return statusCode < 500 ? new Refusal('invalid_field', 'Invalid request.') : undefined;
}

function refused(refusal: Refusal): Failure {
    const { reason, message, retryAfter } = refusal;
    const headers = {
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
        ...(refusal.field !== '' && { 'x-svc-field': refusal.field })
    };
    return { status: statuses[reason], code: reason, message, headers, cause: refusal };
}

type Envelope = (failure: Failure, h: ResponseToolkit, app: App) => ResponseObject | Promise<ResponseObject>;

async function translated(request: Request, h: ResponseToolkit, failure: Failure, app: App) {
    request.plugins.errors = { cause: failure.cause };
    const response = await envelopeOf(request, app.config)(failure, h, app);
    for (const [name, value] of Object.entries(failure.headers)) response.header(name, value);
    return response;
}

function envelopeOf(request: Request, config: Config): Envelope {
    const { path, route, headers } = request;
    if (path.startsWith(internalPath) || path === config.paths.ajax) return webAction;
    if (path.startsWith(`${config.paths.rest}/`)) return showsFormAgain(request) ? page : web;
    if (backendPath.test(path)) return backend;
    if (toolPath.test(path)) return tools;
    return isNowhere(route) && !prefersPage(String(headers['accept'])) ? backend : page;
}

/** Whether a browser posted a form to a JSON route that shows it again. */
const showsFormAgain = (request: Request) =>
    'showAgain' in (request.route.settings.app?.formPost ?? {}) && isPlain(request);

/** Whether no route has this address. A program that looks for one, as for the metadata of a login, reads no page. */
const isNowhere = ({ method }: Request['route']) => (method as string) === '_special';

const web: Envelope = ({ status, code, message }, h, { config: { plainFailures } }) => {
    return h
        .response({ success: false, data: { message } })
        .code(plainFailures && isSoftened(status) ? 200 : status)
        .header('x-svc-error', code);
};

/** On the form actions every wrong field has one message; X-Svc-Field names the field. */
const webAction: Envelope = (failure, h, app) => {
    const message = failure.cause instanceof InvalidField ? 'Invalid request.' : failure.message;
    return web({ ...failure, message }, h, app);
};

const backendPath = /^\/pl(\/|$)/;
const problemType = 'application/problem+json';

/** hapi's own error body, or problem details (RFC 9457) for a client that accepts them. */
const backend: Envelope = ({ status, message }, h) => {
    const reason = STATUS_CODES[status] ?? 'Error';
    const response = String(h.request.headers['accept']).includes(problemType)
        ? h.response({ type: 'about:blank', title: reason, status, detail: message }).type(problemType)
        : h.response({ statusCode: status, error: reason, message });
    if (status === 401) response.header('www-authenticate', 'Bearer');
    return response.code(status);
};

const toolPath = /^\/(tools|mcp)(\/|$)/;

/** The statuses of the tool server are its own. */
const tools: Envelope = ({ cause }, h) => {
    const { status, body } = toolFailureOf(cause);
    const response = h.response(body).code(status);
    if (status === 401) response.header('www-authenticate', 'Bearer');
    return response;
};

/** The page of the form with its error, or an error page. A public route brings its own. */
const page: Envelope = async (failure, h, app) => {
    const { status, code, message, cause } = failure;
    const again = await formAgain(cause, h, app);
    if (again) return again;
    const { failurePage, framedBy: origins = [] } = h.request.route.settings.app ?? {};
    if (failurePage)
        return h
            .response(await failurePage(h.request, status))
            .type('text/html')
            .header('content-security-policy', framedBy(origins))
            .code(status);
    const next = code === 'invalid_key' ? { next: afterDeadLink } : {};
    const request = await withSession(h.request);
    const says = status === 413 ? `${message} ${stillBefore}` : message;
    const text =
        inFrame({ ...failure, message: says }, request, app) ??
        errorPage(status, says, { ...next, theme: themeOf(request) });
    return h.response(text).type('text/html').code(status);
};

/** On a page of the console, and at an unknown address, the error is shown in its frame. */
function inFrame({ status, message }: Failure, request: Request, app: App) {
    const actor = visitorOf(request);
    const isOurs = request.route.settings.app?.console || isNowhere(request.route);
    if (!actor || !isOurs) return undefined;
    const body = emptyState({ says: `${message} ${hints[status] ?? ''}`, action: toStart });
    return framed({ title: errorTitle(status), body }, visitOf(app, actor, request));
}

const hints: Readonly<Record<number, string>> = {
    403: 'An administrator can change what you may open.',
    404: 'It may have been deleted, or the address is not complete.'
};

const toStart = html`<a role="button" href="/">Back to Start</a>`;

async function formAgain(cause: unknown, h: ResponseToolkit, { log }: App) {
    const { request } = h;
    const { formPost } = request.route.settings.app ?? {};
    if (!formPost || !('showAgain' in formPost) || !(cause instanceof Refusal)) return undefined;
    // The same form may be taken in a moment, so that it is read even where it was refused before that.
    if (cause.reason === 'too_many_requests' || cause.reason === 'unavailable') await unreadForm(request, h);
    if (!parsedBody(request)) return undefined;
    try {
        return await formPost.showAgain(request, h, cause);
    } catch (err) {
        // Its page may need the store that was away. The error page needs nothing.
        if (!(err instanceof Refusal || isStoreStuck(err)))
            log.error({ err, request: requestId(request) }, 'a refused form was not shown again');
        return undefined;
    }
}

/**
 * Who asks for an address that no route has: there hapi reads neither cookies nor sessions. Returns the same request with its
 * parsed cookies, and the user they authenticate.
 */
async function withSession(request: Request): Promise<Request> {
    const { cookie } = request.headers;
    if (request.state !== null || typeof cookie !== 'string') return request;
    const { server } = request;
    const session = (server.auth.api as Record<string, AuthScheme>)['session'];
    const parsed = await server.states.parse(cookie).catch(() => undefined); // an unreadable cookie authenticates no user
    const { states } = (parsed ?? { states: {} }) as unknown as { states: Request['state'] };
    const read: Request = Object.create(request, { state: { value: states } });
    const credentials = await session?.identify(read).catch(() => undefined); // nor is a session that has ended
    const auth = { ...request.auth, isAuthenticated: credentials !== undefined, credentials };
    return Object.create(read, { auth: { value: auth } });
}
