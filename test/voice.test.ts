// How the product speaks: docs/contribute/voice.md says why. Each pattern has the count that it may come to; most may not come at all.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from './papers/asvs.ts';
import { commentsIn, commentsOfCode, type Text, textsIn, textsOfCode, textsOfWords } from './papers/texts.ts';

/** Pattern, how often it may come, and what is said instead. */
const english: [RegExp, number, string][] = [
    [/\b(?:whoever|whom)\b/i, 0, 'anyone who'],
    [/\b(?:some|any|every|no)body\b/i, 0, 'a role, anyone, no one'],
    [/\b(?:told|tells?)\b/i, 3, 'show, notify'],
    [/\bis like that\b|\bthere is none\b/i, 0, 'No {things} match'],
    [/\bstands?\b/i, 0, 'is'],
    [/\blacks?\b/i, 0, 'Missing: …'],
    [/\bany more\b|\bno more\b|\banew\b/i, 0, 'no longer, again'],
    [/\bbeside\b/i, 0, 'next to, compared with'],
    [/\bat once\b|\bby itself\b/i, 2, 'immediately, automatically'],
    [/\bgood for\b/i, 0, 'valid for'],
    [/\bhanded? in\b/i, 0, 'submit'],
    [/\bbegins?\b/i, 2, 'start'],
    [/\bgo(?:es)? on\b/i, 0, 'continue, advance'],
    [/\bcomes? back\b|\btake[ns]? back\b/i, 1, 'refund, withdraw, undo'],
    [/\bmade\b|\bmakes?\b/i, 10, 'create'],
    [/\bmails?\b(?! server)/i, 15, 'email'],
    [/\b(?:is|are) no\b(?! longer)/i, 5, 'not a, invalid'],
    [/\bmeets\b|\bat work\b|\bmend\b|\bput off\b|\bopens nothing\b/i, 0, 'the standard word'],
    [/\bmay be empty\b/i, 0, '(optional)'],
    [/\basked for\b(?! a person)/i, 2, 'required'],
    [/^It is \w+\.$/, 0, 'name the object'],
    [/\bjudges?\b/i, 0, 'evaluate, review']
];
const german: [RegExp, number, string][] = [
    [/\bdiejenigen\b|\bdenen, die\b|\bvon selbst\b|\bnoch einmal\b/i, 6, 'erneut, automatisch']
];
/** The same for comments, of product and tests together. */
const comments: [RegExp, number, string][] = [
    [/\b(?:whoever|whom)\b/i, 18, 'anyone who, users who'],
    [/\b(?:some|any|every|no)body\b/i, 31, 'the role, a person, no one'],
    [/\b(?:told|tells?)\b/i, 14, 'shows, returns, notifies'],
    [/\bstands?\b/i, 14, 'is, contains'],
    [/\bbeside\b/i, 8, 'next to, in addition to']
];
const longest = 25;
const longSentences = 5;

const fits = (texts: readonly Text[], pattern: RegExp) => texts.filter(({ text }) => pattern.test(text));
const shown = (texts: readonly Text[]) => texts.map(({ file, line, text }) => `${file}:${line} ${text}`);

test('product texts use the words of the field', (t) => {
    const texts = [...textsOfCode(), ...textsOfWords('en')];
    t.true(texts.length > 3000);
    for (const [pattern, most, instead] of english) {
        const found = fits(texts, pattern);
        t.true(
            found.length <= most,
            `${pattern}: ${found.length}, write ${instead}\n${shown(found).join('\n')}`
        );
    }
});

test('German texts are written by ear', (t) => {
    const texts = textsOfWords('de');
    for (const [pattern, most, instead] of german) {
        const found = fits(texts, pattern);
        t.true(
            found.length <= most,
            `${pattern}: ${found.length}, write ${instead}\n${shown(found).join('\n')}`
        );
    }
});

test('comments use the words of the field', (t) => {
    const texts = commentsOfCode();
    t.true(texts.length > 5000);
    for (const [pattern, most, instead] of comments) {
        const found = fits(texts, pattern);
        t.true(
            found.length <= most,
            `${pattern}: ${found.length}, write ${instead}\n${shown(found).join('\n')}`
        );
    }
});

test('a sentence has at most 25 words', (t) => {
    const texts = [...textsOfCode(), ...textsOfWords('en')];
    const long = texts.filter(({ text }) =>
        text.split(/[.?!:](?: |$)/).some((sentence) => sentence.split(' ').length > longest)
    );
    t.true(long.length <= longSentences, shown(long).join('\n'));
});

/** Pattern, and in how many lines of the docs it may come. */
const docs: [RegExp, number][] = [
    [/\b(?:whoever|whom)\b/i, 9],
    [/\b(?:some|any|every|no)body\b/i, 17],
    [/\b(?:told|tells?)\b/i, 10],
    [/\bstands?\b/i, 12],
    [/\bbeside\b/i, 9]
];

test('docs use the words of the field', (t) => {
    const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].filter(
        (page) => page !== 'docs/contribute/voice.md'
    );
    t.true(pages.length > 50);
    const lines = pages.flatMap((page) =>
        readFileSync(join(root, page), 'utf8')
            .split('\n')
            .map((text, index) => ({ file: page, line: index + 1, text }))
    );
    for (const [pattern, most] of docs) {
        const found = fits(lines, pattern);
        t.true(found.length <= most, `${pattern}: ${found.length}\n${shown(found).join('\n')}`);
    }
});

test('a word is found in strings, templates, pages and attributes, not in comments or queries', (t) => {
    const source = [
        "// Whoever reads this\nconst a = 'Whoever reads this';",
        'const b = `Whoever reads ${a} this`;',
        'const c = html`<p class="whoever">For <strong>whoever</strong> reads</p><a title="whoever reads this">x</a>`;',
        'const d = sql`select whoever from this`;'
    ].join('\n');
    t.deepEqual(
        fits(textsIn('x.ts', source), /whoever/i).map(({ line, text }) => [line, text]),
        [
            [2, 'Whoever reads this'],
            [3, 'Whoever reads {} this'],
            [4, 'For whoever reads'],
            [4, 'whoever reads this']
        ]
    );
});

test('each line of a comment is read, and neither code nor a name in backticks', (t) => {
    const source = [
        'const told = `told`; // who is told',
        '/**',
        ' * A note.',
        ' * Nobody is `told`.',
        ' */',
        "const b = '// nobody is told';"
    ].join('\n');
    const read = commentsIn('x.ts', source);
    t.deepEqual(
        fits(read, /\btold\b/).map(({ line }) => line),
        [1]
    );
    t.deepEqual(
        fits(read, /nobody/i).map(({ line }) => line),
        [4]
    );
});
