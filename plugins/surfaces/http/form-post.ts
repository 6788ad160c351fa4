// The declarations of a page's forms and error pages, for the code that describes, guards and shows them.
import type { Request, ResponseObject, ResponseToolkit, Plugin } from '@hapi/hapi';
import type { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import type { Form } from './bodies/typed.ts';
import { formType } from './bodies/index.ts';

export type { Form };
export type Typed = Readonly<Record<string, string>>;

/** How a form page shows an error: three ways, explained in docs/contribute/decisions. Handlers only throw a Refusal. */
export type FormPost = Redirect | InPlace;

/** For a form on a page of its own address: a browser goes back there, and reads a flash message. */
export interface Redirect {
    /**
     * The page of the form, or the page after it once the form is done. `form` has the fields and the names in the route's
     * address, and no field where the form could not be read. `data` is that of the response, `code` that of a refusal.
     */
    backTo: (form: Form, done: boolean, data: object, code: string) => string;
    /** The confirmation, where the response has none. */
    says?: string;
    /**
     * Its page takes the form as it was typed (a draftPage): a refused form is sent on to it, whatever its size. Where its sender
     * is logged out, it waits on a page until they are not.
     */
    again?: true;
    /** The page that shows, this once, what the response holds and nothing keeps: no redirect could carry it. */
    once?: (request: Request, h: ResponseToolkit, data: object, flash: Flash) => Promise<ResponseObject>;
    /** The fields whose values are shown again when the form was refused: never a password. */
    keeps?: readonly string[];
    /** What takes it back again, where that is true: the next page offers it once. `data` is that of the response. */
    undo?: (form: Form, data: object) => Undo | undefined;
}

/**
 * Where a form posts to: a path below the JSON routes, or the name of a form action. `page`: the response is shown at the address of
 * this page, for reload and bookmarks.
 */
export type Target = { rest: string; method?: FormMethod; page?: string } | { action: string };

interface Undo {
    to: Target;
    fields?: Readonly<Record<string, string | number>>;
}

/** For a form without a session: the response to the refused post shows it again, without a redirect. */
interface InPlace {
    /** The page with the error. Undefined: a plain error page has all. Called only once the body was parsed. */
    showAgain: (
        request: Request,
        h: ResponseToolkit,
        refusal: Refusal
    ) => ResponseObject | undefined | Promise<ResponseObject | undefined>;
}

/** The outcome of a form post, for the page that shows it once. */
export interface Flash {
    done: boolean;
    message: string;
    /** The code of the refusal (X-Svc-Error); empty where the form was done. */
    code: string;
    /** The name of the field that was wrong, or an empty text. */
    field: string;
    typed: Typed;
    undo?: Undo | undefined;
}

declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        formPost?: FormPost | undefined;
        /** For pages of people who were invited, not of staff. */
        failurePage?: FailurePage;
        /** The origins whose pages may frame that page. */
        framedBy?: readonly string[];
    }
}

/** The page of a request that failed with this status, in the words of its reader. */
export type FailurePage = (request: Request, status: number) => Promise<string>;

const methods = ['PATCH', 'PUT'] as const;
/** Browsers send forms by GET and POST alone: a form of ours that changes something has PATCH or PUT in its address. */
type FormMethod = (typeof methods)[number];

/** The address to which a form posts what is sent by this method otherwise. */
export const asMethod = (url: string, method: FormMethod) => `${url}?_method=${method}`;

/** The address of a page at which a form posts to this path below the JSON routes. */
export const atPage = (page: string, rest: string) => {
    const mark = page.includes('?') ? '&' : '?';
    return `${page}${mark}_rest=${rest}`;
};

/** Before a path that a request is set to: hapi would put the Host header there, and fail on an invalid one. */
export const origin = 'http://internal';

const belowRest = /^(\/[\w-]+)+$/;

/** Only forms: a JSON request has its own method and address. The route, its nonce and its rules are the same. */
export const formTargets: Plugin<App> = {
    name: 'form-targets',
    register(server, { config: { paths } }) {
        server.ext('onRequest', (request, h) => {
            const { method, query, headers } = request;
            const isForm = String(headers['content-type']).startsWith(formType);
            if (method !== 'post' || !isForm) return h.continue;
            const meant = methods.find((one) => one === query['_method']);
            if (meant) {
                delete query['_method']; // no schema of a route knows it
                request.setMethod(meant);
            }
            const { _rest: to } = query;
            if (typeof to === 'string' && belowRest.test(to)) request.setUrl(origin + paths.rest + to);
            return h.continue;
        });
    }
};
