// How test titles are written: docs/voice.md says why. `{subject} {verb} {result} [when {condition}]`, 90 characters at most.
import test from 'ava';
import { titlesIn, titlesOfTests } from './papers/titles.ts';

/** Pattern, how often it may come, and what is said instead. */
const words: [RegExp, number, string][] = [
    [/\b(?:whoever|whom)\b/i, 9, 'a role, the caller'],
    [/\b(?:some|any|every|no)body\b/i, 17, 'a user, anyone, no one'],
    [/\b(?:told|tells?)\b/i, 9, 'shows, returns, reports, gets an email'],
    [/\bstands?\b/i, 6, 'is, contains'],
    [/\bbeside\b/i, 8, 'next to, in addition to']
];
const longest = 90;

const titles = titlesOfTests();
const shown = (some: typeof titles) =>
    some.map(({ file, line, text }) => `${file}:${line} ${text}`).join('\n');

test('test titles use the words of the field', (t) => {
    t.true(titles.length > 2000);
    for (const [pattern, most, instead] of words) {
        const found = titles.filter(({ text }) => pattern.test(text));
        t.true(found.length <= most, `${pattern}: ${found.length}, write ${instead}\n${shown(found)}`);
    }
});

test('test titles have at most 90 characters', (t) => {
    t.is(shown(titles.filter(({ text }) => text.length > longest)), '');
});

test('a title is found on the line of its call, on a line below it and in a template', (t) => {
    const source = [
        "test('a first title', (t) => t.pass());",
        "test.serial(\n    'a second title', (t) => t.pass());",
        'property(`a ${kind} title`, fc.nat(), () => true);',
        "check('word', () => none('no title'));"
    ].join('\n');
    t.deepEqual(
        titlesIn('x.ts', source).map(({ line, text }) => [line, text]),
        [
            [1, 'a first title'],
            [2, 'a second title'],
            [4, 'a ${kind} title']
        ]
    );
});
