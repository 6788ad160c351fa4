// Decides the kind of a place: the candidate says, denies, asks or supposes it, reports it of others, or quotes it.
import type { EvidenceKind } from '../../../db/sages/verdicts.ts';
import { isClaim, isPraise, isSupposed, joined } from './claims.ts';
import { claim } from './frames.ts';
import { isThirdPerson } from './lists.ts';
import { isLeftToOthers } from './others.ts';
import {
    chainStart,
    denialBefore,
    isAbsence,
    isDismissed,
    isDoubled,
    isIndependent,
    isNegated,
    isOfNothing,
    isWithout,
    takesBack
} from './negation.ts';
import type { Phrase } from './phrases.ts';
import type { Place } from './places.ts';
import type { Clause, Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { modals, negators, plainVerbs, refusingVerbs } from './word-lists.ts';

/** The properties of an answer that are computed before its places. */
export interface Telling {
    sentences: readonly Sentence[];
    /** For each sentence, the words in quotation marks that are not the candidate's. */
    quoted: readonly ReadonlySet<number>[];
    /** For each sentence, the context that its neighbours give to a fragment. */
    inherited: readonly (EvidenceKind | undefined)[];
    /** The last sentence that refuses everything named before it, or -1. */
    refusedUpTo: number;
}

/** Computes what each sentence inherits from its neighbours. */
export function tellingOf(sentences: readonly Sentence[], quoted: readonly ReadonlySet<number>[]): Telling {
    let carried: EvidenceKind | undefined;
    const inherited = sentences.map((sentence) => {
        const own = carried;
        const lead = leadOf(sentence);
        if (lead || sentence.mine) carried = lead;
        return own;
    });
    const refusedUpTo = sentences.findLastIndex((sentence) => sentence.frame.refusesAll && isShort(sentence));
    return { sentences, quoted, inherited, refusedUpTo };
}

const isShort = ({ tokens, clauses, text }: Sentence) =>
    tokens.length <= 18 && clauses.length <= 3 && !/\bbut\b/i.test(text);

/** Computes the effect of a sentence on the fragments that follow it. */
function leadOf(sentence: Sentence): EvidenceKind | undefined {
    const { frame, text, tokens } = sentence;
    const opens = /:\s*$/.test(text) || /\b(?:following|as follows|these things)\W*$/i.test(text);
    if (frame.byOthers) return 'by_others';
    if (frame.supposed) return 'supposed';
    if (!opens) return frame.cited && !sentence.mine ? 'quoted' : undefined;
    if (frame.asked) return 'asked';
    if (frame.refused) return 'denied';
    return colonFrame(sentence, tokens.length);
}

const whole = 0.95;

/** Returns the kind of a place. */
export function kindOf({ phrase, sentence, spots, share }: Place, telling: Telling): EvidenceKind {
    const at = spots.map(({ token }) => token);
    const tokens = telling.sentences[sentence]?.tokens ?? [];
    if (isOtherAct(phrase, telling.sentences[sentence], at)) return 'mentioned';
    if (share < whole && at.every((token) => isPraise(tokens, token))) return 'supposed';
    return kindIn(telling, sentence, spots, phrase);
}

/** Whether one word of an indicator is found where something else is done with it: "I wipe the plate", where it is brought. */
function isOtherAct(
    { words }: Phrase,
    sentence: Sentence | undefined,
    [token = 0, ...more]: readonly number[]
) {
    const clause = sentence?.clauses[sentence.clauseAt[token] ?? 0];
    const isPartial = more.length === 0 && words.length > 1 && words.some(({ isAct }) => isAct);
    if (!clause || !isPartial || sentence?.tokens[token]?.pos === 'VERB') return false;
    const after = sentence?.tokens.slice(token + 1, clause.to) ?? [];
    const isSubject = after[0]?.pos === 'AUX' || after[1]?.pos === 'AUX';
    const verb =
        sentence?.tokens.slice(clause.from, token).findLast(({ pos }) => pos === 'VERB') ??
        (isSubject ? after.find(({ pos }) => pos === 'VERB') : undefined);
    if (!verb) return false;
    const next = sentence?.tokens[(sentence.tokens.indexOf(verb) ?? 0) + 1]?.low ?? '';
    return !plainVerbs.has(verb.lemma) || /^(?:off|away|down)$/.test(next);
}

function kindIn(telling: Telling, number: number, spots: Place['spots'], phrase: Phrase): EvidenceKind {
    const at = spots.map(({ token }) => token);
    const sentence = telling.sentences[number];
    if (!sentence) return 'said';
    if (sentence.frame.asked)
        return (!phrase.negative && answered(sentence, telling.sentences[number + 1])) || 'asked';
    if (at.filter((token) => telling.quoted[number]?.has(token)).length * 2 >= at.length) return 'quoted';
    if (sentence.frame.refused || isRefusedLater(telling, number))
        return phrase.negative ? 'mentioned' : 'denied';
    const framed = framedBy(sentence, Math.min(...at), Math.max(...at));
    if (framed) return framed;
    const next = telling.sentences[number + 1];
    const kind = byVote(sentence, next, spots, phrase);
    if (kind !== 'said' && kind !== 'mentioned') return kind;
    const around = sentence.mine ? undefined : fragmentKind(telling, number);
    return around ?? (isTakenBack(sentence, next, at) ? 'mentioned' : kind);
}

const aboutMe = /^\W{0,9}(?:did|have|had|do|was|were)\s+(?:i|we|you|u)\b/i;
const aboutOthers =
    /^\W{0,9}(?:\w+n't|is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|shall|might|must|may|what|who|why|how|when|where|which)\b/i;
const yes =
    /^\W{0,9}(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|always|indeed|(?:i|we) (?:did|have|had|do)(?!\s?n't))\b(?!,? (?:no|not|never|nothing|none|nobody)\b)/i;
const no =
    /^\W{0,9}(?:(?:no|nope|never|not (?:once|ever|at all|me)|(?:i|we) (?:did|have|had|do)\s?(?:not|n't))\b(?! (?:problem|doubt|question|hesitation|matter|wonder|one)s?\b)|(?:absolutely|certainly|of course|indeed|sure),? (?:not|never)\b)/i;

/** What the next sentence answers to a question that the writer puts: "Lost my temper? Never." */
function answered({ text }: Sentence, next: Sentence | undefined): EvidenceKind | undefined {
    const isOwn = aboutMe.test(text) || (!aboutOthers.test(text) && text.slice(-9).includes('?'));
    if (!isOwn || !next) return undefined;
    if (no.test(next.text)) return 'denied';
    return yes.test(next.text) ? 'said' : undefined;
}

function isRefusedLater({ sentences, refusedUpTo }: Telling, number: number) {
    if (number < refusedUpTo) return true;
    const next = sentences[number + 1];
    if (!next?.frame.refused || !isShort(next) || /\b(?:before|until|again|since)\b/i.test(next.text))
        return false;
    return /\b(?:none|nothing|neither|any|all|that|this|it|these|those|them|such|which)\b/i.test(next.text);
}

/** Whether a later clause, or the next sentence, may negate what was named. */
function isTakenBack(sentence: Sentence, next: Sentence | undefined, at: readonly number[]) {
    const last = sentence.clauseAt[Math.max(...at)] ?? 0;
    return (
        sentence.clauses.slice(last + 1).some((clause) => takesBack(sentence, clause)) ||
        (next?.clauses.slice(0, 1).some((clause) => takesBack(next, clause)) ?? false)
    );
}

/** The words before a colon, and the claims before the words in the same clause. */
function framedBy(sentence: Sentence, first: number, last: number): EvidenceKind | undefined {
    const { tokens, frame, clauses, clauseAt, mine } = sentence;
    const colon = tokens.findLastIndex(({ text }, at) => at < last && text === ':');
    const framed = colon >= 0 ? colonFrame(sentence, colon) : undefined;
    if (framed) return framed;
    if (frame.cited && !mine) return 'quoted';
    const clause = clauses[clauseAt[first] ?? 0];
    return clause && isClaim(clause, tokens, first) ? 'supposed' : undefined;
}

function colonFrame({ tokens, frame, clauses }: Sentence, colon: number): EvidenceKind | undefined {
    const lead = tokens.slice(Math.max(0, colon - 40), colon);
    const text = joined(lead);
    if (frame.byOthers || clauses[0]?.subject === 'other') return 'by_others';
    const refuses = lead.some(({ low, lemma }) => negators.has(low) || refusingVerbs.has(lemma));
    if (
        refuses &&
        /\b(?:i|we|any|these|this|following|list|things?)\b/.test(text) &&
        !/\bnot only\b/.test(text)
    )
        return 'denied';
    if (frame.cited) return 'quoted';
    return lead.some(({ low }) => modals.has(low)) || claim.test(text) ? 'supposed' : undefined;
}

/** Each found word votes with the kind of its clause, by its weight. */
function byVote(
    sentence: Sentence,
    next: Sentence | undefined,
    spots: Place['spots'],
    phrase: Phrase
): EvidenceKind {
    const at = spots.map(({ token }) => token);
    const votes = new Map<EvidenceKind, number>();
    let mine = false;
    for (const { token, weight } of spots) {
        const clause = sentence.clauses[sentence.clauseAt[token] ?? 0];
        if (!clause) continue;
        const kind = inCondition(
            kindInClause({ sentence, next, clause, token, at, phrase }),
            sentence,
            clause
        );
        mine ||= kind === 'said' && clause.subject === 'me';
        votes.set(kind, (votes.get(kind) ?? 0) + weight);
    }
    const kind = elected(votes);
    return kind === 'by_others' && (mine || isAwaited(sentence, at)) ? 'said' : kind;
}

/** What a condition names is neither said nor denied: "if the guest is calm", "when I do not know it". */
function inCondition(kind: EvidenceKind, { tokens }: Sentence, { from }: Clause): EvidenceKind {
    const isAsked = /^(?:ask|check|see|look|test|watch|out|try|sure)$/.test(tokens[from - 1]?.lemma ?? '');
    const opening = tokens.slice(from).find(({ pos }) => !/PUNCT|CCONJ/.test(pos))?.low ?? '';
    const isCondition = opening === 'if' ? !isAsked : kind === 'denied' && opening === 'when';
    return isCondition && /^(?:said|denied)$/.test(kind) ? 'mentioned' : kind;
}

/** Half the votes are enough to deny or suppose; otherwise the most votes, and of equal ones the first. */
function elected(votes: ReadonlyMap<EvidenceKind, number>): EvidenceKind {
    const of = votes.values().reduce((sum, weight) => sum + weight, 0) - 1e-9;
    for (const strict of ['denied', 'supposed'] as const) {
        if ((votes.get(strict) ?? 0) * 2 >= of) return strict;
    }
    return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'said';
}

/** "I went on when she had approved it" reports something that the candidate waited for. */
const isAwaited = ({ tokens, clauses, clauseAt, mine }: Sentence, at: readonly number[]) =>
    mine &&
    at.every((token) => {
        const { from = 0, text = '' } = clauses[clauseAt[token] ?? 0] ?? {};
        const opening = tokens[from]?.low ?? '';
        return /^(?:until|after|before|once)$/.test(opening) || (opening === 'when' && /\bhad\b/.test(text));
    });

interface Vote {
    sentence: Sentence;
    next: Sentence | undefined;
    clause: Clause;
    token: number;
    at: readonly number[];
    phrase: Phrase;
}

function kindInClause(vote: Vote): EvidenceKind {
    const { sentence, clause, token, phrase } = vote;
    const { tokens, frame } = sentence;
    if (isDenied(vote)) {
        if (!phrase.negative && isAbsence(tokens.slice(clause.from, clause.to))) return 'mentioned';
        return clause.subject === 'other' && !phrase.negative ? 'by_others' : 'denied';
    }
    if (
        frame.supposed ||
        isSupposed(tokens.slice(Math.max(clause.from, token - 30), token), clause, tokens[token])
    )
        return 'supposed';
    const carried = carriedFrom(vote);
    if (carried) return carried;
    if (clause.subject === 'other' || isLeftToOthers(tokens, clause, token, vote.at)) return 'by_others';
    if (
        isUnlikely(tokens.slice(chainStart(sentence, clause), token)) ||
        isImpersonal(sentence, clause) ||
        isVain(sentence, clause)
    )
        return 'mentioned';
    return clause.subject === 'thing' && !phrase.ofThing ? 'mentioned' : 'said';
}

/** "That I ever did it" follows a doubt, "ever since" and "the best ever" do not. */
const isUnlikely = (lead: readonly Token[]) =>
    lead.some(
        ({ low, lemma }, at) =>
            (lemma === 'doubt' && !/^(?:no|without|n't|not)$/.test(lead[at - 1]?.low ?? '')) ||
            (low === 'ever' && lead[at + 1]?.low !== 'since' && !/ADJ|ADP/.test(lead[at - 1]?.pos ?? ''))
    );

/** "I tried to call her, but she was away." */
const isVain = ({ clauses }: Sentence, clause: Clause) =>
    /\btr(?:ied|y) to\b/.test(clause.text) && clauses[clauses.indexOf(clause) + 1]?.text.startsWith('but ');

/** A verb in the third person without a subject: the form of a rubric. */
function isImpersonal({ tokens }: Sentence, { subject, from, to }: Clause) {
    const verb = tokens.slice(from, to).find(({ pos }) => pos === 'VERB');
    return subject === 'none' && verb !== undefined && isThirdPerson(verb);
}

/** The effect of a helper verb in an earlier clause on this one; where its verb may be independent the result is uncertain. */
function carriedFrom({ sentence, clause, token, at, phrase }: Vote): EvidenceKind | undefined {
    const { tokens } = sentence;
    const start = chainStart(sentence, clause);
    if (start === clause.from) return undefined;
    if (!phrase.negative && isNegated(tokens, start, token, at)) {
        const denial = denialBefore(tokens, clause, start);
        if (denial === 'ends') return undefined;
        return denial === 'unclear' ? 'mentioned' : 'denied';
    }
    if (!isSupposed(tokens.slice(Math.max(start, token - 30), token), clause, tokens[token]))
        return undefined;
    return isIndependent(tokens, clause) ? 'mentioned' : 'supposed';
}

function isDenied({ sentence, next, clause, token, at, phrase }: Vote) {
    const { tokens, frame } = sentence;
    if (phrase.negative) return !isWithout(tokens.slice(chainStart(sentence, clause), clause.to));
    const { text } = clause;
    const turnedBack = frame.takenBack || (next?.frame.takenBack ?? false);
    if (/\b(?:i|we) (?:\w+ )?used to\b/.test(text) && turnedBack) return true;
    if (/\b(?:not any ?more|gave up|stopped \w+ing|anymore)\b/.test(text)) return true;
    if (isDismissed(sentence, clause) || isOfNothing(tokens, token, clause.to)) return true;
    return (
        isNegated(tokens, clause.from, token, at) &&
        !isReleased(sentence, clause, at) &&
        !isDoubled(sentence, clause)
    );
}

/** "I did not leave until": what follows has happened; not where the indicator itself says until when. */
function isReleased({ tokens, clauses }: Sentence, clause: Clause, at: readonly number[]) {
    const following = clauses[clauses.indexOf(clause) + 1];
    return (
        following !== undefined &&
        !at.some((token) => token >= following.from && token < following.to) &&
        /^(?:until|unless|before|without)$/.test(tokens[following.from]?.low ?? '')
    );
}

/** A fragment takes its subject from the sentences around it. */
function fragmentKind({ sentences, inherited }: Telling, number: number): EvidenceKind | undefined {
    if (sentences[number]?.frame.byOthers) return 'by_others';
    return inherited[number] ?? (sentences[number + 1]?.frame.byOthers ? 'by_others' : undefined);
}
