import type { Match } from './phrases.ts';
import type { Sentence } from './sentences.ts';

const copiedRun = 4;

/** Knows the places of a sentence that are copied from the question: runs of four of its words. */
export function copying(question: readonly string[]) {
    const length = Math.min(copiedRun, question.length);
    const runs = new Set(question.slice(length - 1).map((_, from) => runAt(question, from, length)));
    return ({ tokens }: Sentence) => {
        const copied = new Set<number>();
        if (length === 0) return copied;
        const stems = tokens.map(({ stem }) => stem);
        for (let from = 0; from + length <= tokens.length; from += 1) {
            if (!runs.has(runAt(stems, from, length))) continue;
            for (let place = from; place < from + length; place += 1) copied.add(place);
        }
        return copied;
    };
}

const runAt = (stems: readonly string[], from: number, length: number) =>
    stems.slice(from, from + length).join(' ');

const linking = new Set('a an the and or with plus then also of und oder mit et ou avec y o con'.split(' '));
const firstPerson = new Set('i we my our me us ich wir mein unser je nous mon notre yo nosotros'.split(' '));
const mostKeywords = 0.6;

/** A bare list of keywords: no word of the candidate's own, or hardly one and nobody who speaks. */
export function isStuffed({ tokens }: Sentence, matches: readonly Match[]) {
    if (matches.length === 0) return false;
    const said = new Set(matches.flatMap(({ at }) => at.map((place) => tokens[place]?.stem)));
    const counted = tokens.filter(({ word, stem }) => said.has(stem) || !linking.has(word));
    const own = counted.filter(({ stem }) => !said.has(stem));
    if (own.length === 0) return true;
    if (matches.length < 3 || own.some(({ word }) => firstPerson.has(word))) return false;
    return 1 - own.length / counted.length > mostKeywords;
}

const shortAnswer = 12;

/** An answer of fewer than twelve words is at most partial: it can name things, not tell them. */
export const isShort = (words: number) => words < shortAnswer;
