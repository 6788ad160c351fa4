// Every row of every table, to see that nothing has changed.
import Sqlite from 'better-sqlite3';

/** The rows as text, each with the name of its table in front. */
export function rowsOf(file: string): ReadonlySet<string> {
    const sqlite = new Sqlite(file, { readonly: true });
    try {
        const tables = sqlite
            .prepare("select name from sqlite_schema where type = 'table'")
            .pluck()
            .all() as string[];
        const rows = tables.flatMap((table) =>
            sqlite
                .prepare(`select * from "${table}"`)
                .all()
                .map((row) => `${table} ${JSON.stringify(row)}`)
        );
        return new Set(rows);
    } finally {
        sqlite.close();
    }
}
