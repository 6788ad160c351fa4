// The catalog: the tools that a token may call, read back from the routes of the server.
import type { Request, Server } from '@hapi/hapi';
import Joi from 'joi';
import { mayCallTool } from '../../../db/accounts/service-tokens.ts';
import type { HotRequest } from '../http/asked.ts';
import { type Json, plainly, schemaOf } from '../openapi/json-schemas.ts';
import type { Tool } from './tool.ts';

/** The version of the catalog. */
export const catalogVersion = '1.0.0';

export const catalogSchema = Joi.object({
    version: Joi.valid(catalogVersion).required(),
    tools: Joi.array()
        .items(
            Joi.object({
                name: Joi.string().required(),
                title: Joi.string().required(),
                description: Joi.string().required(),
                inputSchema: Joi.object().required(),
                outputSchema: Joi.object().required(),
                annotations: Joi.object().required()
            })
        )
        .required()
});

interface Caller {
    name: string;
    scopes: readonly string[];
}

/** The token that a request shows. */
export function callerOf({ auth }: HotRequest): Caller {
    const { token, scope } = auth.credentials ?? {};
    return { name: token?.name ?? '', scopes: scope ?? [] };
}

/** The tools that this token may call, by name. */
export function toolsFor(server: Server, { scopes }: Caller): Tool<never>[] {
    return registered(server).filter(({ name }) => mayCallTool(scopes, name));
}

function registered(server: Server) {
    const tools = server.table().flatMap(({ settings }) => settings.app?.tool ?? []);
    return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The whole catalog, for the token that asks. */
export const catalogFor = (request: Request) => ({
    version: catalogVersion,
    tools: toolsFor(request.server, callerOf(request)).map(entryOf)
});

type Entry = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
    inputSchema: Json;
    outputSchema: Json;
};

const entries = new WeakMap<Tool<never>, Entry>();

/** A tool as the catalog shows it, created once. */
export function entryOf(tool: Tool<never>): Entry {
    const { name, title, description, annotations } = tool;
    const known = entries.get(tool);
    if (known) return known;
    const schemas = {
        inputSchema: plainly(schemaOf(tool.input)),
        outputSchema: plainly(schemaOf(tool.output))
    };
    const entry = { name, title, description, ...schemas, annotations };
    entries.set(tool, entry);
    return entry;
}
