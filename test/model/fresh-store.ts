// Stores of one test file, in a folder that goes with it.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../db/store.ts';

export function openStoreFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-model-'));
    let stores = 0;
    const nextFile = () => join(folder, `${(stores += 1)}.db`);
    return {
        /** An empty store, or one that goes on from a closed one. */
        open(from?: string) {
            const file = nextFile();
            if (from !== undefined) copyFileSync(from, file);
            return { file, store: openStore(file) };
        },
        remove: () => rmSync(folder, { recursive: true })
    };
}
