// Finds the places of an indicator in an answer: its words in any order, close together, in one sentence.
import type { EvidenceKind } from '../../../db/sages/verdicts.ts';
import { familyKey, isWord, type Phrase, sameKeys } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { kindredKeys } from './word-lists.ts';

/** A word of the answer: its place among all its words, and in its sentence. */
interface Spot {
    at: number;
    sentence: number;
    token: number;
}

export interface Place {
    phrase: Phrase;
    /** The share of the phrase that was found, by the weight of its words: 0 to 1. */
    share: number;
    sentence: number;
    /** The words that were found, in the order of the text. */
    spots: (Spot & { weight: number })[];
}

/** A place, and what is made of it. */
export interface Found extends Place {
    kind: EvidenceKind;
}

/** The positions of each form of a word. */
export type Index = ReadonlyMap<string, readonly Spot[]>;

/** Whether a word of the answer may count as evidence: it is not copied from the question, nor part of an order. */
export type Counts = (sentence: number, token: number) => boolean;

/** Builds the index of an answer for the forms that are searched. */
export function indexOf(sentences: readonly Sentence[], wanted: ReadonlySet<string>, counts: Counts): Index {
    const index = new Map<string, Spot[]>();
    let at = 0;
    for (const [sentence, { tokens }] of sentences.entries()) {
        for (const [token, one] of tokens.entries()) {
            if (!one.content || !counts(sentence, token)) continue;
            for (const key of keysAt(one, tokens[token - 1], tokens[token + 1])) {
                if (wanted.has(key)) put(index, key, { at: at + token, sentence, token });
            }
        }
        at += tokens.length;
    }
    return index;
}

/** "Follow up" is found by "follow-up" as well. */
function keysAt(token: Token, before: Token | undefined, next: Token | undefined) {
    const isThing = token.pos === 'NOUN' && /DET|ADJ|NOUN/.test(before?.pos ?? ''); // "the record"
    const joined = next && isWord(next) ? [`j:${token.low}${next.low}`] : [];
    return new Set([...sameKeys(token), familyKey(token), ...kindredKeys(token.lemma, isThing), ...joined]);
}

function put(index: Map<string, Spot[]>, key: string, spot: Spot) {
    const known = index.get(key);
    if (known) known.push(spot);
    else index.set(key, [spot]);
}

/** The share of a phrase that must be found. */
const thresholds = {
    sentence: 0.6,
    alone: 0.4,
    single: 0.7,
    family: 0.9,
    kindred: 0.95,
    reach: 40,
    most: 24
};

interface Hit extends Spot {
    word: number;
    weight: number;
    /** The same word, not only the same stem or family: "manager", not "managed". */
    isSame: boolean;
}

/** Returns the places of one phrase; of overlapping places the most complete one. */
export function placesOf(phrase: Phrase, index: Index): Place[] {
    const hits = hitsOf(phrase, index);
    const found = hits.flatMap((_, from) => windowAt(phrase, hits, from) ?? []);
    const taken = new Set<number>();
    const places: Place[] = [];
    for (const place of found.toSorted(
        (a, b) => b.share - a.share || spread(a) - spread(b) || start(a) - start(b)
    )) {
        if (place.spots.some(({ at }) => taken.has(at))) continue;
        for (const { at } of place.spots) taken.add(at);
        places.push(place);
        if (places.length === thresholds.most) break;
    }
    return places;
}

const start = ({ spots }: Place) => spots[0]?.at ?? 0;
const spread = ({ spots }: Place) => (spots.at(-1)?.at ?? 0) - (spots[0]?.at ?? 0);

const mostHits = 2000;

function hitsOf({ words }: Phrase, index: Index): Hit[] {
    const hits = words.flatMap(({ same, family, kindred, weight }, word) => {
        const seen = new Map<number, Hit>();
        for (const spot of kindred.flatMap((key) => index.get(key) ?? []))
            seen.set(spot.at, { ...spot, word, weight: weight * thresholds.kindred, isSame: false });
        for (const spot of index.get(family) ?? [])
            seen.set(spot.at, { ...spot, word, weight: weight * thresholds.family, isSame: false });
        for (const key of same)
            for (const spot of index.get(key) ?? []) {
                const isSame = !key.startsWith('s:') || seen.get(spot.at)?.isSame === true;
                seen.set(spot.at, { ...spot, word, weight, isSame });
            }
        return [...seen.values()];
    });
    return hits.toSorted((a, b) => a.at - b.at || a.word - b.word).slice(0, mostHits);
}

/** Returns the place that the words within reach of this one form in its sentence. */
function windowAt(phrase: Phrase, hits: readonly Hit[], from: number): Place | undefined {
    const first = hits[from];
    if (!first) return;
    const best = new Map<number, Hit>();
    for (let at = from; at < hits.length; at += 1) {
        const hit = hits[at];
        if (hit?.sentence !== first.sentence || hit.at - first.at > thresholds.reach) break;
        keep(best, hit);
    }
    return enough(phrase, best);
}

function keep(best: Map<number, Hit>, hit: Hit) {
    const known = best.get(hit.word);
    if (!known || known.weight < hit.weight) best.set(hit.word, hit);
}

// No answer repeats an indicator of ten words in full, so longer indicators need a smaller share of their words. The rule was
// chosen on the even half of 2,180 answers that teachers had graded; the odd half was not used to choose it, and there the mean
// AUC is 0.774.
const usualWords = 2.5;
const ease = ({ words }: Phrase) => Math.min(1, Math.sqrt(usualWords / words.length));

function enough(phrase: Phrase, best: ReadonlyMap<number, Hit>): Place | undefined {
    const hits = [...best.values()];
    const share = hits.reduce((sum, { weight }) => sum + weight, 0) / phrase.total;
    const distinct = new Map(
        hits.map(({ at, sentence, token, weight }) => [at, { at, sentence, token, weight }])
    );
    const isEnough =
        distinct.size > 1
            ? share + 1e-9 >= thresholds.sentence * ease(phrase)
            : standsAlone(phrase, hits, share);
    const [first] = hits;
    if (!isEnough || !first) return;
    return {
        phrase,
        share,
        sentence: first.sentence,
        spots: [...distinct.values()].toSorted((a, b) => a.at - b.at)
    };
}

const shortPhrase = 3;

/**
 * One word is enough for an indicator of at most three, if it is the same word and not only of its family, is neither
 * light nor in the question, and carries two fifths of the weight. Against a candidate more is needed.
 */
function standsAlone({ words, against }: Phrase, hits: readonly Hit[], share: number) {
    if (words.length === 1 || against) return share >= thresholds.single;
    const tells = hits.some(({ word, isSame }) => {
        const one = words[word];
        return isSame && one?.distinctive === true && !(one.isAct && one.common) && !one.isPart;
    });
    return tells && words.length <= shortPhrase && share + 1e-9 >= thresholds.alone;
}
