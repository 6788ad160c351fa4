// Which words of a rubric are asked about, and which reasons answer.
import test from 'ava';
import type { Criterion } from '../../../db/sages/sages.ts';
import { lintRubric } from '../../../jobs/build/rubric/lint.ts';
import { protectedWords } from '../../../jobs/build/rubric/protected-words.ts';
import { never } from '../../support/fixtures/answers.ts';
import { criterion } from '../../support/fixtures/builds.ts';

for (const [text, attribute] of [
    ['has no children', 'family'],
    ['without small children', 'family'],
    ['hat keine Kinder', 'family'],
    ['kinderlos', 'family'],
    ['our guests are German', 'origin or race'],
    ['German customers only', 'origin or race'],
    ['unsere Gäste sind Deutsche', 'origin or race'],
    ['Muttersprachlerin', 'origin or race'],
    ['native speaker', 'origin or race'],
    ['no career gap', 'family'],
    ['junges Team', 'age'],
    ['trägt kein Kopftuch', 'religion'],
    ['schwerbehindert', 'disability'],
    ['nur Männer', 'gender']
] as const)
    test(`"${text}" needs a confirmation: ${attribute}`, (t) => {
        t.deepEqual(
            protectedWords(text).map((one) => one.attribute),
            [attribute]
        );
    });

for (const text of [
    'speaks German with guests',
    'reads the German tax law',
    'answers within 30 minutes',
    'works with children on the ward',
    'lists black box tests',
    'race condition',
    'disabled the flag',
    'max-age header',
    'translates into French',
    'erklärt es dem Kind',
    'over 40 tickets a week'
])
    test(`"${text}" is about the work and needs no confirmation`, (t) =>
        t.deepEqual(protectedWords(text), []));

for (const [part, more] of [
    ['its question contains', { question: 'Are you a young person?' }],
    ['its short name contains', { id: 'young_talent' }],
    ['its levels contain', { levels: { absent: 'a', partial: 'b', strong: 'is young' } }],
    ['its indicators contain', { indicators: ['is young', 'b', 'c'] }],
    ['its negative indicators contain', { negative_indicators: ['not young'] }]
] as const)
    test(`a word is found where candidates and evaluators read it: ${part}`, async (t) => {
        const criteria = [{ ...criterion('a', ['a', 'b', 'c']), ...more } as Criterion];
        const gates = await lintRubric({ criteria, sage: {} }, never());
        const gate = gates.find(({ id }) => id === 'rubric.protected');
        t.regex(gate?.measured ?? '', new RegExp(`^\\w+: ${part} "young"`));
    });

test('a word in a context is found, once', async (t) => {
    const contexts = [{ id: 'c', version: 1, name: 'Team', context: 'We are young. So young.' }];
    const gates = await lintRubric(
        { criteria: [criterion('a', ['a', 'b', 'c'])], sage: {}, contexts },
        never()
    );
    const gate = gates.find(({ id }) => id === 'rubric.protected');
    t.is(gate?.measured.split('; ').length, 1);
    t.regex(gate?.measured ?? '', /^The contexts contain "young"/);
});

test('a word in the name or the role is found', async (t) => {
    const sage = { name: 'Young nurse', evaluatorRole: 'wants a young nurse' };
    const gates = await lintRubric({ criteria: [criterion('a', ['a', 'b', 'c'])], sage }, never());
    const found = gates.find(({ id }) => id === 'rubric.protected')?.measured.split('; ') ?? [];
    t.deepEqual(
        found.map((says) => says.slice(0, says.indexOf(' contain'))),
        ['The name', 'The role']
    );
});

const gateWith = async (word: string, reason: string) => {
    const confirmedWords = [{ word, reason, by: 1, at: 0 }];
    const criteria = [criterion('a', [`${word} and quick`, 'b', 'c'])];
    const gates = await lintRubric({ criteria, sage: { confirmedWords } }, never());
    return gates.find(({ id }) => id === 'rubric.protected');
};

for (const reason of [
    '-',
    'ok',
    'yes yes yes',
    'because',
    'We like young people',
    'Our guests prefer them young.',
    'Wir mögen junge Leute',
    'fits into the team'
])
    test(`the reason "${reason}" confirms nothing, and is named`, async (t) => {
        const gate = await gateWith('young', reason);
        t.like(gate, { passed: false, blocking: true });
        t.true(gate?.measured.includes(`"${reason}"`));
    });

test('a reason that names the part of the work confirms a word', async (t) => {
    t.true((await gateWith('pregnant', 'The work is with people who are pregnant.'))?.passed);
    t.true((await gateWith('young', 'The residents of the home are young people.'))?.passed);
});
