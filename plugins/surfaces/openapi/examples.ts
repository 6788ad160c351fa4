// An example of what a JSON Schema describes.
import type { Json } from './json-schemas.ts';

const propertiesOf = (schema: Json) => (schema['properties'] ?? {}) as Record<string, Json>;

/** What it may be: itself, unless it is a choice. */
function choicesOf(schema: Json): Json[] {
    const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
    return choices ? choices.flatMap(choicesOf) : [schema];
}

/** Returns an example of what a schema describes, with all its fields, each named like its field. */
export function exampleOf(schema: Json, name = ''): unknown {
    const [first = {}] = choicesOf(schema).filter((choice) => choice['const'] !== '');
    const { const: only, enum: values, default: usual, examples, items } = first;
    if (only !== undefined) return only;
    if (Array.isArray(examples)) return examples[0];
    if (Array.isArray(values)) return values[0];
    const [kind] = [first['type']].flat();
    if (kind === 'object' || 'properties' in first) return objectOf(first);
    if (kind === 'array') return items ? [exampleOf(items as Json, name)] : [];
    if (kind === 'integer' || kind === 'number') return usual ?? (Number(first['minimum'] ?? 1) || 1);
    if (kind === 'boolean') return usual ?? true;
    return usual ?? wordOf(first, name);
}

const objectOf = (schema: Json) =>
    Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([name, part]) => [name, exampleOf(part, name)])
    );

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
const words = [
    '1',
    'en',
    '2026-01',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00Z',
    '0123456789abcdef',
    uuid,
    'tool:*'
];

function wordOf({ format, minLength = 0, maxLength = Infinity, pattern = '' }: Json, name: string) {
    const shape = new RegExp(String(pattern), 'u');
    const word = byFormat[String(format)]?.(Number(minLength));
    const fits = (one: string) => one.length <= Number(maxLength) && shape.test(one);
    return word ?? [name ? `...${name}` : '...', name, ...words].find(fits) ?? '...';
}
