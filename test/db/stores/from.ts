// The store that version 0.9.0 has left, for the tests that read it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ExecutionContext } from 'ava';
import { createTestApp } from '../../support/servers/test-app.ts';
import { folderFor } from '../../support/runs/folder.ts';

const read = () => gunzipSync(readFileSync(join(import.meta.dirname, '0.9.0.sqlite.gz')));

/** A folder with a copy of that store. */
export function copyOf(t: ExecutionContext) {
    const folder = folderFor(t);
    const file = join(folder, 'app.db');
    writeFileSync(file, read());
    return { folder, file };
}

/** A test app over a copy of that store, migrated. */
export const appFrom = (t: ExecutionContext) => createTestApp(t, { credits: 0, from: read() });
