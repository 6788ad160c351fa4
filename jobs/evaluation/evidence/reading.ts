// Searches one answer for the indicators of one criterion: finds and quotes the places, and decides their kinds.
import { LRUCache } from 'lru-cache';
import type { Criterion } from '../../../db/sages/sages.ts';
import { readsLanguage } from '../../../db/sages/words.ts';
import type { Evidence } from '../../../db/sages/verdicts.ts';
import { collectYielding, type Yield } from '../yielding.ts';
import { isEnglish } from './language.ts';
import { kindOf, type Telling, tellingOf } from './kinds.ts';
import { copiedFrom, listsIn } from './lists.ts';
import { type Orders, ordersIn } from './orders.ts';
import { type Phrase, type Rubric, rubricOf } from './phrases.ts';
import { type Counts, type Found, indexOf, placesOf } from './places.ts';
import { quotedIn } from './quotation.ts';
import { type Sentence, sentencesIn } from './sentences.ts';
import type { Tokenize } from './tokens.ts';
import { type VisibleText, visibleText } from './visible-text.ts';

export interface Reading {
    /** False if the answer is not in English: then it is only checked for flags. */
    read: boolean;
    evidence: Evidence[];
    flags: string[];
}

interface Reader {
    tokenize: Tokenize;
    yieldNow: Yield;
    language: string;
}

const rubrics = new LRUCache<string, Rubric>({ max: 100 });

/** A build reads hundreds of answers to one criterion, so its indicators are compiled once. */
function compiled(criterion: Criterion, tokenize: Tokenize) {
    const key = JSON.stringify(criterion); // the same criterion arrives again with each answer
    const known = rubrics.get(key) ?? rubricOf(criterion, tokenize);
    rubrics.set(key, known);
    return known;
}

/** Returns the reading of an answer for a criterion. The same answer always gives the same reading. */
export async function readAnswer(criterion: Criterion, answer: string, reader: Reader): Promise<Reading> {
    const { tokenize, yieldNow, language } = reader;
    const visible = visibleText(answer);
    const rubric = compiled(criterion, tokenize);
    const orders = await ordersOf(visible.text, yieldNow);
    const flags = new Set(orders.flags);
    if (await isHiddenOnPurpose(visible, rubric, reader)) flags.add('hidden_text');
    if (!readsLanguage(language) || !isEnglish(visible.text))
        return { read: false, evidence: [], flags: sorted(flags) };
    const sentences = await collectYielding(sentencesIn(visible.text, tokenize), yieldNow);
    const { copied, most } = copiedFrom(rubric.question, sentences);
    if (most) flags.add('copied_question');
    const ordered = sentences.map((sentence) => isOrdered(sentence, orders));
    const counts: Counts = (sentence, token) => !ordered[sentence] && !copied[sentence]?.has(token);
    const telling = tellingOf(sentences, quotedIn(visible.text, sentences));
    const found = await foundIn(telling, rubric, counts, yieldNow);
    const { named, isList } = listsIn(sentences, found, rubric);
    if (isList) flags.add('keyword_list');
    const isForeign = sentences.map(({ text }) => !isEnglish(text));
    const shown = found.flatMap((one) => {
        const isUnread = isForeign[one.sentence] || (named.has(one) && one.kind === 'said');
        return shownAs(isUnread ? { ...one, kind: 'mentioned' } : one);
    });
    return { read: true, evidence: evidenceOf(shown, sentences, answer, visible), flags: sorted(flags) };
}

const sorted = (flags: ReadonlySet<string>) => [...flags].toSorted();

/** Runs the generator to its end, and yields to the event loop after each of its stretches. */
async function ordersOf(text: string, yieldNow: Yield): Promise<Orders> {
    const stretches = ordersIn(text);
    for (let step = stretches.next(); ; step = stretches.next()) {
        if (step.done) return step.value;
        await yieldNow();
    }
}

/** Hidden text is a matter of weight where it was hidden with effort, orders something, or holds the rubric's words. */
async function isHiddenOnPurpose(
    { hidden, suspicious }: VisibleText,
    { keys }: Rubric,
    { tokenize, yieldNow }: Reader
) {
    if (suspicious) return true;
    const said = hidden.replaceAll(/<!--|-->|<[^<>]*>/g, '\n').slice(0, 20_000);
    if (said.trim() === '') return false;
    const { flags } = await ordersOf(said, yieldNow);
    const holds = tokenize(said.slice(0, 2000)).some(
        ({ content, lemma }) => content && keys.has(`l:${lemma}`)
    );
    return flags.size > 0 || holds;
}

const isOrdered = ({ start, end }: Sentence, { spans }: Orders) =>
    spans.some(([from, to]) => from < end && to > start);

async function foundIn(telling: Telling, rubric: Rubric, counts: Counts, yieldNow: Yield): Promise<Found[]> {
    const index = indexOf(telling.sentences, rubric.wanted, counts);
    const find = async (phrases: readonly Phrase[]) => {
        const found: Found[] = [];
        for (const phrase of phrases) {
            await yieldNow();
            found.push(
                ...placesOf(phrase, index).map((place) => ({ ...place, kind: kindOf(place, telling) }))
            );
        }
        return found;
    };
    const against = await find(rubric.negatives);
    const indicators = await find(rubric.indicators);
    return [...indicators.map((one) => outweighed(one, against)), ...against];
}

/** A sentence that matches a negative indicator at least as well does not count for a positive one. */
function outweighed(one: Found, against: readonly Found[]): Found {
    const stronger = against.some(
        ({ kind, share, phrase, sentence }) =>
            kind === 'said' &&
            phrase.words.length >= 2 &&
            share >= Math.max(0.7, one.share) &&
            sentence === one.sentence
    );
    return stronger && one.kind === 'said' ? { ...one, kind: 'denied' } : one;
}

/** One word of several, or a light one, does not show that something was denied, supposed or done by others. */
function shownAs(one: Found): Found[] {
    const [word, ...more] = one.phrase.words;
    const isSlight = more.length > 0 || (one.phrase.negative && word?.distinctive === false);
    return isSlight && one.spots.length === 1 && one.kind !== 'said' ? [] : [one];
}

const longestWhole = 150;
const around = 20;

/** The whole sentence; of one that never ends, a few words around those that were found. */
function stretchOf({ spots, sentence }: Found, sentences: readonly Sentence[]): [from: number, to: number] {
    const { tokens = [] } = sentences[sentence] ?? {};
    const isWhole = tokens.length <= longestWhole;
    const from = isWhole ? 0 : Math.max(0, (spots[0]?.token ?? 0) - around);
    const to = isWhole ? tokens.length - 1 : (spots.at(-1)?.token ?? 0) + around;
    return [tokens[from]?.start ?? 0, (tokens[to] ?? tokens.at(-1))?.end ?? 1];
}

/** One entry for each indicator, kind and place. */
function evidenceOf(
    found: readonly Found[],
    sentences: readonly Sentence[],
    answer: string,
    { places }: VisibleText
) {
    const entries = found.map((one): Evidence => {
        const { phrase, kind } = one;
        const [from, to] = stretchOf(one, sentences);
        const start = places[from] ?? 0;
        const end = (places[to - 1] ?? 0) + 1;
        return { indicator: phrase.indicator, quote: answer.slice(start, end), start, end, kind };
    });
    const distinct = new Map(
        entries.map((one) => [`${one.start} ${one.end} ${one.kind} ${one.indicator}`, one])
    );
    return [...distinct.values()].toSorted(
        (a, b) => a.start - b.start || (a.indicator < b.indicator ? -1 : 1)
    );
}
