// The command line in this process: to start another takes longer than almost all commands.
import { PassThrough } from 'node:stream';
import { run } from '../../../cli/index.ts';
import { settingsOf } from '../stores/databases.ts';
import type { Said } from './process.ts';

interface Typing {
    env?: Record<string, string>;
    /** What comes by a pipe. */
    input?: string;
    /** The clock of the command; without it this machine's. */
    now?: () => number;
}

/** What a command over the data in this folder ends with and prints. */
export async function typed(
    dataDir: string,
    args: readonly string[],
    { env = {}, input = '', now = Date.now }: Typing = {}
): Promise<Said> {
    const printed: string[] = [];
    const failed: string[] = [];
    const settings = { DATA_DIR: dataDir, ...(await settingsOf(dataDir)) };
    const code = await run([...args], {
        env: { ...settings, ...env },
        stdin: new PassThrough().end(input),
        stdout: { write: (text) => printed.push(String(text)) > 0 },
        stderr: { isTTY: false, write: (text) => failed.push(String(text)) > 0 },
        now
    });
    return { code, out: printed.join(''), err: failed.join('') };
}
