// Checks the reply of a model: its form, and that its quotes occur in the answer.
import type { Level } from '../../../db/sages/verdicts.ts';
import { asTyped } from '../../../db/store/folding.ts';
import type { VisibleText } from '../evidence/visible-text.ts';
import { parsed } from './values.ts';

export interface Reply {
    level: Exclude<Level, 'unscored'>;
    quotes: string[];
    reason: string;
}

const levels = ['absent', 'partial', 'strong'] as const;
/** The prompt requests three quotes and a sentence. */
const longestReply = 64 * 1024;
const longestReason = 2000;
/** The prompt requests three. */
const mostQuotes = 10;

/**
 * Returns the object of a reply: the whole text, or the only object in a text with a fence, prose or thinking around it. An
 * object that is also in the answer may be a quotation, and counts only where the model wrote nothing else.
 */
export function parseReply(text: string, around?: { answer: string; isAll: boolean }): Reply | undefined {
    if (text.length > longestReply) return undefined;
    const whole = replyIn(parsed(text.trim()));
    if (!around || (whole && around.isAll)) return whole;
    const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    return spoken(around.answer).includes(spoken(object)) ? undefined : replyIn(parsed(object));
}

/** Without what a quotation may write otherwise: case, marks, and backslashes, which a prompt or a model may add or take. */
const spoken = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function replyIn(value: unknown): Reply | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const { level, quotes: given, reason } = value as Record<string, unknown>;
    const known = levels.find((one) => one === (typeof level === 'string' && level.toLowerCase()));
    const quotes: unknown = typeof given === 'string' ? [given] : given;
    if (!known || !areTexts(quotes) || quotes.length > mostQuotes || typeof reason !== 'string')
        return undefined;
    return { level: known, quotes, reason: reason.slice(0, longestReason) };
}

const areTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Returns a function that finds quotes in an answer, as it was written and as the model saw it. Only typography may differ: white
 * space, dashes, dots, quotation marks, ligatures, composed letters, hidden characters, and the marks at both ends. It returns the
 * text of the answer in whole characters, or undefined when the quote does not occur.
 */
export function quoteFinder(answer: string, seen?: Pick<VisibleText, 'text' | 'places'>) {
    const written = finderIn(answer);
    const spelled = seen && finderIn(seen.text);
    return (quote: string) => {
        const inAnswer = written(quote);
        if (inAnswer) return answer.slice(inAnswer.start, inAnswer.end);
        const inSeen = spelled?.(quote);
        if (!seen || !inSeen) return undefined;
        return answer.slice(seen.places[inSeen.start] ?? 0, (seen.places[inSeen.end - 1] ?? 0) + 1);
    };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function finderIn(whole: string) {
    const { plain, places } = asTyped(whole);
    const graphemes = segmenter.segment(whole);
    const graphemeAt = (at: number) => graphemes.containing(places[at] ?? 0);
    return (quote: string) => {
        const wanted = asTyped(quote).plain.trim();
        for (const one of [wanted, withoutEnds(wanted)]) {
            const from = placeOf(one, plain);
            if (from === undefined) continue;
            const [first, last] = [graphemeAt(from), graphemeAt(from + one.length - 1)];
            if (first && last) return { start: first.index, end: last.index + last.segment.length };
        }
        return undefined;
    };
}

/** A quote without the marks that a model puts around it, or ends its sentence with. */
const withoutEnds = (quote: string) => quote.replace(/^["'. ]+/, '').replace(/(?<!["'. ])["'. ]+$/, '');

/** Where a quote is in a text. One letter alone is a word there, for it is in every other one. */
function placeOf(quote: string, text: string) {
    const letters = quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (letters === 0) return undefined;
    for (let from = text.indexOf(quote); from >= 0; from = text.indexOf(quote, from + 1)) {
        const to = from + quote.length;
        if (letters > 1 || !isInWord(text.slice(Math.max(0, from - 2), from), text.slice(to, to + 2)))
            return from;
    }
    return undefined;
}

const isInWord = (before: string, after: string) =>
    /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{M}\p{N}]/u.test(after);
