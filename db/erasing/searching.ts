// Reads a table in parts, for the rows that may mention people.
import {
    and,
    asc,
    getTableColumns,
    getTableName,
    gt,
    lte,
    or,
    type SQL,
    sql,
    type SQLiteColumn,
    type SQLiteTable
} from '../store/drizzle.ts';
import { markOf } from '../store/columns.ts';
import { holdsExactly } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { hintOf, longestOf, type Sought } from './scrubbing.ts';

export interface Place {
    table: SQLiteTable;
    key: SQLiteColumn;
    /** Texts that people or programs write freely. */
    columns: readonly string[];
}

/** The key of a table whose key is one column. */
export function keyColumn(table: SQLiteTable) {
    const [found] = Object.entries(getTableColumns(table)).filter(([, { primary }]) => primary);
    if (!found) throw new Error(`${getTableName(table)} has no key of one column`);
    return { name: found[0], column: found[1] };
}

/** Columns that may name any person: those of all tables that are marked so. */
export const placesIn = (tables: readonly SQLiteTable[]): Place[] =>
    tables.flatMap((table) => {
        const columns = Object.entries(getTableColumns(table))
            .filter(([, column]) => markOf(column)?.of === 'anybody')
            .map(([name]) => name);
        return columns.length > 0 ? [{ table, key: keyColumn(table).column, columns }] : [];
    });

export type Row = Record<string, unknown>;

/** Rows of a table per search. */
const part = 2000;

/** The conditions for one part of the table after the other. */
export async function* rangesOf(on: Reader, { table, key }: Place): AsyncGenerator<SQL | undefined> {
    let after: SQL | undefined;
    for (;;) {
        const [last] = await on
            .select({ key })
            .from(table)
            .where(after)
            .orderBy(asc(key))
            .limit(1)
            .offset(part - 1);
        if (!last) return yield after;
        yield and(after, lte(key, last.key));
        after = gt(key, last.key);
    }
}

/** The condition that a column may contain any of these: the hint of a name, a piece of a text, or escapes of any kind. */
function mayHold(columns: readonly SQLiteColumn[], { names, words, texts }: Sought) {
    const hints = [...names, ...words].map((name) => `%${hintOf(name).toLowerCase()}%`);
    const pieces = texts.map((text) => longestOf(text.split(/[\n"]+/))); // CSV has other line ends, and doubles quotes
    const whole = texts.length > 0 ? ['\\', ...pieces] : [];
    const holds = columns.flatMap((column) => [
        ...hints.map((hint) => sql`lower(${column}) like ${hint}`),
        ...whole.map((piece) => holdsExactly(column, piece))
    ]);
    return anyOf(holds);
}

const mostInChain = 50;

/** SQLite accepts no chain of more than a thousand conditions: it is built from shorter ones. */
function anyOf(conditions: readonly SQL[]) {
    const chains = Array.from({ length: Math.ceil(conditions.length / mostInChain) }, (_, place) =>
        or(...conditions.slice(place * mostInChain, (place + 1) * mostInChain))
    );
    return or(...chains);
}

/** The rows of one part that may contain any of these. */
export async function rowsIn(
    on: Reader,
    { table, columns }: Place,
    sought: Sought,
    range: SQL | undefined
): Promise<Row[]> {
    const all = getTableColumns(table) as Record<string, SQLiteColumn>;
    const texts = columns.flatMap((name) => all[name] ?? []);
    return on
        .select()
        .from(table)
        .where(and(range, mayHold(texts, sought)));
}

/** The texts of a row, and those within its JSON. */
export const textsOf = (row: Row, { columns }: Pick<Place, 'columns'>) =>
    columns.flatMap((column) => textsIn(row[column]));

const textsIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(textsIn)
        : typeof value === 'string'
          ? [value]
          : [];

/** What the key of a row is. */
export const keyIn = (row: Row, { table }: Place) => row[keyColumn(table).name] as string | number;
