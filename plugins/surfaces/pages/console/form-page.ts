// Pages that respond to a form: a draft that is rearranged, or a form that was refused.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import { Refusal } from '../../../../db/store/refusal.ts';
import type { App } from '../../../app.ts';
import { actorOf, assertMay, maybeLoggedIn, visitorOf } from '../../auth/requester.ts';
import { bodyOf, formPayload, formType, multipartType, readBody } from '../../http/bodies/index.ts';
import { pageDocs } from '../../openapi/route-docs.ts';
import type { Flash } from '../../http/form-post.ts';
import { errorTitle, html } from '../layout.ts';
import { typedIn, waitingPage } from '../forms/waiting-page.ts';
import type { View } from './frame.ts';
import { type ConsolePage, inputReader, respond, toLogin } from './page.ts';
import { type PageContext, visitOf } from './visit.ts';

type Form = Readonly<Record<string, unknown>>;

interface DraftPage<Input> extends Omit<ConsolePage<Input>, 'show' | 'navigation' | 'query' | 'outside'> {
    /** Whether the form may bring a file. */
    files?: true;
    /** The most bytes of the form, where they are fewer than those of any draft. */
    maxBytes?: number;
    /** The input is shown on the page that a logged-out sender gets, and continues from there. */
    waits?: true;
    show: (input: Input, visit: PageContext, form: Form) => Promise<View>;
}

/** Each letter of it may be six on the page. */
const largestDraft = 384 * 1024;

/** The page of a form as it was typed. It writes nothing, and so asks for no nonce. */
export function draftPage<Input>(app: App, page: DraftPage<Input>): ServerRoute {
    const { id, path, description, scope, owned, files, waits, show, maxBytes = largestDraft } = page;
    const allow = files ? [formType, multipartType] : formType;
    const also = [...(page.also ?? []), ...(waits ? [401] : [])];
    const read = inputReader<Input>({ ...page, also, show: () => Promise.reject(new Error('never shown')) });
    const docs = pageDocs(id, description, read.docs);
    return {
        method: 'POST',
        path,
        options: {
            ...docs,
            auth: maybeLoggedIn,
            payload: { ...formPayload, allow, maxBytes },
            pre: [readBody],
            app: { ...docs.app, ...(owned && { owned }), console: true }
        },
        async handler(request, h) {
            const actor = visitorOf(request);
            if (!actor) return waits ? loggedOut(request, h) : toLogin(request, h);
            if (scope) assertMay(actor, scope);
            const visit = visitOf(app, actor, request);
            return respond(await show(read.from(request), visit, bodyOf(request)), visit, h);
        }
    };
}

/** What was typed is shown again once its writer is logged in. */
function loggedOut(request: Request, h: ResponseToolkit) {
    const form = bodyOf(request);
    if (Object.keys(typedIn(form)).length === 0 || request.headers['hx-request'] !== undefined)
        return toLogin(request, h);
    return h.response(waitingPage(form, request.path)).type('text/html').code(401);
}

interface Posted {
    /** The address of the page with the form. */
    path: string;
    flash: Flash;
}

interface Refused extends Posted {
    show: (visit: PageContext, form: Form) => Promise<View>;
}

/** The page of a form that a JSON route has refused, with all that was typed. */
export async function refusedForm(
    app: App,
    request: Request,
    h: ResponseToolkit,
    { show, ...posted }: Refused
) {
    const visit = visitAfter(app, request, posted);
    return respond(await shownOrWhyNot(show(visit, bodyOf(request))), visit, h);
}

/** What is not there, or not for this user, has no form to show again. */
async function shownOrWhyNot(view: Promise<View>): Promise<View> {
    try {
        return await view;
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { title: errorTitle(404), body: html`<p>${error.message}</p>` };
    }
}

interface InPlace {
    newPath: string;
    pathOf: (id: number) => string;
    /** Without an id: the form of a new one. */
    show: (visit: PageContext, id: number | undefined, form: Form) => Promise<View>;
}

/** Shows a refused form in place, of a new thing or of the one whose id the route has: it may be too much for a flash. */
export const refusedInPlace =
    (app: App, { newPath, pathOf, show }: InPlace) =>
    (request: Request, h: ResponseToolkit, flash: Flash) => {
        const id = request.params['id'] === undefined ? undefined : Number(request.params['id']);
        return refusedForm(app, request, h, {
            path: id === undefined ? newPath : pathOf(id),
            flash,
            show: (visit, form) => show(visit, id, form)
        });
    };

/** The page after a form that was done, with what is shown once and kept nowhere. */
export function donePage(
    app: App,
    request: Request,
    h: ResponseToolkit,
    { show, ...posted }: Posted & { show: (visit: PageContext) => View }
) {
    const visit = visitAfter(app, request, posted);
    return respond(show(visit), visit, h);
}

/** The frame marks where the user is, and that is the page of the form. */
function visitAfter(app: App, request: Request, { path, flash }: Posted) {
    const at: Request = Object.create(request, {
        path: { value: path },
        raw: { value: { req: { url: path } } }
    });
    return visitOf(app, actorOf(request), at, flash);
}
