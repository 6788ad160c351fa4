// The fields of a JSON Schema as rows: what each is called, what it holds, whether it must be there.
import { choicesOf } from '../../surfaces/openapi/examples.ts';
import type { Schema } from './reference.ts';

export interface Field {
    /** With the names of what it is in: `data.sages[].id`. */
    name: string;
    type: string;
    isRequired: boolean;
    about: string;
}

const deepest = 5;

/** The fields of an object, those of its parts below it. A choice between objects has the fields of all of them. */
export function fieldsOf(schema: Schema, above = '', depth = 0): Field[] {
    if (depth > deepest) return [];
    const rows = new Map<string, Field>();
    for (const choice of choicesOf(schema)) {
        const required = listOf(choice['required']);
        for (const [key, part] of Object.entries(partsOf(choice))) {
            const name = above + key;
            const own = {
                name,
                type: typeOf(part),
                isRequired: required.includes(key),
                about: aboutOf(part)
            };
            if (!rows.has(name)) rows.set(name, own);
            for (const row of insideOf(part, name, depth)) if (!rows.has(row.name)) rows.set(row.name, row);
        }
    }
    return Array.from(rows.values());
}

function insideOf(part: Schema, name: string, depth: number): Field[] {
    return choicesOf(part).flatMap((choice) => {
        const items = choice['items'] as Schema | undefined;
        return items ? fieldsOf(items, `${name}[].`, depth + 1) : fieldsOf(choice, `${name}.`, depth + 1);
    });
}

const partsOf = (schema: Schema) => (schema['properties'] ?? {}) as Record<string, Schema>;
const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

/** In words: `text`, `integer or null`, `list of uuid`, `"on" or "off"`. */
export function typeOf(schema: Schema): string {
    const words = choicesOf(schema).flatMap((choice) => wordsOf(choice));
    return Array.from(new Set(words)).join(' or ') || 'anything';
}

function wordsOf(schema: Schema): string[] {
    const { const: only, enum: values, type, format, items } = schema;
    if (only !== undefined) return [only === '' ? 'empty' : JSON.stringify(only)];
    if (Array.isArray(values)) return values.map((value) => JSON.stringify(value));
    return [type].flat().flatMap((one) => {
        if (one === 'array') return [items ? `list of ${typeOf(items as Schema)}` : 'list'];
        if (one === 'string') return [typeof format === 'string' ? (formats[format] ?? format) : 'text'];
        return typeof one === 'string' ? [one] : [];
    });
}

const formats: Record<string, string> = {
    binary: 'file',
    'date-time': 'time',
    uri: 'address',
    hex: 'hex digits'
};

const limits: [keyword: string, words: (limit: unknown) => string][] = [
    ['minLength', (limit) => (limit === 1 ? 'not empty' : `at least ${String(limit)} characters`)],
    ['maxLength', (limit) => `up to ${String(limit)} characters`],
    ['minimum', (limit) => `from ${String(limit)}`],
    ['maximum', (limit) => `to ${String(limit)}`],
    ['minItems', (limit) => `at least ${String(limit)} entries`],
    ['maxItems', (limit) => `up to ${String(limit)} entries`],
    ['default', (value) => `by default ${JSON.stringify(value)}`]
];

/** Limits beyond the exact integers of a double are not worth documenting. */
const isFar = (limit: unknown) => typeof limit === 'number' && Math.abs(limit) >= Number.MAX_SAFE_INTEGER;

/** Its description and its limits. */
function aboutOf(schema: Schema): string {
    const said = limits.flatMap(([keyword, words]) => {
        const limit = choicesOf(schema).find((choice) => choice[keyword] !== undefined)?.[keyword];
        return limit === undefined || isFar(limit) ? [] : [words(limit)];
    });
    const { description } = schema;
    const text = said.join(', ');
    return [
        typeof description === 'string' ? description : '',
        text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
    ]
        .filter((part) => part !== '')
        .join(' ');
}
