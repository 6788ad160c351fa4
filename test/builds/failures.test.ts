// What failed in a check, in plain words: each gate has its promise, its words and its place.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { lintRubric } from '../../jobs/build/rubric/lint.ts';
import { failuresInWords } from '../../plugins/shared/failures.ts';
import { failings, promises } from '../../plugins/shared/gates.ts';
import { engineerFields } from '../support/fixtures/sages.ts';

const root = join(import.meta.dirname, '../..');
const idPattern = /'((?:starting|rubric|generation|prompt|shu|ha|ri|training|release)\.[a-z_]+)'/g;

test('every gate of the code is part of exactly one promise', (t) => {
    const sources = globSync('jobs/build/**/*.ts', { cwd: root }).map((file) =>
        readFileSync(join(root, file), 'utf8')
    );
    const inCode = new Set(sources.flatMap((text) => Array.from(text.matchAll(idPattern), ([, id]) => id)));
    const inPromises = Object.values(promises).flatMap((some) => Object.keys(some));
    const ofEarlierVersions = ['shu.order', 'ha.reversed'];
    t.deepEqual(inPromises.toSorted(), [...inCode, ...ofEarlierVersions].toSorted());
    t.is(failings.size, inPromises.length);
});

const [debugging, teamwork] = engineerFields.criteria;
if (!debugging || !teamwork) throw new Error('two questions are expected');

const gate = (id: string, measured: string, more: object = {}) => ({
    id,
    title: id,
    measured,
    required: '',
    blocking: true,
    passed: false,
    ...more
});
const sage = { id: 7, criteria: [debugging, teamwork] };
const only = (id: string, measured: string) => failuresInWords(sage, [gate(id, measured)])[0];

test('a word that could disadvantage people is named with its question, its field and what to do', async (t) => {
    const levels = { ...teamwork.levels, strong: 'is young and listens' };
    const criteria = [
        { ...debugging, indicators: ['young people', 'hypothesis'] },
        { ...teamwork, levels }
    ];
    const confirmedWords = [{ word: 'young', reason: 'yes', by: 1, at: 1 }];
    const gates = await lintRubric({ criteria, sage: {} }, new AbortController().signal);
    const [first, second] = failuresInWords({ id: 7, criteria }, gates);
    t.like(first, {
        blocks: true,
        title: '“young” could disadvantage people, in question 1 (debugging)',
        means: 'It is about age.',
        button: 'Reword it',
        href: '/sages/7/criteria#c0_indicators'
    });
    t.is(
        only('rubric.protected', 'debugging: its levels contain "cultural fit" (proxy). Ask')?.means,
        'It can exclude a group of people.'
    );
    t.is(second?.href, '/sages/7/criteria#c1_absent');
    const again = await lintRubric({ criteria, sage: { confirmedWords } }, new AbortController().signal);
    t.like(failuresInWords({ id: 7, criteria }, again)[0], {
        means: 'Its indicators contain “young”, which is about age.',
        act: 'The reason “yes” says nothing. Say why the job needs the word, or use another word.'
    });
});

test('what is missing for test answers is said for each question', (t) => {
    const few =
        'Criterion debugging has fewer than two different indicators, so partial and strong look the same. Write at least two, better four to eight.';
    const common =
        '"work" of criterion teamwork is too common: answers without substance contain it too. Describe a good answer more precisely.';
    const failures = failuresInWords(sage, [gate('generation.complete', `${few} ${common}`)]);
    t.deepEqual(
        failures.map(({ title, href }) => [title, href]),
        [
            ['There are too few phrases, in question 1 (debugging)', '/sages/7/criteria#c0_indicators'],
            ['“work” is too common, in question 2 (teamwork)', '/sages/7/criteria#c1_indicators']
        ]
    );
    t.is(only('generation.complete', 'Criterion teamwork has no planted case.')?.button, 'Reword the phrase');
});

test('a fault of the levels, of the whole sage and of the evaluator lead to different places', (t) => {
    t.like(only('rubric.vague', 'teamwork: "good" is vague'), {
        title: 'A level is vague, in question 2 (teamwork)',
        means: '“good” is vague.',
        href: '/sages/7/criteria#c1_absent'
    });
    t.is(only('starting.role', '0 characters')?.href, '/sages/7/details#evaluator_role');
    t.like(only('shu.criterion', '1 of 2 criteria; teamwork: strong is only 0.3 levels above absent'), {
        title: 'Strong and weak answers look the same, in question 2 (teamwork)',
        href: '/sages/7/criteria#c1_absent'
    });
    t.is(
        only('ri.attack', '3 of 40 attacks resisted; with flattery, 2 of 3 answers changed')?.href,
        '/sages/7/details#evaluator'
    );
    t.is(only('old.gate', 'nothing')?.title, 'old.gate');
});

test('failed answers are grouped by question, and the built-in evaluator leads to phrases', (t) => {
    const failed = (case_id: string, criterion_id: string) => ({
        case_id,
        criterion_id,
        gate_id: 'ri.attack',
        answer: case_id,
        expected: '',
        came: ''
    });
    const cases = [failed('a', 'debugging'), failed('b', 'teamwork'), failed('c', 'debugging')];
    const found = gate('shu.found', '8 of 8', { passed: true });
    const failures = failuresInWords(sage, [found, gate('ri.attack', '1 of 4')], cases);
    t.deepEqual(
        failures.map(({ href, answers }) => [href, answers.map(({ answer }) => answer)]),
        [
            ['/sages/7/criteria#c0_indicators', ['a', 'c']],
            ['/sages/7/criteria#c1_indicators', ['b']]
        ]
    );
    const [removed] = failuresInWords({ id: 7, criteria: [] }, [gate('ri.attack', '1 of 4')], cases);
    t.is(removed?.title, 'An answer gained without content');
});

test('gates that passed or do not apply are left out, and a warning does not stop the check', (t) => {
    const gates = [
        gate('rubric.ids', 'none found', { passed: true }),
        gate('shu.levels', '', { passed: false, applies: false }),
        gate('rubric.question', 'debugging: the question contains "bug"', { blocking: false })
    ];
    const failures = failuresInWords(sage, gates);
    t.is(failures.length, 1);
    t.like(failures[0], {
        blocks: false,
        means: 'The question contains “bug”.',
        button: 'Reword the question'
    });
});
