// What this program is, as its own package.json says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../package.json');
const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };

/** The version of this program, and of the Node that runs it. */
export const program = { version, node: process.versions.node };
