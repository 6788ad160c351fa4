// The only import of drizzle. As ES modules it loads every dialect (measured: half a second and 220 MB at start);
// its CommonJS form loads only what is imported.
import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import type { Query } from 'drizzle-orm';
import type { BaseSQLiteDatabase as Database } from 'drizzle-orm/sqlite-core';

const require = createRequire(import.meta.filename ?? __filename); // drizzle-kit reads this as CommonJS
const core = require('drizzle-orm') as typeof import('drizzle-orm');
const sqlite = require('drizzle-orm/sqlite-core') as typeof import('drizzle-orm/sqlite-core');
const driver = require('drizzle-orm/better-sqlite3') as typeof import('drizzle-orm/better-sqlite3');
const migrator =
    require('drizzle-orm/better-sqlite3/migrator') as typeof import('drizzle-orm/better-sqlite3/migrator');

/**
 * A handle whose results must be awaited. SQLite is synchronous and PostgreSQL is not: code that awaits each result works with
 * both.
 */
export type SQLiteHandle = Database<'async', unknown>;
export type { GetColumnData, Query, SQL } from 'drizzle-orm';
export type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';

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
export const { blob, index, integer, primaryKey, sqliteTable, text, unionAll, uniqueIndex } = sqlite;

/** Builds queries for their texts alone; it has no connection. One for all stores of a process. */
export const unconnected = driver.drizzle.mock({ casing: 'snake_case' });

/** Returns a handle that names columns in snake case. */
export const drizzle = (client: Sqlite.Database) =>
    driver.drizzle({ client, casing: 'snake_case' }) as unknown as SQLiteHandle;

/** What drizzle exports for drivers of its own: a session hands out queries. Its types are wider than what one needs. */
export const { SQLiteAsyncDialect } = sqlite;
export const { mapResultRow } = require('drizzle-orm/utils') as {
    mapResultRow: (columns: unknown, row: unknown[], nullable: unknown) => Record<string, unknown>;
};
export const { BaseSQLiteDatabase, SQLitePreparedQuery, SQLiteSession } = sqlite as unknown as {
    BaseSQLiteDatabase: new (
        mode: 'async',
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

/** Applies the migrations in a folder that a store has not seen yet, in one transaction. */
export const migrate = (client: Sqlite.Database, migrationsFolder: string) =>
    migrator.migrate(driver.drizzle({ client }), { migrationsFolder });
