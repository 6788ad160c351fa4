// Decides the kind of a place: the candidate says, denies, asks or supposes it, reports it of others, or quotes it.
import type { EvidenceKind } from '../../../db/sages/verdicts.ts';
import { claim } from './frames.ts';
import type { Place } from './places.ts';
import { isPraise } from './praise.ts';
import type { Clause, Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { modals, negators, refusingVerbs } from './word-lists.ts';

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

/** Returns the kind of a place; if it spans two sentences, the weaker kind counts. */
export function kindOf({ phrase, spots, share }: Place, telling: Telling): EvidenceKind {
    const isPraised = ({ sentence, token }: Place['spots'][number]) =>
        isPraise(telling.sentences[sentence]?.tokens ?? [], token);
    if (share < whole && spots.every(isPraised)) return 'supposed';
    const numbers = [...new Set(spots.map(({ sentence }) => sentence))];
    const kinds = numbers.map((number) => {
        const at = spots.filter(({ sentence }) => sentence === number).map(({ token }) => token);
        return kindIn(telling, number, at, phrase.negative);
    });
    return kinds.find((kind) => kind !== 'said') ?? 'said';
}

function kindIn(telling: Telling, number: number, at: readonly number[], negative: boolean): EvidenceKind {
    const sentence = telling.sentences[number];
    if (!sentence) return 'said';
    if (sentence.frame.asked) return 'asked';
    if (at.filter((token) => telling.quoted[number]?.has(token)).length * 2 >= at.length) return 'quoted';
    if (sentence.frame.refused || isRefusedLater(telling, number)) return 'denied';
    const framed = framedBy(sentence, Math.min(...at));
    if (framed) return framed;
    const kind = byVote(sentence, telling.sentences[number + 1], at, negative);
    return kind === 'said' && !sentence.mine ? fragmentKind(telling, number) : kind;
}

function isRefusedLater({ sentences, refusedUpTo }: Telling, number: number) {
    if (number < refusedUpTo) return true;
    const next = sentences[number + 1];
    if (!next?.frame.refused || !isShort(next) || /\b(?:before|until|again|since)\b/i.test(next.text))
        return false;
    return /\b(?:none|nothing|neither|any|all|that|this|it|these|those|them|such|which)\b/i.test(next.text);
}

/** The words before a colon, and the claims before the words in the same clause. */
function framedBy(sentence: Sentence, first: number): EvidenceKind | undefined {
    const { tokens, frame, clauses, clauseAt, mine } = sentence;
    const colon = tokens.findLastIndex(({ text }, at) => at < first && text === ':');
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

const joined = (tokens: readonly Token[]) => tokens.map(({ low }) => low).join(' ');
const contracted = (text: string) => text.replaceAll(/ (n't|'m|'s|'re)\b/g, '$1');

function isClaim({ from, text }: Clause, tokens: readonly Token[], first: number) {
    const found = claim.exec(contracted(text));
    if (!found) return false;
    const before = contracted(joined(tokens.slice(from, first))).length;
    // A claim that reaches into the indicator is a deed: "I read the tests first", where the indicator is "reads the tests"
    if (/^(?:i|we)\b/.test(found[0]) && found.index + found[0].length > before + 1) return false;
    return found.index <= before || /^(?:is|are|was)/.test(found[0]);
}

/** Each found word votes with the kind of its clause. */
function byVote(
    sentence: Sentence,
    next: Sentence | undefined,
    at: readonly number[],
    negative: boolean
): EvidenceKind {
    const votes = new Map<EvidenceKind, number>();
    let mine = false;
    for (const token of at) {
        const clause = sentence.clauses[sentence.clauseAt[token] ?? 0];
        if (!clause) continue;
        const kind = kindInClause({ sentence, next, clause, token, at, negative });
        mine ||= kind === 'said' && clause.subject === 'me';
        votes.set(kind, (votes.get(kind) ?? 0) + 1);
    }
    const kind = elected(votes, at.length);
    return kind === 'by_others' && (mine || isAwaited(sentence, at)) ? 'said' : kind;
}

/** Half the votes are enough to deny or suppose; otherwise the most votes, and of equal ones the first. */
function elected(votes: ReadonlyMap<EvidenceKind, number>, of: number): EvidenceKind {
    for (const strict of ['denied', 'supposed'] as const) {
        if ((votes.get(strict) ?? 0) * 2 >= of) return strict;
    }
    return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'said';
}

/** "I went on when she had approved it" reports something that the candidate waited for. */
const isAwaited = ({ tokens, clauses, clauseAt, mine }: Sentence, at: readonly number[]) =>
    mine &&
    at.every((token) =>
        /^(?:when|until|after|before|once)$/.test(tokens[clauses[clauseAt[token] ?? 0]?.from ?? 0]?.low ?? '')
    );

interface Vote {
    sentence: Sentence;
    next: Sentence | undefined;
    clause: Clause;
    token: number;
    at: readonly number[];
    negative: boolean;
}

function kindInClause(vote: Vote): EvidenceKind {
    const { sentence, clause, token } = vote;
    if (isDenied(vote)) return 'denied';
    if (sentence.frame.supposed) return 'supposed';
    const lead = sentence.tokens.slice(Math.max(clause.from, token - 30), token);
    if (isSupposed(lead, clause)) return 'supposed';
    return clause.subject === 'other' ? 'by_others' : 'said';
}

const planned =
    /\b(?:planned|meant|wanted|intended|hoped|hope|plan|intend|want|going|excited|eager|keen) to\b|\bpretend(?:ed)? to (?!be\b)|\bwish(?:ed)? (?:i|we)\b|\b(?:was|were|been) (?:told|taught|trained|supposed|meant) (?:to|that)\b/;

function isSupposed(lead: readonly Token[], { text }: Clause) {
    if (planned.test(joined(lead))) return true;
    if (/^(?:so|because|that)\b/.test(text)) return false;
    return lead.some(({ low }, at) => modals.has(low) && !isFact(low, lead[at + 1]?.low ?? ''));
}

/** "I could see", "I'd called": no supposition. */
const isFact = (modal: string, next: string) =>
    (modal === 'could' && /^(?:see|hear|tell|feel|not|n't)$/.test(next)) ||
    (modal === "'d" && /ed$|^had$|^been$/.test(next));

function isDenied({ sentence, next, clause, token, at, negative }: Vote) {
    if (negative) return !sentence.tokens.some(({ low }) => negators.has(low));
    const { text } = clause;
    const turnedBack = sentence.frame.takenBack || (next?.frame.takenBack ?? false);
    if (/\b(?:i|we) (?:\w+ )?used to\b/.test(text) && turnedBack) return true;
    if (/\b(?:no longer|not any ?more|gave up|stopped|anymore)\b/.test(text)) return true;
    return isNegated(sentence.tokens, clause, token, at) && !isReleased(sentence, clause);
}

/** "I did not leave until": what follows has happened. */
function isReleased({ tokens, clauses }: Sentence, clause: Clause) {
    const following = clauses[clauses.indexOf(clause) + 1];
    return (
        following !== undefined && /^(?:until|unless|before|without)$/.test(tokens[following.from]?.low ?? '')
    );
}

const harmless = /^(?:only|just|merely|later|doubt|matter|least|problem|sooner|longer)$/;
const lookBack = 40;

function isNegated(tokens: readonly Token[], { from }: Clause, token: number, at: readonly number[]) {
    let negated = false;
    for (let place = Math.max(from, token - lookBack); place < token; place += 1) {
        const { low = '', lemma = '', pos } = tokens[place] ?? {};
        const next = tokens[place + 1]?.low ?? '';
        if (turns(low, next, tokens[place + 2]?.low) && tokens[place - 1]?.lemma !== 'say') {
            if (low === 'without' && negated) return false; // "not without"
            negated = true;
        } else if (lemma === 'leave' && next === 'out') {
            negated = true;
        } else if (refusingVerbs.has(lemma) && /VERB|NOUN/.test(pos ?? '') && !at.includes(place)) {
            if (token - place <= 5 && !/^(?:by|and|to|at|when|the|for)$/.test(low)) negated = !negated;
        }
    }
    return negated;
}

function turns(low: string, next: string, afterNext: string | undefined) {
    if ((low === 'instead' || low === 'rather') && /^(?:of|than)$/.test(next)) return true;
    if (low === 'too' && /^(?:busy|late|much|lazy|tired|slow|proud)$/.test(next)) return true;
    return negators.has(low) && !harmless.test(next) && !(low === 'not' && afterNext === 'only');
}

/** A fragment takes its subject from the sentences around it. */
function fragmentKind({ sentences, inherited }: Telling, number: number): EvidenceKind {
    if (sentences[number]?.frame.byOthers) return 'by_others';
    const before = inherited[number];
    if (before) return before;
    return sentences[number + 1]?.frame.byOthers ? 'by_others' : 'said';
}
