// Making a service token: its form, and the page that shows its value once.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import type { Form } from '../../surfaces/http/bodies/typed.ts';
import { donePage, formPages } from '../../surfaces/pages/console/form-page.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { field, problem, select } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import type { FormPost } from '../../surfaces/http/form-post.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { scopesOf } from './scopes.ts';

const path = '/people/tokens/new';

export const newPages = (app: App): ServerRoute[] =>
    formPages(app, {
        id: 'showNewServiceToken',
        path,
        description: 'Shows the form that creates a service token.',
        again: {
            id: 'showNewServiceTokenAgain',
            description: 'Shows a new service token as it was typed. Saves nothing.'
        },
        scope: ['ss_admin_all'],
        show: (_, visit, form = { expires_days: '90' }) => Promise.resolve(showNew(visit, form))
    });

/** A value that is shown once must not be in a redirect: the response to the form shows it. */
export const newForms = (app: App): FormPost => ({
    backTo: () => path,
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
    const wrong = fieldErrorsIn(visit.flash, words);
    const at = wrong?.field.startsWith('scopes') ? 'scopes' : (wrong?.field ?? '');
    return {
        title: 'New service token',
        crumbs,
        narrow: true,
        problem: problem(wrong?.message, at in words ? at : ''),
        body: html`<p>Your program sends it in the <code>X-Service-Token</code> header of every request. Grant only the
                permissions the program needs.</p>
            ${postForm(visit, {
                to: { rest: '/service-tokens' },
                body: html`${nameField(form, at === 'name' ? wrong?.message : undefined)}
                    <fieldset id="scopes" class="choices"><legend>Permissions</legend>
                        ${at === 'scopes' && html`<small>${words.scopes}</small>`}
                        ${scopesOf(visit.request.server).map((one) => scopeBox(one, form))}</fieldset>
                    ${select({ name: 'expires_days', label: 'Expires after', options: lives, value: textOf(form['expires_days']) })}
                    <button type="submit">Create token</button>`
            })}`
    };
}

const nameField = (form: Form, error: string | undefined) =>
    field({
        name: 'name',
        label: 'Name',
        help: 'Name of the program. Shown in the audit log.',
        autocomplete: 'off',
        value: textOf(form['name']),
        error
    });

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

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
