// Each label of a state is written once, in words/states, and docs/reference/states-and-errors.md lists them all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { compiled, namesIn } from '../../words/index.ts';
import { root } from './asvs.ts';
import { machines, statesPage } from './states.ts';
import { textsOfCode } from './texts.ts';

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

/** Words that are no state there: heads of columns, titles of fields, steps of a checklist, buttons, and what the contract fixes. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
    'db/judgement/licence/state.ts': ['Highlights only.'],
    'plugins/accounts/people/list-page.ts': ['Added'],
    'plugins/accounts/tokens/new-page.ts': ['Done'],
    'plugins/deals/pages/commissions.ts': ['Closed'],
    'plugins/deals/pages/one.ts': ['Sent', 'Closed'],
    'plugins/gold/page.ts': ['Partial'],
    'plugins/intake/pages/acts.ts': ['Spam'],
    'plugins/intake/pages/words.ts': ['Approved'],
    'plugins/operations/telemetry/sending.ts': ['Rejected'],
    'plugins/sages/pages/criterion-card.ts': ['Partial'],
    'plugins/sages/pages/test-answers.ts': ['Partial'],
    'plugins/sages/status.ts': ['Active'],
    'plugins/screens/review/answers.ts': ['Partial'],
    'plugins/shared/credits-view.ts': ['Reserved'],
    'plugins/start/first-steps.ts': ['Done'],
    'plugins/start/support.ts': ['Running'],
    'plugins/support/pages/mail-page.ts': ['Sent'],
    'plugins/surfaces/pages/console/tour.ts': ['Done']
};

test('a label of a state is written only in words/states', (t) => {
    const labels = new Set(states.map(({ en }) => en.label));
    const found = textsOfCode().filter(({ text }) => labels.has(text.replace(/\.$/, '')));
    t.deepEqual(
        found.filter(({ file, text }) => !otherwise[file]?.includes(text)),
        []
    );
    for (const [file, texts] of Object.entries(otherwise))
        for (const text of texts)
            t.true(
                found.some((one) => one.file === file && one.text === text),
                `${file} has no ${text}`
            );
});
