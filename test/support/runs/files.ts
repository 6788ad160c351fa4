import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The files below test/ of this pattern: those of the project, not of packages that were installed there. */
export const testFiles = (pattern: string | readonly string[]) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
