// Whether a model fits into memory: without looking, the kernel would end a process, perhaps another one.
import { readFile, stat } from 'node:fs/promises';
import { freemem } from 'node:os';

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Throws where less is free than the file and a context of so many bytes need. */
export async function assertMemory(file: string, context: number) {
    const { size } = await stat(file);
    const needed = 2 * size + context; // llama.cpp copies most files for the processor, in addition to the file itself
    const free = await freeMemory();
    if (needed <= free) return;
    throw new Error(
        `The model needs about ${gigabytes(needed)} of memory, and ${gigabytes(free)} are free: twice its ${gigabytes(size)}, and ` +
            `${gigabytes(context)} for the context. Name a smaller file, or give the service more memory.`
    );
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');

/** Of the machine, and of the container where that has a limit. Files that are only kept for the next reading give way. */
async function freeMemory() {
    const [, group = '/'] = /^0::(.*)$/m.exec(await textOf('/proc/self/cgroup')) ?? [];
    const [, kept] = /^file (\d+)$/m.exec(await textOf(`/sys/fs/cgroup${group}/memory.stat`)) ?? [];
    return kept === undefined ? freemem() : Math.min(freemem(), process.availableMemory() + Number(kept));
}
