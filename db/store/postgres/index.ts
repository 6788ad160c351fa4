// The store on PostgreSQL: several processes on several machines share it.
import { Refusal } from '../refusal.ts';
import type { Store } from '../interface.ts';
import { mindRoom } from '../room.ts';
import { type Address, connect, type Connection } from './connections.ts';
import { handleOver } from './handle.ts';
import { inspectDatabase, migratePostgres } from './migrate.ts';
import { openReaders } from './reading.ts';
import { certificateAdvice, unreachableLine } from './unresolved.ts';
import { openWriter } from './writing.ts';

/**
 * Opens the store in a database and migrates it to this version's tables. Refuses: wrong_state, for a database that it
 * cannot use; unavailable, for one that it cannot reach.
 */
export async function openPostgres(address: Address): Promise<Store> {
    await prepareDatabase(address);
    return storeOver(() => connect(address));
}

/** The store in a database that has this version's tables, over connections that `open` creates. */
export function storeOver(open: () => Promise<Connection>): Store {
    const readers = openReaders(open);
    const { write, writeSoon, onCommit, close } = openWriter(open);
    let version = 0;
    return mindRoom({
        read: handleOver(readers.ask),
        write,
        writeSoon,
        version: () => (version += 1), // what another process commits is not seen here, so that nothing is ever current
        onCommit,
        checkpoint: () => undefined,
        forgetDeleted: async () => true, // its vacuum does that, and no dump contains it
        check: async () => [], // PostgreSQL enforces its keys itself
        async size() {
            const [row] = await readers.ask(howLarge);
            return Number(row?.[0]);
        },
        async close() {
            await close();
            await readers.close();
        }
    });
}

const howLarge = { text: 'select pg_database_size(current_database())', values: [] };

const prepareDatabase = (address: Address) => withFitDatabase(address, migratePostgres);

/** What a start would do with a database. Refuses as openPostgres does, but for a newer version, and changes nothing. */
export const inspectPostgres = (address: Address) => withFitDatabase(address, inspectDatabase);

async function withFitDatabase<T>(address: Address, work: (connection: Connection) => Promise<T>) {
    const opened: Connection[] = [];
    const reach = async () => {
        const connection = await connect(address, { slowly: true }).catch(unreachable(address));
        opened.push(connection);
        return connection;
    };
    try {
        const connection = await reach();
        await assertFit(connection);
        if (address.named) await assertNamed(connection, await reach());
        return await work(connection);
    } finally {
        await Promise.all(opened.map((connection) => connection.close()));
    }
}

/** The message of pg may contain the address, which has a password; its code does not. */
const unreachable =
    ({ url }: Address) =>
    (error: unknown): never => {
        const known = error as { code?: string };
        const advice = advices[known.code ?? ''] ?? untrusted(known);
        if (advice) throw new Refusal('wrong_state', `DATABASE_URL: ${advice}`, { cause: error });
        throw new Refusal('unavailable', unreachableLine(url, error), { cause: error });
    };

function untrusted(error: { code?: string }) {
    const advice = certificateAdvice(error);
    return advice && `the certificate of the database is not trusted. ${advice}`;
}

const advices: Record<string, string> = {
    '28000': 'the database rejects this user or this host. Set a user that can connect.',
    '28P01': 'the database rejects this password. Set the correct one.',
    '3D000': 'the database does not exist. Create it.'
};

const facts = `select
    current_setting('server_version_num')::int >= 150000,
    current_setting('transaction_read_only') = 'off' and not pg_is_in_recovery(),
    9007199254740991::bigint,
    'B'::text < 'a'::text,
    current_setting('server_encoding') = 'UTF8'`;

/** What the store requires of a database, checked once when it is opened. Refuses: wrong_state, with what has to be changed. */
async function assertFit(connection: Connection) {
    const [row = []] = await connection.ask({ text: facts, values: [] });
    const [isNew, isWritable, integer, isByBytes, isUtf8] = row;
    // A standby refuses such a transaction, with an error that says nothing about what to change.
    const isSerializable = Boolean(isWritable) && (await beginsSerializable(connection));
    const lacks = [
        [isNew, 'is older than PostgreSQL 15. Upgrade it.'],
        [isWritable, 'is read-only. Set the address of the primary, not of a standby.'],
        [isSerializable, 'does not support SERIALIZABLE transactions. Enable them.'],
        [integer === Number.MAX_SAFE_INTEGER, 'shortens integers of 8 bytes. Use PostgreSQL.'],
        [
            isByBytes && isUtf8,
            "does not sort texts by their bytes. Create it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'."
        ]
    ] as const;
    for (const [holds, what] of lacks)
        if (!holds) throw new Refusal('wrong_state', `The database of DATABASE_URL ${what}`);
}

async function beginsSerializable(connection: Connection) {
    await connection.run('begin isolation level serializable');
    const [[isSerializable] = []] = await connection.ask({
        text: "select current_setting('transaction_isolation') = 'serializable'",
        values: []
    });
    await connection.run('commit');
    return isSerializable;
}

const named = { text: 'select 1', values: [], name: 'sage_council_check' };

/**
 * Checks that a named statement survives a session that another connection keeps busy. Refuses: wrong_state, behind a pooler
 * whose sessions have not prepared it.
 */
async function assertNamed(one: Connection, other: Connection) {
    await one.ask(named);
    await other.run('begin'); // a pooler gives it the session that was just used, and `one` needs another
    await other.ask({ text: 'select 1', values: [] });
    const failure = await one.ask(named).then(
        () => undefined,
        (error: unknown) => error
    );
    await other.run('commit');
    if (failure === undefined) return;
    throw new Refusal(
        'wrong_state',
        'DATABASE_URL is a pooler without prepared statements. Set DATABASE_STATEMENTS=unnamed.',
        { cause: failure }
    );
}
