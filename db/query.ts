import { eq, sql, type SQLiteColumn, type SQLiteTable } from './drizzle.ts';
import type { Reader } from './store.ts';

interface Statement<Row> {
    execute(args?: Record<string, unknown>): Promise<Row[]> | Row[];
}

/**
 * A select that is prepared once per connection handle: on the reader for requests, on the writer
 * inside a transaction, where it sees that transaction's own rows. Placeholders are named.
 */
export function query<Row>(build: (on: Reader) => { prepare(): Statement<Row> }) {
    const statements = new WeakMap<Reader, Statement<Row>>();
    const on = (handle: Reader) => {
        const statement = statements.get(handle) ?? build(handle).prepare();
        statements.set(handle, statement);
        return statement;
    };
    return {
        async all(handle: Reader, args: Record<string, unknown> = {}) {
            return on(handle).execute(args);
        },
        /** The first row, or undefined. */
        async first(handle: Reader, args: Record<string, unknown> = {}) {
            return (await on(handle).execute(args))[0];
        }
    };
}

const literal = (text: string) => text.toLowerCase().replaceAll(/[%_\\]/g, '\\$&');

/** Whether a column holds this text somewhere, in any case; `%` and `_` mean themselves. */
export const holdsText = (column: SQLiteColumn, text: string) =>
    sql`lower(${column}) like ${`%${literal(text)}%`} escape '\\'`;

/** Whether a column begins like this, in the same sense. */
export const beginsLike = (column: SQLiteColumn, text: string) =>
    sql`lower(${column}) like ${`${literal(text)}%`} escape '\\'`;

/** The row of a table whose unique `column` is the given value, or undefined. */
export function lookup<T extends SQLiteTable>(table: T, column: SQLiteColumn) {
    const rows = query<T['$inferSelect']>((on) =>
        on
            .select()
            .from(table as SQLiteTable)
            .where(eq(column, sql.placeholder('value')))
    );
    return (on: Reader, value: number | string) => rows.first(on, { value });
}
