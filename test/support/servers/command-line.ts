// The command line in this process: to start another takes longer than almost all commands.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from '../../../cli/index.ts';
import { drawSecrets } from '../../../db/installation/secrets.ts';
import { isOnPostgres, openStoreOf, settingsOf } from '../stores/databases.ts';
import { openFreshStore } from '../stores/fresh-store.ts';
import type { Said } from './process.ts';

interface Typing {
    env?: Record<string, string>;
    /** What comes by a pipe. */
    input?: string;
    /** The clock of the command; without it this machine's. */
    now?: () => number;
    /** Who types it. */
    uid?: number | undefined;
    /** Whether a start made the store before, as no command does. */
    started?: boolean;
}

const startedOnes = new Set<string>();

/** Leaves the secrets and the store that a start makes, where there are none. */
async function startOnce(dataDir: string) {
    if (startedOnes.has(dataDir)) return;
    startedOnes.add(dataDir);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    drawSecrets(dataDir, {});
    const file = join(dataDir, 'app.db');
    if (existsSync(file)) return;
    await (isOnPostgres ? await openStoreOf(dataDir) : await openFreshStore(file)).close();
}

/** What a command over the data in this folder ends with and prints. */
export async function typed(
    dataDir: string,
    args: readonly string[],
    { env = {}, input = '', now = Date.now, uid, started = true }: Typing = {}
): Promise<Said> {
    if (started) await startOnce(dataDir);
    const printed: string[] = [];
    const failed: string[] = [];
    const settings = { DATA_DIR: dataDir, ...(await settingsOf(dataDir)) };
    const code = await run([...args], {
        env: { ...settings, ...env },
        stdin: new PassThrough().end(input),
        stdout: { write: (text) => printed.push(String(text)) > 0 },
        stderr: { isTTY: false, write: (text) => failed.push(String(text)) > 0 },
        now,
        ...(uid !== undefined && { uid })
    });
    return { code, out: printed.join(''), err: failed.join('') };
}
