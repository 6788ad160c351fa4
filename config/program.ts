// What this program is, as its own package.json says.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** The version of this program, and of the Node that runs it. */
export const program = { version, node: process.versions.node };

/** A path of the settings, which lie in the folder of the program: a relative one is the same wherever a command is called. */
export const settingPath = (path: string) => resolve(root, path);
