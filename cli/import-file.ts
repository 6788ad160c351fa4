// Imports files of rows: a file is validated as a whole and then written in batches that hardly delay a running server.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Joi from 'joi';
import { type Shell, UsageError } from './options.ts';
import { Refusal } from '../db/store/refusal.ts';
import { isStoreStuck, type Store, type Tx } from '../db/store/index.ts';
import type { Placed } from '../plugins/surfaces/http/bodies/csv.ts';
import { rowFileTypes, rowReader, rowsOf } from './row-files.ts';

interface Importing {
    store: Store;
    shell: Shell;
}

interface Import<Row> {
    schema: Joi.ObjectSchema<Row>;
    put: (tx: Tx, row: Row) => Promise<unknown>;
    /** Refuses rows that are right one by one and too many together. */
    assertAll?: (rows: readonly Row[]) => Promise<void>;
}

// A running server cannot write during a batch: batches must be short.
const rowsAtOnce = 100;
const pause = 25;

/** Writes the rows of a file. Nothing is written when a row does not match the schema. Refusals name the line. */
export async function importFile<Row>(
    { store, shell }: Importing,
    file: string,
    { schema, put, assertAll }: Import<Row>
) {
    const read = rowReader(file);
    if (!read) throw new UsageError(`--file must end with ${rowFileTypes.join(', ')}`);
    const rows = await rowsOf(contentOf(file), read, schema);
    await assertAll?.(rows.map(({ row }) => row));
    const bar = progressBar(shell.stderr);
    try {
        for (let done = 0; done < rows.length; done += rowsAtOnce) {
            bar.show(basename(file), done, rows.length);
            await withRetries(() =>
                store.write((tx) => putAll(tx, rows.slice(done, done + rowsAtOnce), put, done))
            );
            await sleep(pause);
        }
    } finally {
        bar.clear();
    }
    return { imported: rows.length };
}

const maxAttempts = 12;

/** Writes again while a busy server keeps the store locked: a partial import is worse than a slow one. */
async function withRetries(write: () => Promise<void>) {
    for (let attempt = 1; ; attempt += 1) {
        try {
            return await write();
        } catch (error) {
            if (!isStoreStuck(error) || attempt === maxAttempts) throw error;
        }
    }
}

function contentOf(file: string) {
    try {
        return readFileSync(file);
    } catch (error) {
        throw new UsageError(`cannot read --file ${file}`, { cause: error });
    }
}

async function putAll<Row>(tx: Tx, rows: Placed<Row>[], put: Import<Row>['put'], done: number) {
    for (const { line, row } of rows) {
        await put(tx, row).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            const written = done > 0 ? ` The first ${done} rows were imported.` : '';
            throw new Refusal(error.reason, `line ${line}: ${error.message}${written}`);
        });
    }
}

const width = 24;

/** A line on a terminal that is redrawn and finally removed. Without a terminal nothing is written. */
export function progressBar(out: Shell['stderr']) {
    const draw = (text: string) => void (out.isTTY && out.write(`\r\u001B[K${text}`));
    return {
        show: (label: string, done: number, all: number) => {
            const of = Math.max(1, all);
            const bar = '█'.repeat(Math.floor((width * done) / of)).padEnd(width, '░');
            draw(`  ${label} ${bar} ${done} of ${of}`);
        },
        clear: () => draw('')
    };
}

export type ProgressBar = ReturnType<typeof progressBar>;
