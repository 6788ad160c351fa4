// Makes a store with a row in every table, as this program leaves it behind: `node test/db/stores/make.ts <name>`, where
// the name is its version. A new table needs a row in later.ts before it succeeds.
// Once made, a store stays as it is: the tests migrate it with every later program.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { createTestApp } from '../../support/servers/test-app.ts';
import { unansweredRequest, workOfAccounts, workOfAgents, workOfSales } from './office.ts';
import { workOfTheCouncil } from './council.ts';
import { laterWork } from './later.ts';
import { emptyTables } from './tables.ts';

/** Replaces a test: what fails ends the program, and what is to be torn down is torn down at its end. */
function standIn() {
    const endings: (() => unknown)[] = [];
    const t = {
        title: 'a store to keep',
        teardown: (ending: () => unknown) => endings.push(ending),
        fail: (message: string) => {
            throw new Error(message);
        }
    };
    return { t: t as unknown as ExecutionContext, end: () => endings.reduce(after, Promise.resolve()) };
}

const after = async (before: Promise<unknown>, ending: () => unknown) => {
    await before;
    await ending();
};

async function make(name: string) {
    const file = join(import.meta.dirname, `${name}.sqlite.gz`);
    if (existsSync(file)) throw new Error(`${file} is kept as it is`);
    const { t, end } = standIn();
    const env = { HUMAN_CHECK: 'off', RATE_ACTIONS: '0', RATE_RESET: '0', RATE_RESET_ADDRESS: '0' };
    const testApp = await createTestApp(t, { credits: 100, env });
    await workOfAccounts(testApp);
    await workOfAgents(testApp);
    await workOfSales(testApp);
    await workOfTheCouncil(testApp);
    await laterWork(testApp);
    await unansweredRequest(testApp);
    const copy = join(testApp.folder, 'copy.db');
    await testApp.store.write(async () => undefined); // deferred writes are written with it
    const sqlite = new Sqlite(join(testApp.folder, 'app.db'));
    sqlite.prepare('VACUUM INTO ?').run(copy);
    const empty = emptyTables(sqlite);
    sqlite.close();
    if (empty.length > 0) throw new Error(`no row in ${empty.join(', ')}`);
    writeFileSync(file, gzipSync(readFileSync(copy), { level: 9 }));
    await end();
}

const [, , name] = process.argv;
if (!name) throw new Error('name the store, e.g. after its last migration');
await make(name);
