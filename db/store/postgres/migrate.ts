// Brings a database up to this program's tables: from nothing, or from those of an earlier version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldInPostgres, foldName } from '../folding.ts';
import { Refusal } from '../refusal.ts';
import type { Outlook } from '../interface.ts';
import { knownMigrations, migrationsFolder, outlook, pendingIn } from '../migrations.ts';
import type { Connection } from './connections.ts';

/** Returns a migration as statements of PostgreSQL: from the file written for it, else by rule. */
export function statementsOf(tag: string) {
    const own = join(migrationsFolder, `${tag}.pg.sql`);
    if (existsSync(own)) return [readFileSync(own, 'utf8')];
    return translated(readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8'));
}

/**
 * Applies pending migrations in one transaction, one process at a time. Refuses: wrong_state, for a database with other tables or
 * of a newer version.
 */
export async function migratePostgres(connection: Connection) {
    await assertOurs(connection);
    await ensureList(connection);
    await connection.run('begin');
    try {
        await connection.run("update migrations set at = at where name = ''"); // the second process waits here
        const [[known] = []] = await ask(connection, `select to_regproc('${foldName}') is not null`);
        if (!known) await connection.run(foldInPostgres());
        await applyMissing(connection);
        await connection.run('commit');
    } catch (error) {
        await connection.run('rollback');
        throw error;
    }
}

async function applyMissing(connection: Connection) {
    const [[applied = 0] = []] = (await ask(connection, 'select max(at) from migrations')) as number[][];
    for (const { tag, when } of pendingIn(knownMigrations(), applied)) {
        await connection.run(statementsOf(tag).join(';\n'));
        await connection.run(`insert into migrations (name, at) values ('${tag}', ${when})`);
    }
}

/** What a start would do with a database, which is only read. Refuses: wrong_state, for one with other tables. */
export async function inspectDatabase(connection: Connection): Promise<Outlook> {
    await assertOurs(connection);
    const names = (await ask(connection, tableNames)).map(([name]) => name);
    const [[size] = []] = await ask(connection, 'select pg_database_size(current_database())');
    const [[applied] = []] = names.includes('migrations')
        ? await ask(connection, 'select max(at) from migrations')
        : [];
    const place = await placeIn(connection);
    const found = outlook(Number(applied ?? 0), { bytes: Number(size), ...place });
    return { ...found, needs: 0 }; // nothing of it is on the disk of the data folder
}

const placeColumns =
    "select column_name from information_schema.columns where table_schema = current_schema() and table_name = 'installation' and column_name in ('moved_to', 'secrets_digest')";

/** The row of the installation about the place of the data and who may use them, as far as it is new enough. */
async function placeIn(connection: Connection) {
    if ((await ask(connection, placeColumns)).length < 2) return {};
    const [[movedTo, secretsDigest] = []] = await ask(
        connection,
        'select moved_to, secrets_digest from installation'
    );
    return {
        ...(typeof movedTo === 'string' && { movedTo }),
        ...(typeof secretsDigest === 'string' && { secretsDigest })
    };
}

const ask = (connection: Connection, text: string) => connection.ask({ text, values: [] });

const tableNames = 'select table_name from information_schema.tables where table_schema = current_schema()';
const listColumns =
    "select count(*) from information_schema.columns where table_schema = current_schema() and table_name = 'migrations' and column_name in ('name', 'at')";

async function assertOurs(connection: Connection) {
    const names = (await ask(connection, tableNames)).map(([name]) => name);
    if (names.length === 0) return;
    const [[columns] = []] = await ask(connection, listColumns);
    if (columns === 2 && (names.length === 1 || names.includes('installation'))) return;
    throw new Refusal(
        'wrong_state',
        'The database of DATABASE_URL contains other tables. Use a separate database for Sage Council.'
    );
}

/** Creates the list of applied migrations, unless another process is doing so at this moment. */
async function ensureList(connection: Connection) {
    await connection
        .run('create table if not exists migrations (name text primary key, at bigint not null)')
        .catch(ignoreCollision);
    await connection.run("insert into migrations (name, at) values ('', 0) on conflict do nothing");
}

/** The errors of PostgreSQL when two processes create the same row, table or type. */
function ignoreCollision(error: unknown) {
    if (!['23505', '42P07', '42710'].includes(String((error as { code?: unknown }).code))) throw error;
}

/** Changes that an earlier program can run with: additions, and a dropped index. A table never has to be rebuilt. */
const known = /^(DROP INDEX "\w+"$|CREATE TABLE "\w+" \(|CREATE (UNIQUE )?INDEX|ALTER TABLE "\w+" ADD) ?/;

/** The migration does something that has no rule for translation: it needs a separate file for PostgreSQL. */
export class Untranslatable extends Error {
    override readonly name = 'Untranslatable';
}

/**
 * Translates a migration that drizzle-kit writes for SQLite, and returns its statements. Keys to other tables come last, when
 * all tables are there.
 */
export function translated(migration: string) {
    const keys: string[] = [];
    const statements = migration
        .split('--> statement-breakpoint')
        .map((text) => inPostgres(text.trim().replace(/;$/, '')))
        .filter((text) => text !== '');
    for (const text of statements)
        if (!known.test(text))
            throw new Untranslatable(`this statement needs a form of its own for PostgreSQL: ${text}`);
    return [...statements.map((text) => withoutKeys(text, keys)), ...keys];
}

const inPostgres = (statement: string) =>
    statement
        .replaceAll('`', '"')
        .replaceAll(
            /\binteger PRIMARY KEY AUTOINCREMENT NOT NULL/g,
            'bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY NOT NULL'
        )
        .replaceAll(/("\w+") integer\b/g, '$1 bigint')
        .replaceAll(/("\w+") blob\b/g, '$1 bytea')
        .replaceAll(/\bDEFAULT false\b/g, 'DEFAULT 0')
        .replaceAll(/\bDEFAULT true\b/g, 'DEFAULT 1');

function withoutKeys(statement: string, keys: string[]) {
    const [, table] = /^CREATE TABLE ("\w+")/.exec(statement) ?? [];
    if (table === undefined) return statement;
    return statement.replaceAll(/,\s*(FOREIGN KEY [^\n]*?)(?=,?\n)/g, (_all, key: string) => {
        keys.push(`ALTER TABLE ${table} ADD ${key}`);
        return '';
    });
}
