// The form actions in /openapi.json: one operation, for they share one address, and a form for each of them.
import type { RequestRoute } from '@hapi/hapi';
import type Joi from 'joi';
import type { Config } from '../../../config/index.ts';
import { formType, multipartType } from '../http/bodies/index.ts';
import { type Json, schemaOf } from './json-schemas.ts';
import { actionResponses, docsOf, refusalsOf } from './responses.ts';
import { anyOf } from './security.ts';

/** The query names the action and the form must agree; so the field `action` tells which form it is. */
export function formActions(routes: readonly RequestRoute[], config: Config): Json {
    return {
        operationId: 'callAction',
        summary: 'Call a form action',
        description: `Runs the action that both the query and the form name: \`POST ${config.paths.ajax}?action=<name>\`. Each form says what its action does.`,
        tags: ['action'],
        parameters: [
            {
                name: 'action',
                in: 'query',
                required: true,
                schema: { type: 'string', enum: routes.map(nameOf) }
            }
        ],
        requestBody: { required: true, content: contentOf(routes) },
        security: [{ session: [] }, {}],
        responses: actionResponses(routes, config)
    };
}

function contentOf(routes: readonly RequestRoute[]): Json {
    const forms = routes.map((route) => ({ $ref: `#/components/schemas/${nameOf(route)}` }));
    const plain = { oneOf: forms, discriminator: { propertyName: 'action' } };
    return {
        [formType]: { schema: plain },
        [multipartType]: { schema: eitherOf(routes.filter(takesFiles).map(withFiles)) }
    };
}

/** The forms by the names of their actions, without files. */
export const formsOf = (routes: readonly RequestRoute[]) =>
    Object.fromEntries(routes.map((route) => [nameOf(route), formOf(route, formType)]));

const eitherOf = (forms: readonly Json[]) => {
    const [only = {}, ...more] = forms;
    return more.length > 0 ? { oneOf: forms } : only;
};

const nameOf = ({ settings }: RequestRoute) => settings.app?.action?.name ?? '';

const takesFiles = ({ settings }: RequestRoute) => [settings.payload?.allow].flat().includes(multipartType);

const withFiles = (route: RequestRoute) => formOf(route, multipartType);

/** The fields of one action, with the action's name and the nonce, which every client must send. */
function formOf(route: RequestRoute, type: string): Json {
    const { settings } = route;
    const { body }: { body?: Joi.ObjectSchema } = docsOf(settings);
    const { required = [], ...form } = body ? schemaOf(body) : {};
    const nonce = settings.auth ? 'nonce' : 'reset_password_nonce';
    const access = settings.auth ? '' : ' Needs no login.';
    return {
        title: nameOf(route),
        description: `${settings.description ?? ''}${access}`,
        ...form,
        properties: fieldsOf(form['properties'] as Record<string, Json>, type),
        required: ['action', nonce, ...(required as string[])],
        'x-nonces': settings.app?.nonces ?? [nonce],
        ...anyOf(settings),
        'x-statuses': refusalsOf(route)
    };
}

/** A form that is no multipart carries no file. */
function fieldsOf(fields: Record<string, Json>, type: string) {
    const carried = Object.entries(fields).filter(
        ([, { format }]) => type === multipartType || format !== 'binary'
    );
    return Object.fromEntries(carried);
}
