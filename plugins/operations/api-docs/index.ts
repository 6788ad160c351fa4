// The API documentation: pages generated from the document of /openapi.json, for users who may read that.
import type { Request, Server, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import type { App } from '../../app.ts';
import { maybeLoggedIn, visitorOf } from '../../surfaces/auth/requester.ts';
import { oneLine, validated } from '../../surfaces/http/fields.ts';
import { pageDocs } from '../../surfaces/openapi/route-docs.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { openapiOf } from '../document.ts';
import { docsPage } from './frame.ts';
import { operationBody } from './operation-page.ts';
import { overview } from './overview.ts';
import { type Reference, referenceOf } from './reference.ts';
import { aboutSurfaces } from './surfaces.ts';

export const docsPages = (app: App): ServerRoute[] => [overviewRoute(app), operationRoute(app)];

interface Kept {
    reference: Reference;
    about: ReturnType<typeof aboutSurfaces>;
    /** The content of each operation's page, by its id, and of the overview by the empty id. */
    bodies: Map<string, string>;
}

const kept = new WeakMap<Server, Kept>();

/** Generated once, as the document is. */
function keptOf({ config }: App, server: Server): Kept {
    const known = kept.get(server);
    if (known) return known;
    const reference = referenceOf(openapiOf(server, config));
    const made = {
        reference,
        about: aboutSurfaces(reference.base, config.paths),
        bodies: new Map<string, string>()
    };
    kept.set(server, made);
    return made;
}

function bodyOf({ bodies }: Kept, id: string, make: () => { html: string }) {
    const body = bodies.get(id) ?? make().html;
    bodies.set(id, body);
    return { html: body };
}

const query = Joi.object<{ q: string }>({ q: oneLine(200).trim().allow('').default('') });

const overviewRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/docs',
    options: {
        ...pageDocs('showDocs', 'Shows the API, or the results of a search.', { query }),
        auth: maybeLoggedIn
    },
    handler(request) {
        const known = keptOf(app, request.server);
        const { q } = validated<{ q: string }>(query.unknown(), request.query, { convert: true });
        const body = q === '' ? bodyOf(known, '', () => overview(known, '')) : overview(known, q);
        return page(request, known, { title: q === '' ? 'API' : 'Search of the API', q, body });
    }
});

const operationRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/docs/{operation}',
    options: {
        ...pageDocs('showOperation', 'Shows one operation of the API.', { also: [404] }),
        auth: maybeLoggedIn
    },
    handler(request) {
        const known = keptOf(app, request.server);
        const { reference, about } = known;
        const operations = reference.groups.flatMap((group) => group.operations);
        const operation = operations.find(({ id }) => id === request.params['operation']);
        if (!operation) throw new Refusal('not_found', 'Unknown operation.');
        const { id, summary, surface } = operation;
        const crumb = html`<a href="/docs#${surface}">${about[surface].title}</a>`;
        const body = bodyOf(known, id, () => operationBody(operation, reference.base));
        return page(request, known, { title: summary, surface, crumb, q: '', body });
    }
});

const page = (
    request: Request,
    { about }: Kept,
    shown: Omit<Parameters<typeof docsPage>[1], 'about' | 'isLoggedIn'>
) => docsPage(request, { ...shown, about, isLoggedIn: visitorOf(request) !== undefined });
