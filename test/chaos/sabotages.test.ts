// A control without its guard to take out would prove nothing, and this would be unnoticed until a proof is run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { proofs } from './proofs/index.ts';

const root = join(import.meta.dirname, '../..');

for (const { name, sabotages } of proofs) {
    test(`the guards that ${name} is tried without are in the product`, (t) => {
        t.true(sabotages.length > 0);
        for (const { file, find } of sabotages.flatMap(({ edits }) => edits))
            t.is(readFileSync(join(root, file), 'utf8').split(find).length, 2, `${file}: ${find}`);
    });
}
