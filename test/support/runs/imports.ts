// What files import of each other, by their text: enough to say what lies above what, and which tests a file can reach.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const pattern =
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|(?:require|import)\('([^']+)'\)/gm;

interface Import {
    /** A file as a path from the root, or the name of a library. */
    target: string;
    isFile: boolean;
    typeOnly: boolean;
}

const known = new Map<string, Import[]>();

export function importsOf(file: string): Import[] {
    const found = known.get(file) ?? readImports(file);
    known.set(file, found);
    return found;
}

function readImports(file: string) {
    const text = readFileSync(join(root, file), 'utf8');
    return Array.from(text.matchAll(pattern), ([, type, from, required]): Import => {
        const name = from ?? required ?? '';
        const target = name.startsWith('.') ? join(file, '..', name) : name;
        const isFile = name.startsWith('.') && existsSync(join(root, target));
        return { target, isFile, typeOnly: type !== undefined };
    });
}

/** The file and all that it imports, and what those import, without what lies behind the files that `isWall` names. */
export function reachedFrom(file: string, isWall: (path: string) => boolean = () => false): Set<string> {
    const reached = new Set([file]);
    for (const one of reached)
        if (!isWall(one)) for (const { target, isFile } of importsOf(one)) if (isFile) reached.add(target);
    return reached;
}
