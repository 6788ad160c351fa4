// How the product speaks, and its code, tests and docs too. docs/contribute/voice.md says why.
import test from 'ava';
import {
    commentsIn,
    commentsOfCode,
    linesOfDocs,
    type Text,
    textsIn,
    textsOfCode,
    textsOfWords
} from './docs/texts.ts';
import { titlesIn, titlesOfTests } from './docs/titles.ts';
import { textsOfStates } from './docs/states.ts';

/** A pattern, how many texts may have it, and what is written instead. */
type Limit = [pattern: RegExp, most: number, instead: string];

const english: Limit[] = [
    [/\bis like that\b|\bthere is none\b/i, 0, 'No {things} match'],
    [/\blacks?\b/i, 0, 'Missing: …'],
    [/\bany more\b|\bno more\b|\banew\b/i, 0, 'no longer, again'],
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
const german: Limit[] = [
    [/\bdiejenigen\b|\bdenen, die\b|\bvon selbst\b|\bnoch einmal\b/i, 6, 'erneut, automatisch']
];
/** What is written instead, and how many may have it: product texts, and lines of comments, test titles and docs. */
const everywhere: [RegExp, string, [texts: number, comments: number, titles: number, docs: number]][] = [
    [/\b(?:whoever|whom)\b/i, 'anyone who, users who', [0, 18, 9, 9]],
    [/\b(?:some|any|every|no)body\b/i, 'a role, a person, no one', [0, 31, 17, 17]],
    [/\b(?:told|tells?)\b/i, 'show, return, notify', [3, 14, 9, 10]],
    [/\bstands?\b/i, 'is, contains', [0, 14, 6, 12]],
    [/\bbeside\b/i, 'next to, in addition to', [0, 8, 8, 9]]
];
const longest = 25;
const longSentences = 5;

const fits = (texts: readonly Text[], pattern: RegExp) => texts.filter(({ text }) => pattern.test(text));
const shown = (texts: readonly Text[]) =>
    texts.map(({ file, line, text }) => `${file}:${line} ${text}`).join('\n');

const limitsOf = (place: 0 | 1 | 2 | 3) =>
    everywhere.map(([pattern, instead, most]): Limit => [pattern, most[place], instead]);
const materials: [name: string, texts: () => Text[], least: number, limits: Limit[]][] = [
    [
        'product texts',
        () => [...textsOfCode(), ...textsOfWords('en'), ...textsOfStates('en')],
        3000,
        [...english, ...limitsOf(0)]
    ],
    ['German texts', () => [...textsOfWords('de'), ...textsOfStates('de')], 150, german],
    ['comments', commentsOfCode, 5000, limitsOf(1)],
    ['test titles', titlesOfTests, 2000, limitsOf(2)],
    ['docs', linesOfDocs, 3000, limitsOf(3)]
];

for (const [name, read, least, limits] of materials)
    test(`${name} use the words of the field`, (t) => {
        const texts = read();
        t.true(texts.length > least);
        for (const [pattern, most, instead] of limits) {
            const found = texts.filter(({ text }) => pattern.test(text));
            t.true(found.length <= most, `${pattern}: ${found.length}, write ${instead}\n${shown(found)}`);
        }
    });

test('test titles have at most 90 characters', (t) => {
    t.is(shown(titlesOfTests().filter(({ text }) => text.length > 90)), '');
});

test('a sentence has at most 25 words', (t) => {
    const texts = [...textsOfCode(), ...textsOfWords('en'), ...textsOfStates('en')];
    const long = texts.filter(({ text }) =>
        text.split(/[.?!:](?: |$)/).some((sentence) => sentence.split(' ').length > longest)
    );
    t.true(long.length <= longSentences, shown(long));
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
