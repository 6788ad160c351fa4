// The short forms of several proofs, each in a process of its own: some at once, and those that measure times alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Proof } from './proof.ts';

/** Proofs wait for their servers more than they work. */
const places = Math.min(4, Math.max(2, availableParallelism()));
/** Ends only what hangs: on a slow machine a proof with many kills takes some minutes. */
const longest = 900_000;

/** Prints when each proof starts and ends. `args`: the arguments of the command, without the names. */
export async function allHoldSideBySide(chosen: readonly Proof[], args: readonly string[]) {
    const options = optionsIn(args);
    const began = performance.now();
    const failed: string[] = [];
    const prove = async (proof: Proof) =>
        void ((await holdsInProcess(proof, options)) || failed.push(proof.name));
    await Promise.all(chosen.filter(({ alone }) => !alone).map((proof) => limit(prove, proof)));
    for (const proof of chosen.filter(({ alone }) => alone)) await prove(proof);
    const seconds = secondsSince(began);
    process.stdout.write(
        `${chosen.length} proofs in ${seconds} s, ${failed.length} failed ${failed.join(' ')}\n`
    );
    return failed.length === 0;
}

const limit = pLimit(places);
const optionsIn = (args: readonly string[]) => args.filter((arg) => !/^P\d+$/.test(arg));
const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000);

/** It ends what it has started when it is stopped, so that nothing is left of one that takes too long. */
async function holdsInProcess({ name }: Proof, options: readonly string[]) {
    const began = performance.now();
    process.stderr.write(`${name}  begins\n`);
    const child = spawn(process.execPath, [join(import.meta.dirname, 'prove.ts'), name, ...options], {
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: longest
    });
    const endNow = () => void child.kill();
    process.once('exit', endNow);
    const [figures, complaints, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>
    ]);
    process.off('exit', endNow);
    process.stdout.write(figures);
    if (code !== 0) process.stderr.write(complaints);
    process.stderr.write(`${name}  ${code === 0 ? 'ended' : 'FAILED'} after ${secondsSince(began)} s\n`);
    return code === 0;
}
