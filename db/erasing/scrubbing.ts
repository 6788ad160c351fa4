// Finds people in a text, however a program has written it there, and takes them out.
import type { Traits } from './erasures.ts';

/** Shorter names also occur inside other words. */
const shortestText = 20;

/** The traits by which people are found, without those that are too short to identify a person. */
export function sought(of: readonly Traits[]) {
    const long = (text: string) => text.length > 1;
    const called = of.map(({ name }) => name.trim()).filter(long);
    const texts = of.flatMap((traits) => traits.texts.map((text) => text.trim()));
    return {
        /** Addresses, and names of several words. */
        names: [...called.filter(isFull), ...of.map(({ email }) => email.trim()).filter(long)],
        /** Names of one word, which may also be a month or a product: they count as they were written, and in texts alone. */
        words: called.filter((name) => !isFull(name)),
        texts: texts.filter(({ length }) => length >= shortestText)
    };
}

export const isFull = (name: string) => /\s/.test(name.trim());

/** Of these the part that fits no other person: addresses, and full names that no other person here has. */
export const certain = (
    of: readonly Pick<Traits, 'name' | 'email'>[],
    isShared: (name: string) => boolean
): Sought =>
    sought(
        of.map(({ name, email }) => ({ name: isFull(name) && !isShared(name) ? name : '', email, texts: [] }))
    );

export type Sought = ReturnType<typeof sought>;

export const isNobody = (sought: Sought) => Object.values(sought).every(({ length }) => length === 0);

/** Where something starts and ends in a text. */
export type Span = readonly [from: number, to: number];
export type Find = (text: string) => Span[];

/** JSON within JSON within JSON is the deepest that is looked into. */
const deepest = 3;

/** The pattern of a whole word; an address is a whole one only if none of its own is before a dot in front of it. */
const asWord = (name: string, letter: string) =>
    `(?<!${letter}${name.includes('@') ? '\\.?' : ''})${RegExp.escape(name)}(?!${letter})`;

/**
 * Returns a function that finds the names, as whole words in upper or lower case, the names of one word, and the texts: as
 * they are, and with whatever escapes JSON or CSV writes them.
 */
export function finder({ names, words, texts }: Sought): Find {
    const patternsOf = (all: readonly string[], flags: string) =>
        all.map((name) => new RegExp(asWord(name, '[\\p{L}\\p{N}]'), flags));
    const patterns = [...patternsOf(names, 'giu'), ...patternsOf(words, 'gu')];
    const asItIs: Find = (text) => [
        ...texts.flatMap((one) => placesOf(one, text)),
        ...patterns.flatMap((pattern) => matchesOf(pattern, text))
    ];
    const within = (text: string, depth: number, ways: readonly RegExp[]): Span[] => {
        const inside = ways.flatMap((way) => {
            const { read, origin } = unescaped(text, way);
            if (read === text || depth === 0) return [];
            const next = within(read, depth - 1, way === ofCsv ? [ofJson] : ways);
            return next.map(([from, to]) => [origin(from), origin(to)] as const);
        });
        return [...asItIs(text), ...inside];
    };
    const isPossible = hinter({ names, words, texts });
    return (text) => (isPossible(text) ? within(text, deepest, [ofJson, ofCsv]) : []);
}

/** The longest piece of a text that is the same in every format: letters and digits of ASCII, and what joins them. */
export const hintOf = (text: string) => longestOf(text.split(/[^A-Za-z0-9 .@-]+/));

export const longestOf = (pieces: readonly string[]) =>
    pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');

/** Returns a function that quickly rules out most texts that mention none of these people. */
function hinter({ names, words, texts }: Sought) {
    const inNames = names.map((name) => hintOf(name).toLowerCase());
    const inTexts = [...words, ...texts].map(hintOf);
    return (text: string) => {
        const small = text.toLowerCase();
        return inNames.some((hint) => small.includes(hint)) || inTexts.some((hint) => text.includes(hint));
    };
}

const matchesOf = (pattern: RegExp, text: string): Span[] =>
    Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => [index, index + length]);

function placesOf(one: string, text: string) {
    const found: Span[] = [];
    for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + one.length))
        found.push([at, at + one.length]);
    return found;
}

/** What these formats write otherwise; in CSV it is quotes, and the line ends of some systems. */
const ofJson = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g;
const ofCsv = /""|\r\n/g;
const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The character that one escape encodes. */
function meant(escape: string) {
    if (escape.startsWith('\\u')) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    const last = escape.slice(1);
    return letters[last] ?? last;
}

/** Returns a text without the escapes of one format, and a function that maps a place in it to the original. */
function unescaped(text: string, escapes: RegExp) {
    const ends: number[] = []; // of each escape, in what was read
    const gaps: number[] = []; // how many characters all escapes up to there took more
    let gap = 0;
    const read = text.replaceAll(escapes, (escape: string, at: number) => {
        ends.push(at - gap + 1);
        gap += escape.length - 1;
        gaps.push(gap);
        return meant(escape);
    });
    return { read, origin: (place: number) => place + (gaps[countUpTo(ends, place) - 1] ?? 0) };
}

/** How many of these ascending numbers are not above another one. */
function countUpTo(numbers: readonly number[], most: number) {
    let [low, high] = [0, numbers.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if ((numbers[middle] ?? Infinity) <= most) low = middle + 1;
        else high = middle;
    }
    return low;
}

/** Fewer bytes occur in a picture by chance. */
const fewestBytes = 5;

/** Returns a function that finds the names and the texts in binary data, in UTF-8 and UTF-16; names of one word may be chance. */
export function byteFinder({ names, texts }: Sought) {
    const asBytes = (of: readonly string[]) =>
        of
            .filter((text) => Buffer.byteLength(text) >= fewestBytes)
            .flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])
            .map((bytes) => bytes.toString('latin1'));
    const patterns = asBytes(names).map((name) => new RegExp(asWord(name, '[A-Za-z0-9]'), 'gi'));
    const inTexts = asBytes(texts);
    return (content: Buffer): Span[] => {
        const text = content.toString('latin1');
        const found = inTexts.flatMap((one) => placesOf(one, text));
        return [...found, ...patterns.flatMap((pattern) => matchesOf(pattern, text))];
    };
}

const gone = '(erased)';

/** Returns a function that takes these people out of a text. JSON stays JSON. */
export function scrubber(sought: Sought) {
    const find = finder(sought);
    return (text: string) => {
        let [left, end] = ['', 0];
        for (const [from, to] of find(text).toSorted(([a], [b]) => a - b)) {
            if (from >= end) left += text.slice(end, from) + gone;
            end = Math.max(end, to);
        }
        return left + text.slice(end);
    };
}
