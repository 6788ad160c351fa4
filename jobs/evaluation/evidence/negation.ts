// Negation: what is negated in its clause, what a former clause may negate, and what a later one negates.
import { type Clause, isFinite, type Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { crosses, lightWords, negators, privativeVerbs, refusingVerbs } from './word-lists.ts';

const harmless = /^(?:only|just|merely|later|doubt|matter|least|problem|sooner)$/;

/** Harmless where they stand by themselves: "no worries, I", but not "reported no problems". */
const idle = /^(?:prob|problems|question|wonder|worries|mind)$/;

/** Whether a word negates what follows: "not", "without", "instead of", "too busy"; not that of "say no" or "not only". */
export function isNegator(tokens: readonly Token[], at: number) {
    const [low, next, afterNext] = [0, 1, 2].map((step) => tokens[at + step]?.low ?? '') as [
        string,
        string,
        string
    ];
    if (/^(?:say|why)$/.test(tokens[at - 1]?.lemma ?? '')) return false;
    if ((low === 'instead' || low === 'rather') && /^(?:of|than)$/.test(next)) return true;
    if (low === 'far' && next === 'from' && afterNext.endsWith('ing')) return true;
    if (low === 'too' && /^(?:busy|late|much|lazy|tired|slow|proud)$/.test(next)) return true;
    const isAlone =
        at === 0 || /PUNCT|AUX/.test(tokens[at - 1]?.pos ?? '') || tokens[at - 1]?.lemma === 'have';
    if (isAlone && idle.test(next)) return false;
    return negators.has(low) && !harmless.test(next) && !(low === 'not' && afterNext === 'only');
}

const isLeftOut = (tokens: readonly Token[], at: number) =>
    (tokens[at]?.lemma === 'leave' && tokens[at + 1]?.low === 'out') ||
    (tokens[at]?.lemma === 'get' && tokens[at + 1]?.low === 'rid');

/** Whether a word alone means that something is not done: "avoid", "left out". */
export const isPrivative = (tokens: readonly Token[], at: number) =>
    privativeVerbs.has(tokens[at]?.lemma ?? '') || isLeftOut(tokens, at);

function isRefusal(tokens: readonly Token[], at: number) {
    const { lemma = '', pos } = tokens[at] ?? {};
    const next = tokens[at + 1]?.low ?? '';
    if (lemma === 'hesitate' && next !== 'to') return false;
    if (lemma === 'stop' && /^(?:to|at|by|in|for|until)$/.test(next)) return false;
    return isLeftOut(tokens, at) || (refusingVerbs.has(lemma) && (pos === 'VERB' || pos === 'NOUN'));
}

const lookBack = 40;

/** Whether a word is negated by those before it, from a place on; the words that were found negate nothing. */
export function isNegated(tokens: readonly Token[], from: number, token: number, at: readonly number[]) {
    let negated = false;
    let isLasting = false;
    let refusesThing = false;
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
            refusesThing = isNear && /DET|PRON|NOUN/.test(next?.pos ?? '');
        } else if (
            pos === 'CCONJ' &&
            !isLasting &&
            next &&
            (isFinite(next) || (refusesThing && isBase(next)))
        ) {
            negated = false; // as in "I left it out and called her", "stop the work and secure the area"
        }
    }
    return negated;
}

const isBase = ({ pos, low, lemma }: Token) => pos === 'VERB' && low === lemma;

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
        /^(?:,|and|or|&|\/|\+)$/.test(tokens[clauses[at]?.from ?? 0]?.low ?? '') &&
        tokens[(clauses[at]?.from ?? 0) + 1]?.low !== 'then'
    )
        at -= 1;
    return clauses[at]?.from ?? clause.from;
}

const helping = /^(?:not|n't|never|neither|nor|cannot|cant|dont|didnt|wont|doesnt|havent|hadnt)$/;

/** What a denial between `start` and a clause may do to it: "or" goes on with it, and "I do not know, ask" does not. */
export function denialBefore(
    tokens: readonly Token[],
    clause: Clause,
    start: number
): 'goes on' | 'unclear' | 'ends' {
    const isAlone = isIndependent(tokens, clause);
    if (isOfThing(tokens, start, clause.from)) return 'unclear';
    const denied = tokens.findLastIndex(
        ({ low }, at) => at >= start && at < clause.from && helping.test(low)
    );
    const helper = tokens[denied];
    if (!helper) return isAlone ? 'ends' : 'goes on';
    const isHelped = helper.low === 'not' || helper.low === "n't";
    if (isAlone) return isHelped ? 'ends' : 'unclear';
    const isPresent = isHelped && denied > start && /^(?:do|don)$/.test(tokens[denied - 1]?.low ?? '');
    if (!isPresent || tokens.slice(denied).some(({ low }) => low === 'or' || low === 'nor')) return 'goes on';
    return knowing.test(tokens[denied + 1]?.lemma ?? '') ? 'ends' : 'unclear';
}

/** "No fee, a longer loan" denies a thing and not its neighbours, unless with "or". */
const isOfThing = (tokens: readonly Token[], start: number, to: number) => {
    const denials = tokens.slice(start, to).filter(({ low }) => negators.has(low));
    const isListed = tokens.slice(start).some(({ low }) => low === 'or' || low === 'nor');
    return denials.length > 0 && denials.every(({ low }) => low === 'no') && !isListed;
};

const knowing = /^(?:know|remember|recall|understand|mind|care|think|believe)$/;

/** Whether the first verb of a clause is independent, so that it cannot belong to an earlier helper verb: "..., told her". */
export function isIndependent(tokens: readonly Token[], { from, to }: Clause) {
    const verb = tokens.slice(from, to).find(({ pos }) => pos === 'VERB');
    return verb !== undefined && isFinite(verb);
}

const empty = /^(?:nothing|nobody|none|noone)$/;
const excepted = /^(?:but|except|else|less|short|besides)$/;

/** Whether what a verb is about is nothing: "measured nothing", "told him nothing", but not "nothing but". */
export function isOfNothing(tokens: readonly Token[], verb: number, to: number) {
    if (tokens[verb]?.pos !== 'VERB') return false;
    const isBetween = /^(?:ADV|DET|PRON|ADP)$/.test(tokens[verb + 1]?.pos ?? '');
    return [verb + 1, ...(isBetween ? [verb + 2] : [])].some((at) => {
        const isNoOne = tokens[at]?.low === 'no' && tokens[at + 1]?.low === 'one';
        const after = tokens[at + (isNoOne ? 2 : 1)]?.low ?? '';
        return at < to && (isNoOne || empty.test(tokens[at]?.low ?? '')) && !excepted.test(after);
    });
}

/** Whether a clause says that something was not there, and not that it was not done: "there was no manager". */
export function isAbsence(tokens: readonly Token[]) {
    const verbs = tokens.filter(({ pos }) => pos === 'VERB' || pos === 'AUX');
    return (
        verbs.length > 0 &&
        verbs.every(({ lemma }) => lemma === 'be') &&
        tokens.some(({ low }) => /^(?:no|nothing|nobody|none)$/.test(low))
    );
}

const dismissal = new RegExp(
    String.raw`^\W*(?:never(?: ever)?|no(?: way)?|nope|not (?:once|ever|at all|me|us)|${crosses.replaceAll(' ', '|')})\W*$`,
    'u'
);

/** Whether the rest of the sentence only says no: "lost my temper: never". */
export function isDismissed({ clauses }: Sentence, clause: Clause) {
    const rest = clauses.slice(clauses.indexOf(clause) + 1).filter(({ text }) => /[\p{L}\p{S}]/u.test(text));
    return rest.length > 0 && rest.every(({ text }) => dismissal.test(text));
}

const twice =
    /\b(?:no|(?:not|never|hardly) (?:an?|one)) (?:\w+ ){1,5}(?:i|we) (?:did|do|have|had|would|could) (?:not|n't)\b/;

/** After which "when I did not" says that one always did. */
const without =
    /\b(?:there (?:is|was|were|'s) (?:no|never|not)\b|(?:(?:ca|could|do|did) n't|can ?not|(?:do|did|could) not) (?:think|remember|recall))\b/;

/** Whether a denial denies one before it: "there was no night when I did not". */
export function isDoubled({ tokens, clauses }: Sentence, clause: Clause) {
    if (twice.test(clause.text)) return true;
    const before = clauses[clauses.indexOf(clause) - 1];
    const opening = tokens[clause.from]?.low ?? '';
    return before !== undefined && /^(?:when|where|which|who)$/.test(opening) && without.test(before.text);
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
