// A form that posts to a rule that exists: a JSON route that takes forms, or a form action. It brings the nonce.
import { hidden } from '../form-controls.ts';
import { type Target, asMethod, atPage } from '../../http/form-post.ts';
import { type Html, html, type Part } from '../layout.ts';
import type { PageContext } from '../console/visit.ts';

interface PostForm {
    to: Target;
    /** Hidden fields. */
    fields?: Readonly<Record<string, string | number>>;
    body: Part;
    /** The id of the form, for buttons outside it. */
    id?: string;
    /** Its data- attributes, for a script. */
    data?: Readonly<Record<string, string | number>>;
}

export function postForm(
    { app, nonces }: PageContext,
    { to, fields = {}, body, id, data = {} }: PostForm
): Html {
    const { svc_rest = '', svc_frontend_nonce = '' } = nonces;
    const own = 'rest' in to ? { nonce: svc_rest } : { action: to.action, nonce: svc_frontend_nonce };
    const named = id !== undefined && html`id="${id}"`;
    const about = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
    return html`<form method="post" action="${addressOf(app, to)}" ${named}${about}>${hidden({ ...own, ...fields })}${body}</form>`;
}

function addressOf({ config: { paths } }: PageContext['app'], to: Target) {
    if ('action' in to) return `${paths.ajax}?action=${to.action}`;
    if (to.page !== undefined) return atPage(to.page, to.rest);
    const url = paths.rest + to.rest;
    return to.method ? asMethod(url, to.method) : url;
}
