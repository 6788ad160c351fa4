// A page for logged-in users: all others are redirected to the login and back.
import type { Lifecycle, Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../../../db/accounts/capabilities.ts';
import { Refusal } from '../../../../db/store/refusal.ts';
import type { App } from '../../../app.ts';
import { may, maybeLoggedIn, visitorOf } from '../../auth/requester.ts';
import { validated } from '../../http/fields.ts';
import { pageDocs } from '../../openapi/route-docs.ts';
import { takeFlash } from '../form-posts.ts';
import type { Html } from '../layout.ts';
import { loginPage } from '../signed-in-page.ts';
import { framed, type View } from './frame.ts';
import type { NavigationEntry } from './navigation.ts';
import { addressOf, type PageContext, visitOf } from './visit.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        splash?: { bannerFor: (visit: PageContext) => Promise<Html | undefined> };
    }
    interface RouteOptionsApp {
        /** Its errors are shown in the frame as well. */
        console?: true;
    }
}

export interface ConsolePage<Input> {
    /** Its operationId in /openapi.json. */
    id: string;
    path: string;
    description: string;
    /** Whatever is not of this form names nothing that is there. */
    params?: Joi.PartialSchemaMap;
    /** Filters and the number of the page. */
    query?: Joi.PartialSchemaMap | undefined;
    /** Any one of these lets the user open it, as on the JSON route that reads the same; none: any logged-in user. */
    scope?: readonly Capability[];
    /** The parameter that names a sage, or what belongs to one: see auth/capability-sets.ts. */
    owned?: string;
    /** Its entry in the navigation, for users who have `scope`. */
    navigation?: NavigationEntry;
    /** What logged-out visitors see instead of the login, as a whole page. */
    outside?: (request: Request) => Promise<string>;
    /** Statuses that do not follow from the path and the scope, such as 404 where the query names something. */
    also?: readonly number[] | undefined;
    show: (input: Input, visit: PageContext) => Promise<View>;
}

export function consolePage<Input>(app: App, page: ConsolePage<Input>): ServerRoute {
    const { scope, navigation, outside } = page;
    const also = outside ? page.also : [...(page.also ?? []), 303];
    const entry = navigation && { ...navigation, scope };
    const route = pageRoute<Input>(app, { ...page, also }, outside ?? toLogin);
    const { options } = route;
    return { method: 'GET', ...route, options: { ...options, app: { ...options.app, navigation: entry } } };
}

type Visitor = (request: Request, h: ResponseToolkit) => Lifecycle.ReturnValue;

/** The route of a page without its method. `toVisitor` answers those who are not logged in. */
export function pageRoute<Input>(app: App, page: ConsolePage<Input>, toVisitor: Visitor) {
    const { id, path, description, params, query, scope, owned, show, also = [] } = page;
    const ofParams = Joi.object(params ?? {});
    const ofQuery = Joi.object(query ?? {}).unknown();
    const statuses = [
        ...also,
        ...(query ? [400] : []),
        ...(scope ? [403] : []),
        ...(path.includes('{') ? [404] : [])
    ];
    // Its filters are those of the JSON route that reads the same.
    const docs = pageDocs(id, description, { params: params && ofParams, also: statuses });
    const inputOf = (request: Request) => {
        const { value, error } = ofParams.validate(request.params) as Joi.ValidationResult<object>;
        if (error) throw new Refusal('not_found', 'Page not found.');
        const chosen = query && validated<object>(ofQuery, chosenIn(request.query), { convert: true });
        return { ...value, ...chosen } as Input;
    };
    return {
        path,
        options: {
            ...docs,
            auth: maybeLoggedIn,
            app: { ...docs.app, owned, console: true as const }
        },
        async handler(request: Request, h: ResponseToolkit) {
            const actor = visitorOf(request);
            if (!actor) return toVisitor(request, h);
            if (scope && !may(actor, ...scope))
                throw new Refusal('forbidden', 'You do not have permission to perform this action.');
            const input = inputOf(request);
            const visit = visitOf(app, actor, request, await flashOf(request, h));
            const response = await respond(await show(input, visit), visit, h);
            const isRefused = request.method === 'post' && visit.flash?.done === false;
            return isRefused ? response.code(400) : response;
        }
    };
}

/** A form of filters sends those without a choice too, as empty texts. */
const chosenIn = (query: Request['query']) =>
    Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

/** The id of the one part that the browser asks for; undefined where it asks for the page. */
function fragmentOf({ headers }: Request) {
    const target: unknown = headers['hx-target'];
    return headers['hx-request'] === 'true' && typeof target === 'string' ? target : undefined;
}

/** The outcome that the page shows, and none of its parts. */
const flashOf = async (request: Request, h: ResponseToolkit) =>
    fragmentOf(request) === undefined ? takeFlash(request, h) : undefined;

/** A part that polls with an expired session makes its page reload, which leads to the login. */
export function toLogin(request: Request, h: ResponseToolkit) {
    if (fragmentOf(request) !== undefined) return loadAgain(h);
    return h.redirect(loginPage(addressOf(request))).code(303);
}

export async function respond(view: View, visit: PageContext, h: ResponseToolkit) {
    const target = fragmentOf(visit.request);
    const part = view.live?.find(({ id }) => id === target);
    if (target !== undefined && !part?.isRunning) return loadAgain(h);
    const shown = part
        ? part.html.html + (part.also?.html ?? '')
        : framed(view, visit, await visit.request.server.plugins.splash?.bannerFor(visit));
    const response = h.response(shown).type('text/html');
    response.vary('HX-Request');
    return view.policy === undefined ? response : response.header('content-security-policy', view.policy);
}

/** A finished part may have changed the rest of the page. */
const loadAgain = (h: ResponseToolkit) =>
    h
        .response('<p>This page reloads automatically.</p>')
        .type('text/html')
        .header('hx-refresh', 'true')
        .vary('HX-Request');
