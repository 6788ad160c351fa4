// All rows of a store, whichever engine it is on.
import * as tables from '../../../db/migrations/schema.ts';
import { getTableName, type SQL, sql } from '../../../db/store/drizzle.ts';
import { query } from '../../../db/store/query.ts';
import type { Store } from '../../../db/store/index.ts';
import { isOnPostgres } from './databases.ts';

/** The rows as text, each with the name of its table in front. */
export async function rowsOf({ read }: Store): Promise<ReadonlySet<string>> {
    const rows = await Promise.all(
        Object.values(tables).map(async (table) =>
            (await read.select().from(table)).map((row) => `${getTableName(table)} ${JSON.stringify(row)}`)
        )
    );
    return new Set(rows.flat());
}

const ofTables = Object.values(tables).map(
    (table) => sql`(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${table})`
);
const versionOnPostgres = sql<string>`${sql.join(ofTables, sql` || ' ' || `)}`;
const versionOnSqlite = sql<number>`(select data_version from pragma_data_version)`;
const version: SQL<string | number> = isOnPostgres ? versionOnPostgres : versionOnSqlite;

const versions = query((on) => on.select({ version }).from(tables.users).limit(1));

/** Another value whenever something was written. */
export const versionOf = async ({ read }: Store) => (await versions.first(read))?.version;

/** Whether a write failed because a unique index has its key already. */
export const isTaken = (error: unknown) =>
    ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(String((error as { code?: unknown }).code));
