// Passwords that are not typed as an option, where the list of processes and the history of the shell would show them.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { type Shell, UsageError } from './options.ts';

interface Terminal {
    input: NodeJS.ReadableStream & { isTTY?: boolean };
    prompt: Pick<NodeJS.WriteStream, 'write'>;
}

/** The password of the option; for `-` the first line of standard input, which a terminal does not show. */
export async function passwordOf(given: string, { stdin: input, stderr: prompt }: Shell) {
    if (given !== '-') return given;
    const password = await readPassword({ input, prompt });
    input.destroy(); // a pipe that its other end keeps open would keep the process alive
    return password;
}

/** Reads one line. Throws a UsageError where a terminal is left without one. */
export async function readPassword({ input, prompt }: Terminal) {
    const terminal = input.isTTY === true;
    if (terminal) prompt.write('Password: ');
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input, output: silent, terminal, historySize: 0 });
    const line = await new Promise<string | undefined>((resolve) => {
        lines.once('line', resolve);
        lines.once('close', () => resolve(undefined));
    });
    lines.close();
    if (!terminal) return line ?? '';
    prompt.write('\n');
    if (line === undefined) throw new UsageError('No password entered.');
    return line;
}
