// Finds people in a text, however they are written there, and takes them out.
import { canonical, fold } from '../store/folding.ts';
import type { Traits } from './erasures.ts';

/** Something that a person is found by: words one after the other, whatever is between them. */
interface Trait {
    words: string;
    /** Whether a place with these words, as it is written there, counts. */
    counts: (written: string, before: string) => boolean;
    /** It occurs in binary data by chance. */
    isShort: boolean;
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
        ...addressTraits(email, (written) => written.includes('@')),
        ...texts.filter((text) => text.trim().length >= shortestText).flatMap((text) => traitOf(text))
    ]);

/** Their addresses, written as they are but for case and what is not seen: nobody else can be meant. */
export const exactAddresses = (of: readonly Pick<Traits, 'email'>[]): Sought =>
    of.flatMap(({ email }) =>
        addressTraits(email, (written) => canonical(written) === canonical(email.trim()))
    );

/** Full names, with the first or the last word in front. A single word may also be a month: it has its capital then. */
function nameTraits(name: string): Trait[] {
    if (name.length < 2) return [];
    const [, rest, last] = /^(.+)\s+(\S+)$/s.exec(name) ?? [];
    const isName = (written: string) => !meaningOf(written).includes('@'); // but a part of an address
    if (rest !== undefined) return [...traitOf(name, isName), ...traitOf(`${last} ${rest}`, isName)];
    const isSmall = (written: string) => /^\p{Ll}/u.test(written);
    return traitOf(name, (written) => isSmall(name) || !isSmall(written)).map((one) => ({
        ...one,
        isShort: true
    }));
}

/** An address after a letter and a dot is the end of another one. */
const addressTraits = (email: string, isIt: (written: string) => boolean) =>
    email.trim().length < 2
        ? []
        : traitOf(email, (written, before) => !/[\p{L}\p{N}]\.?$/u.test(before) && isIt(meaningOf(written)));

/** Fewer characters occur in a picture by chance. */
const fewestInBytes = 5;

function traitOf(text: string, counts: Trait['counts'] = () => true): Trait[] {
    const readings = new Set([text, meaningOf(text)].map((read) => spaced(fold(read)).trim())); // as they are looked for
    return [...readings]
        .filter((words) => words !== '')
        .map((words) => {
            const [before, after] = [words.slice(0, 1), words.slice(-1)].map((end) =>
                unspaced.test(end) ? '' : ' '
            );
            return { words: `${before}${words}${after}`, counts, isShort: words.length < fewestInBytes };
        });
}

const letters = String.raw`\p{L}\p{N}\p{M}`;
const others = new RegExp(`[^${letters}]+`, 'gu');

/** Scripts that write words without a space between them. */
const script = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai']
    .map((name) => `\\p{Script=${name}}`)
    .join('');
const unspaced = new RegExp(`[${script}]`, 'u');
const spacesWithin = new RegExp(`(?<=[${script}]) (?=[${script}])`, 'gu');

/** The words of a folded text, each with one space before and after it. */
const spaced = (plain: string) => ` ${plain} `.replaceAll(others, ' ').replaceAll(spacesWithin, '');

/** What programs write for one character: in JSON, however deep, in addresses and in HTML. */
const escapes = /\\+u[\da-fA-F]{4}|\\+[bfnrt]|(?:%[\da-fA-F]{2})+|&#?\w{2,8};/g;
const accents = /^&([a-z])(?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron);$/i;

const meaningOf = (text: string) => text.replaceAll(escapes, meant);

/** The characters that an escape means; a space for one that is none of a word. */
function meant(escape: string) {
    const [, hex] = /^\\+u(.{4})$/.exec(escape) ?? /^&#x([\da-f]{1,6});$/i.exec(escape) ?? [];
    const point = hex === undefined ? Number(/^&#(\d{1,7});$/.exec(escape)?.[1]) : Number.parseInt(hex, 16);
    if (point <= 0x10ffff) return String.fromCodePoint(point);
    if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
    return escape === '&szlig;' ? 'ss' : (accents.exec(escape)?.[1] ?? ' ');
}

/** Characters that are looked at together. */
const part = 32_768;

/** Yields where these people are in a text, one part of it after the other; a place may be yielded twice. */
export function* spansIn(text: string, people: Sought): Generator<Span[]> {
    const longest = people.reduce((most, { words }) => Math.max(most, words.length), 0) * 6; // all of it as `\u00fc`
    for (let from = 0; from === 0 || from < text.length; from += part) {
        const start = Math.max(0, from - 2); // to see what is before a match
        const piece = text.slice(start, from + part + longest);
        const isCut = ([a, b]: Span) =>
            (a === 0 && start > 0) || (b === piece.length && start + b < text.length);
        yield [piece, meaningOf(piece)].flatMap((read, way) => {
            if (way === 1 && read === piece) return [];
            const words = spaced(fold(read));
            const near = people.filter((one) => words.includes(one.words));
            if (near.length === 0) return [];
            return placesOf(piece, near, way === 0 ? /[^]/gu : tokens)
                .filter((span) => !isCut(span))
                .map(([a, b]): Span => [a + start, b + start]);
        });
    }
}

const tokens = new RegExp(`${escapes.source}|[^]`, 'gu');

/** Where these people are in a text that is read in tokens, each of them a character or an escape. */
function placesOf(text: string, people: Sought, by: RegExp): Span[] {
    const { plain, places } = foldedWithPlaces(text, by);
    const words = spaced(plain);
    const inPlain = lettersIn(plain, words);
    const found: Span[] = [];
    for (const one of people) {
        const lead = one.words.startsWith(' ') ? 1 : 0;
        const length = one.words.trim().length;
        for (let at = words.indexOf(one.words); at >= 0; at = words.indexOf(one.words, at + length)) {
            const [first = 0, last = 0] = [inPlain[at + lead], inPlain[at + lead + length - 1]];
            const from = places[first] ?? 0;
            let next = last + 1;
            while (places[next] === places[last]) next += 1;
            const to = places[next] ?? text.length;
            if (one.counts(text.slice(from, to), plain.slice(Math.max(0, first - 2), first)))
                found.push([from, to]);
        }
    }
    return found;
}

/** A folded text, and of each of its characters the place in the text: one character there may be several here. */
function foldedWithPlaces(text: string, by: RegExp) {
    const places: number[] = [];
    let plain = '';
    for (const { 0: token, index } of text.matchAll(by)) {
        const folded = fold(token.length > 1 ? meaningOf(token) : token);
        for (let n = 0; n < folded.length; n += 1) places.push(index);
        plain += folded;
    }
    return { plain, places };
}

/** Of each character of these words its place in the folded text, where other characters are between them. */
function lettersIn(plain: string, words: string) {
    let next = 0;
    return Array.from({ length: words.length }, (_, n) => {
        if (words[n] === ' ') return next;
        while (plain[next] !== words[n]) next += 1;
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
    for (const text of [
        content.toString(),
        content.toString('utf16le'),
        content.subarray(1).toString('utf16le')
    ])
        yield* spansIn(text, long);
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

/** Returns a function that takes these people out of a text. JSON stays JSON. */
export const scrubber = (people: Sought) => (text: string) =>
    without(text, [...spansIn(text, people)].flat());
