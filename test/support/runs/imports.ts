// What files import of each other, by their text: enough to say which tests a file can reach.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const imported = /\b(?:from |import |import\()'(\.{1,2}\/[^']+)'/g;
const known = new Map<string, string[]>();

/** The files of the project that this one imports, as paths from the root. */
function importsOf(file: string): string[] {
    const found = known.get(file) ?? readImports(file);
    known.set(file, found);
    return found;
}

function readImports(file: string) {
    const text = readFileSync(join(root, file), 'utf8');
    const paths = Array.from(text.matchAll(imported), ([, path = '']) => join(file, '..', path));
    return paths.filter((path) => existsSync(join(root, path)));
}

/** The file and all that it imports, and what those import, without what lies behind the files that `isWall` names. */
export function reachedFrom(file: string, isWall: (path: string) => boolean = () => false): Set<string> {
    const reached = new Set([file]);
    for (const one of reached) if (!isWall(one)) for (const path of importsOf(one)) reached.add(path);
    return reached;
}
