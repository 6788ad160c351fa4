// The texts that people and programs write freely, in all tables: any of them may name any person.
import {
    and,
    asc,
    eq,
    getTableColumns,
    getTableName,
    gt,
    type SQL,
    type SQLiteColumn,
    type SQLiteTable
} from '../store/drizzle.ts';
import { markOf } from '../store/columns.ts';
import type { Reader, Tx } from '../store/index.ts';
import { isIn, scrubber, type Sought } from './scrubbing.ts';

export interface Place {
    table: SQLiteTable;
    key: SQLiteColumn;
    /** Those that are marked so. */
    columns: readonly string[];
}

/** The key of a table whose key is one column. */
export function keyColumn(table: SQLiteTable) {
    const [found] = Object.entries(getTableColumns(table)).filter(([, { primary }]) => primary);
    if (!found) throw new Error(`${getTableName(table)} has no key of one column`);
    return { name: found[0], column: found[1] };
}

export const placesIn = (tables: readonly SQLiteTable[]): Place[] =>
    tables.flatMap((table) => {
        const columns = Object.entries(getTableColumns(table))
            .filter(([, column]) => markOf(column)?.of === 'anybody')
            .map(([name]) => name);
        return columns.length > 0 ? [{ table, key: keyColumn(table).column, columns }] : [];
    });

export type Row = Record<string, unknown>;

/** What the key of a row is. */
export const keyIn = (row: Row, { table }: Pick<Place, 'table'>) =>
    row[keyColumn(table).name] as string | number;

/** Rows that are read together. */
const part = 100;

/** Reads the rows of a table in parts, in the order of the key. */
export async function* rowsIn(on: Reader, place: Place, where?: SQL): AsyncGenerator<Row[]> {
    const { table, key } = place;
    for (let after: SQL | undefined; ;) {
        const rows: Row[] = await on
            .select()
            .from(table)
            .where(and(where, after))
            .orderBy(asc(key))
            .limit(part);
        yield rows;
        const last = rows.at(-1);
        if (rows.length < part || !last) return;
        after = gt(key, keyIn(last, place));
    }
}

/** The texts of a row, and those within its JSON. */
export const textsOf = (row: Row, { columns }: Place) => columns.flatMap((column) => textsIn(row[column]));

const textsIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(textsIn)
        : typeof value === 'string'
          ? [value]
          : [];

/** Whether a row names any of these people. */
export const isInRow = (row: Row, place: Place, people: Sought) =>
    textsOf(row, place).some((text) => isIn(text, people));

/** The row with this key as it is now. */
export async function rowAt(
    on: Reader,
    { table, key }: Place,
    of: string | number
): Promise<Row | undefined> {
    const [row] = await on.select().from(table).where(eq(key, of));
    return row;
}

/** Takes these people out of a row as it is now, and returns what is left of it. */
export async function scrubRow(tx: Tx, place: Place, of: string | number, people: Sought) {
    const row = await rowAt(tx, place, of);
    if (!row) return undefined;
    const scrub = scrubber(people);
    const left = Object.fromEntries(place.columns.map((column) => [column, scrubbed(row[column], scrub)]));
    await tx.update(place.table).set(left).where(eq(place.key, of));
    return { ...row, ...left };
}

/** The same value with each text in it scrubbed. */
const scrubbed = (value: unknown, scrub: (text: string) => string): unknown =>
    value === null
        ? null
        : JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
              typeof one === 'string' ? scrub(one) : one
          );
