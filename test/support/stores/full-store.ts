// A store on SQLite with rows in every table: each column holds what is hardest to carry over.
import { randomBytes } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { openStore } from '../../../db/store/index.ts';
import { tablesIn } from '../../db/stores/tables.ts';

interface Column {
    name: string;
    type: string;
    notnull: number;
    pk: number;
}

// JSON, for that is what some columns hold.
const texts = ['', 'it\'s "quoted" \\ {a,b} NULL', 'ä 漢字 \u{1f600} \u00a0\n\t\r', '{"z":1,"a":[null]}'];
const numbers = [0, -1, Number.MAX_SAFE_INTEGER, 1_795_346_917_266];
const bytes = () => Buffer.concat([Buffer.from([0, 255, 92, 39]), randomBytes(8)]);

/** Writes `rows` rows into each table of a new store in `file`. Its `installation` is an ordinary one. */
export async function fillStore(file: string, rows = 4) {
    await openStore(file).close();
    const sqlite = new Sqlite(file);
    fillTables(sqlite, rows);
    sqlite.exec("update installation set id = 'one', moved_to = null");
    sqlite.exec('delete from nodes');
    const broken = sqlite.pragma('foreign_key_check') as unknown[];
    sqlite.close();
    if (broken.length > 0) throw new Error(`rows point to nothing: ${JSON.stringify(broken)}`);
}

/** Writes rows into each table of a store of any version. */
function fillTables(sqlite: Sqlite.Database, rows: number) {
    sqlite.pragma('foreign_keys = OFF'); // until all is there
    for (const table of tablesIn(sqlite)) {
        const columns = sqlite.pragma(`table_info("${table}")`) as Column[];
        const parents = new Set(
            (sqlite.pragma(`foreign_key_list("${table}")`) as { from: string }[]).map(({ from }) => from)
        );
        const insert = sqlite.prepare(`insert into "${table}" values (${columns.map(() => '?').join(', ')})`);
        for (let row = 0; row < (table === 'installation' ? 1 : rows); row += 1)
            insert.run(columns.map((column) => valueOf(column, parents.has(column.name), row, table)));
    }
    // Numbers that were given and taken away again are not given a second time.
    for (const name of sqlite.prepare<[], string>('select name from sqlite_sequence').pluck().all())
        sqlite.prepare('update sqlite_sequence set seq = seq + 7 where name = ?').run(name);
}

/** Unique in its column where it may have to be; a key to another table is that of the row with the same number. */
function valueOf({ name, type, notnull, pk }: Column, isReference: boolean, row: number, table: string) {
    const isKey = pk > 0 || isReference;
    const kind = type.toLowerCase();
    if (table === 'jobs' && name === 'state') return 'sent';
    if (kind === 'integer') return isKey ? row + 1 : notnull === 0 && row === 1 ? null : numberAt(name, row);
    if (isKey) return `key ${row} of ü`;
    if (notnull === 0 && row === 1) return null;
    return kind === 'blob' ? bytes() : `[${row}, ${JSON.stringify(texts[row % texts.length])}]`;
}

const numberAt = (name: string, row: number) =>
    name === 'ordinal' ? row + 1 : (numbers[row % numbers.length] ?? 0) - row;

/** Every row of every table, and the highest number that each has given. */
export function contentsOf(file: string) {
    const sqlite = new Sqlite(file, { readonly: true });
    const rowsOf = (table: string) => sqlite.prepare(`select * from "${table}" order by 1, 2`).all();
    const contents = Object.fromEntries(
        [...tablesIn(sqlite), 'sqlite_sequence'].map((table) => [table, rowsOf(table)])
    );
    sqlite.close();
    return contents;
}
