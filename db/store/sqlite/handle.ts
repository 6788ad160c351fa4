import type Sqlite from 'better-sqlite3';
import { drizzle } from '../drizzle.ts';
import type { Statement, Tx } from '../interface.ts';

/** Returns drizzle's handle of a connection, which also prepares statements past drizzle. */
export const handleOn = (client: Sqlite.Database): Tx =>
    Object.assign(drizzle(client), {
        prepared(text: string): Statement {
            const statement = client.prepare(text);
            if (statement.reader) statement.raw();
            return {
                all: (values) => statement.all(...values) as unknown[][],
                first: (values) => statement.get(...values) as unknown[] | undefined,
                run: (values) => statement.run(...values)
            };
        }
    });
