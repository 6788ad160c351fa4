// The seeds that have found something: every run of the properties begins with them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'seeds.json');

/** Of which property, and which value of this seed. */
export interface Kept {
    property: string;
    seed: number;
    run: number;
}

export const keptSeeds = () => JSON.parse(readFileSync(file, 'utf8')) as Kept[];

export const keep = (one: Kept) => writeFileSync(file, `${JSON.stringify([...keptSeeds(), one], null, 4)}\n`);

/** Tries this one value alone. */
export const replay = ({ seed, run }: Kept) => ({ seed, path: String(run), numRuns: 1 });
