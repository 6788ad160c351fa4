// The OpenAPI document as people read it: every operation with all that holds for it, by surface.

export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: Schema;
}

export interface Response {
    status: string;
    description: string;
    /** By media type. */
    content: Readonly<Record<string, Schema>>;
}

export interface Operation {
    id: string;
    surface: Surface;
    method: string;
    path: string;
    summary: string;
    description: string;
    /** The alternative ways to authenticate; each names what is sent together. Empty: public. */
    security: readonly (readonly string[])[];
    /** Any one of these capabilities or scopes. Empty: any authenticated caller. */
    anyOf: readonly string[];
    nonces: readonly string[];
    parameters: readonly Parameter[];
    body: { type: string; schema: Schema } | undefined;
    responses: readonly Response[];
}

/** In the order in which they are shown. */
const surfaces = ['action', 'rest', 'backend', 'tool', 'operations', 'page'] as const;
export type Surface = (typeof surfaces)[number];

export interface Group {
    surface: Surface;
    description: string;
    operations: readonly Operation[];
}

export interface Reference {
    /** The address of the service, without a slash at its end. */
    base: string;
    groups: readonly Group[];
}

interface Described {
    operationId: string;
    summary: string;
    description: string;
    tags: readonly Surface[];
    security?: readonly Readonly<Record<string, unknown>>[];
    'x-any-of'?: readonly string[];
    'x-nonces'?: readonly string[];
    parameters?: readonly (Partial<Parameter> & { name: string; in: string })[];
    requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
    responses: Readonly<
        Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
    >;
}

interface Document {
    servers: readonly { url: string }[];
    security: readonly Readonly<Record<string, unknown>>[];
    tags: readonly { name: string; description: string }[];
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** All operations of the document, by surface, with every reference followed. */
export function referenceOf(document: object): Reference {
    const { servers, security, tags, paths } = followed(document, document) as Document;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, described]) =>
            operationOf(described, { method: method.toUpperCase(), path, usual: security })
        )
    );
    const about = new Map(tags.map(({ name, description }) => [name, description]));
    return {
        base: servers[0]?.url ?? '',
        groups: surfaces.map((surface) => ({
            surface,
            description: about.get(surface) ?? '',
            operations: operations.filter((one) => one.surface === surface)
        }))
    };
}

interface Place {
    method: string;
    path: string;
    /** Applies to operations without their own. */
    usual: Document['security'];
}

function operationOf(described: Described, { method, path, usual }: Place): Operation {
    const { operationId, summary, description, tags, security = usual, parameters = [] } = described;
    const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
    return {
        id: operationId,
        surface: tags[0] ?? 'operations',
        method,
        path,
        summary,
        description,
        security: security.map((way) => Object.keys(way)),
        anyOf: described['x-any-of'] ?? [],
        nonces: described['x-nonces'] ?? [],
        parameters: parameters.map((one) => ({ required: false, description: '', schema: {}, ...one })),
        body: type && content ? { type, schema: content.schema } : undefined,
        responses: Object.entries(described.responses).map(
            ([status, { description = '', content = {} }]) => ({
                status,
                description,
                content: Object.fromEntries(
                    Object.entries(content).map(([type, { schema }]) => [type, schema])
                )
            })
        )
    };
}

/** The same with every reference replaced by what it names. */
function followed(node: unknown, document: object): unknown {
    if (Array.isArray(node)) return node.map((part) => followed(part, document));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string') return followed(named($ref, document), document);
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, followed(part, document)]));
}

const named = ($ref: string, document: object) =>
    $ref
        .slice(2)
        .split('/')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
