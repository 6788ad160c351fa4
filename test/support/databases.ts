// Databases of PostgreSQL for tests, where TEST_DATABASE_URL names a server. One that a test has left is emptied for the
// next: to create one takes longer than most tests.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { openStoreAt, type Store } from '../../db/store.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';

const { TEST_DATABASE_URL: server } = process.env;

/** Whether the stores of tests are on PostgreSQL. */
export const isOnPostgres = server !== undefined && server !== '';

const idle: string[] = [];
let template: Promise<string> | undefined;

/** Opens an empty store, or one that begins with what a closed one held. Its database is free when it is closed. */
export async function openDatabase(from?: string): Promise<{ database: string; store: Store }> {
    const database = from === undefined ? await emptyDatabase() : await copyOf(from);
    const store = await openPostgres({ url: addressOf(database), named: true });
    const close = async () => {
        await store.close();
        if (!kept.has(database)) idle.push(database);
    };
    return { database, store: { ...store, close } };
}

const kept = new Set<string>();

/** Keeps a database for copies of it. */
export const keepDatabase = (database: string) => void kept.add(database);

async function emptyDatabase() {
    const used = idle.pop();
    if (used === undefined) return copyOf(await (template ??= migrated()));
    await inDatabase(used, wipe);
    return used;
}

/** A database with all tables and no rows. */
async function migrated() {
    const database = nameOfOne();
    await inDatabase('postgres', `create database ${database} template template0`);
    const store = await openPostgres({ url: addressOf(database), named: true });
    await store.close();
    return database;
}

async function copyOf(database: string) {
    const copy = nameOfOne();
    await inDatabase('postgres', `create database ${copy} template ${database}`);
    return copy;
}

const ofFolders = new Map<string, Promise<{ url: string }>>();

/** What tells a program over this folder of its database: nothing, unless the stores of tests are on PostgreSQL. */
export async function settingsOf(dataDir: string): Promise<Record<string, string>> {
    if (!isOnPostgres) return {};
    const made = ofFolders.get(dataDir) ?? createDatabase();
    ofFolders.set(dataDir, made);
    const { url } = await made;
    const names = ['CHALLENGE', 'JWT', 'LINKS', 'NONCE', 'POSTGRES'].map((name) => `${name}_SECRET`);
    return {
        DATABASE_URL: url,
        STORAGE_SHARED: 'on',
        ...Object.fromEntries(names.map((name) => [name, name.repeat(4)]))
    };
}

/** Opens the store of a program over this folder. */
export async function openStoreOf(dataDir: string) {
    const { DATABASE_URL: url } = await settingsOf(dataDir);
    const database = url === undefined ? undefined : { url, named: true };
    return openStoreAt({ file: join(dataDir, 'app.db'), database });
}

/** Creates a database, with these options, for a test that is about databases. Returns its address. */
export async function createDatabase(options = 'template template0') {
    const database = nameOfOne();
    await inDatabase('postgres', `create database ${database} ${options}`);
    return {
        url: addressOf(database),
        run: (command: string) => inDatabase(database, command),
        /** Runs a command about it from outside. */
        rule: (command: (name: string) => string) => inDatabase('postgres', command(database))
    };
}

const nameOfOne = () => `test_${randomBytes(8).toString('hex')}`;

/** The address of a database on the server of the tests. */
function addressOf(database: string) {
    const url = new URL(server ?? '');
    url.pathname = `/${database}`;
    return url.href;
}

async function inDatabase(database: string, command: string) {
    const client = new Client({ connectionString: addressOf(database) });
    await client.connect();
    await client.query(command);
    await client.end();
}

const wipe = `do $$
declare one record;
begin
    set local session_replication_role = replica;
    for one in select quote_ident(tablename) as name from pg_tables
        where schemaname = 'public' and tablename <> 'migrations' loop
        execute 'delete from ' || one.name;
    end loop;
    for one in select quote_ident(sequencename) as name from pg_sequences loop
        execute 'alter sequence ' || one.name || ' restart';
    end loop;
end $$`;
