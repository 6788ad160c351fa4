import type { Sentence } from './sentences.ts';
import { stemsOf } from './words.ts';

const articles = new Set(['a', 'an', 'the']);
const widestGap = 2;

/** An indicator prepared for matching. */
export interface Phrase {
    text: string;
    /** Equal for two spellings of the same words. */
    key: string;
    forms: string[][];
}

/** Prepares phrases; those without a word and later spellings of the same words are left out. */
export function phrasesOf(indicators: readonly string[]): Phrase[] {
    const byKey = new Map<string, Phrase>();
    for (const text of indicators) {
        const phrase = phraseOf(text);
        if (phrase.key !== '' && !byKey.has(phrase.key)) byKey.set(phrase.key, phrase);
    }
    return [...byKey.values()];
}

export function phraseOf(text: string): Phrase {
    const stems = withoutArticles(stemsOf(text));
    // `trade-offs` is also written `tradeoffs`
    const joined = withoutArticles(stemsOf(text.replace(/(?<=\p{L})-(?=\p{L})/gu, '')));
    const forms = joined.length < stems.length ? [stems, joined] : [stems];
    return { text, key: stems.join(' '), forms };
}

function withoutArticles(stems: string[]) {
    const rest = stems.filter((stem) => !articles.has(stem));
    return rest.length > 0 ? rest : stems;
}

/** Whether a text says a phrase in one of its sentences, negated or not. */
export const says = (sentences: readonly Sentence[], { forms }: Phrase) =>
    sentences.some((stems) => forms.some((form) => stems.some((_, at) => isAt(form, stems, at))));

/** Whether the stems of a form stand there in their order, with at most two other words between one and the next. */
function isAt([first, ...others]: readonly string[], stems: Sentence, start: number) {
    if (stems[start] !== first) return false;
    let at = start;
    return others.every((stem) => {
        const next = stems.indexOf(stem, at + 1);
        const isNear = next > at && next <= at + 1 + widestGap;
        at = next;
        return isNear;
    });
}
