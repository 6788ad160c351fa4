// Fills a store with years of use, by SQL alone: a million jobs would take minutes through the product's own functions.
import Sqlite from 'better-sqlite3';
import { type Columns, fillsOf } from './rows.ts';

/** Reports what has been filled, from 0 to 1. */
type Progress = (share: number) => void;

/** Fills the store of demo data in `file`; `scale` 0.1 makes a tenth of the rows. Nothing else may have it open. */
export function fillStore(file: string, scale: number, progress: Progress) {
    const sqlite = new Sqlite(file);
    sqlite.pragma('journal_mode = MEMORY');
    sqlite.pragma('synchronous = OFF');
    sqlite.pragma('foreign_keys = OFF');
    sqlite.pragma('cache_size = -400000');
    const fills = fillsOf(scale);
    for (const [done, [table, count, columns]] of fills.entries()) {
        insertSeries(sqlite, table, count, columns);
        progress((done + 1) / fills.length);
    }
    sqlite.pragma('journal_mode = WAL');
    sqlite.close();
}

function insertSeries(sqlite: Sqlite.Database, table: string, count: number, columns: Columns) {
    const known = sqlite.prepare<[], Column>(`SELECT * FROM pragma_table_info('${table}')`).all();
    const kept = known.filter(({ name }) => name !== 'id' && !(name in columns));
    const filled = [...Object.keys(columns), ...kept.map(({ name }) => name)].map((name) => `"${name}"`);
    const values = [...Object.values(columns), ...kept.map(ofModel)];
    sqlite
        .prepare(
            `WITH RECURSIVE series(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM series WHERE i < ${count})
            INSERT INTO "${table}" (${filled.join(', ')}) SELECT ${values.join(', ')}
            FROM series LEFT JOIN (SELECT * FROM "${table}" LIMIT 1) model`
        )
        .run();
}

interface Column {
    name: string;
    type: string;
    notnull: 0 | 1;
    dflt_value: string | null;
}

/** The value of the first row of the table, and of a table without rows the emptiest that the column takes. */
function ofModel({ name, type, notnull, dflt_value: byDefault }: Column) {
    const emptiest = byDefault ?? (type.toLowerCase() === 'integer' ? '0' : "''");
    return notnull ? `coalesce(model."${name}", ${emptiest})` : `model."${name}"`;
}
