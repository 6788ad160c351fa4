// Whether jobs are suspected of having ended the process: queried once for all that arrive in one turn.
import { setImmediate } from 'node:timers/promises';
import { suspectsAmong } from '../../db/jobs/crashes.ts';
import type { Store } from '../../db/store/index.ts';

interface Batch {
    ids: string[];
    suspects: Promise<Set<string>>;
}

/** Returns a function that checks whether a job was running during a crash and has not ended since. */
export function suspicions(store: Pick<Store, 'read'>) {
    let open: Batch | undefined;

    function openBatch(): Batch {
        const ids: string[] = [];
        const suspects = setImmediate().then(() => {
            open = undefined;
            return suspectsAmong(store.read, ids);
        });
        return { ids, suspects };
    }

    return async (id: string) => {
        const batch = (open ??= openBatch());
        batch.ids.push(id);
        return (await batch.suspects).has(id);
    };
}
