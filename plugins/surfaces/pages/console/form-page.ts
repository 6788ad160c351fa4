// Pages that respond to a form: a draft that is rearranged or was refused, or what is shown once.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import type { App } from '../../../app.ts';
import { actorOf } from '../../auth/requester.ts';
import {
    bodyOf,
    formPayload,
    formType,
    manyTexts,
    multipartType,
    readBody
} from '../../http/bodies/index.ts';
import type { Form } from '../../http/bodies/typed.ts';
import type { Flash, FormPost } from '../../http/form-post.ts';
import { typedIn, waitingPage } from '../unkept-form.ts';
import type { View } from './frame.ts';
import { type ConsolePage, consolePage, pageRoute, respond, toLogin } from './page.ts';
import { type PageContext, visitOf } from './visit.ts';

interface DraftPage<Input> extends Omit<ConsolePage<Input>, 'show' | 'navigation' | 'outside'> {
    /** Whether the form may bring a file. */
    files?: true;
    /** The most bytes of a form with a file. */
    maxBytes?: number;
    show: (input: Input, visit: PageContext, form: Form) => Promise<View>;
}

/** The page of a form as it was typed, also where it was refused. It writes nothing, and so asks for no nonce. */
export function draftPage<Input>(app: App, page: DraftPage<Input>): ServerRoute {
    const { files, maxBytes = manyTexts, ...rest } = page;
    const allow = files ? [formType, multipartType] : formType;
    const route = pageRoute<Input>(
        app,
        {
            ...rest,
            also: [...(page.also ?? []), 303, 401],
            show: (input, visit) => page.show(input, visit, bodyOf(visit.request))
        },
        loggedOut
    );
    return {
        method: 'POST',
        ...route,
        options: { ...route.options, payload: { ...formPayload, allow, maxBytes }, pre: [readBody] }
    };
}

export interface FormPages<Input> extends Omit<ConsolePage<Input>, 'show' | 'navigation' | 'outside'> {
    /** Of the page of the form as it was typed. */
    again: Pick<ConsolePage<Input>, 'id' | 'description'>;
    /** `form` is what was typed. Without it, the input has the query too. */
    show: (input: Input, visit: PageContext, form?: Form) => Promise<View>;
}

/** The page of a form, and the same as it was typed. */
export const formPages = <Input>(app: App, { query, again, ...page }: FormPages<Input>): ServerRoute[] => [
    consolePage<Input>(app, { ...page, query }),
    draftPage<Input>(app, { ...page, ...again })
];

/** What was typed is shown again once its writer is logged in. */
function loggedOut(request: Request, h: ResponseToolkit) {
    const form = bodyOf(request);
    if (Object.keys(typedIn(form)).length === 0 || request.headers['hx-request'] !== undefined)
        return toLogin(request, h);
    return h.response(waitingPage(form, request.path)).type('text/html').code(401);
}

interface Done {
    /** The address of the page with the form: the frame marks where the user is, and that is this page. */
    path: string;
    flash: Flash;
    show: (visit: PageContext) => View;
}

/** The page after a form that was done, with what is shown once and kept nowhere. */
export function donePage(app: App, request: Request, h: ResponseToolkit, { path, flash, show }: Done) {
    const at: Request = Object.create(request, {
        path: { value: path },
        raw: { value: { req: { url: path } } }
    });
    const visit = visitOf(app, actorOf(request), at, flash);
    return respond({ address: path, ...show(visit) }, visit, h);
}

interface OneThing {
    newPath: string;
    pathOf: (id: number) => string;
    /** The name of the thing in the response. */
    name: string;
}

/** Of a form that creates or changes one thing: it leads to the page of the thing, a refused one to its own page. */
export const formOfOne = ({ newPath, pathOf, name }: OneThing): FormPost => ({
    backTo: ({ id }, done, data) => {
        const { [name]: saved } = data as Record<string, { id: number } | undefined>;
        if (done && saved) return pathOf(saved.id);
        return id === undefined ? newPath : pathOf(Number(id));
    },
    says: 'Saved.',
    again: true
});
