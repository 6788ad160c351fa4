// An example of what a JSON Schema describes.
import type { Json } from './json-schemas.ts';

/** An example of that kind, named like its field; of an object these of its fields. */
export type FieldsOf = (schema: Json) => readonly string[];

const propertiesOf = (schema: Json) => (schema['properties'] ?? {}) as Record<string, Json>;

/** What it may be: itself, unless it is a choice. */
export function choicesOf(schema: Json): Json[] {
    const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
    return choices ? choices.flatMap(choicesOf) : [schema];
}

/** All fields: an example of a response. */
export const allFields: FieldsOf = (schema) => Object.keys(propertiesOf(schema));

/** The fields that must be there, or the first one where none must: an example of a request. */
export const neededFields: FieldsOf = (schema) => {
    const names = allFields(schema);
    const { required = [] } = schema;
    const needed = names.filter((name) => (required as string[]).includes(name));
    return needed.length > 0 ? needed : names.slice(0, 1);
};

export function exampleOf(schema: Json, shown: FieldsOf, name = ''): unknown {
    const [first = {}] = choicesOf(schema).filter((choice) => choice['const'] !== '');
    const { const: only, enum: values, default: usual, examples, items } = first;
    if (only !== undefined) return only;
    if (Array.isArray(examples)) return examples[0];
    if (Array.isArray(values)) return values[0];
    const [kind] = [first['type']].flat();
    if (kind === 'object' || 'properties' in first) return objectOf(first, shown);
    if (kind === 'array') return items ? [exampleOf(items as Json, shown, name)] : [];
    if (kind === 'integer' || kind === 'number') return usual ?? (Number(first['minimum'] ?? 1) || 1);
    if (kind === 'boolean') return usual ?? true;
    return usual ?? wordOf(first, name);
}

function objectOf(schema: Json, shown: FieldsOf) {
    const properties = propertiesOf(schema);
    return Object.fromEntries(
        shown(schema).map((name) => [name, exampleOf(properties[name] ?? {}, shown, name)])
    );
}

const uuid = '0b5e7a52-1c9d-4f0a-8d6e-2f4b7c9a1e33';

const byFormat: Record<string, (minLength: number) => string> = {
    uuid: () => uuid,
    email: () => 'ada@example.com',
    uri: () => 'https://www.example.com/',
    'date-time': () => '2026-01-31T12:00:00.000Z',
    binary: () => '@file',
    hex: (minLength) => 'f'.repeat(minLength || 16)
};

/** One of these matches each pattern of ours. */
const words = ['1', '2026-01', '2026-01-31T12:00:00', '0123456789abcdef', uuid];

function wordOf({ format, minLength = 0, pattern = '' }: Json, name: string) {
    const shape = new RegExp(String(pattern), 'u');
    const word = byFormat[String(format)]?.(Number(minLength));
    return word ?? [name ? `...${name}` : '...', name, ...words].find((one) => shape.test(one)) ?? '...';
}
