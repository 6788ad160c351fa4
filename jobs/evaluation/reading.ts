import type { Criterion } from '../../db/sages.ts';
import { copying, isStuffed } from './guards.ts';
import { isInstruction } from './instructions.ts';
import { type Match, matchesIn, type Phrase, phrasesOf } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import { stemsOf } from './words.ts';

/** A sentence that counts, and what it says for and against. */
export interface Reading {
    sentence: Sentence;
    speaksFor: Match[];
    against: Match[];
}

/** Reads an answer sentence by sentence; what copies, stuffs or instructs is flagged and does not speak for. */
export function readAnswer(sentences: readonly Sentence[], text: string, criterion: Criterion) {
    const indicators = phrasesOf(criterion.indicators);
    const negatives = phrasesOf(criterion.negative_indicators);
    const copiedFrom = copying(stemsOf(criterion.question));
    const flags = new Set<string>();
    const readings: Reading[] = [];
    for (const sentence of sentences) {
        const matches = matchesIn(sentence, [...negatives, ...indicators]);
        const copied = copiedFrom(sentence);
        if (copied.size > sentence.tokens.length / 2) flags.add('copies_question');
        const instructs = isInstruction(text.slice(sentence.start, sentence.end));
        const stuffed = isStuffed(sentence, ofThese(matches, indicators));
        if (instructs) flags.add('instruction_to_judge');
        if (stuffed) flags.add('keyword_stuffing');
        const speaksFor = instructs || stuffed ? [] : notCopied(ofThese(matches, indicators), copied);
        const against = ofThese(matches, negatives);
        if (speaksFor.length + against.length > 0) readings.push({ sentence, speaksFor, against });
    }
    return { readings, flags: [...flags] };
}

const ofThese = (matches: readonly Match[], phrases: readonly Phrase[]) =>
    matches.filter(({ phrase }) => phrases.includes(phrase));

const notCopied = (matches: readonly Match[], copied: ReadonlySet<number>) =>
    matches.filter(({ at }) => !at.every((place) => copied.has(place)));
