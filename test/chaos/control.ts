// A proof counts only if it misses its gate on a copy of the product that lacks the guard.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Edit, Proof } from './proof.ts';

const root = join(import.meta.dirname, '../..');
const copied = /^(cli|config|db|jobs|plugins|test|words|package\.json|[a-z.-]+\.[jt]s)$/;
const longest = 600_000;
const run = promisify(execFile);

/** Whether the proof misses its gate without each of its guards. Prints a line for each. */
export async function controlHolds(proof: Proof) {
    let unnoticed = 0;
    for (const { guard, edits } of proof.sabotages) {
        const line = await lastLine(proof, edits);
        const noticed = line.startsWith(`${proof.name}  `) && line.endsWith('  missed');
        if (!noticed) unnoticed += 1;
        process.stdout.write(`${proof.name} without ${guard}: ${noticed ? '' : 'NOT NOTICED: '}${line}\n`);
    }
    return unnoticed === 0;
}

/** What the short proof says last, on a copy without the guard, or the error that it ended with. */
async function lastLine(proof: Proof, edits: readonly Edit[]) {
    const copy = await mkdtemp(join(tmpdir(), 'sage-council-control-'));
    const remove = () => rmSync(copy, { recursive: true, force: true });
    process.once('exit', remove);
    try {
        for (const name of (await readdir(root)).filter((name) => copied.test(name)))
            await cp(join(root, name), join(copy, name), { recursive: true });
        await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
        for (const edit of edits) await apply(copy, edit);
        const said = await output(copy, ['test/chaos/prove.ts', proof.name, '--short']);
        const lines = said.trim().split('\n');
        return lines.find((line) => /^\w*Error: /.test(line)) ?? lines.at(-1) ?? '';
    } finally {
        remove();
        process.off('exit', remove);
    }
}

async function apply(copy: string, { file, find, replace = '' }: Edit) {
    const path = join(copy, file);
    const text = await readFile(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${file} does not hold this exactly once: ${find}`);
    await writeFile(
        path,
        text.replace(find, () => replace)
    );
}

/** A miss ends with 1, so that the output of a failure is what is wanted. */
async function output(cwd: string, args: string[]) {
    const running = run(process.execPath, args, { cwd, timeout: longest });
    const endNow = () => running.child.kill();
    process.once('exit', endNow);
    const ended = running.catch((failure: unknown) => failure).finally(() => process.off('exit', endNow));
    const { stdout = '', stderr = '' } = (await ended) as { stdout?: string; stderr?: string };
    return stdout.trim() === '' ? stderr : stdout;
}
