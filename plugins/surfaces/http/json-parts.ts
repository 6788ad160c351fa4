// JSON of lists that are too long to be written without a pause.
import { Readable } from 'node:stream';

/** A list that comes in parts, each a few hundred items. */
export type Parts<Item> = AsyncGenerator<Item[], void>;

/** Returns the parts with `view` applied to each item. */
export async function* viewParts<Row, View>(parts: Parts<Row>, view: (row: Row) => View): Parts<View> {
    for await (const part of parts) yield part.map((row) => view(row));
}

/** Returns a list as an array when one part holds it all; otherwise its parts, for `partsToJson`. */
export async function shortOrParts<Item>(
    parts: Parts<Item>,
    partSize: number
): Promise<Item[] | Parts<Item>> {
    const first = await parts.next();
    if (first.done) return [];
    if (first.value.length < partSize) return first.value;
    return resumed(first.value, parts);
}

async function* resumed<Item>(first: Item[], rest: Parts<Item>): Parts<Item> {
    yield first;
    yield* rest;
}

const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

const isParts = (value: unknown): value is Parts<unknown> => isObject(value) && Symbol.asyncIterator in value;

/** Whether this has to be written by `partsToJson`: a list in parts is somewhere in it. */
export const hasParts = (value: unknown): value is object =>
    isParts(value) || (isObject(value) && Object.values(value).some(hasParts));

/** Writes an object as JSON, its lists in parts. When a part fails the stream does too, and the response is cut off. */
export const partsToJson = (data: object) => Readable.from(jsonOf(data), { objectMode: false });

async function* jsonOf(value: unknown): AsyncGenerator<string, void> {
    if (isParts(value)) yield* listOf(value);
    else if (hasParts(value)) yield* objectOf(value);
    else yield JSON.stringify(value);
}

async function* objectOf(fields: object): AsyncGenerator<string, void> {
    let before = '{';
    for (const [name, value] of Object.entries(fields)) {
        if (value === undefined) continue;
        yield `${before}${JSON.stringify(name)}:`;
        yield* jsonOf(value);
        before = ',';
    }
    yield '}';
}

async function* listOf(parts: Parts<unknown>): AsyncGenerator<string, void> {
    let before = '[';
    for await (const part of parts) {
        if (part.length === 0) continue;
        yield before + JSON.stringify(part).slice(1, -1);
        before = ',';
    }
    yield before === '[' ? '[]' : ']';
}
