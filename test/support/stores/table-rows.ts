// The rows in the databases of tests: taken away for the next test, or put there as they were in another one.
import type { Connection, Question } from '../../../db/store/postgres/connections.ts';

/** What puts rows into empty tables. */
export type Rows = readonly Question[];

const plain = (text: string, name?: string): Question => ({ text, values: [], name });

const listTables = plain(
    "select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename <> 'migrations'"
);
let tables: Promise<unknown[][]> | undefined;

/** The tables that have rows. All databases have the same tables, and most tests write into few. */
async function filledTables(connection: Connection) {
    const names = await (tables ??= connection.ask(listTables));
    const looks = names.map(
        ([name]) => `select '${String(name)}' where exists (select from ${String(name)})`
    );
    const filled = await connection.ask(plain(looks.join(' union all '), 'filled_tables'));
    return filled.map(([name]) => String(name));
}

const restartCounters = plain(
    "select setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null",
    'restart_counters'
);
const listCounters = plain('select sequencename, last_value from pg_sequences where last_value is not null');

/** Empties all tables. Counters begin at one again. */
export async function wipe(connection: Connection) {
    const restarted = connection.ask(restartCounters);
    const deletes = (await filledTables(connection)).map((table) => `delete from ${table}`);
    await connection.run([unchecked, ...deletes, 'commit'].join('; '));
    await restarted;
}

/** In any order of the tables. */
const unchecked = 'begin; set local session_replication_role = replica';

/** The rows of all tables. */
export async function rowsOf(connection: Connection): Promise<Rows> {
    const counters = connection.ask(listCounters);
    const names = await filledTables(connection);
    const filled = await Promise.all(names.map((table) => rowsIn(connection, table)));
    const counted = (await counters).map((values) => ({ text: 'select setval($1::regclass, $2)', values }));
    return [...filled, ...counted];
}

async function rowsIn(connection: Connection, table: string): Promise<Question> {
    const values = (await connection.ask(plain(`select json_agg(one) from ${table} one`))).flat();
    const rows = `json_populate_recordset(null::${table}, $1)`;
    return { text: `insert into ${table} overriding system value select * from ${rows}`, values };
}

/** Puts rows into a database with empty tables. */
export async function fill(connection: Connection, rows: Rows) {
    await connection.run(unchecked);
    for (const question of rows) await connection.ask(question);
    await connection.run('commit');
}
