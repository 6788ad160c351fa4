// Brings a database up to this program's tables: from nothing, or from those of an earlier version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldInPostgres, foldName } from '../folding.ts';
import { Refusal } from '../refusal.ts';
import type { Outlook } from '../interface.ts';
import { knownMigrations, migrationsFolder, outlook, pendingIn } from '../migrations.ts';
import type { Connection } from './connections.ts';
import { translated } from './translation.ts';

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
export async function lookAtDatabase(connection: Connection): Promise<Outlook> {
    await assertOurs(connection);
    const names = (await ask(connection, tableNames)).map(([name]) => name);
    const [[size] = []] = await ask(connection, 'select pg_database_size(current_database())');
    const [[applied] = []] = names.includes('migrations')
        ? await ask(connection, 'select max(at) from migrations')
        : [];
    const place = await placeIn(connection);
    const ahead = outlook(Number(applied ?? 0), { bytes: Number(size), ...place });
    return { ...ahead, needs: 0 }; // nothing of it is on the disk of the data folder
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
