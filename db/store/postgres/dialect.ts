// The tables and queries of SQLite as PostgreSQL takes them. It rests on inner classes of drizzle 0.45, whose version is
// pinned, and the tests of both engines run before it is raised.
import crypto from 'node:crypto';
import {
    BaseSQLiteDatabase,
    getTableColumns,
    type InsertConfig,
    mapResultRow,
    type Query,
    sql,
    SQLiteAsyncDialect,
    type SQLiteColumn,
    type SQLiteHandle,
    SQLitePreparedQuery,
    SQLiteSession
} from '../drizzle.ts';
import { paramOf } from '../first-row.ts';
import type { Ask, Question } from './connections.ts';

type Args = Record<string, unknown>;
type Row = Record<string, unknown>;

class PostgresDialect extends SQLiteAsyncDialect {
    override escapeParam(place: number) {
        return `$${place + 1}`;
    }

    /**
     * SQLite lets the columns of a conflict be named with their table, and reads a list from JSON by another function. A list
     * that is an array is looked up in an index: a selection is joined, and all rows of a state were read for that.
     */
    override sqlToQuery(...given: Parameters<InstanceType<typeof SQLiteAsyncDialect>['sqlToQuery']>) {
        const query = super.sqlToQuery(...given);
        const text = query.sql.replace(/ on conflict \([^)]*\)/, withoutTables);
        return {
            ...query,
            sql: text.replaceAll(selected, '= any(array(select json_array_elements_text($1)))')
        };
    }

    /** SQLite counts up a key that is null; here the key has to be left to its default. */
    override buildInsertQuery(config: InsertConfig) {
        if (!Array.isArray(config.values)) return super.buildInsertQuery(config);
        const counted = countedKeys(getTableColumns(config.table));
        const rows = config.values as unknown as Row[];
        const values = rows.map((row) => ({ ...row, ...defaultsOf(row, counted) }));
        return super.buildInsertQuery({ ...config, values } as unknown as InsertConfig);
    }
}

const selected = /in \(select value from json_each\((\$\d+)\)\)/g;

const withoutTables = (target: string) => target.replaceAll(/"\w+"\./g, '');

const countedKeys = (columns: Record<string, SQLiteColumn>) =>
    Object.entries(columns).flatMap(([name, column]) =>
        'autoIncrement' in column && column.autoIncrement === true ? [name] : []
    );

const defaultsOf = (row: Row, counted: string[]) =>
    Object.fromEntries(counted.filter((name) => row[name] === undefined).map((name) => [name, sql`default`]));

interface Wanted {
    fields: unknown;
    /** Which of the methods below drizzle is to call: `run` where no rows are wanted. */
    method: string;
    name?: string;
}

/** A query on one handle. A prepared one is run by a name that all connections know. */
class Statement extends SQLitePreparedQuery {
    readonly #ask: Ask;
    readonly #query: Query;
    readonly #fields: unknown;
    readonly #name: string | undefined;
    readonly #params: ((args: Args) => unknown)[];

    constructor(ask: Ask, query: Query, { fields, method, name }: Wanted) {
        super('async', method, query);
        this.#ask = ask;
        this.#query = query;
        this.#fields = fields;
        this.#name = name;
        this.#params = query.params.map(paramOf);
    }

    values(args: Args = {}) {
        return this.#ask(this.#questionOf(args));
    }

    async all(args?: Args) {
        const rows = await this.values(args);
        return rows.map((row) => mapResultRow(this.#fields, row, this.joinsNotNullableMap));
    }

    async get(args?: Args) {
        const [row] = await this.all(args);
        return row;
    }

    async run(args: Args = {}) {
        await this.#ask({ ...this.#questionOf(args), unheard: true });
    }

    #questionOf(args: Args): Question {
        const values = this.#params.map((param) => param(args));
        return { text: this.#query.sql, values, name: this.#name };
    }
}

class PostgresSession extends SQLiteSession {
    readonly #ask: Ask;

    constructor(ask: Ask) {
        super(dialect);
        this.#ask = ask;
    }

    prepareQuery(query: Query, fields: unknown, method: string) {
        return new Statement(this.#ask, query, { fields, method, name: nameOf(query.sql) });
    }

    prepareOneTimeQuery(query: Query, fields: unknown, method: string) {
        return new Statement(this.#ask, query, { fields, method });
    }
}

/** Equal texts have equal names, on every connection of every process. */
const nameOf = (text: string) => crypto.hash('sha256', text).slice(0, 32);

const dialect = new PostgresDialect({ casing: 'snake_case' });

/** Returns a handle whose queries are those of SQLite's handle, over whatever answers `ask`. */
export const handleOver = (ask: Ask): SQLiteHandle =>
    new BaseSQLiteDatabase('async', dialect, new PostgresSession(ask), undefined);
