// The text of an answer as a person reads it: without what is hidden, and spelled with care. It keeps the original positions.
import { apostrophes } from '../../../db/store/folding.ts';

export interface VisibleText {
    text: string;
    /** Place in the visible text -> place in the answer as it was written; one more than there are characters. */
    places: readonly number[];
    /** What was hidden, as far as it is text. */
    hidden: string;
    /** Hidden on purpose, whatever it says: letters of a word held apart, text drawn backwards, tags that spell. */
    suspicious: boolean;
}

const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const hiddenHtml =
    /<!--[\s\S]*?(?:-->|$)|<(\w{1,20})\s[^<>]{0,300}(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)[^<>]{0,300}>[^<]*(?:<\/\1\s*>)?/gi;

/** Returns the text that a person sees. */
export function visibleText(answer: string): VisibleText {
    const blocks = Array.from(answer.matchAll(hiddenHtml), ([block]) => block);
    const shown = answer.replaceAll(hiddenHtml, (block) => `\n${'\u2060'.repeat(block.length - 1)}`);
    const places: number[] = [];
    let text = '';
    let tags = '';
    let at = 0;
    for (const character of shown) {
        if (invisible.test(character)) tags += tagLetter(character);
        else for (let half = 0; half < character.length; half += 1) places.push(at + half);
        if (!invisible.test(character)) text += character;
        at += character.length;
    }
    places.push(answer.length);
    return {
        ...spelled(text, places),
        hidden: [...blocks, tags].join('\n'),
        suspicious: isSuspicious(answer, tags)
    };
}

/** What keyboards, hurry and copying from a PDF do to a text: each pattern, and what was meant. */
const meant: readonly (readonly [RegExp, (found: string) => string])[] = [
    [new RegExp(String.raw`(?<=\p{L})[\u0060\u02c8${apostrophes}](?=\p{L})`, 'gu'), () => "'"],
    [/(?<=\p{L})'nt\b/giu, (found) => (found === "'NT" ? "N'T" : "n't")], // "did'nt"
    [/[\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a]/g, (found) => found.normalize('NFKC')],
    [/(?<=\p{Ll})[-\u2010]\r?\n[ \t]{0,40}(?=(?!(?:not?|nor|never|none|nothing)\b)\p{Ll})/gu, () => ''], // a word that the end of a line parts
    [/(?<=\p{Ll}{2}[)"”’]?)(?:\.{1,3}|…)(?=["“(]?(?:\p{Lu}|i[ ']))/gu, (found) => `${found} `], // "panic.I told"
    [/(?<=\p{L}[)"”’]?)[!?]{1,3}(?=["“(]?\p{L})/gu, (found) => `${found} `],
    [/(?<=(?<![^\s(])\p{L}{3,20}(?:\/\p{L}{3,20}){0,5})\/(?=\p{L}{3})/gu, () => ' / ']
];

/** What is left as it is: addresses of mails and of pages. */
const address = /(?<!\S)\S{0,200}(?:@|:\/\/|www\.)\S{0,200}/g;

function spelled(text: string, places: readonly number[]): Pick<VisibleText, 'text' | 'places'> {
    return meant.reduce((so, [pattern, write]) => rewritten(so, pattern, write), { text, places });
}

function rewritten(
    of: Pick<VisibleText, 'text' | 'places'>,
    pattern: RegExp,
    write: (found: string) => string
) {
    const hits = Array.from(of.text.matchAll(pattern));
    if (hits.length === 0) return of;
    const addresses = Array.from(of.text.matchAll(address), ({ index, 0: { length } }) => ({
        start: index,
        end: index + length
    }));
    let next = 0;
    let text = '';
    let from = 0;
    const places: number[] = [];
    for (const { index, 0: found } of hits) {
        while ((addresses[next]?.end ?? Infinity) <= index) next += 1;
        if ((addresses[next]?.start ?? Infinity) <= index) continue;
        const written = write(found);
        text += of.text.slice(from, index) + written;
        for (let at = from; at < index; at += 1) places.push(of.places[at] ?? 0);
        for (let at = 0; at < written.length; at += 1)
            places.push(of.places[Math.min(index + at, index + found.length - 1)] ?? 0);
        from = index + found.length;
    }
    for (let at = from; at < of.places.length; at += 1) places.push(of.places[at] ?? 0);
    return { text: text + of.text.slice(from), places };
}

/** Tag characters are ASCII drawn as nothing. */
function tagLetter(character: string) {
    const code = (character.codePointAt(0) ?? 0) - 0xe0000;
    return code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : '';
}

const heldApart = /(?<=[A-Za-z])[\u200b-\u200d\u2060-\u2064](?=[A-Za-z])/g;
const turned = /[\u202a-\u202e\u2066-\u2069]/;
const mostTagLetters = 8; // the flag of Scotland is five

function isSuspicious(answer: string, tags: string) {
    const broken = answer.match(heldApart)?.length ?? 0;
    return broken >= 2 || turned.test(answer) || tags.length > mostTagLetters;
}
