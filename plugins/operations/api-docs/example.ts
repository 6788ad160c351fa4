// A call of an operation with curl, as somebody types it who has logged in before.
import { choicesOf } from './fields.ts';
import type { Operation, Schema } from './reference.ts';

const multipart = 'multipart/form-data';
const json = 'application/json';

/** `$nonce`, `$jwt` and `$token` stand for what the login gave, `jar` for the file that keeps the session. */
export function exampleOf(operation: Operation, base: string): string {
    const { method, body } = operation;
    const words = [
        'curl -s',
        ...(method === 'GET' || body ? [] : [`-X ${method}`]),
        ...(body && !isPlain(method) ? [`-X ${method}`] : []),
        ...shown(operation),
        ...(body ? sent(operation, body) : []),
        quoted(base + filled(operation))
    ];
    return words.join(' \\\n    ');
}

/** curl posts whatever it sends a body with. */
const isPlain = (method: string) => method === 'POST';

/** A form action carries its nonce as a field. */
function shown({ security, surface }: Operation): string[] {
    const way = security.find((names) => names.length > 0) ?? [];
    return way.flatMap((name) => {
        const word = surface === 'action' && name === 'nonce' ? undefined : ways[name];
        return word ? [word] : [];
    });
}

const ways: Record<string, string> = {
    session: '-b jar',
    nonce: '-H "x-svc-nonce: $nonce"',
    jwt: '-H "authorization: Bearer $jwt"',
    'service-token': '-H "x-service-token: $token"'
};

/** The path with something in the place of each name, and the query that it must have. */
function filled({ path, parameters }: Operation) {
    const query = parameters.filter((one) => one.in === 'query' && one.required);
    const known = new Map(parameters.map(({ name, schema }) => [name, schema]));
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        textOf(name, known.get(name) ?? {})
    );
    const asked = query.map(({ name, schema }) => `${name}=${encodeURIComponent(textOf(name, schema))}`);
    return asked.length > 0 ? `${filledPath}?${asked.join('&')}` : filledPath;
}

const textOf = (name: string, schema: Schema) => {
    const value = valueOf(schema, name);
    return typeof value === 'string' ? value : JSON.stringify(value);
};

function sent({ nonces, surface }: Operation, { type, schema }: { type: string; schema: Schema }): string[] {
    if (type === json)
        return [`-H 'content-type: ${json}'`, `-d ${quoted(JSON.stringify(valueOf(schema, '')))}`];
    const flag = type === multipart ? '-F' : '-d';
    const fields = Object.entries(valueOf(schema, '') as Record<string, unknown>);
    return fields.map(([name, value]) => {
        const isNonce = surface === 'action' && (name === 'nonce' || nonces.includes(name));
        if (isNonce) return `${flag} "${name}=$nonce"`;
        return `${flag} ${quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`;
    });
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Something of that kind: the fields that must be there, or the first one where none must. */
function valueOf(schema: Schema, name: string): unknown {
    const [first = {}] = choicesOf(schema).filter((choice) => choice['const'] !== '');
    const { const: only, enum: values, default: usual, properties, items, type } = first;
    if (only !== undefined) return only;
    if (Array.isArray(values)) return values[0];
    if (properties) return objectOf(first, properties as Record<string, Schema>);
    const kind = [type].flat()[0];
    if (kind === 'array') return items ? [valueOf(items as Schema, name)] : [];
    if (kind === 'integer' || kind === 'number') return usual ?? (Number(first['minimum'] ?? 1) || 1);
    if (kind === 'boolean') return usual ?? true;
    if (kind === 'object') return {};
    return usual ?? wordOf(first, name);
}

function objectOf({ required = [] }: Schema, properties: Record<string, Schema>) {
    const names = Object.keys(properties);
    const wanted = names.filter((name) => (required as string[]).includes(name));
    const shown = wanted.length > 0 ? wanted : names.slice(0, 1);
    return Object.fromEntries(shown.map((name) => [name, valueOf(properties[name] ?? {}, name)]));
}

const byFormat: Record<string, string> = {
    uuid: '0b5e7a52-1c9d-4f0a-8d6e-2f4b7c9a1e33',
    email: 'ada@example.com',
    uri: 'https://www.example.com/',
    'date-time': '2026-01-31T12:00:00.000Z',
    binary: '@file'
};

const wordOf = ({ format }: Schema, name: string) =>
    byFormat[String(format)] ?? (name ? `...${name}` : '...');
