// Form actions: an ordinary hapi route each, behind the contract's one address, whose query names the action, and behind one
// of its own below that, which needs no name in the form and which a generated client calls.
import type { Plugin, Request, RouteOptionsApp, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { keysOf } from '../../db/installation/secrets.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import type { App } from '../app.ts';
import { message } from './http/response-fields.ts';
import { actorOf } from './auth/requester.ts';
import { hasParts, partsToJson } from './http/json-parts.ts';
import { type Hot, ordinaryHandler } from './http/asked.ts';
import {
    bodyOf,
    formPayload,
    formType,
    manyTexts,
    multipartType,
    parseForm,
    readBody
} from './http/bodies/index.ts';
import { keptForms } from './http/bodies/kept-forms.ts';
import type { Form } from './http/bodies/typed.ts';
import { unknownFile, validated } from './http/fields.ts';
import { type FormPost, origin } from './http/form-post.ts';
import { leewayOf } from './auth/leeway.ts';
import { nonceCheck, type NonceName } from './auth/nonces.ts';
import { oncePer } from './http/once.ts';
import { internalPath } from './http/internal-path.ts';

interface Action<Fields> {
    name: string;
    summary: string;
    /** Any one of these capabilities lets the caller pass; without it every user may call. */
    scope?: readonly Capability[];
    nonces?: readonly NonceName[];
    limit?: 'actions' | 'polls';
    fields: Joi.PartialSchemaMap;
    /** The resource of the response, for /openapi.json: tests hold every response against it, the server does not. */
    response: Joi.PartialSchemaMap;
    /** Statuses that do not follow from the guards of the action, such as 404 where it names something that may not be there. */
    also?: readonly number[];
    /** Where the fields of the response are: in `data`, at the top level next to `success` (the build actions), or at both places. */
    envelope?: Envelope;
    formPost?: FormPost;
    /** The field that names a sage, or what belongs to one: see capability-sets.ts. */
    owned?: string;
    /** For a form that may hold a file: the most bytes that are read of it, in either encoding. */
    multipart?: { maxBytes: number };
    run: (fields: Fields, actor: Actor, request: Request) => Promise<object>;
}

/** A form action that is asked so often that the fast path may answer it (see fast-path/). It only reads, and returns no long list. */
type HotAction<Fields> = Omit<Action<Fields>, 'run' | 'multipart' | 'formPost'> & {
    run: (fields: Fields, actor: Actor) => Promise<object>;
};

const envelopes = {
    data: (data: object) => ({ success: true, data }),
    top: (data: object) => ({ success: true, ...data }),
    both: (data: object) => ({ success: true, ...data, data })
};
type Envelope = keyof typeof envelopes;

/** The description of an action's route. */
interface ActionDocs {
    name: string;
    /** What its own address takes. */
    schema: Joi.ObjectSchema;
    response: Joi.ObjectSchema;
    also: readonly number[];
    envelope: Envelope;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        action?: ActionDocs;
    }
}

/** A form action as a hapi route with its own login, nonce, capabilities, limits and fields. */
export function action<Fields>({ run, ...it }: Action<Fields>): ServerRoute {
    const { route, checked, enveloped } = userAction<Fields>(it);
    return {
        ...route,
        async handler(request, h) {
            const data = await run(checked(bodyOf(request)), actorOf(request), request);
            const response = enveloped(data);
            return hasParts(data) ? h.response(partsToJson(response)).type('application/json') : response;
        }
    };
}

/** The same for a hot action. The same small forms come again and again: each is parsed and validated once. */
export function hotAction<Fields>({ run, ...it }: HotAction<Fields>): ServerRoute {
    const { route, checked, enveloped } = userAction<Fields>(it);
    const check = oncePer((form: Form) => Object.freeze(checked(form)));
    const hot: Hot = (request) => {
        const form = check(bodyOf(request));
        const actor = actorOf(request);
        return async () => ({ body: enveloped(await run(form, actor)) });
    };
    const app = { ...route.options.app, hot, parseForm: keptForms(parseForm) };
    return { ...route, options: { ...route.options, app }, handler: ordinaryHandler(hot) };
}

interface Described<Fields> extends Omit<Action<Fields>, 'run' | 'scope' | 'multipart'> {
    nonces: readonly NonceName[];
}

/** The route of an action without its handler and its guards, and the parts of its handler. */
function describedAction<Fields>(it: Described<Fields>) {
    const { name, summary, fields, nonces, limit, also = [], envelope = 'data', formPost, owned } = it;
    const form = Joi.object(fields).unknown();
    const schema = form.keys({ action: Joi.valid(name) });
    const action = { name, schema: form, response: Joi.object(it.response), also, envelope };
    const app: RouteOptionsApp = { nonces, action, limit, owned, formPost };
    return {
        route: {
            method: 'POST' as const,
            path: `${internalPath}${name}`,
            options: { id: name, description: summary, tags: ['action'], app }
        },
        checked: (body: Form) => {
            assertKnownFiles(fields, body);
            return validated<Fields & object>(schema, body, { convert: true });
        },
        enveloped: envelopes[envelope]
    };
}

/** The same behind a login. A form of a logged-in user may be uploaded slowly. */
function userAction<Fields>({ scope, multipart, limit = 'actions', ...it }: Omit<Action<Fields>, 'run'>) {
    const nonce = Joi.string().description('For a client that sends no X-Svc-Nonce.');
    const nonces = it.nonces ?? ['svc_frontend_nonce'];
    const { route, ...parts } = describedAction<Fields>({
        ...it,
        nonces,
        limit,
        fields: { nonce, ...it.fields }
    });
    const options = {
        ...route.options,
        auth: { strategy: 'session', payload: 'required', ...(scope && { scope: [...scope] }) },
        payload: {
            ...formPayload,
            timeout: false,
            ...(it.formPost && { maxBytes: manyTexts }),
            ...(multipart && { allow: [multipartType, formType], maxBytes: multipart.maxBytes })
        }
    } as const;
    return { route: { ...route, options }, ...parts };
}

/** Unknown texts of a form are ignored; an unknown file is refused, because the sender would believe that it was stored. */
function assertKnownFiles(fields: Joi.PartialSchemaMap, body: Form) {
    const unknown = Object.keys(body).find(
        (name) => Buffer.isBuffer(body[name]) && !Object.hasOwn(fields, name)
    );
    if (unknown !== undefined) throw unknownFile(unknown);
}

type PublicAction<Fields> = Pick<Action<Fields>, 'name' | 'summary' | 'fields' | 'formPost'> & {
    run: (fields: Fields, request: Request) => Promise<{ message: string }>;
};

/** A form action that needs no login. Its nonce belongs to no user, and has its own field. */
export function publicAction<Fields>(
    { config, secrets, now }: App,
    { run, ...it }: PublicAction<Fields>
): ServerRoute {
    const nonce = 'reset_password_nonce';
    const isNonce = nonceCheck(keysOf(secrets, 'nonce'), leewayOf(config));
    const fields = { [nonce]: Joi.string().required(), ...it.fields };
    const { route, checked, enveloped } = describedAction<Fields>({
        ...it,
        fields,
        nonces: [nonce],
        response: message,
        also: [429]
    });
    return {
        ...route,
        options: { ...route.options, payload: formPayload, pre: [readBody] },
        async handler(request) {
            const body = bodyOf(request);
            if (!isNonce(body[nonce], nonce, undefined, now()))
                throw new Refusal('bad_nonce', 'Security check failed.');
            return enveloped(await run(checked(body), request));
        }
    };
}

export const actions: Plugin<App> = {
    name: 'actions',
    dependencies: ['auth', 'errors'],
    register(server, { config: { paths } }) {
        server.ext('onRequest', (request, h) => {
            const { path } = request;
            if (path.startsWith(internalPath)) throw new Refusal('not_found', 'Not found.');
            const name = path === paths.ajax ? namedIn(request) : namedAt(`${paths.ajax}/`, request);
            if (name) request.setUrl(origin + internalPath + name);
            return h.continue;
        });
    }
};

const actionName = /^[a-z][a-z0-9_]{0,63}$/;

const isAction = ({ method, server }: Request, name: unknown): name is string =>
    method === 'post' &&
    typeof name === 'string' &&
    actionName.test(name) &&
    server.lookup(name)?.settings.app?.action !== undefined;

/**
 * Which form action a request names: in the query of the contract's one address, or by the action's own address. The name comes
 * from the parsed query: `request.url` is built from the Host header, which a client may break.
 */
function namedIn(request: Request) {
    const name: unknown = request.query['action'];
    if (request.method === 'post' && (name === undefined || name === ''))
        throw new Refusal(
            'unknown_action',
            'The query names no action: send action=<name> in the query and in the body.',
            { field: 'action' }
        );
    if (!isAction(request, name)) throw new Refusal('unknown_action', 'Unknown action.');
    return name;
}

/** The action whose own address this is. Any other address below the contract's one is not there, and hapi says so. */
function namedAt(below: string, request: Request) {
    const { path } = request;
    const name = path.startsWith(below) && path.slice(below.length);
    return isAction(request, name) ? name : undefined;
}
