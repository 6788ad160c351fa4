// Checks the reply of a model: its form, and that its quotes occur in the answer.
import type { Level } from '../../../db/sages/verdicts.ts';

export interface Reply {
    level: Exclude<Level, 'unscored'>;
    quotes: string[];
    reason: string;
}

const levels = ['absent', 'partial', 'strong'] as const;
const longestReason = 2000;
/** Three are asked for. */
const mostQuotes = 10;

/** Returns the JSON object of a reply, bare or in a fenced block; undefined for anything else. */
export function parseReply(text: string): Reply | undefined {
    const value = parsed(unfenced(text.trim()));
    if (typeof value !== 'object' || value === null) return undefined;
    const { level, quotes, reason } = value as Record<string, unknown>;
    const known = levels.find((one) => one === level);
    const areTexts = Array.isArray(quotes) && quotes.every((quote) => typeof quote === 'string');
    if (!known || !areTexts || quotes.length > mostQuotes || typeof reason !== 'string') return undefined;
    return { level: known, quotes, reason: reason.slice(0, longestReason) };
}

/** The inside of a fenced block, for those who cannot leave it out. Slices: a pattern would take long on a hostile reply. */
function unfenced(text: string) {
    const firstLine = text.indexOf('\n');
    const isFenced = text.startsWith('```') && text.endsWith('```') && firstLine > 0;
    return isFenced ? text.slice(firstLine, -3) : text;
}

function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch (error) {
        if (error instanceof SyntaxError) return undefined;
        throw error;
    }
}

/**
 * Returns a function that finds quotes in an answer. Only white space, typographic quotation marks and missing hidden
 * characters may differ. It returns the text of the answer, or undefined when the quote does not occur.
 */
export function quoteFinder(answer: string) {
    const { text, places } = folded(answer);
    return (quote: string) => {
        const wanted = folded(quote).text.trim();
        const from = wanted === '' ? -1 : text.indexOf(wanted);
        if (from < 0) return undefined;
        const start = places[from] ?? 0;
        const last = places[from + wanted.length - 1] ?? start;
        return answer.slice(start, last + 1);
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
