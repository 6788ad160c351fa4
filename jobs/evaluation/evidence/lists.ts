// Finds the words of the rubric that an answer contains without an account: lists of them, and copies of the question.
import type { Found } from './places.ts';
import { isWord, type Rubric, sameKeys } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { conjunctions } from './word-lists.ts';

/** Indicators that are only named: no evidence for the candidate. */
export interface Lists {
    /** The bare places, and those next to them in a list. */
    named: ReadonlySet<Found>;
    /** The answer does little but name the indicators. */
    isList: boolean;
}

const fewest = 3;

/** Returns the places that only name their indicator. Where three are named and nothing else is said, it is a list. */
export function listsIn(
    sentences: readonly Sentence[],
    found: readonly Found[],
    { keys }: Pick<Rubric, 'keys'>
): Lists {
    const ours = found.filter(({ phrase }) => !phrase.against);
    const said = ours.filter(({ kind }) => kind === 'said');
    const isOwn = (token: Token) => token.content && !sameKeys(token).some((key) => keys.has(key));
    const bare = recited(sentences, ours);
    let terse: boolean | undefined;
    const isTerse = () => (terse ??= isTelegram(sentences, isOwn));
    for (const [sentence, all] of Map.groupBy(ours, ({ sentence }) => sentence)) {
        const within = sentences[sentence];
        const here = all.filter(({ kind }) => kind === 'said' || kind === 'mentioned');
        if (!within || here.length === 0 || isOwnList(within, here, isOwn)) continue;
        const isRecital = isRecited(within.tokens, all, isOwn);
        const places = barePlaces(within, here, isOwn);
        const alone = here.filter(({ spots }) => isRecital || spots.every(({ token }) => places.has(token)));
        if (alone.length === 0) continue;
        const isOne = namesOf(alone).size < 2 || new Set(alone.map(startOf)).size < 2;
        const isTold = () => within.tokens.some((token) => isOwn(token) || isWriter(token.low)) || isTerse();
        if (isRecital || !isOne || !isTold()) for (const one of alone) bare.add(one);
    }
    const listing = new Set(Array.from(bare, ({ sentence }) => sentence));
    const isList = namesOf(bare).size >= fewest && said.every(({ sentence }) => listing.has(sentence));
    return { named: isList ? new Set(said) : bare, isList };
}

/** Items without a subject, some of which are none of the rubric's, or in an order of the writer's: "First the bus, then tyres." */
function isOwnList({ clauses, tokens }: Sentence, found: readonly Found[], isOwn: IsOwn) {
    const isBare = clauses.every(({ subject, from, to }) => {
        const own = tokens.slice(from, to);
        return (
            !own.some(({ content }) => content) ||
            (subject === 'none' && !own.some(({ pos }) => pos === 'AUX'))
        );
    });
    const parts = partsOf(tokens).filter((part) => part.tokens.some(({ content }) => content));
    const isMixed = parts.some((part) => part.tokens.every((one) => !one.content || isOwn(one)));
    return isBare && parts.length > 1 && (isMixed || ordered.test(withoutLiterals(tokens, found)));
}

/** Three indicators word for word with nothing between them: "let them finish repeat back what I heard check the account". */
const isRecited = (tokens: readonly Token[], found: readonly Found[], isOwn: IsOwn) =>
    namesOf(found.filter(({ phrase }) => formsOf(tokens).includes(phrase.literal))).size >= fewest &&
    !tokens.some(isOwn) &&
    !withoutLiterals(tokens, found).split(' ').some(isWriter);

/** Three indicators word for word, in sentences that have no word of their own: the rubric said again. */
function recited(sentences: readonly Sentence[], found: readonly Found[]): Set<Found> {
    const literal = found.filter(({ phrase, sentence }) => {
        const { tokens = [] } = sentences[sentence] ?? {};
        const unlabelled = tokens.filter((_, at) => tokens[at + 1]?.low !== ':'); // "I: ..."
        const more = withoutLiterals(unlabelled, found).match(/[^ ,]+/g) ?? [];
        return (
            formsOf(tokens).includes(phrase.literal) &&
            more.every((word) => parting.test(word) || conjunctions.has(word))
        );
    });
    return namesOf(literal).size >= fewest ? new Set(literal) : new Set();
}

/** Whether an answer is written in items: "Folder, then cook. Red on the slip." */
function isTelegram(sentences: readonly Sentence[], isOwn: IsOwn) {
    const items = sentences.filter(
        ({ clauses, tokens }) => clauses.every(({ subject }) => subject === 'none') && tokens.some(isOwn)
    );
    return items.length >= fewest && items.length * 2 >= sentences.length;
}

const ordered =
    /\b(?:first|then|next|finally|afterwards|after that|that is it|that 's it|that is all|that 's all)\b/;

/** The words of a sentence without the indicators that it repeats: "show it first" is no order of its own. */
const withoutLiterals = (tokens: readonly Token[], found: readonly Found[]) =>
    found.reduce((text, { phrase }) => text.replaceAll(phrase.literal, ' , '), formsOf(tokens));

const namesOf = (found: Iterable<Found>) => new Set(Array.from(found, ({ phrase }) => phrase.indicator));

const startOf = ({ spots }: Found) => spots[0]?.token;

type IsOwn = (token: Token) => boolean;

/** "My own way was the checklist" names it and is an account of it. */
const isWriter = (word: string) => /^(?:i|we|my|our)$/.test(word);

interface Part {
    from: number;
    tokens: readonly Token[];
}

const parting = /^(?:[,;:/|&•.!?–—-]+|and|or|then|plus|that)$/;

/** "The dentist and I look" stays one part. */
function partsOf(tokens: readonly Token[]): Part[] {
    const parts: Part[] = [];
    let from = 0;
    for (const [at, { low }] of [...tokens.entries(), [tokens.length, { low: '.' }] as const]) {
        const isShared = low === 'and' && /^(?:i|we)$/.test(tokens[at + 1]?.low ?? '');
        if (isShared || !(parting.test(low) || conjunctions.has(low))) continue;
        if (at > from) parts.push({ from, tokens: tokens.slice(from, at) });
        from = at + 1;
    }
    return parts;
}

/** The words of the sentence parts that have only words of the rubric and no account. */
function barePlaces(sentence: Sentence, found: readonly Found[], isOwn: IsOwn): ReadonlySet<number> {
    const { tokens } = sentence;
    const isLiteral = (part: Part) =>
        found.some(({ phrase: { literal } }) => holds(formsOf(part.tokens), literal));
    const filled = partsOf(tokens).filter(
        (part) => part.tokens.some(({ content }) => content) && !part.tokens.some(isOwn)
    );
    const hasOwnVerb = tokens.some((token) => token.pos === 'VERB' && isOwn(token));
    const isRecited = filled.filter(isLiteral).length >= fewest;
    const bare = filled.filter((part) => isRecited || !isDeed(sentence, part, isLiteral(part), hasOwnVerb));
    return new Set(bare.flatMap(({ from, tokens: some }) => some.map((_, at) => from + at)));
}

/** "I called the author", "called him back": not "calls the author", nor a bare "called the author" of the rubric. */
function isDeed(
    sentence: Sentence | undefined,
    { from, tokens }: Part,
    isLiteral: boolean,
    hasOwnVerb: boolean
) {
    const verb = tokens.find(({ pos }) => pos === 'VERB');
    const isMine = sentence?.clauses[sentence.clauseAt[from] ?? 0]?.subject === 'me';
    if (!verb) return isMine && hasOwnVerb;
    return !isThirdPerson(verb) && (isMine || (verb.low !== verb.lemma && !isLiteral));
}

/** The third person singular, the form of the rubric. */
export const isThirdPerson = ({ low, lemma }: Token) => low !== lemma && low.endsWith('s');

const holds = (part: string, literal: string) => part.includes(literal) || literal.includes(part);

/** The words of a text in the forms in which they were written, with a space between. */
const formsOf = (tokens: readonly Token[]) =>
    ` ${tokens
        .filter(isWord)
        .map(({ low }) => low)
        .join(' ')} `;
const run = 5;

/** For each sentence the words that are copied from the question in runs of five, and whether most of it is. */
export function copiedFrom(question: readonly Token[], sentences: readonly Sentence[]) {
    const words = question.filter(isWord).map(({ low }) => low);
    const length = Math.min(run, words.length);
    const runs = new Map(
        words
            .map((_, at) => [words.slice(at, at + length).join(' '), at])
            .slice(0, words.length - length + 1) as [string, number][]
    );
    const covered = new Set<number>();
    const copied = sentences.map(({ tokens }) => {
        const here = new Set<number>();
        if (length < 3) return here;
        const own = tokens.flatMap((token, at) => (isWord(token) ? [{ low: token.low, at }] : []));
        for (const [at] of own.entries()) {
            const some = own.slice(at, at + length);
            const from = runs.get(some.map(({ low }) => low).join(' '));
            if (from === undefined || some.length < length) continue;
            for (const [step, one] of some.entries()) {
                here.add(one.at);
                covered.add(from + step);
            }
        }
        return here;
    });
    return { copied, most: length >= 3 && covered.size >= words.length * 0.6 };
}
