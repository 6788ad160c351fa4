// joi's own JSON Schema, corrected where it differs from what joi accepts; repeated parts are described once.
import type Joi from 'joi';

export type Json = Record<string, unknown>;

/** The JSON Schema of the input that a joi schema takes. */
export const schemaOf = (schema: Joi.Schema) => translated(schema, 'input').whole;

export interface Translated {
    whole: Json;
    /** Its parts that have a name of their own (joi's `id`), the outer ones first. */
    named: Record<string, Json>;
}

/** The same for a response in /openapi.json: a client must not mind fields that come later. */
export function opened(node: unknown): unknown {
    const whole = changed(node, opened);
    if (!isObject(whole) || whole['additionalProperties'] !== false) return whole;
    const { additionalProperties: _, ...open } = whole;
    return open;
}

/** The JSON Schema of what comes in, or of a response, in which fields with a default are always there. */
export function translated(schema: Joi.Schema, mode: 'input' | 'output'): Translated {
    const { $defs: _, ...rest } = schema['~standard'].jsonSchema[mode]({ target: 'draft-2020-12' });
    const whole = mended(rest) as Json;
    return { whole, named: Object.fromEntries(namedIn(schema, whole)) };
}

/** The parts of a schema, by joi's own names. */
interface Terms {
    keys?: readonly { key: string; schema: Joi.Schema }[] | null;
    items?: readonly Joi.Schema[];
}

/** joi's own `$defs` leave out the parts in arrays, and its `describe` validates what it describes, which takes far longer. */
function namedIn(part: Joi.Schema, whole: Json): [string, Json][] {
    const id = part.$_getFlag('id') as string | undefined;
    const { keys, items: [item, ...others] = [] } = part.$_terms as Terms;
    const { properties = {}, items = {} } = whole as { properties?: Record<string, Json>; items?: Json };
    return [
        ...(id ? [[id, whole] as [string, Json]] : []),
        ...(keys ?? []).flatMap(({ key, schema }) => namedIn(schema, properties[key] ?? {})),
        ...(item && others.length === 0 ? namedIn(item, items) : [])
    ];
}

const isObject = (node: unknown): node is Json =>
    typeof node === 'object' && node !== null && !Array.isArray(node);

/** The same with each part of it changed. */
function changed(node: unknown, change: (part: unknown) => unknown): unknown {
    if (Array.isArray(node)) return node.map(change);
    if (!isObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, change(part)]));
}

function mended(node: unknown): unknown {
    const whole = changed(node, mended);
    return isObject(whole) ? withConst(withEmptyText(withNull(withChoice(asFile(whole))))) : whole;
}

/** A file part is plain bytes, and empty where no file was chosen. */
function asFile(node: Json): Json {
    const [first] = Array.isArray(node['anyOf']) ? (node['anyOf'] as Json[]) : [];
    return first?.['format'] === 'binary' ? first : node;
}

/** The same with one type in each part: Gemini and others read no list of types. */
export const plainly = (schema: Json) => withOneType(schema) as Json;

function withOneType(node: unknown): unknown {
    const whole = changed(node, withOneType);
    if (!isObject(whole) || !Array.isArray(whole['type'])) return whole;
    const { type: types, description, default: usual, ...rest } = whole;
    const told = {
        ...(description !== undefined && { description }),
        ...(usual !== undefined && { default: usual })
    };
    return { anyOf: types.map((type: unknown) => (type === 'null' ? { type } : { type, ...rest })), ...told };
}

/** For the case that no condition covers joi adds a choice that takes anything; a single choice is none. */
function withChoice(node: Json): Json {
    const { anyOf, ...rest } = node;
    if (!Array.isArray(anyOf)) return node;
    const choices = (anyOf as Json[]).filter((choice) => Object.keys(choice).length > 0);
    const [only = {}, ...more] = choices;
    return more.length > 0 ? { ...rest, anyOf: choices } : { ...rest, ...only };
}

/** One of these or null: joi's list of values leaves null out. */
function withNull(node: Json): Json {
    const { type, enum: values } = node;
    const lacksNull = Array.isArray(type) && type.includes('null') && Array.isArray(values);
    return lacksNull && !values.includes(null) ? { ...node, enum: [...values, null] } : node;
}

/** joi sets a minimum length wherever an empty text is refused; a pattern or format implies it. */
function withEmptyText(node: Json): Json {
    const { type, pattern, format, minLength } = node;
    const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
    const isShaped = typeof pattern === 'string' || (typeof format === 'string' && format !== 'binary');
    if (isText && isShaped && minLength === undefined) return { anyOf: [{ const: '' }, node] };
    if (!isText || minLength !== 1 || !refusesEmpty(node)) return node;
    const { minLength: _, ...implied } = node;
    return implied;
}

/** A pattern or format that no empty text matches implies the minimum length. */
const refusesEmpty = ({ pattern, format }: Json) =>
    (typeof format === 'string' && format !== 'binary') ||
    (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(''));

/** Replaces a single enum value by a constant, which implies its type: every JSON response has `success`. */
function withConst(node: Json): Json {
    const { type: _, enum: values, ...more } = node;
    return Array.isArray(values) && values.length === 1 ? { const: values[0] as unknown, ...more } : node;
}

/** The same with each part that reads like a named one pointing to it. */
export function withNames(node: unknown, names: ReadonlyMap<string, string>): unknown {
    const $ref = isObject(node) && names.get(JSON.stringify(node));
    return $ref ? { $ref } : changed(node, (part) => withNames(part, names));
}

/** Named parts as components, those in others by their names. */
export function componentsOf(named: Record<string, unknown>, names: ReadonlyMap<string, string>) {
    return Object.fromEntries(
        Object.entries(named).map(([name, part]) => [name, changed(part, (inner) => withNames(inner, names))])
    );
}
