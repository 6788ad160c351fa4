// Jobs that arrive at about the same time are started in one write.
import { beginAttempts, type JobUnderWay, type Node } from '../../db/jobs/ledger.ts';
import type { Store } from '../../db/store/index.ts';

/** Records the start of an attempt. Resolves with the job, or with undefined when there is nothing left to do. */
export type Begin = (id: string) => Promise<JobUnderWay | undefined>;

interface Batch {
    ids: string[];
    rows: Promise<Map<string, JobUnderWay>>;
}

/** Jobs that arrive before the write runs are started with it: a write for each job took a fifth of its time. */
export function beginTogether({ store, now, node }: { store: Store; now: () => number; node?: Node }): Begin {
    let open: Batch | undefined;

    function openBatch(): Batch {
        const ids: string[] = [];
        const close = () => {
            if (open?.ids === ids) open = undefined;
        };
        const rows = store.write(async (tx) => {
            close();
            const begun = await beginAttempts(tx, ids, now(), node);
            return new Map(begun.map((row) => [row.id, row]));
        });
        rows.catch(close); // it may fail before it runs
        return { ids, rows };
    }

    return async (id) => {
        const batch = (open ??= openBatch());
        batch.ids.push(id);
        return (await batch.rows).get(id);
    };
}
