// What the store requires of a database, checked once when it is opened.
import { Refusal } from '../refusal.ts';
import type { Connection } from './connections.ts';

const facts = `select
    current_setting('server_version_num')::int >= 150000,
    current_setting('transaction_read_only') = 'off' and not pg_is_in_recovery(),
    9007199254740991::bigint,
    'B'::text < 'a'::text,
    current_setting('server_encoding') = 'UTF8'`;

/** Refuses: wrong_state, with what has to be changed. */
export async function assertFit(connection: Connection) {
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
export async function assertNamed(one: Connection, other: Connection) {
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
