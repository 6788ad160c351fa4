import type Sqlite from 'better-sqlite3';

/** The tables of the application in a store, by name. */
export function tablesIn(sqlite: Sqlite.Database) {
    const named =
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\' order by name";
    return sqlite.prepare<[], string>(named).pluck().all();
}

/** Those of them that hold no row. */
export const emptyTables = (sqlite: Sqlite.Database) =>
    tablesIn(sqlite).filter((name) => sqlite.prepare(`select 1 from "${name}" limit 1`).get() === undefined);
