// Jobs that end at about the same time end in one write, with their effects.
import { finishJobs, type Node } from '../../db/jobs/ledger.ts';
import { isStoreInDoubt, isStoreStuck, type Store } from '../../db/store/index.ts';
import type { Effect } from '../job.ts';

/** Marks a job as done and applies its effect, in one transaction; neither when the job had already ended. */
export type End = (id: string, effect: Effect | void) => Promise<void>;

interface Ended {
    id: string;
    effect: Effect | void;
}

interface Batch {
    ended: Ended[];
    written: Promise<void>;
}

/** More would hold up the event loop on SQLite. A database that nodes share works elsewhere, and plans each statement. */
const mostInBatch = (node: Node) => (node === undefined ? 32 : 128);

/** Whatever ends until the write runs is part of it. Where an effect fails, each of them ends in a write of its own. */
export function endTogether({ store, now, node }: { store: Store; now: () => number; node?: Node }): End {
    const most = mostInBatch(node);
    let open: Batch | undefined;

    async function write(ended: readonly Ended[], begins?: () => void) {
        await store.write(async (tx) => {
            begins?.();
            const ids = ended.map(({ id }) => id);
            const finished = await finishJobs(tx, ids, now(), node);
            for (const { id, effect } of ended) if (finished.has(id)) await effect?.(tx);
        });
    }

    function openBatch(): Batch {
        const ended: Ended[] = [];
        const close = () => {
            if (open?.ended === ended) open = undefined;
        };
        const written = write(ended, close);
        written.catch(close); // it may fail before it runs
        return { ended, written };
    }

    return async (id, effect) => {
        const batch = (open ??= openBatch());
        if (batch.ended.push({ id, effect }) === most) open = undefined;
        try {
            await batch.written;
        } catch (error) {
            if (batch.ended.length === 1 || isStoreStuck(error) || isStoreInDoubt(error)) throw error;
            await write([{ id, effect }]);
        }
    };
}
