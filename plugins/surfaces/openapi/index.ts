// OpenAPI 3.1 generated from the routes themselves, so that it cannot differ from them.
import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { RequestRoute, Server } from '@hapi/hapi';
import type { Config } from '../../../config/index.ts';
import { failureSchemas } from './failures.ts';
import { introduction, surfacesOf } from './guide.ts';
import { anyAction } from './form-actions.ts';
import { componentsOf, type Json, withNames } from './json-schemas.ts';
import { operation, pathOf, requestBodyOf } from './operation.ts';
import { bodyPartsOf, doneOf, failuresOf, otherParts, responseOf } from './responses.ts';
import { schemesOf, usualSecurity } from './security.ts';
import { namesOf, parameters, requestBodies, responses, schemas } from './shared-parts.ts';

/** Every route that has a tag, the form actions at their own addresses, and the contract's one address of them all. */
export function openapi(server: Server, config: Config) {
    const described = server.table().filter(({ settings }) => (settings.tags ?? []).length > 0);
    const routes = described.toSorted(byPath);
    const paths = pathsOf(routes, config);
    const shared = {
        schemas: { ...namedParts(routes), ...common(routes, wholeOf), ...schemas, ...failureSchemas },
        parameters,
        requestBodies: { ...requestBodies, ...commonBodies(routes) },
        responses: {
            ...otherParts,
            ...failuresOf(routes, config),
            ...responses,
            ...common(routes, (route) => doneOf(route))
        }
    };
    const names = namesOf(shared);
    return {
        openapi: '3.1.0',
        info: { title: 'Sage Council', version: config.program.version, description: introduction },
        servers: [{ url: config.baseUrl }],
        security: usualSecurity,
        tags: surfacesOf(config),
        paths: withNames(paths, names) as typeof paths,
        components: {
            securitySchemes: schemesOf(config),
            parameters: componentsOf(parameters, names),
            requestBodies: componentsOf(shared.requestBodies, names),
            responses: componentsOf(shared.responses, names),
            schemas: componentsOf(shared.schemas, names)
        }
    };
}

/**
 * What is below a path comes after it, in the order in which methods are thought of. The order of the table is left to chance:
 * in it, each further route may turn others round.
 */
const byPath = (one: RequestRoute, other: RequestRoute) =>
    one.path === other.path
        ? methods.indexOf(one.method) - methods.indexOf(other.method)
        : one.path < other.path
          ? -1
          : 1;

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function pathsOf(routes: readonly RequestRoute[], config: Config) {
    const actions = routes.filter(({ settings }) => settings.app?.action);
    const paths: Record<string, Json> =
        actions.length > 0 ? { [config.paths.ajax]: { post: anyAction(actions, config) } } : {};
    for (const route of routes)
        (paths[pathOf(route, config)] ??= {})[route.method] = operation(route, config);
    return paths;
}

/** The parts that have a name of their own. One that a body has otherwise than a response is the Input. */
function namedParts(routes: readonly RequestRoute[]) {
    const ofResponses = Object.assign(
        {},
        ...routes.map(({ settings }) => responseOf(settings).named)
    ) as Json;
    const ofBodies = Object.assign({}, ...routes.map(({ settings }) => bodyPartsOf(settings))) as Json;
    const others = Object.entries(ofBodies).filter(([name, part]) => !isDeepEqual(part, ofResponses[name]));
    const nameOf = (name: string) => (name in ofResponses ? `${name}Input` : name);
    return { ...ofResponses, ...Object.fromEntries(others.map(([name, part]) => [nameOf(name), part])) };
}

const wholeOf = ({ settings }: RequestRoute) => responseOf(settings).whole;

/** What several routes respond alike, by the resource that it holds: DealResponse holds a Deal. */
function common(routes: readonly RequestRoute[], part: (route: RequestRoute) => Json): Json {
    const counts = Map.groupBy(routes, (route) => JSON.stringify(part(route)));
    return Object.fromEntries(
        routes.flatMap((route) => {
            const [[name, resource] = []] = Object.entries(responseOf(route.settings).named);
            const isCommon = (counts.get(JSON.stringify(part(route))) ?? []).length > 1;
            return name && isCommon && !isDeepEqual(part(route), resource)
                ? [[`${name}Response`, part(route)] as const]
                : [];
        })
    );
}

/** The bodies that several routes take, by the part that is the whole of them. */
function commonBodies(routes: readonly RequestRoute[]): Json {
    const bodies = routes.map((route) => ({
        body: requestBodyOf(route),
        named: bodyPartsOf(route.settings)
    }));
    const counts = Map.groupBy(bodies, ({ body }) => JSON.stringify(body));
    return Object.fromEntries(
        [...counts.values()].flatMap((same) => {
            const [{ body, named } = { body: {}, named: {} }] = same;
            const [name] = Object.keys(named);
            return name && same.length > 1 ? [[`${name}Body`, body] as const] : [];
        })
    );
}
