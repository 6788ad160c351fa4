// Loads the product with its faults, and test files with `collect.ts` in the place of ava. For --import.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as sql from 'drizzle-orm';
import { mutated, root } from './faults.ts';

/** Which fault is awake, and which were come across. */
export const mutants = {
    awake: -1,
    met: new Set<number>(),
    sql,
    is(id: number) {
        mutants.met.add(id);
        return id === mutants.awake;
    }
};
Object.assign(globalThis, { mutants });

// A query is put into words once in a process: with another fault awake it has others.
const keeper = 'db/store/drafts.ts';
const kept = 'drafts.get(dialect) ?? ';

function sourceOf(file: string) {
    if (file !== keeper) return mutated(file)?.code;
    const source = readFileSync(join(root, file), 'utf8');
    if (!source.includes(kept)) throw new Error(`${file} keeps its drafts in another way than this knows`);
    return source.replace(kept, '');
}

registerHooks({
    resolve: (specifier, context, next) =>
        specifier === 'ava'
            ? { url: new URL('collect.ts', import.meta.url).href, shortCircuit: true }
            : next(specifier, context),
    load(url, context, next) {
        const source = url.startsWith('file:') ? sourceOf(relative(root, fileURLToPath(url))) : undefined;
        return source === undefined
            ? next(url, context)
            : { format: 'module-typescript', source, shortCircuit: true };
    }
});
