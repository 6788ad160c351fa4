// Words in quotation marks count as those of another person, unless candidates quote themselves.
import type { Sentence } from './sentences.ts';

const marks = [
    /"([^"\n]{2,600})"/g,
    /“([^”\n]{2,600})”/g,
    /«([^»\n]{2,600})»/g,
    /„([^„“”\n]{2,600})[“”]/g,
    /(?<=^|[\s(:,])['‘]([^\n'‘’]{3,400})['’](?=[\s.,;:!?)]|$)/g,
    /^>[^\n]*$/gm
];
const mine = /\b(?:I|we|me)\b(?:\s+\w+){0,6}\W*$/;
/** After these even a word or two are a quotation: so-called "checks", what he called a "plan". */
const doubted =
    /\b(?:so[- ]called|self-styled|would-be|alleged|supposed|(?:he|she|they|boss|manager|colleague|handbook|book|poster|trainer|teacher)(?: \w+){0,2} (?:say|says|said|calls?|called|writes?|wrote|shouts?|shouted)(?: (?:it|this|that|an?|the|my|his|her|their)){0,2})\W{0,2}$/i;
const theirs =
    /\b(?:he|she|they|boss|manager|colleague|told me|heard|read|handbook|book|poster|trainer|teacher)\b[^.]*$/i;

/** For each sentence, the places of its words that are quoted. A word or two in marks are a term, unless doubted. */
export function quotedIn(text: string, sentences: readonly Sentence[]): Set<number>[] {
    const spans = marks.flatMap((pattern) =>
        Array.from(text.matchAll(pattern), (found) => spanOf(text, found))
    );
    const quotations = spans.filter((span) => span !== undefined).toSorted((a, b) => a.from - b.from);
    let next = 0;
    return sentences.map(({ start, end, tokens }) => {
        while ((quotations[next]?.to ?? Infinity) <= start) next += 1;
        const here = quotations.slice(next, next + 40).filter(({ from }) => from < end);
        const inside = tokens.flatMap((token, at) =>
            here.some(({ from, to }) => token.start >= from && token.end <= to) ? [at] : []
        );
        return new Set(inside);
    });
}

function spanOf(text: string, { index, 0: found }: RegExpExecArray) {
    const before = text.slice(Math.max(0, index - 60), index);
    const span = { from: index, to: index + found.length };
    if (doubted.test(before)) return span;
    if (found.trim().split(/\s+/).length < 3) return;
    return mine.test(before) && !theirs.test(before) ? undefined : span;
}
