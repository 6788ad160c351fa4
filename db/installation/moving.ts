// Moves the data of an installation between a file and a database, while no service runs on them.
import { forgetNodes, listNodes } from '../jobs/nodes.ts';
import { Refusal } from '../store/refusal.ts';
import { type Moved, type Move, moveToDatabase, moveToFile } from '../store/move/index.ts';
import { openStoreAt, type Store } from '../store/index.ts';
import { ensureInstallation, newLife } from './installation.ts';

interface Moving extends Pick<Move, 'database' | 'file' | 'progress'> {
    /** Waits until a node that lives has beaten. */
    listen: () => Promise<void>;
}

/** Refuses: unavailable, while another process uses the store; wrong_state, for an unsuitable store or target. */
export async function moveInstallation(to: 'database' | 'file', moving: Moving): Promise<Moved[]> {
    const { file, database, listen } = moving;
    const store = await openStoreAt({ file, database: to === 'file' ? database : undefined });
    try {
        await store.write(ensureInstallation);
        await assertNobodyBeats(store, listen);
        await store.write(async (tx) => {
            await forgetNodes(tx);
            await newLife(tx);
        });
    } finally {
        await store.close();
    }
    return to === 'file'
        ? moveToFile({ ...moving, movedTo: file })
        : moveToDatabase({ ...moving, movedTo: withoutPassword(database.url) });
}

/** A node that has died without a word is still in the list, but does not beat. */
async function assertNobodyBeats({ read }: Store, listen: Moving['listen']) {
    const before = await listNodes(read);
    if (before.length === 0) return;
    await listen();
    const after = await listNodes(read);
    const living = after.filter(({ id, beats }) => before.find((node) => node.id === id)?.beats !== beats);
    if (living.length > 0)
        throw new Refusal(
            'unavailable',
            `Nodes are using this database (${living.length}). Stop them first.`
        );
}

function withoutPassword(address: string) {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
}
