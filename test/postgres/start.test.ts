// What a database must be before the store begins on it, and what an administrator reads where it is not.
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { type Reason, Refusal } from '../../db/store/refusal.ts';
import { openPostgres } from '../../db/store/postgres/index.ts';
import { openDatabase } from '../chaos/databases.ts';
import { createDatabase } from '../support/stores/databases.ts';

const open = async (url: string) => (await openPostgres({ url, named: true })).close();

async function refused(t: ExecutionContext, url: string, line: RegExp, reason: Reason = 'wrong_state') {
    const error = await t.throwsAsync<Refusal>(open(url), { instanceOf: Refusal });
    t.is(error.reason, reason);
    t.regex(error.message, line);
    t.notRegex(error.message, /postgres:\/\/|:test@/, 'no password is shown');
    t.false(error.message.includes('\n'));
}

test('an empty database is filled, and opened again as it is', async (t) => {
    const { url } = await createDatabase();
    await t.notThrowsAsync(open(url));
    await t.notThrowsAsync(open(url));
});

test('several processes can start on an empty database at the same time', async (t) => {
    const { url } = await createDatabase();
    await t.notThrowsAsync(Promise.all(Array.from({ length: 4 }, () => open(url))));
});

test('a database that holds something else is left alone', async (t) => {
    for (const table of [
        'other (id int)',
        'migrations (id int, migration text)',
        'migrations (name text, at int); create table users (id int)'
    ]) {
        const { url, run } = await createDatabase();
        await run(`create table ${table}`);
        await refused(t, url, /contains other tables/);
    }
});

/** Lets the database say something else of itself than it is. */
async function pretend(setting: string, value: string) {
    const { url, run, rule } = await createDatabase();
    await run(`create schema pretended;
        create function pretended.current_setting(text) returns text language sql as
        $$ select case $1 when '${setting}' then '${value}' else pg_catalog.current_setting($1) end $$`);
    await rule((name) => `alter database ${name} set search_path = pretended, pg_catalog, public`);
    return url;
}

test('a database older than PostgreSQL 15, or without SERIALIZABLE, is refused', async (t) => {
    const old = await pretend('server_version_num', '140013');
    await refused(t, old, /is older than PostgreSQL 15\. Upgrade it\.$/);
    const weak = await pretend('transaction_isolation', 'repeatable read');
    await refused(t, weak, /does not support SERIALIZABLE transactions\. Enable them\.$/);
});

test('a database that a newer version wrote is left alone', async (t) => {
    const { url, run } = await createDatabase();
    await open(url);
    await run(`insert into migrations (name, at) values ('9999_later', ${Date.UTC(2100, 0)})`);
    await refused(t, url, /written by a newer version/);
});

test('a database that cannot be written to is refused', async (t) => {
    const { url, run } = await createDatabase();
    await run(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    await refused(t, url, /is read-only\. Set the address of the primary/);
});

test('a standby is refused with what to name instead', async (t) => {
    const database = await openDatabase();
    t.teardown(() => database.remove());
    const standby = await database.makeStandby();
    await refused(t, standby.url, /is read-only\. Set the address of the primary, not of a standby/);
});

test('a database that does not sort by bytes, or holds other than UTF-8, is refused', async (t) => {
    for (const options of [
        "template template0 locale_provider icu icu_locale 'en' encoding 'UTF8'",
        "template template0 locale 'C' encoding 'SQL_ASCII'"
    ]) {
        const { url } = await createDatabase(options);
        await refused(t, url, /TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'/);
    }
});

test('a missing database, a wrong password and an unreachable server each have their error line', async (t) => {
    const { url } = await createDatabase();
    const changed = (change: (address: URL) => void) => {
        const address = new URL(url);
        change(address);
        return address.href;
    };
    await refused(
        t,
        changed((address) => (address.pathname = `/none_${randomBytes(4).toString('hex')}`)),
        /the database does not exist/
    );
    await refused(
        t,
        changed((address) => (address.password = 'wrong')),
        /rejects this password/
    );
    const away = changed((address) => (address.search = '?host=/nowhere'));
    await refused(t, away, /Cannot connect to the database of DATABASE_URL \(ENOENT\)/, 'unavailable');
});
