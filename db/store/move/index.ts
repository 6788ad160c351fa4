// Moves all rows of a store from one engine to the other, and compares them there.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../refusal.ts';
import type { Address } from '../postgres/connections.ts';
import { openPostgres } from '../postgres/index.ts';
import { openSqlite } from '../sqlite/index.ts';
import type { End, Row, Table } from './end.ts';
import { openDatabaseEnd } from './postgres-end.ts';
import { openFileToFill, openFileToRead } from './sqlite-end.ts';

type Phase = 'copying' | 'comparing';

export interface Move {
    file: string;
    database: Address;
    /** The name of the new store, recorded in the old one, without a password. */
    movedTo: string;
    progress: (phase: Phase, done: number, of: number) => void;
}

/** What was moved of a table. The digest is of all its rows in the order of their key. */
export interface Moved {
    table: string;
    rows: number;
    sha256: string;
}

/**
 * Copies the store in `file` into an empty database, in one transaction there. Refuses: wrong_state, for a database that is not
 * empty.
 */
export async function moveToDatabase(move: Move): Promise<Moved[]> {
    await (await openPostgres({ ...move.database, named: false })).close(); // creates its tables
    const { tables, end: source } = openFileToRead(move.file);
    try {
        const target = await openDatabaseEnd(move.database, tables);
        return await moveRows({ ...move, tables, source, target });
    } finally {
        await source.close();
    }
}

/**
 * Copies the store in a database into a new file. Until it is complete the file has another name, and the next attempt starts
 * over. Refuses: wrong_state, for an existing file; unavailable, while nodes use the database.
 */
export async function moveToFile(move: Move): Promise<Moved[]> {
    const { file } = move;
    if (existsSync(file))
        throw new Refusal('wrong_state', `${file} already exists. Move it away, or use another file name.`);
    const draft = `${file}.moving`;
    for (const part of ['', '-wal', '-shm']) rmSync(`${draft}${part}`, { force: true });
    await openSqlite(draft).close(); // creates its tables
    const { tables, end: target } = openFileToFill(draft);
    const source = await openDatabaseEnd(move.database, tables).catch(async (error: unknown) => {
        await target.close();
        throw error;
    });
    const commit = async () => {
        await target.commit();
        await target.close();
        keep(draft, file);
    };
    try {
        await assertAlone(source, tables);
        return await moveRows({ ...move, tables, source, target: { ...target, commit } });
    } finally {
        await source.close();
    }
}

/**
 * Copies the store in a database into a file that is not there yet, as it is at one moment, while nodes work on it. Both
 * stay in use, and only the file is worth something that this call has returned.
 */
export async function copyToFile({ file, database, progress }: Omit<Move, 'movedTo'>): Promise<Moved[]> {
    await openSqlite(file).close(); // creates its tables
    const { tables, end: target } = openFileToFill(file, { journal: 'DELETE' }); // one file, which is only read
    const ends: End[] = [target];
    try {
        const source = await openDatabaseEnd(database, tables, { live: true });
        ends.push(source);
        const copying = { tables, source, target, progress, live: true };
        const copied = await copyAll(copying);
        await compareAll(copying, copied);
        await target.commit();
        return copied;
    } finally {
        await Promise.all(ends.map((end) => end.close()));
    }
}

/** Nodes that started since they were looked for cannot have written anything: the tables are locked. */
async function assertAlone(source: End, tables: readonly Table[]) {
    const nodes = tables.find(({ name }) => name === 'nodes');
    if (nodes && (await source.count(nodes)) > 0)
        throw new Refusal('unavailable', 'A node has just started on this database. Stop it first.');
}

/** Gives a file that is whole its name, so that a loss of power leaves it whole too. */
function keep(draft: string, file: string) {
    sync(draft);
    renameSync(draft, file);
    sync(dirname(file));
}

function sync(path: string) {
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
}

interface Copying extends Pick<Move, 'progress'> {
    tables: readonly Table[];
    source: End;
    target: End;
    /** Others write on at the source: what is read of its tables is of one moment, its counters go on. */
    live?: boolean;
}
type Moving = Copying & Move;

/** The target is committed before the source records where its rows went: in between both are complete. */
async function moveRows(moving: Moving) {
    const { source, target, movedTo } = moving;
    try {
        const moved = await copyAll(moving);
        await compareAll(moving, moved);
        await target.commit();
        await source.mark(movedTo);
        await source.commit();
        return moved;
    } finally {
        await target.close();
    }
}

async function copyAll({ tables, source, target, progress }: Copying) {
    const counts = new Map<string, number>();
    for (const table of tables) {
        if ((await target.count(table)) > 0)
            throw new Refusal(
                'wrong_state',
                `The target is not empty: ${table.name} has rows. Use an empty database.`
            );
        counts.set(table.name, await source.count(table));
    }
    const of = sum(counts.values());
    const moved: Moved[] = [];
    let done = 0;
    for (const table of tables) {
        const { sha256, rows } = await digestOf(source, table, async (batch) => {
            progress('copying', done, of);
            await target.insert(table, batch).catch((error: unknown) => nameTable(table, error));
            done += batch.length;
        });
        await copyCounter(table, source, target);
        moved.push({ table: table.name, rows, sha256 });
    }
    return moved;
}

function nameTable({ name }: Table, error: unknown): never {
    throw new Error(`A row of ${name} cannot be moved: ${(error as Error).message}`, { cause: error });
}

async function copyCounter(table: Table, source: End, target: End) {
    if (table.counted === undefined) return;
    const last = await source.lastNumber(table);
    if (last !== undefined) await target.setLastNumber(table, last);
}

async function compareAll({ tables, source, target, progress, live }: Copying, moved: readonly Moved[]) {
    const of = sum(moved.map(({ rows }) => rows));
    let done = 0;
    for (const [place, table] of tables.entries()) {
        const there = await digestOf(target, table, async (batch) => {
            progress('comparing', done, of);
            done += batch.length;
        });
        const last =
            live ||
            table.counted === undefined ||
            (await source.lastNumber(table)) === (await target.lastNumber(table));
        const { rows, sha256 } = moved[place] ?? {};
        if (there.rows !== rows || there.sha256 !== sha256 || !last)
            throw new Error(`${table.name} differs in the target. Nothing was changed.`);
    }
}

/** Reads a table once. */
async function digestOf(end: End, table: Table, each: (batch: readonly Row[]) => Promise<void>) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const batch of end.batches(table)) {
        for (const row of batch) addTo(hash, row);
        rows += batch.length;
        await each(batch);
    }
    return { rows, sha256: hash.digest('hex') };
}

function addTo(hash: Hash, row: Row) {
    hash.update(
        JSON.stringify(
            row.map((value) => (Buffer.isBuffer(value) ? ['bytes', value.toString('hex')] : value))
        )
    );
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);
