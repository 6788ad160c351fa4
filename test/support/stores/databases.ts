// Databases of PostgreSQL for tests, where TEST_DATABASE_URL names a server and TEST_DATABASE_TEMPLATE one of its databases,
// with all tables. One that a test has left is emptied for the next: to create one takes longer than most tests.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { openStoreAt, type Store } from '../../../db/store/index.ts';
import type { Connection } from '../../../db/store/postgres/connections.ts';
import { storeOver } from '../../../db/store/postgres/index.ts';
import { keepConnections } from './kept-connections.ts';
import { fill, type Rows, rowsOf, wipe } from './table-rows.ts';

const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: tables = '' } = process.env;

/** Whether the stores of tests are on PostgreSQL. */
export const isOnPostgres = server !== undefined && server !== '';

/** A database with all tables, and what opens connections to it. */
interface Place {
    open: () => Promise<Connection>;
}

const idle: Place[] = [];

/** Opens a store that is empty, or has these rows. Its database is free when it is closed. */
export async function openDatabase(rows: Rows = []): Promise<Store> {
    const place = await emptyPlace(rows);
    const store = storeOver(place.open);
    let closed: Promise<void> | undefined;
    const close = () => (closed ??= store.close().then(() => void idle.push(place))); // a test may close it before its end
    return { ...store, close };
}

/** The rows that a store has after this work, and what the work resolves with. */
export async function rowsAfter<T>(work: (store: Store) => Promise<T>) {
    const place = await emptyPlace();
    const store = storeOver(place.open);
    const made = await work(store);
    await store.close();
    const rows = await over(place, rowsOf);
    idle.push(place);
    return { made, rows };
}

async function emptyPlace(rows: Rows = []) {
    const used = idle.pop();
    const place = used ?? (await newPlace());
    if (used) await over(place, wipe);
    if (rows.length > 0) await over(place, (connection) => fill(connection, rows));
    return place;
}

async function over<T>({ open }: Place, work: (connection: Connection) => Promise<T>) {
    const connection = await open();
    try {
        return await work(connection);
    } finally {
        await connection.close();
    }
}

/** A database with all tables and no rows. */
async function newPlace(): Promise<Place> {
    const { url } = await createDatabase(`template ${tables}`);
    return { open: keepConnections({ url, named: true }) };
}

const ofFolders = new Map<string, Promise<{ url: string }>>();

/** The database settings of a program over this folder: none, unless the stores of tests are on PostgreSQL. */
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
