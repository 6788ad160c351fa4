// Requests that are nearly right: of an operation, with its fields, and then something about them is not.
import fc from 'fast-check';
import type { Operation, Schema } from './surface.ts';
import { hostile, known, valueFor } from './values.ts';

/** Who sends it: a logged-in user with all rights that may be shown, the same with a wrong nonce, or a visitor. */
type Sender = 'known' | 'wrong' | 'nobody';

export interface Mutated {
    operation: Operation;
    sender: Sender;
    /** Still with `known` in place of ids. */
    path: string;
    query: string;
    type: string | undefined;
    body: string | undefined;
    headers: Record<string, string>;
    method: string;
}

type Fields = Record<string, unknown>;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Percent codes, also for half a character, which encodeURIComponent refuses. */
const encoded = (value: unknown) => {
    const text = asText(value) ?? '';
    return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
};

const pairs = (fields: Fields) =>
    Object.entries(fields)
        .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
        .join('&');

const recordOf = (schemas: Readonly<Record<string, Schema>>) =>
    fc.record(Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, valueFor(one)])), {
        noNullPrototype: true
    });

/** One field is another, missing, new, or there twice under a name like it. */
const spoiled = fc.oneof(
    { weight: 3, arbitrary: fc.constant((fields: Fields) => fields) },
    {
        weight: 5,
        arbitrary: fc.tuple(fc.nat(), hostile).map(([at, value]) => (fields: Fields) => {
            const names = Object.keys(fields);
            const name = names[at % Math.max(1, names.length)];
            return name === undefined ? { x: value } : { ...fields, [name]: value };
        })
    },
    {
        weight: 1,
        arbitrary: fc.nat().map((at) => (fields: Fields) => {
            const names = Object.keys(fields);
            const left = names.filter((_, n) => n !== at % Math.max(1, names.length));
            return Object.fromEntries(left.map((name) => [name, fields[name]]));
        })
    },
    {
        weight: 1,
        arbitrary: fc
            .tuple(
                fc.constantFrom('x', '__proto__', 'constructor', 'a[b]', '', '\0', 'action', 'id'),
                hostile
            )
            .map(
                ([name, value]) =>
                    (fields: Fields) =>
                        Object.fromEntries([...Object.entries(fields), [name, value]])
            )
    }
);

/** The text of a body that is cut off, turned around, of another kind, or nothing like one. */
const garbled = fc.oneof(
    { weight: 12, arbitrary: fc.constant((text: string) => text) },
    { weight: 1, arbitrary: fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))) },
    {
        weight: 1,
        arbitrary: fc
            .tuple(
                fc.nat(),
                fc.constantFrom('\0', '"', '{', '&', '=', '%', '\\u0000', '%00', '\r\n', '--', '\ufeff')
            )
            .map(([at, odd]) => (text: string) => {
                const place = at % (text.length + 1);
                return text.slice(0, place) + odd + text.slice(place);
            })
    },
    {
        weight: 1,
        arbitrary: fc
            .constantFrom(
                '',
                'null',
                '[]',
                '"text"',
                '1',
                '{',
                '[{}]',
                '{"a":1,"a":2}',
                '{"__proto__":{"a":1}}',
                'a=1&a=2',
                '%'
            )
            .map((other) => () => other)
    },
    { weight: 1, arbitrary: fc.constant(() => `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) },
    { weight: 1, arbitrary: fc.constant(() => Array.from({ length: 3000 }, (_, n) => `f${n}=1`).join('&')) }
);

const odder = (values: readonly string[]) => fc.constantFrom(...values);
const types = odder([
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b'
]);
const oddHeaders = fc.record(
    {
        accept: odder([
            'text/html',
            '*/*',
            'text/html;q=',
            'a/b;q=9,,;',
            'application/json, text/html;q=0.5',
            '"'
        ]),
        cookie: odder([
            'svc_session=x',
            'a=b=c; __proto__=1; =; ;',
            'svc_flash=e30',
            `x=${'y'.repeat(4000)}`
        ]),
        'if-match': odder(['*', '"1"', 'W/"1"', '1', '"', 'x'.repeat(2000)]),
        'if-none-match': odder(['*', '""', '"a", "b"', '\\']),
        'x-forwarded-for': odder(['1.2.3.4', ',,,', '1.1.1.1,'.repeat(200), '::ffff:1.2.3.4', '[::1]:99']),
        'accept-language': odder(['de', 'xx-YY;q=0.1, *', ';;;', 'a'.repeat(2000)]),
        'accept-encoding': odder(['gzip', 'br;q=2', 'identity;q=0', '*']),
        'content-encoding': odder(['gzip', 'deflate', 'br', 'x']),
        range: odder(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x']),
        origin: odder(['null', 'https://evil.example', 'x']),
        'user-agent': odder(['{"level":60}', 'a'.repeat(3000)])
    },
    { requiredKeys: [] }
);

/** Mostly none of them. */
const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders });

const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: hostile.map((value) => encoded(value).slice(0, 4000)) },
    {
        weight: 1,
        arbitrary: odder(['..', '.', '', '%', '%00', '%2f', 'a//b', 'a/../b', '%e0%80', ';', '1?', '#'])
    }
);

const methods = fc.oneof(
    { weight: 15, arbitrary: fc.constant(undefined) },
    {
        weight: 1,
        arbitrary: odder(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
    }
);

/** Mutated requests of one operation. */
function mutatedOf(operation: Operation): fc.Arbitrary<Mutated> {
    const { body } = operation;
    return fc
        .record({
            sender: fc.constantFrom<Sender>('known', 'known', 'known', 'known', 'known', 'wrong', 'nobody'),
            params: recordOf(operation.path_params),
            segment,
            query: recordOf(operation.query),
            fields: body ? valueFor(body.schema) : fc.constant(undefined),
            spoilQuery: fc.oneof(
                { weight: 3, arbitrary: fc.constant((fields: Fields) => fields) },
                { weight: 1, arbitrary: spoiled }
            ),
            spoil: spoiled,
            garble: garbled,
            otherType: fc.oneof(
                { weight: 12, arbitrary: fc.constant(undefined) },
                { weight: 1, arbitrary: types }
            ),
            headers,
            method: methods
        })
        .map((drawn) => {
            const path = operation.path.replaceAll(
                /\{(\w+)\}/g,
                (_, name: string) => drawn.segment ?? encoded(drawn.params[name] ?? known)
            );
            const text =
                body && drawn.garble(written(body.type, drawn.spoil((drawn.fields ?? {}) as Fields)));
            return {
                operation,
                sender: drawn.sender,
                path,
                query: pairs(drawn.spoilQuery(drawn.query)),
                type: body && (drawn.otherType ?? typeOf(body.type)),
                body: text,
                headers: drawn.headers,
                method: drawn.method ?? operation.method
            };
        });
}

const boundary = 'boundary-of-parts';
const typeOf = (type: string) => (type === 'multipart/form-data' ? `${type}; boundary=${boundary}` : type);

/** The fields as the type has them. A nonce is put in where it is sent. */
function written(type: string, fields: Fields) {
    if (type === 'multipart/form-data') {
        const parts = Object.entries(fields).map(
            ([name, value]) =>
                `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`
        );
        return `${parts.join('')}--${boundary}--\r\n`;
    }
    return type === 'application/x-www-form-urlencoded' ? pairs(fields) : JSON.stringify(fields);
}

/** Mutated requests of all of them, each as often. */
export const mutated = (operations: readonly Operation[]) => fc.oneof(...operations.map(mutatedOf));
