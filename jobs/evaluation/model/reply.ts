// Checks the reply of a model: its form, and that its quotes occur in the answer.
import type { VisibleText } from '../evidence/visible-text.ts';
import type { Level } from '../../../db/sages/verdicts.ts';
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
 * Returns a function that finds quotes in an answer, as it was written and as the model saw it. Only white space, typographic
 * quotation marks and missing hidden characters may differ. It returns the text of the answer, or undefined when the quote does not
 * occur.
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

function finderIn(whole: string) {
    const { text, places } = folded(whole);
    return (quote: string) => {
        const wanted = folded(quote).text.trim();
        const from = wanted === '' ? -1 : text.indexOf(wanted);
        if (from < 0) return undefined;
        const start = places[from] ?? 0;
        return { start, end: (places[from + wanted.length - 1] ?? start) + 1 };
    };
}

const hidden = /\p{Default_Ignorable_Code_Point}/u;
const double = /[\u201c-\u201f\u00ab\u00bb\u2033]/;
const single = /[\u2018-\u201b\u2032\u00b4`]/;

/** Returns the text with normalized white space and quotation marks, and the original position of each character. */
function folded(original: string) {
    let text = '';
    let before = ''; // to ask the text itself for its end would put it together each time
    const places: number[] = [];
    for (let place = 0; place < original.length; place += 1) {
        const character = original.charAt(place);
        const kept = alike(original, place, character);
        if (kept === '' || (kept === ' ' && before === ' ')) continue;
        before = kept;
        text += kept;
        places.push(place);
    }
    return { text, places };
}

function alike(original: string, place: number, character: string) {
    if (character > ' ' && character <= '~' && character !== '`') return character; // most of them, quickly
    if (/\s/.test(character)) return ' ';
    if (double.test(character)) return '"';
    if (single.test(character)) return "'";
    return isHidden(original, place, character) ? '' : character;
}

/** A hidden character outside the basic plane counts as two halves. */
function isHidden(original: string, place: number, character: string) {
    const isLow = character >= '\udc00' && character <= '\udfff';
    const whole = String.fromCodePoint(original.codePointAt(isLow ? place - 1 : place) ?? 0);
    return hidden.test(whole);
}
