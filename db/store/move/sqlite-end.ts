// A store on SQLite as one end of a move.
import { connectRaw } from '../sqlite/index.ts';
import {
    type End,
    type Kind,
    isEnough,
    listed,
    namesOf,
    quoted,
    type Row,
    selectAll,
    sizeOf,
    type Table
} from './end.ts';

type Database = ReturnType<typeof connectRaw>;

/** Opens a file as the source of a move and blocks all other writers until the end. */
export function openFileToRead(file: string) {
    const sqlite = connectRaw(file);
    sqlite.exec('begin immediate');
    return { tables: tablesOf(sqlite), end: endOver(sqlite, async () => void sqlite.exec('commit')) };
}

/** Opens a file with empty tables to be filled. Until it is committed it is worth nothing, so that nothing is synced before. */
export function openFileToFill(file: string, { journal = 'WAL' }: { journal?: 'WAL' | 'DELETE' } = {}) {
    const sqlite = connectRaw(file);
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF'])
        sqlite.pragma(pragma);
    sqlite.exec('begin');
    const commit = async () => {
        sqlite.exec('commit');
        const broken = sqlite.pragma('foreign_key_check') as unknown[];
        if (broken.length > 0) throw new Error(`${broken.length} rows point to nothing`);
        sqlite.pragma('synchronous = FULL');
        sqlite.pragma(`journal_mode = ${journal}`);
    };
    return { tables: tablesOf(sqlite), end: endOver(sqlite, commit) };
}

function endOver(sqlite: Database, commit: End['commit']): End {
    return {
        count: async ({ name }) =>
            Number(
                sqlite
                    .prepare(`select count(*) from ${quoted(name)}`)
                    .pluck()
                    .get()
            ),
        batches: (table) => batchesOf(sqlite, table),
        insert: async (table, rows) => insertAll(sqlite, table, rows),
        // A table that a migration has rebuilt while it was empty has the number 0: none was given.
        lastNumber: async ({ name }) =>
            sqlite
                .prepare<[string], number>('select seq from sqlite_sequence where name = ? and seq > 0')
                .pluck()
                .get(name),
        async setLastNumber({ name }, last) {
            sqlite.prepare('delete from sqlite_sequence where name = ?').run(name);
            sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
        },
        mark: async (movedTo) => void sqlite.prepare('update installation set moved_to = ?').run(movedTo),
        commit,
        close: async () => void sqlite.close() // which undoes what is open
    };
}

async function* batchesOf(sqlite: Database, table: Table) {
    let rows: Row[] = [];
    let bytes = 0;
    for (const row of sqlite.prepare<[], Row>(selectAll(table)).raw().iterate()) {
        rows.push(row);
        bytes += sizeOf(row);
        if (!isEnough(rows.length, bytes)) continue;
        yield rows;
        rows = [];
        bytes = 0;
    }
    if (rows.length > 0) yield rows;
}

function insertAll(sqlite: Database, table: Table, rows: readonly Row[]) {
    const places = table.columns.map(() => '?').join(', ');
    const insert = sqlite.prepare(`insert into ${quoted(table.name)} (${namesOf(table)}) values (${places})`);
    for (const row of rows) insert.run(...row);
}

interface Column {
    name: string;
    type: string;
    pk: number;
}

/** The tables of the application, each after those that its rows point to. */
function tablesOf(sqlite: Database): Table[] {
    const names = sqlite
        .prepare<[], string>(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name"
        )
        .pluck()
        .all();
    const ordered = new Set<string>();
    const visit = (name: string) => {
        if (!ordered.has(name)) parentsOf(sqlite, name).forEach(visit);
        ordered.add(name);
    };
    names.forEach(visit);
    return [...ordered].map((name) => tableOf(sqlite, name));
}

const parentsOf = (sqlite: Database, table: string) =>
    (sqlite.pragma(`foreign_key_list(${quoted(table)})`) as { table: string }[])
        .map((parent) => parent.table)
        .filter((name) => name !== table);

function tableOf(sqlite: Database, name: string): Table {
    const columns = sqlite.pragma(`table_info(${quoted(name)})`) as Column[];
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    const text = String(sqlite.prepare('select sql from sqlite_schema where name = ?').pluck().get(name));
    return {
        name,
        columns: columns.map((column) => ({ name: column.name, kind: kindOf(column) })),
        key: key.map((column) => column.name),
        counted: /\bautoincrement\b/i.test(text) ? key[0]?.name : undefined
    };
}

function kindOf({ name, type }: Column): Kind {
    const kind = type.toLowerCase();
    if (kind === 'integer' || kind === 'text' || kind === 'blob') return kind;
    throw new Error(`the column ${listed([name])} is of the type ${type}`);
}
