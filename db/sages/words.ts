// Words of a text, those that it has in common with the indicators of a criterion, and the language that is read.
import { stemmer } from 'stemmer';

/** Whether the words that could disadvantage people are known in a language, a tag of BCP 47. */
export const scansLanguage = (language: string) => /^(?:en|de)(?:-|$)/.test(language);

/** Whether the embedded reader reads a language, a tag of BCP 47; where it does not, people read every answer. */
export const readsLanguage = (language = 'en') => /^en(?:-|$)/.test(language);

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** English words without content: the evaluator never looks for them. */
export const stopWords = words(
    `a an the and or but of to in on at by for with from as is are was were be been being am do does did done doing
    have has had having it its this that these those there here he she they you him her them his their i we me us my
    our your mine ours who whom whose which what when where why how so than then if not no nor never n't nt without
    can could ca will would wo shall should may might must also too very more most much many some any all each every
    other another own such just only even still yet about into onto over under up down out off again once while
    during before after until because both either neither between through against per via etc instead rather 's 're
    've 'll 'd 'm d s myself yourself himself herself itself themselves ourselves though although whether like`
);

/** The same in German, where they are as long as words that count. */
const germanWords = words(
    `aber alle allen alles also auch beide beim bevor bitte damit danach dann dass dazu dein deine denn diese diesem
    diesen dieser dieses doch dort durch eine einem einen einer eines einfach erst etwas gegen habe haben hatte hatten
    hier hinter ihnen ihre ihrem ihren ihrer immer jede jedem jeden jeder jedes jetzt kann kein keine keinen keiner
    können machen machte mehr mein meine meinem meinen meiner mich müssen nach nachdem nicht nichts noch nochmal nur
    oder ohne schon sehr sein seine seinem seinen seiner sich sind sofort soll sollen sonst über unser unsere unter
    viel viele vorher wann warum weil welche wenn werde werden wieder wird wurde wurden zuerst zwischen`
);

// Scripts without spaces are counted character by character.
const pattern =
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[[\p{L}\p{N}\p{M}'’]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+/gv;

/** Returns how many words a text has; one more than `most` for any number above it. */
export const countWords = (text: string, most: number) =>
    text
        .matchAll(pattern)
        .take(most + 1)
        .reduce((count) => count + 1, 0);

/** The content words, by their stem: no short words and no stop words. */
function tellingWords(text: string) {
    const found = Array.from(text.matchAll(pattern), ([word]) => word.toLowerCase());
    const telling = found.filter((word) => word.length > 3 && !stopWords.has(word) && !germanWords.has(word));
    return new Map(telling.map((word) => [stemmer(word), word]));
}

/** Returns the first word of a text that is also in an indicator, whatever its ending. */
export const indicatorWordIn = (text: string, indicators: readonly string[]) => findsWordOf(indicators)(text);

/** The same for many texts: these are read once. */
export function findsWordOf(indicators: readonly string[]) {
    const sought = tellingWords(indicators.join(' '));
    return (text: string) =>
        tellingWords(text)
            .entries()
            .find(([stem]) => sought.has(stem))?.[1];
}
