// An example call of an operation with curl, after a login.
import { exampleOf, neededFields } from '../../surfaces/openapi/examples.ts';
import type { Operation, Schema } from './reference.ts';

const multipart = 'multipart/form-data';
const json = 'application/json';

/** `$nonce`, `$jwt` and `$token` are placeholders for the values of the login, `jar` is the cookie file of the session. */
export function callOf(operation: Operation, base: string): string {
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

function shown({ security }: Operation): string[] {
    const way = security.find((names) => names.length > 0) ?? [];
    return way.flatMap((name) => ways[name] ?? []);
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

function sent({ nonces }: Operation, { type, schema }: { type: string; schema: Schema }): string[] {
    if (type === json)
        return [`-H 'content-type: ${json}'`, `-d ${quoted(JSON.stringify(valueOf(schema, '')))}`];
    const flag = type === multipart ? '-F' : '-d';
    const fields = Object.entries(valueOf(schema, '') as Record<string, unknown>);
    return fields.map(([name, value]) => {
        if (nonces.includes(name)) return `${flag} "${name}=$nonce"`;
        return `${flag} ${quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`;
    });
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const valueOf = (schema: Schema, name: string) => exampleOf(schema, neededFields, name);
