// Rows that a test can count: writes leave them, and whoever comes later finds which were made.
import { contexts, createContext } from '../../../db/sages/contexts.ts';
import type { Store, Tx } from '../../../db/store/index.ts';

export async function leaveMark(tx: Tx, name: string) {
    await createContext(tx, { name, context: '' }, 1);
}

/** The names of all marks, in their order. */
export async function marksIn({ read }: Store) {
    const rows = await read.select({ name: contexts.name }).from(contexts);
    return rows.map(({ name }) => name).sort();
}
