import {
    asc,
    Column,
    eq,
    getTableColumns,
    Expression,
    type GetColumnData,
    inArray,
    is,
    lt,
    lte,
    Param,
    Placeholder,
    type Query,
    type SQL,
    sql,
    type SQLiteColumn,
    type SQLiteTable,
    unconnected
} from './drizzle.ts';
import { fold, foldName, startsOf } from './folding.ts';
import type { Reader, Tx } from './interface.ts';

type Args = Record<string, unknown>;

/** Creates a value for a connection handle on first use and keeps it as long as the handle exists. */
export function oncePerHandle<Handle extends Reader, Ready>(make: (on: Handle) => Ready) {
    const made = new WeakMap<Handle, Ready>();
    return (handle: Handle) => {
        const ready = made.get(handle) ?? make(handle);
        made.set(handle, ready);
        return ready;
    };
}

/** A query of drizzle, which gives its text and its parameters. */
interface Built {
    toSQL(): Query;
}

/** drizzle's handle without a connection, for queries that are only put into words. */
const words = unconnected as unknown as Tx;

/**
 * Returns a function that prepares a query on a handle, once. Its text is built once in a process: drizzle takes far longer for
 * that than a connection takes to prepare it.
 */
function prepared(query: Built) {
    const { sql: text, params } = query.toSQL();
    const givers = params.map(paramOf);
    const statementOn = oncePerHandle((handle: Reader) => handle.prepared(text));
    return { statementOn, valuesOf: (args: Args) => givers.map((valueOf) => valueOf(args)) };
}

/** Returns the function that takes a parameter's value from the arguments. */
function paramOf(param: unknown): (args: Args) => unknown {
    if (is(param, Placeholder)) return (args) => argOf(args, param.name);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value } = param;
    return (args) => encoder.mapToDriverValue(argOf(args, value.name));
}

function argOf(args: Args, name: string) {
    if (!(name in args)) throw new Error(`the parameter ${name} has no value`);
    return args[name];
}

function onFirstUse<T extends object>(make: () => T) {
    let made: T | undefined;
    return () => (made ??= make());
}

interface Select<Row> extends Built {
    readonly _: { readonly selectedFields: Readonly<Record<string, unknown>> };
    all(): Promise<Row[]>;
}

/**
 * A select of columns that is prepared once per connection handle: on the reader for requests, on the writer
 * inside a transaction, where it sees that transaction's own rows. Placeholders are named.
 */
export function query<Row>(build: (on: Reader) => Select<Row>) {
    const ready = onFirstUse(() => {
        const built = build(words);
        return { ...prepared(built), rowOf: rowMaker<Row>(built._.selectedFields) };
    });
    return {
        async all(handle: Reader, args: Args = {}) {
            const { statementOn, valuesOf, rowOf } = ready();
            const rows = await statementOn(handle).all(valuesOf(args));
            return rows.map(rowOf);
        },
        /** The first row, or undefined. */
        async first(handle: Reader, args: Args = {}) {
            const { statementOn, valuesOf, rowOf } = ready();
            const values = await statementOn(handle).first(valuesOf(args));
            return values && rowOf(values);
        }
    };
}

/**
 * Returns a function that builds rows from values. drizzle's own mapper checks the column type again for each value, which took a
 * tenth of the time of a grid of 200 deals.
 */
function rowMaker<Row>(fields: Readonly<Record<string, unknown>>) {
    const columns = Object.entries(fields).map(([name, field]) => ({ name, read: readerOf(field) }));
    return (values: unknown[]) => {
        const row: Record<string, unknown> = {};
        columns.forEach(({ name, read }, place) => {
            const value = values[place];
            row[name] = value === null ? null : read(value);
        });
        return row as Row;
    };
}

/** Returns the decoder of a column; the value of an expression is left as it is. Nested rows are not supported. */
function readerOf(field: unknown): (value: unknown) => unknown {
    if (is(field, Column)) return (value) => field.mapFromDriverValue(value);
    if (is(field, Expression) || is(field, Expression.Aliased)) return (value) => value;
    throw new Error('a prepared select answers flat rows: name each column');
}

/**
 * A named parameter inside a subselect. SQLite plans a join or an order again for each new value of a plain parameter,
 * which costs 10 us more than the select itself (measured); a value inside a subselect does not cause that. Its type is
 * named because other databases take a value inside a subselect for text.
 */
export const opaqueParam = (name: string, type: 'integer' | 'text') =>
    sql`(select cast(${sql.placeholder(name)} as ${sql.raw(type === 'integer' ? 'bigint' : type)}))`; // integers have 8 bytes

/**
 * The condition that a column is one of the texts in a named parameter, which holds them as JSON: one prepared statement
 * serves lists of any length.
 */
export const isAmong = (column: SQLiteColumn, name: string) =>
    sql`${column} in (select value from json_each(${sql.placeholder(name)}))`;

/** The condition that a column is one of these texts. Thousands of them cost drizzle much more one by one. */
export const isOneOf = (column: SQLiteColumn, texts: readonly string[]) =>
    sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`;

/**
 * A column of texts whose indexes are not used. SQLite does not know how many rows have a value: of two indexes it may take
 * the one that leaves nearly all of the table to be read.
 */
export const withoutIndex = (column: SQLiteColumn) => sql`${column} || ''`;

/** Prepares an insert, update or delete that returns no rows, as `query` does for selects. */
export function preparedWrite(build: (on: Tx) => Built) {
    const ready = onFirstUse(() => prepared(build(words)));
    return async (tx: Tx, args: Args) => {
        const { statementOn, valuesOf } = ready();
        await statementOn(tx).run(valuesOf(args));
    };
}

type Columns = Record<string, SQLiteColumn>;
type RowOf<Returned extends Columns> = { [Name in keyof Returned]: GetColumnData<Returned[Name]> };

/** Prepares an insert, update or delete that returns these columns of each row that it changes. */
export function preparedWriteReturning<Returned extends Columns>(
    returned: Returned,
    build: (on: Tx) => { returning(columns: Columns): Built }
) {
    const ready = onFirstUse(() => ({
        ...prepared(build(words).returning(returned)),
        rowOf: rowMaker<RowOf<Returned>>(returned)
    }));
    return async (tx: Tx, args: Args) => {
        const { statementOn, valuesOf, rowOf } = ready();
        const rows = await statementOn(tx).all(valuesOf(args));
        return rows.map(rowOf);
    };
}

const literal = (text: string) => fold(text).replaceAll(/[%_\\]/g, '\\$&');

/** A column of texts as they are compared and put in order. Most are in ASCII, where the database needs no help. */
export const folded = (column: SQLiteColumn | SQL) =>
    sql`case when octet_length(${column}) = length(${column}) then lower(${column}) else ${sql.raw(foldName)}(${column}) end`;

/** The condition that a column contains this text, but for its case, marks and apostrophes; `%` and `_` are ordinary characters. */
export const holdsText = (column: SQLiteColumn | SQL, text: string) =>
    sql`${folded(column)} like ${`%${literal(text)}%`} escape '\\'`;

/** The condition that a column starts with this text, case-sensitive; it is answered from an index of the column. */
export const beginsWith = (column: SQLiteColumn, text: string) =>
    sql`(${column} >= ${text} and ${column} < ${text + lastCharacter})`;

/**
 * The condition that a column starts with this text, but for its case, marks and apostrophes. It is answered from an index of
 * the column in lower case, of which all that starts with the same letter is read, however that is written.
 */
export function beginsLike(column: SQLiteColumn, text: string) {
    const [first = ''] = fold(text);
    const ranges = [[first, first] as const, ...startsOf(first)].map(
        ([from, to]) => sql`lower(${column}) >= ${from} and lower(${column}) < ${to + lastCharacter}`
    );
    return sql`((${sql.join(ranges, sql` or `)}) and ${folded(column)} like ${`${literal(text)}%`} escape '\\')`;
}

/**
 * The same for rows after `last`, which have the same prefix. Of two lower bounds SQLite takes the first for the index, and reads
 * all that lies before the second.
 */
export const beginsWithAfter = (column: SQLiteColumn, text: string, last: string) =>
    sql`(${column} > ${last} and ${column} < ${text + lastCharacter})`;

const lastCharacter = '\u{10ffff}';

/** Returns a function that finds the row whose unique `column` has a value, or undefined. */
export function findBy<T extends SQLiteTable>(table: T, column: SQLiteColumn) {
    const rows = query<T['$inferSelect']>((on) =>
        on
            .select()
            .from(table as SQLiteTable)
            .where(eq(column, sql.placeholder('value')))
    );
    return (on: Reader, value: number | string) => rows.first(on, { value });
}

/** Inserts one row and returns it as it is stored. */
export async function insertOne<T extends SQLiteTable>(tx: Tx, table: T, row: T['$inferInsert']) {
    const [made] = await tx
        .insert(table as SQLiteTable)
        .values(row)
        .returning();
    if (!made) throw new Error('a new row was not returned');
    return made as T['$inferSelect'];
}

/** Returns a function that deletes the rows whose time in this column is as long ago as this, or longer. */
export const purgeOf =
    (column: SQLiteColumn, kept = 0) =>
    async (tx: Tx, at: number) => {
        await tx.delete(column.table).where(lte(column, at - kept));
    };

/** Returns a function that deletes the oldest rows from before a moment, so many at most. It returns how many were deleted. */
export function purgeOfOldest(table: SQLiteTable & Record<'id' | 'at', SQLiteColumn>) {
    const { id, at } = table;
    return async (tx: Tx, before: number, most: number) => {
        const old = tx.select({ id }).from(table).where(lt(at, before)).orderBy(asc(at)).limit(most);
        return (await tx.delete(table).where(inArray(id, old)).returning({ id })).length;
    };
}

/** Returns a function that inserts whole rows, except for the columns that the store fills in. */
export function preparedInsert<T extends SQLiteTable, Filled extends string = never>(
    table: T,
    ...filled: Filled[]
) {
    const columns = Object.entries<SQLiteColumn>(getTableColumns(table)).filter(
        ([name]) => !filled.some((one) => one === name)
    );
    const row = placeholders(Object.fromEntries(columns));
    const insert = preparedWrite((tx) => tx.insert(table as SQLiteTable).values(row));
    return (tx: Tx, row: Omit<T['$inferSelect'], Filled>) => insert(tx, row);
}

/** Returns a placeholder for each of these columns, with the column's name. */
export function placeholders<Name extends string>(columns: Record<Name, SQLiteColumn>) {
    const entries = Object.entries<SQLiteColumn>(columns);
    const placed = entries.map(([name, column]) => [name, placeholder(name, column)]);
    return Object.fromEntries(placed) as Record<Name, SQL>;
}

/** drizzle's own placeholder would store a missing JSON value as the text `null`. */
function placeholder(name: string, column: SQLiteColumn) {
    const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value));
    return sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`;
}

/** Which rows of a list. */
export interface Rows {
    limit: number;
    offset: number;
    /** Where counting stops; 10,000 by default. */
    most?: number;
}

interface Listing extends Rows {
    where?: SQL | undefined;
    order: readonly SQL[];
}

/** One page of a list. `total` stops at 10,000, and then `more` is true. */
export interface Page<Row> {
    items: Row[];
    total: number;
    more?: true;
}

/** Counting all rows of a large table takes longer than the rest of a page, and no reader turns that many pages. */
export const mostCounted = 10_000;

/** Returns one page of the rows of a table, and how many rows there are on all pages. */
export async function listRows<T extends SQLiteTable>(
    on: Reader,
    table: T,
    { where, order, limit, offset, most }: Listing
): Promise<Page<T['$inferSelect']>> {
    const items = await on
        .select()
        .from(table as SQLiteTable)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
    return { items, ...(await countRows(on, table, where, most)) };
}

/** Counts the rows of a table up to `most`. */
export async function countRows(
    on: Reader,
    table: SQLiteTable,
    where?: SQL,
    most = mostCounted
): Promise<Omit<Page<never>, 'items'>> {
    const some = on
        .select({ one: sql`1`.as('one') })
        .from(table)
        .where(where)
        .limit(most + 1)
        .as('some');
    const [{ total } = { total: 0 }] = await on.select({ total: sql<number>`count(*)` }).from(some);
    return total > most ? { total: most, more: true } : { total };
}
