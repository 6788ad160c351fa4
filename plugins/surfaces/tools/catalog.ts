// The catalog: the tools that a token may call, read back from the routes of the server.
import type { Request, Server } from '@hapi/hapi';
import Joi from 'joi';
import { mayCallTool } from '../../../db/accounts/service-tokens.ts';
import type { HotRequest } from '../http/asked.ts';
import { oncePer } from '../http/once.ts';
import { plainly, schemaOf } from '../openapi/json-schemas.ts';
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
    const tools = server.table().flatMap(({ settings }) => settings.app?.tool ?? []);
    return tools
        .filter(({ name }) => mayCallTool(scopes, name))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The whole catalog, for the token that asks. */
export const catalogFor = (request: Request) => ({
    version: catalogVersion,
    tools: toolsFor(request.server, callerOf(request)).map(entryOf)
});

/** A tool as the catalog shows it, created once. */
export const entryOf = oncePer(({ name, title, description, input, output, annotations }: Tool<never>) => ({
    name,
    title,
    description,
    inputSchema: plainly(schemaOf(input)),
    outputSchema: plainly(schemaOf(output)),
    annotations
}));
