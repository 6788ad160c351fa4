// What a model replied, as far as it can be relied on: its form is checked, its quotes are looked up in the answer.
import type { Level } from '../../../db/sages/verdicts.ts';

export interface Reply {
    level: Exclude<Level, 'unscored'>;
    quotes: string[];
    reason: string;
}

const levels = ['absent', 'partial', 'strong'] as const;
const longestReason = 2000;

/** The one JSON object of a reply, bare or in a fenced block. Undefined where it is anything else. */
export function parseReply(text: string): Reply | undefined {
    const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text);
    const value = parsed(fenced?.[1] ?? text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { level, quotes, reason } = value as Record<string, unknown>;
    const known = levels.find((one) => one === level);
    const areTexts = Array.isArray(quotes) && quotes.every((quote) => typeof quote === 'string');
    if (!known || !areTexts || typeof reason !== 'string') return undefined;
    return { level: known, quotes, reason: reason.slice(0, longestReason) };
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
 * Finds quotes in an answer. White space and typographic quotation marks may differ, hidden characters may be left
 * out, and nothing else; what is found is the text of the answer. Undefined: the answer does not say it.
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

/** The text with its white space and its quotation marks made alike, and where each character of it stood. */
function folded(original: string) {
    let text = '';
    const places: number[] = [];
    for (let place = 0; place < original.length; place += 1) {
        const character = original.charAt(place);
        const kept = alike(original, place, character);
        if (kept === '' || (kept === ' ' && text.endsWith(' '))) continue;
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

/** Both halves of a hidden character beyond the first plane count. */
function isHidden(original: string, place: number, character: string) {
    const isLow = character >= '\udc00' && character <= '\udfff';
    const whole = String.fromCodePoint(original.codePointAt(isLow ? place - 1 : place) ?? 0);
    return hidden.test(whole);
}
