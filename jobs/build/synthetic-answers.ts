// Answers made from a rubric. They show whether it is obeyed, not whether it is wise.
import type { Criterion } from '../../db/sages.ts';
import { type Phrase, phrasesOf, says } from '../evaluation/phrases.ts';
import { type Sentence, sentencesOf } from '../evaluation/sentences.ts';

const opening = 'It was an ordinary day at work and we had a lot of things to do at the time.';

const asides = [
    'The room was quiet and the others came in late that morning.',
    'Some of us ate lunch outside, since the weather was kind.',
    'I still remember where everybody sat and what was on the wall.',
    'It took most of an afternoon and part of the next one.',
    'The coffee was cold by then, as it usually is.',
    'We went home late and came back early.',
    'Outside, the street was as loud as ever.',
    'That month had been long for all who were there.',
    'A phone rang somewhere and nobody minded.',
    'Later that year we moved to another floor.'
];

// Each says a phrase of any kind (noun, verb, whole clause) in a sentence of its own.
const carriers = [
    'What mattered most there, as I saw it, was this: {}, and I stayed with it.',
    'I can tell it in my own words as {}, which is how it went that week.',
    'In the end it came down to one thing, {}, and everybody could see it.',
    'My part of it was mainly {}, over the better half of two mornings.',
    'When they ask me what I would keep, I say {}, with all that belongs to it.',
    'The next page of my notebook says {}, with a date beside it.',
    'A colleague remembers it as {}, and I agree with her.',
    'Looking at it now, I would call it {}, more than anything else.'
];

const paraphrases = [
    'As far as I am concerned it was {} that carried us through those hours.',
    'If there is one thing to name, then {} would be mine, for that case at least.',
    'Somebody put it on the board as {}, and there it stood for weeks.',
    'It is {} that I would tell a newcomer about over tea.',
    'For us it meant {}, from the beginning right through to the close.'
];

export interface Said {
    level: 'absent' | 'partial' | 'strong';
    /** Which of several answers of this level. */
    variant: number;
}

export type Manner = 'plain' | 'paraphrase' | 'padded' | 'misspelt' | 'markdown' | 'lower_case';

interface Remark {
    text: string;
    sentences: Sentence[];
}

const remarksOf = (bank: readonly string[]): Remark[] =>
    bank.map((text) => ({ text, sentences: sentencesOf(text) }));

const openingRemark = { text: opening, sentences: sentencesOf(opening) };
const banks = {
    asides: remarksOf(asides),
    carriers: remarksOf(carriers),
    paraphrases: remarksOf(paraphrases)
};

/** What the answers of a criterion are made of. Sentences that by chance say an indicator themselves are left out. */
export interface Material {
    /** With each indicator once. */
    criterion: Criterion;
    asides: string[];
    carriers: string[];
    paraphrases: string[];
    /** The phrases that say so little that an empty remark contains them. */
    everyday: string[];
}

/** Looks through a criterion once for all the answers that are made of it. */
export function materialOf(criterion: Criterion): Material {
    const phrases = phrasesOf([...criterion.indicators, ...criterion.negative_indicators]);
    const fitting = {
        asides: unsaying(banks.asides, phrases),
        carriers: unsaying(banks.carriers, phrases),
        paraphrases: unsaying(banks.paraphrases, phrases)
    };
    const enough = Object.values(fitting).every((bank) => bank.length >= 2);
    const remarks = enough ? [openingRemark] : Object.values(banks).flat();
    const everyday = phrases.filter((phrase) => remarks.some(({ sentences }) => says(sentences, phrase)));
    const indicators = phrasesOf(criterion.indicators).map(({ text }) => text);
    return {
        criterion: { ...criterion, indicators },
        ...fitting,
        everyday: everyday.map(({ text }) => text)
    };
}

const unsaying = (bank: readonly Remark[], phrases: readonly Phrase[]) =>
    bank
        .filter(({ sentences }) => !phrases.some((phrase) => says(sentences, phrase)))
        .map(({ text }) => text);

/** Writes the answer of a criterion that says what is to be said, in the manner asked for. */
export function synthesise(material: Material, said: Said, manner: Manner) {
    const phrases = whatIsSaid(material, said);
    const turned = manner === 'paraphrase' ? phrases.toReversed() : phrases;
    const frames = manner === 'paraphrase' ? material.paraphrases : material.carriers;
    const carried = turned.map((phrase, index) => carry(phrase, frames, index + said.variant));
    const fill = material.asides;
    const around = [0, 1, 2].map((index) => fill[(index + said.variant) % fill.length] ?? '');
    return dressed([opening, ...carried, ...around], phrases, manner);
}

/** The phrases that an answer of this level says: strong two thirds or more, partial a third or less. */
export function whatIsSaid({ criterion }: Material, { level, variant }: Said) {
    const phrases = criterion.indicators;
    const all = phrases.length;
    const counts = {
        absent: [0],
        partial: [1, 1, 1, Math.floor(all / 3), Math.floor(all / 3)],
        strong: [all, all, all - 1, Math.ceil((all * 5) / 6), Math.ceil((all * 2) / 3)]
    }[level];
    const least = { absent: 0, partial: 1, strong: 2 }[level];
    const count = Math.max(least, counts[variant % counts.length] ?? 0);
    return phrases.map((_, index) => phrases[(index + variant) % all] ?? '').slice(0, count);
}

const carry = (phrase: string, frames: readonly string[], index: number) =>
    (frames[index % frames.length] ?? '{}').replace('{}', () => phrase);

function dressed(sentences: readonly string[], phrases: readonly string[], manner: Manner) {
    switch (manner) {
        case 'padded':
            return [opening, ...sentences, opening, opening].join(' ');
        case 'markdown':
            return ['## My answer', ...sentences.map((sentence) => `- **${sentence}**`)].join('\n');
        case 'lower_case':
            return sentences.join(' ').toLowerCase();
        case 'misspelt':
            return sentences.map((sentence) => misspelt(sentence, phrases)).join(' ');
        case 'plain':
        case 'paraphrase':
            return sentences.join(' ');
    }
}

/** Slips of the hand in everyday words. Rules cannot see through a misspelt indicator, so those stay whole. */
function misspelt(sentence: string, phrases: readonly string[]) {
    return phrases.some((phrase) => sentence.includes(phrase))
        ? sentence.replace(/\band\b/g, 'adn').replace(/\bwith\b/g, 'wiht')
        : sentence.replace(/\b(\w)(\w)(\w{3,})\b/g, '$2$1$3');
}
