// Rows from a file, CSV or JSON lines. All rows are validated, as strictly as request bodies, before any is used.
import { extname } from 'node:path';
import type Joi from 'joi';
import { Refusal } from '../db/store/refusal.ts';
import { type Placed, recordsOf, textOfFile } from '../plugins/surfaces/http/bodies/csv.ts';
import { clean, readJson } from '../plugins/surfaces/http/bodies/parsing.ts';
import { validated } from '../plugins/surfaces/http/fields.ts';

/** Returns each row as a function that refuses an invalid row, so that all invalid rows can be reported together. */
type Read = (text: string, fields: readonly string[]) => Promise<Placed<() => object>[]>;

const readers: Record<string, Read> = { '.csv': readCsv, '.jsonl': readLines, '.ndjson': readLines };

export const rowFileTypes = Object.keys(readers);

/** The reader for this type of file, by the end of its name; undefined for an unknown type. */
export const rowReader = (file: string) => readers[extname(file).toLowerCase()];

/** All rows of a file. Refuses: invalid_field, naming the first wrong rows by line and field. */
export async function rowsOf<Row>(bytes: Uint8Array, read: Read, schema: Joi.ObjectSchema<Row>) {
    const fields = Object.keys(schema.describe()['keys'] as object);
    const judged = (await read(textOfFile(bytes), fields)).map((placed) => judge(placed, schema));
    const wrong = judged.flatMap((one) => ('wrong' in one ? [`line ${one.line}: ${one.wrong}`] : []));
    if (wrong.length > 0) throw new Refusal('invalid_field', firstOf(wrong));
    return judged.filter((one): one is Placed<Row> => 'row' in one);
}

const mostNamed = 20;

function firstOf(wrong: string[]) {
    const more = wrong.length - mostNamed;
    return [...wrong.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function judge<Row>({ line, row }: Placed<() => object>, schema: Joi.ObjectSchema<Row>) {
    try {
        return { line, row: validated(schema, row(), { convert: false }) };
    } catch (error) {
        if (error instanceof Refusal) return { line, wrong: error.message };
        throw error;
    }
}

async function readLines(text: string) {
    const lines = text.split('\n').map((content, i) => ({ line: i + 1, content }));
    return lines
        .filter(({ content }) => content.trim() !== '')
        .map(({ line, content }) => ({ line, row: () => objectIn(content) }));
}

const objectIn = (content: string) =>
    inWords('not a JSON object, or contains hidden characters.', () => readJson(content));

/** Calls `work`, and replaces the message of its refusal by one that fits a file. */
function inWords<T>(problem: string, work: () => T) {
    try {
        return work();
    } catch (error) {
        throw error instanceof Refusal ? new Refusal('invalid_field', problem) : error;
    }
}

async function readCsv(text: string, fields: readonly string[]) {
    const [header, ...records] = await recordsOf(text);
    const names = header?.row ?? [];
    const odd = names.find((name, i) => !fields.includes(name) || names.indexOf(name) !== i);
    if (odd !== undefined) {
        const shown = JSON.stringify(odd.slice(0, 100));
        const problem = `${shown} is unknown or occurs twice. The fields are ${fields.join(', ')}.`;
        throw new Refusal('invalid_field', `line 1: ${problem}`);
    }
    return records.map(({ line, row }) => ({ line, row: () => rowFrom(names, row) }));
}

/** An empty cell counts as an absent field. */
function rowFrom(names: string[], cells: string[]) {
    if (cells.length !== names.length)
        throw new Refusal('invalid_field', `${cells.length} fields where the header has ${names.length}.`);
    const given = names.map((name, i) => [name, plain(name, cells[i] ?? '')] as const);
    return Object.fromEntries(given.filter(([, cell]) => cell !== ''));
}

const plain = (name: string, cell: string) =>
    inWords(`${name} contains hidden characters.`, () => clean(cell));
