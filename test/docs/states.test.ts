// docs/reference/states-and-errors.md lists all labels of states.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { compiled, namesIn } from '../../words/index.ts';
import { root } from './asvs.ts';
import { machines, statesPage } from './states.ts';

test('the page of states and errors is current', (t) => {
    const page = readFileSync(join(root, 'docs/reference/states-and-errors.md'), 'utf8');
    t.true(page === statesPage(), 'docs/reference/states-and-errors.md is not current: run npm run write');
});

const states = Object.values(machines).flatMap((machine) => Object.values(machine));

test('each sentence of a state is an ICU message with the same values in both languages', (t) => {
    t.true(states.length > 80);
    for (const { en, de } of states)
        t.deepEqual(
            namesIn(compiled('de', de.label, de.sentence)).toSorted(),
            namesIn(compiled('en', en.label, en.sentence)).toSorted(),
            de.sentence
        );
});

test('two states of a machine never have the same label', (t) => {
    for (const [title, machine] of Object.entries(machines))
        for (const language of ['en', 'de'] as const) {
            const labels = Object.values(machine).map((state) => state[language].label);
            t.deepEqual([...new Set(labels)], labels, title);
        }
});
