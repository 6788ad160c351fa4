// No text takes longer than its length: every regular expression of the product, and every reader of texts that
// strangers write, is given fragments of its own alphabet again and again, at one length and at four times that.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { parseSync, Visitor } from 'oxc-parser';
import { frameOf } from '../../jobs/evaluation/evidence/frames.ts';
import { isEnglish } from '../../jobs/evaluation/evidence/language.ts';
import { ordersIn } from '../../jobs/evaluation/evidence/orders.ts';
import { quotedIn } from '../../jobs/evaluation/evidence/quotation.ts';
import { readAnswer } from '../../jobs/evaluation/evidence/reading.ts';
import { sentencesIn } from '../../jobs/evaluation/evidence/sentences.ts';
import { loadTokenizer } from '../../jobs/evaluation/evidence/tokens.ts';
import { visibleText } from '../../jobs/evaluation/evidence/visible-text.ts';
import { parseReply, quoteFinder } from '../../jobs/evaluation/model/reply.ts';
import { protectedWords } from '../../jobs/build/rubric/protected-words.ts';
import { sentencesOf } from '../../jobs/build/rubric/sentences.ts';
import { complaint } from '../support/fixtures/evidence.ts';
import { casesOr, seeded } from '../support/runs/size.ts';

const root = join(import.meta.dirname, '../..');

interface Reader {
    name: string;
    alphabet: readonly string[];
    read: (text: string) => unknown;
}

/** Those that are only given the end of a text, so many characters at most. */
const ofEnds: Readonly<Record<string, number>> = {
    'jobs/evaluation/evidence/quotation.ts': 60,
    'jobs/evaluation/evidence/sentences.ts': 12
};

interface Text {
    source: string;
    /** Of a regular expression. */
    flags?: string;
}

/** The regular expressions of a file, and the texts of which others are put together. */
function textsIn(file: string) {
    const texts: Text[] = [];
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    new Visitor({
        Literal: (node) => {
            if ('regex' in node) texts.push({ source: node.regex.pattern, flags: node.regex.flags });
            else if (typeof node.value === 'string') texts.push({ source: node.value });
        },
        TemplateElement: ({ value }) => void texts.push({ source: value.raw })
    }).visit(program);
    return texts;
}

/** What means something to an expression: its words, its characters, and one of each kind. */
function alphabetOf(texts: readonly Text[]) {
    const found = texts.flatMap(({ source }) => [
        ...(source.replaceAll(/\\./g, ' ').match(/[\p{L}']{2,}/gu) ?? []),
        ...(source.match(/[^\p{L}\s\\]/gu) ?? []),
        ...Array.from(source.matchAll(/\\u\{?([\da-f]{4,6})/gi), ([, code = '']) =>
            String.fromCodePoint(Number.parseInt(code, 16))
        )
    ]);
    return [...new Set([' ', '\n', 'a', '1', ...found])];
}

function expressionsIn(file: string): Reader[] {
    if (file in ofEnds) return [];
    return textsIn(file).flatMap(({ source, flags }) => {
        if (flags === undefined) return [];
        const expression = new RegExp(source, flags.replace('y', 'g'));
        const read = (text: string) =>
            expression.global ? text.replaceAll(expression, '') : expression.test(text);
        return [{ name: `${file}: /${source}/`, alphabet: alphabetOf([{ source }]), read }];
    });
}

const evidence = globSync('jobs/evaluation/evidence/*.ts', { cwd: root });
const ofFiles = (...files: string[]) => alphabetOf(files.flatMap(textsIn));
const rubric = ['jobs/build/rubric/protected-words.ts', 'jobs/build/rubric/sentences.ts'];

function exhausted<Result>(steps: Generator<unknown, Result>) {
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

const tokenize = await loadTokenizer();
const reader = { tokenize, yieldNow: () => Promise.resolve(), language: 'en' };

const ofReader = (
    name: string,
    read: Reader['read'],
    alphabet = ofFiles(`jobs/evaluation/evidence/${name}.ts`)
) => ({
    name,
    read,
    alphabet
});

const readers: readonly Reader[] = [
    ofReader('visible-text', visibleText),
    ofReader('orders', (text) => exhausted(ordersIn(text))),
    ofReader('frames', frameOf),
    ofReader('language', isEnglish),
    ofReader('quotation', (text) => quotedIn(text, [])),
    ofReader('sentences', (text) => exhausted(sentencesIn(text, tokenize))),
    ofReader('reply', parseReply, ofFiles('jobs/evaluation/model/reply.ts')),
    ofReader(
        'quotes',
        (text) => quoteFinder(text)(text),
        ofFiles('jobs/evaluation/model/reply.ts', 'db/store/folding.ts')
    ),
    ofReader('protected words', protectedWords, ofFiles(...rubric)),
    ofReader('sentences of a rubric', sentencesOf, ofFiles(...rubric)),
    ofReader('reading', (text) => readAnswer(complaint, text, reader), ofFiles(...evidence))
];

const expressions = globSync('{cli,config,db,jobs,plugins,words}/**/*.ts', { cwd: root }).flatMap(
    expressionsIn
);

const length = 4096;
const times = 16;
/** Sixteen times the length takes sixteen times as long, and 256 times where it is read again from each place. */
const most = 100;
/** Milliseconds that no text of this length needs where each place is looked at once. */
const little = 1;

/** Picks of an alphabet: a beginning, what is repeated, and an end. */
const picks = fc.record({
    head: fc.array(fc.nat(), { maxLength: 2 }),
    piece: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    tail: fc.array(fc.nat(), { maxLength: 1 })
});

type Picks = typeof picks extends fc.Arbitrary<infer Value> ? Value : never;

function textOf(alphabet: readonly string[], { head, piece, tail }: Picks, size: number) {
    const [first, again, last] = [head, piece, tail].map((of) =>
        of.map((n) => alphabet[n % alphabet.length]).join('')
    );
    return `${first}${again?.repeat(Math.ceil(size / again.length))}${last}`;
}

async function costOf({ read }: Reader, text: string) {
    const began = performance.now();
    await read(text);
    return performance.now() - began;
}

/** The least of several, for the machine may be busy with other things. */
async function leastOf(reader: Reader, text: string) {
    let least = Infinity;
    for (let tried = 0; tried < 3; tried += 1) least = Math.min(least, await costOf(reader, text));
    return least;
}

async function assertLinear(reader: Reader, of: Picks) {
    const short = textOf(reader.alphabet, of, length);
    if ((await costOf(reader, short)) < little || (await leastOf(reader, short)) < little) return;
    const long = textOf(reader.alphabet, of, times * length);
    let growth = Infinity;
    for (let tried = 0; tried < 2 && growth >= most; tried += 1)
        growth = Math.min(growth, (await leastOf(reader, long)) / (await leastOf(reader, short)));
    const fragment = JSON.stringify(short.slice(0, 40));
    assert(growth < most, `${reader.name} takes ${growth.toFixed(1)} times as long for ${fragment}`);
}

function linear(name: string, all: readonly Reader[]) {
    const tried = fc.asyncProperty(picks, async (of) => {
        for (const one of all) await assertLinear(one, of);
    });
    test.serial(name, async (t) => {
        await fc.assert(tried, { seed: 20_261_123, ...seeded, numRuns: casesOr(60), endOnFailure: true });
        t.pass();
    });
}

linear('no regular expression takes longer than a text is long', expressions);
linear('no reader of what strangers write takes longer than it is long', readers);

test('every expression has an alphabet of its own to be tried with', (t) => {
    t.true(expressions.length > 200);
    for (const { name, alphabet } of [...expressions, ...readers]) t.true(alphabet.length >= 4, name);
});
