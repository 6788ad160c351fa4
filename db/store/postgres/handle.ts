// Queries of SQLite, asked of PostgreSQL. drizzle writes their texts for SQLite, and they are translated here.
import crypto from 'node:crypto';
import {
    BaseSQLiteDatabase,
    mapResultRow,
    type Query,
    SQLiteAsyncDialect,
    SQLitePreparedQuery,
    SQLiteSession
} from '../drizzle.ts';
import type { Statement as Prepared, Tx } from '../interface.ts';
import type { Ask } from './connections.ts';

const parts = /'(?:[^']|'')*'|"[^"]*"|\?/g;
const selected = /in \(select value from json_each\((\$\d+)\)\)/g;
const conflict = / on conflict \([^)]*\)/;
const withKey = /^insert into "\w+" \("id"/;
const keyLeftOut = /(?<= values |\), )\(null(?=[,)])/g;

/**
 * Translates the text of a query: numbers its parameters; names the columns of a conflict without their table; leaves a key that
 * counts up to its default, where SQLite takes null; and reads a list from JSON as an array, which is looked up in an index
 * (a selection is joined, and all rows of a state were read for that).
 */
export function inPostgres(text: string) {
    let params = 0;
    const complete = withKey.test(text) ? text.replaceAll(keyLeftOut, '(default') : text;
    return complete
        .replace(conflict, (target) => target.replaceAll(/"\w+"\./g, ''))
        .replaceAll(parts, (part) => (part === '?' ? `$${(params += 1)}` : part))
        .replaceAll(selected, '= any(array(select json_array_elements_text($1)))');
}

/** A query that drizzle asks. sqlite-proxy, drizzle's own way to do this, puts the values of a failed query in its error. */
class Statement extends SQLitePreparedQuery {
    readonly #ask: Ask;
    readonly #text: string;
    readonly #values: unknown[];
    readonly #fields: unknown;

    constructor(ask: Ask, query: Query, { fields, method }: Wanted) {
        super('async', method, query);
        this.#ask = ask;
        this.#text = inPostgres(query.sql);
        this.#values = query.params;
        this.#fields = fields;
    }

    values() {
        return this.#ask({ text: this.#text, values: this.#values });
    }

    async all() {
        const rows = await this.values();
        return rows.map((row) => mapResultRow(this.#fields, row, this.joinsNotNullableMap));
    }

    async get() {
        const [row] = await this.all();
        return row;
    }

    async run() {
        await this.#ask({ text: this.#text, values: this.#values, unheard: true });
    }
}

interface Wanted {
    fields: unknown;
    /** Which of the methods above drizzle is to call: `run` where no rows are wanted. */
    method: string;
}

class Session extends SQLiteSession {
    readonly #ask: Ask;

    constructor(ask: Ask) {
        super(dialect);
        this.#ask = ask;
    }

    prepareQuery(query: Query, fields: unknown, method: string) {
        return new Statement(this.#ask, query, { fields, method });
    }
}

/** Equal texts have equal names, on every connection of every process. */
const nameOf = (text: string) => crypto.hash('sha256', text).slice(0, 32);

const dialect = new SQLiteAsyncDialect({ casing: 'snake_case' });

/** Returns a handle like that of SQLite, over whatever answers `ask`. What it prepares has a name that all connections know. */
export function handleOver(ask: Ask): Tx {
    const handle = new BaseSQLiteDatabase('async', dialect, new Session(ask), undefined);
    return Object.assign(handle, {
        prepared(query: string): Prepared {
            const text = inPostgres(query);
            const name = nameOf(text);
            const all = (values: unknown[]) => ask({ text, values, name });
            return {
                all,
                first: async (values) => (await all(values))[0],
                run: async (values) => void (await ask({ text, values, name, unheard: true }))
            };
        }
    });
}
