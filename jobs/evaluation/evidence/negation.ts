// Negation: what is negated in its clause, what a former clause may negate, and what a later one negates.
import type { Clause, Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { lightWords, negators, privativeVerbs, refusingVerbs } from './word-lists.ts';

const harmless = /^(?:only|just|merely|later|doubt|matter|least|problem|sooner)$/;

/** Whether a word negates what follows: "not", "without", "instead of", "too busy"; not that of "say no" or "not only". */
export function isNegator(tokens: readonly Token[], at: number) {
    const [low, next, afterNext] = [0, 1, 2].map((step) => tokens[at + step]?.low ?? '') as [
        string,
        string,
        string
    ];
    if (tokens[at - 1]?.lemma === 'say') return false;
    if ((low === 'instead' || low === 'rather') && /^(?:of|than)$/.test(next)) return true;
    if (low === 'too' && /^(?:busy|late|much|lazy|tired|slow|proud)$/.test(next)) return true;
    return negators.has(low) && !harmless.test(next) && !(low === 'not' && afterNext === 'only');
}

const isLeftOut = (tokens: readonly Token[], at: number) =>
    tokens[at]?.lemma === 'leave' && tokens[at + 1]?.low === 'out';

/** Whether a word alone means that something is not done: "avoid", "left out". */
export const isPrivative = (tokens: readonly Token[], at: number) =>
    privativeVerbs.has(tokens[at]?.lemma ?? '') || isLeftOut(tokens, at);

function isRefusal(tokens: readonly Token[], at: number) {
    const { lemma = '', pos } = tokens[at] ?? {};
    return isLeftOut(tokens, at) || (refusingVerbs.has(lemma) && (pos === 'VERB' || pos === 'NOUN'));
}

/** Whether the verb is not in its base form, which is the only one that follows "did not" or "would". */
const isFinite = ({ pos, low, lemma }: Token) => pos === 'VERB' && low !== lemma && !low.endsWith('ing');

const lookBack = 40;

/** Whether a word is negated by those before it, from a place on; the words that were found negate nothing. */
export function isNegated(tokens: readonly Token[], from: number, token: number, at: readonly number[]) {
    let negated = false;
    let isLasting = false;
    for (let place = Math.max(from, token - lookBack); place < token; place += 1) {
        const { low = '', pos } = tokens[place] ?? {};
        const next = tokens[place + 1];
        if (isNegator(tokens, place)) {
            if (low === 'without' && negated) return false; // "not without"
            negated = true;
            isLasting = low !== 'not' && low !== "n't";
        } else if (isRefusal(tokens, place) && !at.includes(place)) {
            const isNear = token - place <= 5 && !/^(?:by|and|to|at|when|the|for)$/.test(low);
            if (isNear) negated = !negated;
        } else if (pos === 'CCONJ' && !isLasting && next && isFinite(next)) {
            negated = false; // as in "I left it out and called her"
        }
    }
    return negated;
}

/** Whether a stretch says that something is not done: "no jargon", "I left it out", but not "I never avoid it". */
export function isWithout(tokens: readonly Token[]) {
    const some = tokens.some((_, at) => isNegator(tokens, at));
    const refusals = tokens.filter((_, at) => isRefusal(tokens, at)).length;
    return (Number(some) + refusals) % 2 === 1;
}

/** Where the clauses start that share their verb's helpers with this one: "I would call, wait and write it down". */
export function chainStart({ tokens, clauses }: Sentence, clause: Clause) {
    let at = clauses.indexOf(clause);
    while (
        at > 0 &&
        clauses[at]?.own === false &&
        /^(?:,|and|or)$/.test(tokens[clauses[at]?.from ?? 0]?.low ?? '')
    )
        at -= 1;
    return clauses[at]?.from ?? clause.from;
}

/** Whether the first verb of a clause is independent, so that it cannot belong to an earlier helper verb: "..., told her". */
export function isIndependent(tokens: readonly Token[], { from, to }: Clause) {
    const verb = tokens.slice(from, to).find(({ pos }) => pos === 'VERB');
    return verb !== undefined && isFinite(verb);
}

const object = /^(?:it|this|that|these|those|them|any|none|neither|either|so)$/;

/** Whether the writer denies to do a thing named before: "I have not done it in years", "I leave that". */
export function takesBack({ tokens }: Sentence, { from, to, subject }: Clause) {
    if (subject !== 'me') return false;
    const own = tokens.slice(from, to);
    const refused = own.findIndex((_, at) => isNegator(own, at) || isRefusal(own, at) || isLeft(own, at));
    if (refused < 0 || !own.slice(refused).some(({ low }) => object.test(low))) return false;
    return !own.some(({ pos, lemma }) => /NOUN|PROPN/.test(pos) && !lightWords.has(lemma));
}

const isLeft = (tokens: readonly Token[], at: number) =>
    tokens[at]?.lemma === 'leave' && tokens.slice(at + 1, at + 3).some(({ low }) => object.test(low));
