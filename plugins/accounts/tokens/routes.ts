// Service tokens over JSON, as the command line has them, and the page that makes one, whose value is shown once.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    endToken,
    getToken,
    listTokenPage,
    makeToken,
    type TokenRow
} from '../../../db/accounts/service-tokens.ts';
import { day } from '../../../db/store/time.ts';
import type { App } from '../../app.ts';
import { actBy, administrators, auditActorOf } from '../../surfaces/auth/requester.ts';
import {
    formInteger,
    listOf,
    pageOf,
    type Paging,
    paging,
    shortText,
    viewPage
} from '../../surfaces/http/fields.ts';
import {
    anyText,
    maybeMoment,
    message,
    moment,
    named,
    several,
    wholeId
} from '../../surfaces/http/response-fields.ts';
import { rest } from '../../surfaces/rest.ts';
import { scope, scopesOf } from './scopes.ts';
import { longTexts } from '../../surfaces/http/bodies/index.ts';
import { onWire } from '../../shared/wire.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { donePage, formPages } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field, select } from '../../surfaces/pages/form-controls.ts';
import { formView } from '../../shared/form-view.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

export const tokenFilter = {
    state: Joi.string().empty('').valid('good', 'ended'),
    ...paging
};

export type AskedTokens = Paging & { state?: 'good' | 'ended' };

export const tokenRoutes = (app: App): ServerRoute[] => [listRoute(app), makeRoute(app), revokeRoute(app)];

const listRoute = (app: App): ServerRoute =>
    rest<AskedTokens>(app, {
        name: 'listServiceTokens',
        method: 'GET',
        path: '/service-tokens',
        summary: 'Lists service tokens, newest first, without their values.',
        scope: administrators,
        query: tokenFilter,
        response: listOf(serviceToken),
        run: async ({ page, per_page, state }) => {
            const asked = { state, at: app.now(), ...pageOf({ page, per_page }) };
            return viewPage(await listTokenPage(app.store.read, asked), tokenOf);
        }
    });

interface Wish {
    name: string;
    scopes: string[];
    expires_days?: number;
}

const makeRoute = (app: App): ServerRoute =>
    rest<Wish>(app, {
        name: 'makeServiceToken',
        method: 'POST',
        path: '/service-tokens',
        summary: 'Creates a service token. Only this response contains its value.',
        scope: administrators,
        formPost: newForms(app),
        bodyOfForm: ({ name, expires_days: days, ...form }) => ({
            name,
            scopes: Object.keys(form).flatMap((field) => /^scope_(.+)$/.exec(field)?.[1] ?? []),
            ...(days !== undefined && days !== '' && { expires_days: Number(days) })
        }),
        maxBytes: longTexts,
        body: {
            name: shortText.required(),
            scopes: Joi.array().items(scope).min(1).max(100).unique().required(),
            expires_days: Joi.number().integer().min(1).max(9999).description('Without it, it never expires.')
        },
        status: 201,
        response: { ...message, service_token: serviceToken, token: Joi.string().required() },
        async run({ expires_days, ...wish }, _, request) {
            const at = app.now();
            const expiresAt = expires_days === undefined ? undefined : at + expires_days * day;
            return app.store.write(async (tx) => {
                const { id, token } = await makeToken(tx, { ...wish, expiresAt, at }, auditActorOf(request));
                const row = await getToken(tx, id);
                return { message: 'Token created.', service_token: tokenOf(row), token };
            });
        }
    });

const revokeRoute = (app: App): ServerRoute =>
    rest<{ id: number }>(app, {
        name: 'revokeServiceToken',
        method: 'POST',
        path: '/service-tokens/{id}/revoke',
        summary: 'Revokes a service token permanently.',
        scope: administrators,
        formPost: { backTo: ({ id }) => pathOf(Number(id) || 0) },
        params: { id: formInteger.required() },
        also: [404, 409],
        response: { ...message, service_token: serviceToken },
        run: ({ id }, _, request) =>
            app.store.write(async (tx) => {
                await endToken(tx, id, actBy(app, request));
                return {
                    message: 'Token revoked. It no longer works.',
                    service_token: tokenOf(await getToken(tx, id))
                };
            })
    });

export const pathOf = (id: number) => `/people/tokens/${id}`;

const serviceToken = named('ServiceToken', {
    id: wholeId,
    name: anyText,
    scopes: several(Joi.string()),
    created_at: moment,
    expires_at: maybeMoment,
    last_used_at: maybeMoment,
    revoked_at: maybeMoment
});

const tokenOf = (row: TokenRow) =>
    onWire(row, 'id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt');

const newPath = '/people/tokens/new';

export const newPages = (app: App): ServerRoute[] =>
    formPages(app, {
        id: 'showNewServiceToken',
        path: newPath,
        description: 'Shows the form that creates a service token.',
        again: {
            id: 'showNewServiceTokenAgain',
            description: 'Shows a new service token as it was typed. Saves nothing.'
        },
        scope: ['ss_admin_all'],
        show: (_, visit, form = { expires_days: '90' }) => Promise.resolve(showNew(visit, form))
    });

/** A value that is shown once must not be in a redirect: the response to the form shows it. */
const newForms = (app: App): FormPost => ({
    backTo: () => newPath,
    again: true,
    once: async (request, h, data, flash) => {
        const show = (visit: PageContext) => showOnce(visit, data as Made);
        return (await donePage(app, request, h, { path: '/people/tokens', flash, show })).code(201);
    }
});

const crumbs = [
    { word: 'People', href: '/people' },
    { word: 'Service tokens', href: '/people/tokens' }
];

const words = {
    name: 'Enter a name in one line of up to 200 characters.',
    scopes: 'Choose at least one permission.'
};

function showNew(visit: PageContext, form: Form): View {
    const { flash } = visit;
    const at = flash?.field.startsWith('scopes') ? 'scopes' : (flash?.field ?? ''); // of several, one may be named
    const { problem, errorAt, input } = formView(flash && { ...flash, field: at }, { words, values: form });
    const help = 'Name of the program. Shown in the audit log.';
    return {
        title: 'New service token',
        crumbs,
        narrow: true,
        problem,
        body: html`<p>Your program sends it in the <code>X-Service-Token</code> header of every request. Grant only the
                permissions the program needs.</p>
            ${postForm(visit, {
                to: { rest: '/service-tokens', page: '/people/tokens' },
                body: html`${field({ ...input('name'), label: 'Name', help })}
                    <fieldset id="scopes" class="choices"><legend>Permissions</legend>
                        ${errorAt('scopes') && html`<small>${words.scopes}</small>`}
                        ${scopesOf(visit.request.server).map((one) => scopeBox(one, form))}</fieldset>
                    ${select({ name: 'expires_days', label: 'Expires after', options: lives, value: typed(form, 'expires_days') })}
                    <button type="submit">Create token</button>`
            })}`
    };
}

function scopeBox({ scope, title, lets }: ReturnType<typeof scopesOf>[number], form: Form) {
    const name = `scope_${scope}`;
    return html`<label for="${name}">
        <input id="${name}" name="${name}" type="checkbox" value="1" ${form[name] !== undefined && { html: 'checked' }} />
        <strong>${title}</strong> <code>${scope}</code><small>${lets}</small></label>`;
}

const lives = { '30': '30 days', '90': '90 days', '365': 'A year', '': 'No expiry' };

interface Made {
    service_token: { id: number; name: string };
    token: string;
}

function showOnce({ app }: PageContext, { service_token: { id, name }, token }: Made): View {
    return {
        title: `Token of ${name}`,
        crumbs,
        narrow: true,
        body: html`<p><strong>Copy the token now.</strong> You cannot see it again, because we store only a hash.</p>
            <label for="token">The token</label>
            <input id="token" type="text" readonly value="${token}" autocomplete="off" spellcheck="false" />
            <p>List the tools this token can call:</p>
            <pre tabindex="0" role="region" aria-label="Example">curl -H 'X-Service-Token: ${token}' ${app.config.baseUrl}/tools/list</pre>
            <div class="acts"><a role="button" href="/people/tokens/${id}">Done</a></div>`
    };
}
