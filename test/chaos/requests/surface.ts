// What a server may be asked, by its own document: every operation, with each type of body that it takes.
import { withoutNames } from '../../support/servers/openapi-contract.ts';

export type Schema = Readonly<Record<string, unknown>>;

export interface Operation {
    method: string;
    /** With its parameters in braces. */
    path: string;
    path_params: Readonly<Record<string, Schema>>;
    query: Readonly<Record<string, Schema>>;
    /** Undefined: it takes no body. */
    body: { type: string; schema: Schema } | undefined;
    nonces: readonly string[];
    tag: string;
}

interface Described {
    method: string;
    path: string;
    tags?: string[];
    parameters?: { name: string; in: string; schema: Schema }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
    'x-nonces'?: string[];
}

interface Document {
    paths: Record<string, Record<string, Omit<Described, 'method' | 'path'>>>;
    components: Record<string, Record<string, unknown>>;
}

/** Reads them from /openapi.json. */
export async function operationsOf(url: string): Promise<Operation[]> {
    const response = await fetch(`${url}/openapi.json`);
    const { paths } = withoutNames((await response.json()) as Document);
    return Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, one]) => eachOf({ method, path, ...one }))
    );
}

function eachOf(described: Described): Operation[] {
    const { method, path, tags = [], parameters = [], requestBody, 'x-nonces': nonces = [] } = described;
    const named = (where: string) =>
        Object.fromEntries(
            parameters.filter((one) => one.in === where).map(({ name, schema }) => [name, schema])
        );
    const one = {
        method: method.toUpperCase(),
        path,
        path_params: named('path'),
        query: named('query'),
        nonces,
        tag: tags[0] ?? ''
    };
    const bodies = Object.entries(requestBody?.content ?? {});
    if (bodies.length === 0) return [{ ...one, body: undefined }];
    return bodies.map(([type, { schema }]) => ({ ...one, body: { type, schema } }));
}
