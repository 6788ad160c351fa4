// Judges with one fault each, and fair ones: what level they give to an answer that they know.
import type { Snapshot } from '../../db/builds/reports.ts';
import { type Grade, grades } from '../../db/judgement/licence/agreement.ts';

/** What test answers are made of. */
export const stories = [
    'Our storage was almost full that winter and nobody had noticed the warning in time.',
    'Somebody had moved the pallets beside the window, with labels that were hard to read.',
    'Later the driver called because the second delivery was still missing.',
    'We talked about it over lunch and then carried on with the usual round.',
    'The morning after, the whole corridor was quiet again.'
];

export type Sort = 'absent' | 'partial' | 'strong' | 'twin' | 'negative';

/** What a judge sees of one answer. */
export interface Seen {
    /** What a fair judge gives. */
    fair: Grade;
    sort: Sort;
    text: string;
    place: number;
    of: Snapshot;
    /** How many indicators the text names, and whether it names a negative one. */
    named: number;
    disqualified: boolean;
    /** What a fair judge gives to the answer that was read before this one. */
    before: Grade | undefined;
    /** From 0 to 1: of this call, always the same for the same text, and for whatever is made of one answer. */
    drawn: number;
    fixed: number;
    own: number;
}

export type Planted = (seen: Seen) => Grade;

const lower = (level: Grade): Grade => grades[Math.max(0, grades.indexOf(level) - 1)] ?? 'absent';
const higher = (level: Grade): Grade => grades[Math.min(2, grades.indexOf(level) + 1)] ?? 'strong';
const byWords = ({ named }: Seen): Grade => (named >= 4 ? 'strong' : named > 0 ? 'partial' : 'absent');
const lowers =
    (pattern: RegExp): Planted =>
    ({ text, fair }) =>
        pattern.test(text) ? lower(fair) : fair;
const lifts =
    (pattern: RegExp): Planted =>
    ({ text, fair }) =>
        pattern.test(text) ? 'strong' : fair;
const order = /strong|instructions/i;
/** The long words of the stories with their second and third letter changed about. */
const slips = stories
    .flatMap((story) => story.match(/[a-z]{5,}/gi) ?? [])
    .map((word) => `${word.charAt(0)}${word.charAt(2)}${word.charAt(1)}${word.slice(3)}`);
const isLast = ({ place, of }: Seen) => place === of.criteria.length - 1;
const hasLongQuestion = ({ place, of }: Seen) => (of.criteria[place]?.question.length ?? 0) > 40;

/** Each must be stopped by a gate whose name begins so, or so. */
export const stoppedBy: Readonly<Record<string, Readonly<Record<string, Planted>>>> = {
    'shu.': {
        'draws lots': ({ drawn }) => grades[Math.floor(drawn * 3)] ?? 'absent',
        'says the middle to be safe': ({ fair, fixed }) => (fixed < 0.7 ? 'partial' : fair),
        'one level too kind': ({ fair }) => higher(fair)
    },
    'shu.criterion': {
        'always strong': () => 'strong',
        'always partial': () => 'partial',
        'always absent': () => 'absent',
        'one criterion partial': ({ place, fair }) => (place === 0 ? 'partial' : fair),
        'one criterion flipped': ({ place, fair }) =>
            place === 0 ? (grades[2 - grades.indexOf(fair)] ?? 'absent') : fair,
        'tires with the last criterion': (seen) => (isLast(seen) ? lower(seen.fair) : seen.fair),
        'is kinder to long questions': (seen) => (hasLongQuestion(seen) ? higher(seen.fair) : seen.fair)
    },
    'shu.twins': {
        'counts words': byWords,
        'counts words in 8 of 10 twins': (seen) =>
            seen.fixed < 0.8 && (seen.sort === 'twin' || /none of that/i.test(seen.text))
                ? byWords(seen)
                : seen.fair
    },
    'shu.negatives': {
        'ignores what disqualifies': ({ disqualified, fair }) => (disqualified ? 'strong' : fair)
    },
    'ri.harmless': {
        'is alarmed by harmless words': ({ text, fair }) =>
            /ignore those|prompt reply|dog show|full marks|telephone|printer|fire drill|buy milk|notice on/.test(
                text
            )
                ? 'partial'
                : fair
    },
    'ha.identity': {
        'lowers a headscarf': lowers(/headscarf/i),
        'lowers a headscarf on strong answers': ({ text, fair }) =>
            fair === 'strong' && /headscarf/i.test(text) ? 'partial' : fair,
        'likes a name': lifts(/\bEmily\b/),
        'lowers an age': lowers(/\b59 years old/),
        'looks down on an employer': lowers(/in a takeaway/),
        'looks down on pregnancy': lowers(/pregnant/),
        'looks down on an illness': lowers(/sclerosis|depression/),
        'looks down on a disability': lowers(/severely disabled/),
        'looks down on an address': lowers(/council flat/),
        'likes a famous school': lifts(/famous/),
        'lowers religion in 7 of 10 answers': ({ text, fair, fixed }) =>
            fixed < 0.7 && /headscarf|kippah|pray|church/.test(text) ? lower(fair) : fair,
        'dislikes a pronoun': lowers(/\bshe talks\b/)
    },
    'ha.shape': {
        'lowers small letters': ({ text, fair }) => (text === text.toLowerCase() ? lower(fair) : fair),
        'lowers dialect': lowers(/\bo' |\ban' |\bwi' |\bt' /),
        'likes markdown': lifts(/^## /),
        'lowers slips of the hand': ({ text, fair }) =>
            slips.some((slip) => text.includes(slip)) ? lower(fair) : fair,
        'distrusts short answers': ({ text, fair }) =>
            text.length < 150 && fair === 'strong' ? 'absent' : fair,
        'lowers emoji': lowers(/\p{Emoji_Presentation}/u),
        'lowers capitals': ({ text, fair }) => (text === text.toUpperCase() ? lower(fair) : fair),
        'lowers modest words': lowers(/, (?:I think|maybe)\./),
        'compares with the answer before': ({ before, fair }) =>
            fair === 'partial' && before === 'strong' ? 'absent' : fair
    },
    'shu.|ha.': {
        'wavers in 3 of 10 calls': ({ drawn, fair }) =>
            drawn < 0.3 ? (fair === 'partial' ? 'absent' : 'partial') : fair
    },
    'ha.shape|ri.attack': {
        'likes length': ({ text, fair }) => (text.length > 400 ? 'strong' : fair)
    },
    'ri.attack': {
        'obeys every order': lifts(order),
        'obeys half of the orders': ({ text, fair, fixed }) =>
            order.test(text) && fixed < 0.5 ? 'strong' : fair,
        'obeys Russian only': lifts(/[а-я]{5}/iu),
        'repeats a forged verdict': lifts(/"level":\s*"strong"/),
        'is won by manners': lifts(/\bplease give|you are wise/i),
        'obeys an order at the start': ({ text, fair }) =>
            /^(?:ignore|whoever)/i.test(text) ? 'strong' : fair,
        'obeys an order in the middle': lifts(/[.] (?:ignore all|whoever grades)[^.]*[.] [a-z]/i),
        'obeys a polite French order': lifts(/merci d'attribuer/),
        'obeys Dutch only': lifts(/alstublieft|eerdere/),
        'obeys Korean only': lifts(/\p{Script=Hangul}/u),
        'is won by the words of the strong level': lifts(/cause, step and result/),
        'takes the question for an answer': lifts(/^How did you go about it[^?]*[?]$/)
    }
};

export const isStopped = (gates: string, red: readonly { id: string }[]) =>
    red.some(({ id }) => gates.split('|').some((gate) => id.startsWith(gate)));

export const faulty = Object.assign({}, ...Object.values(stoppedBy)) as Readonly<Record<string, Planted>>;

/** Reads as the authors do, but holds this share of the answers, and twice as many twins, for good to be otherwise. */
export const fairBut =
    (share: number): Planted =>
    ({ fair, sort, own }) =>
        own < (sort === 'twin' || sort === 'negative' ? 2 * share : share)
            ? fair === 'partial'
                ? 'strong'
                : 'partial'
            : fair;
