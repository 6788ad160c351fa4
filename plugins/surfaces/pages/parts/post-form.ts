// A form that posts to a rule that exists: a JSON route that takes forms, or a form action. It brings the nonce.
import { hidden } from '../form-controls.ts';
import type { Target } from '../form-posts.ts';
import { type Html, html, type Part } from '../layout.ts';
import type { Visit } from '../console/visit.ts';

interface PostForm {
    to: Target;
    /** Hidden fields. */
    fields?: Readonly<Record<string, string | number>>;
    body: Part;
}

export function postForm({ app, nonces }: Visit, { to, fields = {}, body }: PostForm): Html {
    const { paths } = app.config;
    const { svc_rest = '', svc_frontend_nonce = '' } = nonces;
    const isRest = 'rest' in to;
    const url = isRest ? paths.rest + to.rest : `${paths.ajax}?action=${to.action}`;
    const own = isRest ? { nonce: svc_rest } : { action: to.action, nonce: svc_frontend_nonce };
    return html`<form method="post" action="${url}">${hidden({ ...own, ...fields })}${body}</form>`;
}
