// A store on PostgreSQL as one end of a move.
import { type Address, connect, type Connection } from '../postgres/connections.ts';
import {
    type End,
    type Kind,
    listed,
    namesOf,
    nextSize,
    quoted,
    type Row,
    selectAll,
    type Table
} from './end.ts';

const types: Record<Kind, string> = { integer: 'bigint', text: 'text', blob: 'bytea' };

/**
 * Opens a database as the source or the target of a move and blocks all other writers. A `live` source is only read, as a
 * snapshot, and others may write.
 */
export async function openDatabaseEnd(
    address: Address,
    tables: readonly Table[],
    { live = false } = {}
): Promise<End> {
    const connection = await connect(address, { slowly: true });
    const names = tables.map(({ name }) => name);
    const alone = `set local lock_timeout = '5s'; lock table ${listed(names)} in exclusive mode`;
    await connection.run(
        `begin isolation level repeatable read${live ? ' read only' : ''}; set local statement_timeout = 0; ${live ? '' : alone}`
    );
    const ask = (text: string, values: unknown[] = []) => connection.ask({ text, values });
    return {
        async count({ name }) {
            const [[count] = []] = await ask(`select count(*) from ${quoted(name)}`);
            return Number(count);
        },
        batches: (table) => batchesOf(connection, table),
        insert: async (table, rows) => void (await ask(insertion(table), columnsOf(table, rows))),
        async lastNumber(table) {
            const [[last, isCalled] = []] = await ask(
                `select last_value, is_called::int from ${await sequenceOf(connection, table)}`
            );
            return isCalled === 1 ? Number(last) : undefined;
        },
        async setLastNumber(table, last) {
            await ask('select setval($1::regclass, $2::bigint, true)', [
                await sequenceOf(connection, table),
                last
            ]);
        },
        mark: async (movedTo) => void (await ask('update installation set moved_to = $1', [movedTo])),
        async commit() {
            const tag = await connection.run('commit');
            if (tag !== 'COMMIT') throw new Error(`the transaction ended with ${tag}`);
        },
        close: () => connection.close() // which undoes what is open
    };
}

async function* batchesOf(connection: Connection, table: Table) {
    await connection.run(`declare moving no scroll cursor for ${selectAll(table)}`);
    let size = 8; // the rows of some tables have a megabyte each
    for (;;) {
        const rows = await connection.ask({ text: `fetch ${size} from moving`, values: [] });
        if (rows.length === 0) break;
        yield rows;
        size = nextSize(rows);
    }
    await connection.run('close moving');
}

/** One list for each column: the statement is the same for any number of rows. */
const insertion = (table: Table) =>
    `insert into ${quoted(table.name)} (${namesOf(table)}) select * from unnest(${table.columns
        .map(({ kind }, place) => `$${place + 1}::${types[kind]}[]`)
        .join(', ')})`;

const columnsOf = ({ columns }: Table, rows: readonly Row[]) =>
    columns.map((_, place) => `{${rows.map((row) => elementOf(row[place])).join(',')}}`);

/** A value as PostgreSQL reads it in the text of a list. */
function elementOf(value: unknown) {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number') return String(value);
    const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value as string);
    return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

async function sequenceOf(connection: Connection, { name, counted = '' }: Table) {
    const [[sequence] = []] = await connection.ask({
        text: 'select pg_get_serial_sequence($1, $2)',
        values: [quoted(name), counted]
    });
    return String(sequence);
}
