// Every column says whose it is, and what becomes of an erased candidate follows from it: no new column can be forgotten.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { makeBackup } from '../../db/installation/backup/make.ts';
import * as schema from '../../db/migrations/schema.ts';
import { markOf } from '../../db/store/columns.ts';
import {
    and,
    eq,
    getTableColumns,
    getTableName,
    integer,
    type SQLiteTable,
    sqliteTable,
    text
} from '../../db/store/drizzle.ts';
import { laterWork } from '../db/stores/later.ts';
import { unansweredRequest, workOfAccounts, workOfAgents, workOfSales } from '../db/stores/office.ts';
import { workOfTheCouncil } from '../db/stores/council.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import { email, eraseMentions, finish, found, hasCanary, planted } from '../support/fixtures/erasing.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const tables: SQLiteTable[] = Object.values(schema);
const columnsOf = (table: SQLiteTable) =>
    Object.entries(getTableColumns(table)).map(([name, column]) => ({
        name,
        column,
        of: markOf(column)?.of
    }));

const unmarked = (some: readonly SQLiteTable[]) =>
    some.flatMap((table) =>
        columnsOf(table).flatMap(({ name, of }) => (of ? [] : [`${getTableName(table)}.${name}`]))
    );

test('every column of every table declares its owner, and one without is found', (t) => {
    t.deepEqual(unmarked(tables), [], 'make it with a function of db/store/columns.ts');
    const careless = sqliteTable('careless', { id: integer().primaryKey(), nickname: text() });
    t.deepEqual(unmarked([careless]), ['careless.id', 'careless.nickname']);
});

const mayNameThem = (table: SQLiteTable) =>
    columnsOf(table).filter(({ of }) => of === 'candidate' || of === 'anybody');

type Row = Record<string, unknown>;
const rowsOf = async ({ store }: TestApp, table: SQLiteTable): Promise<Row[]> =>
    store.read.select().from(table);

/** The rows that name a screen by its id, or name one of those, as an attempt names its job. */
async function linkedTo(testApp: TestApp, id: string) {
    const ids = new Set([id]);
    const linked = new Map<SQLiteTable, Row[]>();
    for (let before = 0; before < ids.size;) {
        before = ids.size;
        for (const table of tables) {
            const rows = (await rowsOf(testApp, table)).filter((row) =>
                [...ids].some((one) => JSON.stringify(row).includes(one))
            );
            linked.set(table, rows);
            for (const row of rows)
                if (table !== schema.screens && String(row['id']).length > 30) ids.add(String(row['id']));
        }
    }
    return linked;
}

const canaryFor = (value: unknown, words: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => canaryFor(one, words));
    return typeof value === 'object' && value !== null ? { ...value, reason: words } : words;
};

/** What no search looks for: only what blanks the row itself takes it away. */
const word = 'a heliotrope';

/** Puts the candidate into each column that may name them: in a row about them, and where all may be named, in another. */
async function plantEverywhere(testApp: TestApp, id: string) {
    const linked = await linkedTo(testApp, id);
    const left: string[] = [];
    for (const table of tables.filter((one) => one !== schema.erasures))
        // its row is written by the erasure
        for (const { name, of } of mayNameThem(table)) {
            const mine = new Set((linked.get(table) ?? []).map((row) => JSON.stringify(keysOf(table, row))));
            const all = await rowsOf(testApp, table);
            const isMine = (row: Row) => mine.has(JSON.stringify(keysOf(table, row)));
            const kinds = [all.filter(isMine), all.filter((row) => !isMine(row))];
            const wanted = kinds.flatMap(([row], kind) =>
                row && (kind === 0 || of === 'anybody') ? [{ row, isTheirs: kind === 0 }] : []
            );
            for (const { row, isTheirs } of wanted)
                if (of === 'anybody' || !hasCanary(JSON.stringify(row[name]))) {
                    const words = isTheirs ? word : `Write to ${email}`;
                    await plant(testApp, table, row, { [name]: canaryFor(row[name], words) });
                }
            const place = `${getTableName(table)}.${name}`;
            const after = await rowsOf(testApp, table);
            if (!after.some((row) => hasCanary(JSON.stringify(row[name])))) left.push(place);
        }
    return { linked, left };
}

/** The columns that identify a row: a key of several columns is of those that name no person. */
function keyOf(table: SQLiteTable) {
    const columns = columnsOf(table);
    const keys = columns.filter(({ column }) => column.primary);
    return keys.length > 0 ? keys : columns.filter(({ of }) => of === 'nobody');
}

const keysOf = (table: SQLiteTable, row: Row) => keyOf(table).map(({ name }) => row[name]);

const plant = ({ store }: TestApp, table: SQLiteTable, row: Row, values: Row) =>
    store.write(async (tx) => {
        const isIt = keyOf(table).map(({ name, column }) => eq(column, row[name]));
        await tx
            .update(table)
            .set(values)
            .where(and(...isIt));
    });

/** A store with a row in every table, and a candidate who is named in every column that can name one. */
async function everywhere(testApp: TestApp) {
    for (const work of [workOfAccounts, workOfAgents, workOfSales, workOfTheCouncil, laterWork])
        await work(testApp);
    await unansweredRequest(testApp);
    await finish(testApp);
    const { id, council } = await planted(testApp);
    const job = (await rowsOf(testApp, schema.jobs)).find(({ about }) => about === id);
    await testApp.store.write((tx) =>
        tx.insert(schema.jobAttempts).values({
            jobId: String(job?.['id']),
            number: 1,
            at: testApp.now(),
            code: 'E',
            words: `No box of ${email}`
        })
    );
    return { id, council, ...(await plantEverywhere(testApp, id)) };
}

const env = { HUMAN_CHECK: 'off', RATE_ACTIONS: '0', RATE_RESET: '0', RATE_RESET_ADDRESS: '0' };

test('a candidate named in every personal column is exported whole and erased everywhere [P47]', async (t) => {
    const testApp = await createTestApp(t, { credits: 100, env });
    const { id, council, linked, left } = await everywhere(testApp);
    t.deepEqual(left, []);

    const [{ stored }] = (await council.get(`/screens/${id}/candidate-data`)).body.data.screens;
    const apart = ['gold_answers', 'gold_labels', 'kept_forms', 'erasures']; // it is the answer again; no screen's; written later
    for (const [table, rows] of linked) {
        const names = mayNameThem(table).map(({ name }) => name);
        const stands = getTableName(table);
        if (rows.length === 0 || names.length === 0 || apart.includes(stands)) continue;
        const snake = names.map((name) => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
        t.deepEqual(Object.keys(stored[stands]?.[0] ?? {}), snake, stands);
    }
    t.true(hasCanary(JSON.stringify(stored.credits)), 'what was planted a moment ago is there');

    if (!isOnPostgres) {
        const backup = {
            key: 'k'.repeat(32),
            secrets: undefined,
            passphrase: undefined,
            program: { version: '1' }
        };
        const source = { ...backup, store: testApp.store, dataDir: testApp.folder, database: undefined };
        const made = join(testApp.folder, 'made');
        await makeBackup(source, made, { at: 1, progress: () => undefined });
        const { files, ...manifest } = JSON.parse(readFileSync(join(made, 'manifest.json'), 'utf8'));
        const ours = files.filter(({ path }: { path: string }) => !path.startsWith('storage/'));
        t.false(hasCanary(JSON.stringify([manifest, ours])), 'a manifest holds no value of any column');
    }

    t.is((await council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    t.true((await found(testApp)).includes('erasures'));
    await finish(testApp);
    await eraseMentions(testApp);
    t.deepEqual(await found(testApp), []);
    t.false(hasCanary(readFileSync(join(testApp.folder, 'backups/erasures.jsonl'), 'utf8')));
});
