// The only import of drizzle. As ES modules it loads every dialect (measured: half a second and 220 MB at start);
// its CommonJS form loads only what is imported.
import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import type { Query } from 'drizzle-orm';
import type { BaseSQLiteDatabase as Database } from 'drizzle-orm/sqlite-core';
import { LRUCache } from 'lru-cache';

const require = createRequire(import.meta.filename ?? __filename); // drizzle-kit reads this as CommonJS
const core = require('drizzle-orm') as typeof import('drizzle-orm');
const sqlite = require('drizzle-orm/sqlite-core') as typeof import('drizzle-orm/sqlite-core');
const driver = require('drizzle-orm/better-sqlite3') as typeof import('drizzle-orm/better-sqlite3');
const inner = require('drizzle-orm/utils') as {
    mapResultRow: (columns: unknown, row: unknown[], nullable: unknown) => Record<string, unknown>;
};
const migrator =
    require('drizzle-orm/better-sqlite3/migrator') as typeof import('drizzle-orm/better-sqlite3/migrator');

/**
 * A handle whose results must be awaited. SQLite is synchronous and PostgreSQL is not: code that awaits each result works with
 * both.
 */
export type SQLiteHandle = Database<'async', unknown>;
export type { Query, SQL } from 'drizzle-orm';
export type {
    SQLiteColumn,
    SQLiteInsertConfig as InsertConfig,
    SQLiteTable,
    SQLiteUpdateSetSource
} from 'drizzle-orm/sqlite-core';

export const {
    and,
    asc,
    Column,
    desc,
    eq,
    exists,
    getTableColumns,
    getTableName,
    gt,
    gte,
    inArray,
    is,
    isNotNull,
    isNull,
    lt,
    lte,
    max,
    ne,
    notExists,
    notInArray,
    or,
    Param,
    Placeholder,
    sql,
    SQL: Expression
} = core;
export const { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } = sqlite;
export const { SQLiteAsyncDialect } = sqlite;
const { BetterSQLiteSession } = driver as unknown as {
    BetterSQLiteSession: new (client: Preparing, dialect: object, schema: undefined) => object;
};
export const { mapResultRow } = inner;

/** The classes from which drizzle builds an engine. Its own types of them are wider than what an engine needs. */
export const { BaseSQLiteDatabase, SQLitePreparedQuery, SQLiteSession } = sqlite as unknown as {
    BaseSQLiteDatabase: new (
        mode: 'async' | 'sync',
        dialect: object,
        session: object,
        schema: undefined
    ) => SQLiteHandle;
    SQLitePreparedQuery: new (
        mode: 'async',
        method: string,
        query: Query
    ) => { joinsNotNullableMap?: unknown };
    SQLiteSession: new (dialect: object) => object;
};

/** One for all stores of a process: it caches the column names of each table. */
const sqliteDialect = new sqlite.SQLiteSyncDialect({ casing: 'snake_case' });

interface Preparing {
    prepare(text: string): object;
}

const mostStatements = 250;

/**
 * A connection that caches its statements by their texts: most queries repeat, and preparing one takes SQLite longer than running
 * it. A statement is free again when it returns: none is read row by row.
 */
function keepingStatements(client: Sqlite.Database): Preparing {
    const kept = new LRUCache<string, Sqlite.Statement>({
        max: mostStatements,
        memoMethod: (text) => client.prepare(text)
    });
    return { prepare: (text: string) => kept.memo(text) };
}

/** Returns a handle that names columns in snake case. */
export function drizzle(client: Sqlite.Database) {
    const session = new BetterSQLiteSession(keepingStatements(client), sqliteDialect, undefined);
    return new BaseSQLiteDatabase('sync', sqliteDialect, session, undefined);
}

/** Applies the migrations in a folder that a store has not seen yet, in one transaction. */
export const migrate = (client: Sqlite.Database, migrationsFolder: string) =>
    migrator.migrate(driver.drizzle({ client }), { migrationsFolder });
