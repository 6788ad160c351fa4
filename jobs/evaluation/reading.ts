import type { Criterion } from '../../db/sages/sages.ts';
import { copying, isStuffed } from './guards.ts';
import { isInstruction } from './instructions.ts';
import { longestFirst, type Match, matchesIn, type Phrase, phrasesOf } from './phrases.ts';
import { type Sentence, sentencesIn } from './sentences.ts';
import type { Rest } from './yielding.ts';
import { stemsOf } from './words.ts';

/** A sentence that counts, and what it says for and against. */
export interface Reading {
    sentence: Sentence;
    speaksFor: Match[];
    against: Match[];
}

/** What an answer says: which sentences count, what was odd about it, and how many words it has. */
interface ReadAnswer {
    readings: Reading[];
    flags: string[];
    words: number;
}

/** Reads an answer sentence by sentence; what copies, stuffs or instructs is flagged and does not speak for. */
export async function readAnswer(text: string, criterion: Criterion, rest: Rest): Promise<ReadAnswer> {
    const read = reader(text, criterion);
    const flags = new Set<string>();
    const readings: Reading[] = [];
    let words = 0;
    for (const sentence of sentencesIn(text)) {
        await rest();
        const { reading, odd } = read(sentence);
        for (const flag of odd) flags.add(flag);
        if (countIn(reading) > 0) readings.push(reading);
        words += sentence.tokens.length;
    }
    return { readings, flags: [...flags], words };
}

/** How much a sentence says, for and against. */
export const countIn = ({ speaksFor, against }: Reading) => speaksFor.length + against.length;

function reader(text: string, { question, indicators, negative_indicators }: Criterion) {
    const speaking = phrasesOf(indicators);
    const negatives = phrasesOf(negative_indicators);
    const phrases = longestFirst([...negatives, ...speaking]);
    const copiedFrom = copying(stemsOf(question));
    return (sentence: Sentence) => {
        const matches = matchesIn(sentence, phrases);
        const said = ofThese(matches, speaking);
        const copied = copiedFrom(sentence);
        const instructs = isInstruction(text.slice(sentence.start, sentence.end));
        const stuffed = isStuffed(sentence, said);
        const speaksFor = instructs || stuffed ? [] : notCopied(said, copied);
        const odd = oddities(copied.size > sentence.tokens.length / 2, instructs, stuffed);
        return { reading: { sentence, speaksFor, against: ofThese(matches, negatives) }, odd };
    };
}

const oddities = (copies: boolean, instructs: boolean, stuffed: boolean) => [
    ...(copies ? ['copies_question'] : []),
    ...(instructs ? ['instruction_to_judge'] : []),
    ...(stuffed ? ['keyword_stuffing'] : [])
];

const ofThese = (matches: readonly Match[], phrases: readonly Phrase[]) =>
    matches.filter(({ phrase }) => phrases.includes(phrase));

const notCopied = (matches: readonly Match[], copied: ReadonlySet<number>) =>
    matches.filter(({ at }) => !at.every((place) => copied.has(place)));
