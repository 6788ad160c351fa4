import test from 'ava';
import { makeFixtures } from '../../../jobs/build/fixtures/fixtures.ts';
import { quoteFinder } from '../../../jobs/evaluation/model/reply.ts';
import { criterion, snapshotOf } from '../../support/fixtures/builds.ts';
import { filled, found, never, size } from '../../support/fixtures/answers.ts';
import { busy, longestWait } from '../../support/runs/stretches.ts';

const half = (one: string, other: string) => one.repeat(size / 2) + other.repeat(size / 2);

const texts: Record<string, string> = {
    dots: filled('', '.'),
    'dots and quotes': half('.', "'"),
    'dots in quotes': filled('', `."`),
    greeting: filled('dear ', '!'),
    'many greetings': filled('', 'dear !!'),
    'greeting and spaces': filled('dear', ' '),
    'order and spaces': filled('ignore all', ' '),
    'orders in one word': filled('', 'ignora'),
    'quoted orders': filled('', "'mark"),
    'role and spaces': filled('system', ' '),
    'level and quotes': filled('level:', '"'),
    dashes: filled('a ', '-'),
    hashes: filled('a ', '#'),
    'round brackets': half('(', ')'),
    'dots and brackets': half('.', ')'),
    'square brackets': filled('', '[]'),
    'hidden brackets': filled('<!--', '<'),
    'word of dashes': `${filled('I ', 'a-')} did it`,
    'hidden tags': filled('', '<a hidden>'),
    'hidden words': `<a ${'hidden '.repeat(40)}>${'x'.repeat(size)}`,
    spaces: filled('.', ' '),
    mixed: filled('dear ', `.'")]!? `)
};

test.serial('50 KiB are searched for a quote in time that grows with their length', (t) => {
    const began = busy();
    const text = filled('', ' a');
    t.is(quoteFinder(text)(text), text.trim());
    t.true(busy() - began < 200);
});

for (const [name, text] of Object.entries(texts)) {
    test.serial(`50 KiB are read in time that grows with their length: ${name}`, async (t) => {
        const began = busy();
        await found(text);
        t.true(busy() - began < 1000);
    });
}

const words = ['hypothesis', 'lock', 'measured', 'queries', 'waited', 'backup', 'table', 'profiler'];
const phrases = (from: number) =>
    Array.from({ length: 40 }, (_, index) =>
        words.map((word, place) => `${word}${(from + index) % (place + 2)}`).join(' ')
    );

test('a long answer is judged in short stretches', async (t) => {
    const prose = filled('', 'We measured each of the many queries, and none of them waited for a lock. ');
    const many = criterion('many', [...words, ...phrases(0)].slice(0, 40));
    await found(prose, many);
    t.true((await longestWait(() => found(prose, many))) < 100);
});

const large = snapshotOf(Array.from({ length: 10 }, (_, index) => criterion(`c${index}`, phrases(index))));

test('the cases of a large rubric are created in short stretches', async (t) => {
    const began = busy();
    t.true((await longestWait(() => makeFixtures(large, { evaluator: 'evidence', signal: never() }))) < 250);
    t.true(busy() - began < 2000);
});

test('creating test cases stops when the signal is aborted', async (t) => {
    const stop = new AbortController();
    const made = makeFixtures(large, { evaluator: 'evidence', signal: stop.signal });
    stop.abort(new Error('the budget is used up'));
    await t.throwsAsync(made, { message: 'the budget is used up' });
});
