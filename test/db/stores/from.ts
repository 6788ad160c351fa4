// Stores that earlier versions have left, for the tests that read them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ExecutionContext } from 'ava';
import { removeFolder, temporaryFolder } from '../../support/servers/jobs.ts';
import { createTestApp } from '../../support/servers/test-app.ts';

const folder = import.meta.dirname;
export const kept = readdirSync(folder).filter((name) => name.endsWith('.sqlite.gz'));
const read = (name: string) => gunzipSync(readFileSync(join(folder, name)));

export function copyOf(t: ExecutionContext, name: string) {
    const dir = temporaryFolder();
    t.teardown(() => removeFolder(dir));
    const file = join(dir, 'app.db');
    writeFileSync(file, read(name));
    return file;
}

/** A test app over a copy of such a store, migrated. */
export const appFrom = (t: ExecutionContext, name: string) =>
    createTestApp(t, { credits: 0, from: read(name) });
