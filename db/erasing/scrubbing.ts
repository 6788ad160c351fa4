// Finds people in a text, however they are written there, and takes them out.
import { canonical, fold, withPlaces } from '../store/folding.ts';
import type { Traits } from './erasures.ts';

/** Something that a person is found by: words one after the other, whatever is between them. */
interface Trait {
    words: string;
    /** Whether a place with these words, as it is written there, counts. */
    counts: (place: Written) => boolean;
    /** It occurs in binary data by chance. */
    isShort: boolean;
    /** Its words may stand in two cells of a table or two strings of JSON, which stay two. */
    isName?: true;
}

interface Written {
    written: string;
    /** A few characters on each side. */
    before: string;
    after: string;
}

export type Sought = readonly Trait[];

/** Where something starts and ends in a text. */
export type Span = readonly [from: number, to: number];

/** Shorter answers are what anybody may write. */
const shortestText = 20;

/** All that these people may be found by, without what is too short to identify a person. */
export const sought = (of: readonly Traits[]): Sought =>
    of.flatMap(({ name, email, texts }) => [
        ...nameTraits(name.trim()),
        ...addressTraits(
            email,
            ({ written, before }) => written.includes('@') && !/[\p{L}\p{N}]\.$/u.test(before)
        ),
        ...texts.flatMap((text) => traitsOf(text)).filter(({ words }) => words.trim().length >= shortestText)
    ]);

/** Their addresses, whole and written as they are but for case and what is not seen: nobody else can be meant. */
export const exactAddresses = (of: readonly Pick<Traits, 'email'>[]): Sought =>
    of.flatMap(({ email }) => {
        const same = canonical(email.trim());
        return addressTraits(
            email,
            ({ written, before, after }) =>
                !goesOn(before, /[\p{L}\p{N}._%+'\\-]$/u) &&
                !goesOn(after, /^[-.]?[\p{L}\p{N}]/u) &&
                [written, meaningOf(written)].some((one) => canonical(one) === same)
        );
    });

/** Whether an address goes on there. */
const goesOn = (text: string, more: RegExp) => more.test(text.replaceAll(unspaced, ' '));

/** Full names, with any of their words in front: "Byron, Ada". A single word may also be a month: it has its capital then. */
function nameTraits(name: string): Trait[] {
    const parts = name.split(/\s+/);
    if (name.length < 2) return [];
    if (parts.length > 1)
        return parts
            .flatMap((_, n) =>
                traitsOf(
                    [...parts.slice(n), ...parts.slice(0, n)].join(' '),
                    ({ written }) => !meaningOf(written).includes('@') // a part of an address
                )
            )
            .map((trait) => ({ ...trait, isName: true }));
    const isSmall = (written: string) => /^\p{Ll}/u.test(written);
    const short = traitsOf(name, ({ written }) => isSmall(name) || !isSmall(written));
    return short.map((trait) => ({ ...trait, isShort: true }));
}

const addressTraits = (email: string, counts: Trait['counts']) =>
    email.trim().length < 2 ? [] : traitsOf(email, counts);

/** Fewer characters occur in a picture by chance. */
const fewestInBytes = 5;

function traitsOf(text: string, counts: Trait['counts'] = () => true): Trait[] {
    const readings = new Set([text, meaningOf(text)].map((read) => spaced(fold(read)).trim())); // as they are looked for
    return [...readings]
        .filter((words) => words !== '')
        .map((words) => {
            const before = unspacedFirst.test(words) ? '' : ' ';
            const after = unspacedLast.test(words) ? '' : ' ';
            return { words: `${before}${words}${after}`, counts, isShort: words.length < fewestInBytes };
        });
}

const letters = String.raw`\p{L}\p{N}\p{M}`;
const others = new RegExp(`[^${letters}]+`, 'gu');

/** Scripts that write words without a space between them. */
const script = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((name) => `\\p{Script_Extensions=${name}}`)
    .join('');
export const unspaced = new RegExp(`[${script}]`, 'gu');
const [unspacedFirst, unspacedLast] = [new RegExp(`^[${script}]`, 'u'), new RegExp(`[${script}]$`, 'u')];
const spacesWithin = new RegExp(`(?<=[${script}]) (?=[${script}])`, 'gu');
const borders = new RegExp(
    `(?<=[${script}])(?=(?![${script}])[${letters}])|(?<=(?![${script}])[${letters}])(?=[${script}])`,
    'gu'
);

/** The words of a folded text, each with one space before and after it. */
const spaced = (plain: string) =>
    ` ${plain} `.replaceAll(others, ' ').replaceAll(spacesWithin, '').replaceAll(borders, ' ');

/** What programs write for one character: in JSON, however deep, in addresses and in HTML, also one in another. */
const escapes =
    /(?:&|(?<!\\)\\+u0026)(?:amp;)*#?\w{1,8};|(?<!\\)\\+(?:ud[89ab]..\\+ud[c-f]..|u[\da-f]{4}|(?-i:[bfnrt]))|%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f])+|%(?:25)*[2-7][\da-f]/gi;
const accents = /^&([a-z])(?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron);$/i;
const ligatures: Readonly<Record<string, string>> = {
    szlig: 'ss',
    aelig: 'ae',
    oelig: 'oe',
    thorn: 'th',
    eth: 'd'
};

const meaningOf = (text: string) => text.replaceAll(escapes, meant);

/** The characters that an escape means; a space for one that is none of a word. */
function meant(escape: string) {
    if (escape.startsWith('%'))
        return Buffer.from(escape.replaceAll(/%(?:25)*(?=..(?:%|$))/g, ''), 'hex').toString();
    const entity = escape.replace(/^\\+u0026/i, '&').replaceAll('amp;', '');
    if (entity.startsWith('&')) {
        const [, hex, decimal] = /^&#(?:x([\da-f]{1,6})|(\d{1,7}));$/i.exec(entity) ?? [];
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        if (point <= 0x10ffff) return String.fromCodePoint(point);
        return ligatures[entity.slice(1, -1).toLowerCase()] ?? accents.exec(entity)?.[1] ?? ' ';
    }
    const codes = escape.match(/[\da-f]{4}/gi) ?? ['20'];
    return String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)));
}

/** Characters that are looked at together. */
const part = 32_768;

/** What is before a match is looked at, and it begins at none of the marks of a letter. */
const margin = 16;

/** The most characters that one is written with: `%25E7%2594%25B0`. */
const widest = 15;

/** Yields where these people are in a text, one part of it after the other; a place may be yielded twice. */
export function* spansIn(text: string, people: Sought): Generator<Span[]> {
    const longest = people.reduce((most, { words }) => Math.max(most, words.length), 0);
    for (let from = 0; from === 0 || from < text.length; from += part) {
        const start = Math.max(0, from - margin);
        const piece = text.slice(start, from + part + longest * widest + margin);
        const isCut = ([a, b]: Span) =>
            (a < margin && start > 0) || (b === piece.length && start + b < text.length);
        yield [piece, meaningOf(piece)].flatMap((read, way) => {
            if (way === 1 && read === piece) return [];
            const words = spaced(fold(read));
            const near = people.filter((one) => words.includes(one.words));
            if (near.length === 0) return [];
            return placesOf(piece, near, way === 0 ? characters : tokens)
                .filter((span) => !isCut(span))
                .map(([a, b]): Span => [a + start, b + start]);
        });
    }
}

/** A character is read together with its marks, which have an order of their own when they are folded. */
const characters = /[^]\p{M}*/gu;
const tokens = new RegExp(`${escapes.source}|${characters.source}`, 'giu');

/** What is between the cells of a table, the strings of JSON and the lines of a text. */
const structure = /["\t\r\n;:,|]/;

/** Where these people are in a text that is read in tokens, each of them a character or an escape. */
function placesOf(text: string, people: Sought, by: RegExp): Span[] {
    const { plain, places } = withPlaces(text, by, (token) =>
        fold(token.length > 1 ? meaningOf(token) : token)
    );
    const words = spaced(plain);
    const inPlain = lettersIn(plain, words);
    const endOf = (last: number) => {
        let next = last + 1;
        while (places[next] === places[last]) next += 1;
        return places[next] ?? text.length;
    };
    const found: Span[] = [];
    for (const { words: wanted, counts, isName } of people) {
        const lead = wanted.startsWith(' ') ? 1 : 0;
        const length = wanted.trim().length;
        for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + length)) {
            const [first = 0, last = 0] = [inPlain[at + lead], inPlain[at + lead + length - 1]];
            const [from, to] = [places[first] ?? 0, endOf(last)];
            const around = {
                before: plain.slice(Math.max(0, first - margin), first),
                after: plain.slice(last + 1, last + 4)
            };
            if (!counts({ written: text.slice(from, to), ...around })) continue;
            let [begin, before] = [from, first];
            for (const next of isName ? inPlain.slice(at + lead + 1, at + lead + length) : []) {
                const [end, start] = [endOf(before), places[next] ?? to];
                if (next > before + 1 && structure.test(text.slice(end, start))) {
                    found.push([begin, end]);
                    begin = start;
                }
                before = next;
            }
            found.push([begin, to]);
        }
    }
    return found;
}

/** Of each character of these words its place in the folded text, where other characters are between them; a space is where the word ended. */
function lettersIn(plain: string, words: string) {
    let next = 0;
    return Array.from({ length: words.length }, (_, n) => {
        if (words[n] === ' ') return Math.max(0, next - 1);
        while (next < plain.length && plain[next] !== words[n]) next += 1;
        return next++;
    });
}

/** Whether any of these people is named. */
export function isIn(text: string, people: Sought) {
    for (const spans of spansIn(text, people)) if (spans.length > 0) return true;
    return false;
}

/** The same in binary data, in UTF-8 or UTF-16. */
export function* inBytes(content: Buffer, people: Sought) {
    const long = people.filter(({ isShort }) => !isShort);
    yield* spansIn(content.toString(), long);
    for (const from of [0, 1]) {
        const pairs = content.subarray(from, content.length - ((content.length - from) % 2));
        yield* spansIn(pairs.toString('utf16le'), long);
        yield* spansIn(Buffer.from(pairs).swap16().toString('utf16le'), long);
    }
}

const gone = '(erased)';

/** A text without what is at these places. */
export function without(text: string, spans: readonly Span[]) {
    let [left, end] = ['', 0];
    for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
        if (from >= end) left += text.slice(end, from) + gone;
        end = Math.max(end, to);
    }
    return left + text.slice(end);
}

/** Returns a function that takes these people out of a text. */
export const scrubber = (people: Sought) => (text: string) =>
    without(text, [...spansIn(text, people)].flat());
