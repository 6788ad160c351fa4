import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** A folder that goes with its test. */
export function folderFor(t: Pick<ExecutionContext, 'teardown'>) {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-test-'));
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
}
