// Splits a text into sentences, and sentences into clauses with their subjects.
import { type Frame, frameOf } from './frames.ts';
import type { Token, Tokenize } from './tokens.ts';
import { clauseSubjects, conjunctions, marks, negators, persons, subordinators } from './word-lists.ts';

type Subject = 'me' | 'other' | 'thing' | 'none';

export interface Clause {
    /** Places among the tokens of its sentence. */
    from: number;
    to: number;
    subject: Subject;
    /** Whether it names its subject. */
    own: boolean;
    subordinate: boolean;
    /** Its words in lower case, with a space between. */
    text: string;
}

export interface Sentence {
    start: number;
    end: number;
    text: string;
    tokens: Token[];
    clauses: Clause[];
    /** For each token the place of its clause. */
    clauseAt: number[];
    frame: Frame;
    /** Whether the one who answers is the subject of a main clause. */
    mine: boolean;
}

type Piece = [start: number, end: number];

const readAtOnce = 1500;

/** Cuts and reads a text, a sentence at a time. Short ones are read together, for each reading has its price. */
export function* sentencesIn(text: string, tokenize: Tokenize): Generator<Sentence, undefined> {
    let pieces: Piece[] = [];
    for (const piece of piecesOf(text)) {
        if (text.slice(...piece).trim() === '') continue;
        pieces.push(piece);
        if (piece[1] - (pieces[0]?.[0] ?? 0) < readAtOnce) continue;
        yield* readTogether(text, pieces, tokenize);
        pieces = [];
    }
    yield* readTogether(text, pieces, tokenize);
}

function* readTogether(text: string, pieces: readonly Piece[], tokenize: Tokenize) {
    const tokens = [...tokensIn(text, pieces[0]?.[0] ?? 0, pieces.at(-1)?.[1] ?? 0, tokenize)];
    let from = 0;
    for (const [, end] of pieces) {
        let to = from;
        while ((tokens[to]?.start ?? end) < end) to += 1;
        const own = tokens.slice(from, to);
        from = to;
        const [first] = own;
        if (first) yield sentenceOf(text.slice(first.start, own.at(-1)?.end), own);
    }
}

const fullStop =
    /[.!?…]["'”’)\]]{0,3}(?=\s)|[。！？]|\r?\n(?=[ \t]{0,40}\r?\n)|\r?\n(?![ \t]{0,40}\p{Ll})|\r(?!\n)/gu;
const abbreviated =
    /(?:\b(?:e\.g|i\.e|etc|mr|mrs|ms|dr|st|vs|approx|incl|no|ca|resp|prof)|(?:^|\n)\s*\d{1,2})\.$/i;

/** A wrapped line goes on in lower case; any other line break ends a sentence. */
function* piecesOf(text: string): Generator<Piece, undefined> {
    let start = 0;
    for (const found of text.matchAll(fullStop)) {
        const end = found.index + found[0].length;
        if (abbreviated.test(text.slice(Math.max(start, end - 12), end))) continue;
        yield [start, end];
        start = end;
    }
    yield [start, text.length];
}

const longestPart = 2000;

/** A text without any full stop is read in parts, and stays one sentence. */
function* tokensIn(text: string, start: number, end: number, tokenize: Tokenize) {
    for (let from = start; from < end;) {
        const near = end - from <= longestPart ? end : text.lastIndexOf(' ', from + longestPart);
        const to = near > from ? near : from + longestPart;
        for (const token of tokenize(text.slice(from, to))) {
            yield { ...token, start: token.start + from, end: token.end + from };
        }
        from = to;
    }
}

function sentenceOf(text: string, tokens: Token[]): Sentence {
    const clauseAt = clausePlaces(tokens);
    const clauses = clausesOf(tokens, clauseAt);
    return {
        start: tokens[0]?.start ?? 0,
        end: tokens.at(-1)?.end ?? 0,
        text,
        tokens,
        clauses,
        clauseAt,
        frame: frameOf(text.replaceAll(/[\u2018\u2019]/g, "'")),
        mine: clauses.some(({ subject, subordinate }) => subject === 'me' && !subordinate)
    };
}

function clausePlaces(tokens: readonly Token[]) {
    let clause = 0;
    let from = 0;
    return tokens.map((token, at) => {
        const begins =
            beginsClause(token, tokens[at - 1], tokens[at + 1]) ||
            (isWriter(token) && beginsAnew(tokens.slice(from, at), tokens[at + 1]));
        if (at > 0 && begins) {
            clause += 1;
            from = at;
        }
        return clause;
    });
}

/** Whether an "I" after these words starts a clause of its own, as one forgets the comma: "without hesitation I", "I didn't argue I". */
function beginsAnew(clause: readonly Token[], after: Token | undefined) {
    const before = clause.at(-1);
    if (!before) return false;
    const opening = clause.find(({ pos }) => pos !== 'PUNCT')?.low ?? '';
    if (/^(?:instead|rather)$/.test(opening) && before.low !== 'than') return true;
    const isDenied = clause.some(({ low }) => negators.has(low));
    const isWhole = clause.some(({ pos }) => pos === 'VERB') && !open.test(before.low);
    // "If I am not sure I ask": the second "I" begins what is done then.
    if (subordinators.has(opening) && (isDenied || isWhole) && !/AUX|SCONJ/.test(before.pos)) return true;
    return endsClause(before, after) && !isNone(clause);
}

/** "No guest I", "at no point I": what follows belongs to it. */
function isNone(clause: readonly Token[]) {
    const at = clause.findLastIndex(({ pos }) => !/^(?:NOUN|PROPN|ADJ|NUM)$/.test(pos));
    const isWith = /^(?:with|despite|having|given)$/.test(clause[at - 1]?.low ?? '');
    return at >= 0 && at < clause.length - 1 && /^(?:no|any)$/.test(clause[at]?.low ?? '') && !isWith;
}

const joining = new Set(['and', 'or', 'then', '&', '/', 'before', 'after', 'once']);

function beginsClause(token: Token, before: Token | undefined, next: Token | undefined) {
    if (/^(?:[,;:()—–•·|→+>]|[-=]+>)$/.test(token.text) || marks.has(token.text)) return true;
    if (/^-+$/.test(token.text) && before !== undefined && before.end < token.start) return true;
    return conjunctions.has(token.low) || (joining.has(token.low) && clauseSubjects.has(next?.low ?? ''));
}

/** After these words "I" goes on: "I think I", "nothing I", "what I", "did I". */
const open =
    /^(?:that|what|whom|whatever|perhaps|maybe|hopefully|all|everything|anything|something|everyone|one|only|ever|once|think|believe|say|know|remember|recall|feel|guess|mean|suppose|claim|hope|wish|doubt|swear|admit|sure)$/;

/** Whether a clause may end with this word. */
const endsClause = ({ low, lemma, pos }: Token, after: Token | undefined) =>
    (lemma === 'do' && after !== undefined && isFinite(after)) ||
    (/^(?:NOUN|PROPN|NUM|VERB|ADV|ADJ|PRON|SYM)$/.test(pos) &&
        !negators.has(low) &&
        !subordinators.has(low) &&
        !conjunctions.has(low) &&
        !open.test(lemma) &&
        !open.test(low));

const isWriter = ({ low }: Token) => low === 'i' || low === 'we';

/** Whether the verb is not in its base form, which is the only one that follows "did not" or "would". */
export const isFinite = ({ pos, low, lemma }: Token) =>
    pos === 'VERB' && low !== lemma && !low.endsWith('ing');

/** A clause without a subject takes that of the main clause before it. */
function clausesOf(tokens: readonly Token[], clauseAt: readonly number[]): Clause[] {
    const clauses: Clause[] = [];
    let running: Subject = 'none';
    let main: Subject = 'none';
    for (let from = 0; from < tokens.length;) {
        const next = clauseAt.indexOf((clauseAt[from] ?? 0) + 1, from);
        const to = next < 0 ? tokens.length : next;
        const own = tokens.slice(from, to);
        const first = own.find(({ pos }) => pos !== 'PUNCT')?.low ?? '';
        const subordinate = subordinators.has(first);
        const found = subjectOf(own);
        const afterColon = own[0]?.text === ':';
        const inherited = afterColon ? main : running;
        const isAnnounced = afterColon && main === 'me' && found === 'thing';
        const subject = found === 'none' || isAnnounced ? inherited : found;
        const isOwn = found !== 'none' || subordinate || afterColon;
        clauses.push({
            from,
            to,
            subject,
            own: isOwn,
            subordinate,
            text: own.map(({ low }) => low).join(' ')
        });
        if (found !== 'none' && !subordinate) {
            running = found;
            if (main === 'none') main = found;
        } else if (afterColon) running = main;
        from = to;
    }
    return clauses;
}

/** Returns the subject of a clause. `I:` before a list is none. */
export function subjectOf(tokens: readonly Token[]): Subject {
    const me = tokens.findIndex(
        ({ low }, at) => (low === 'i' || low === 'we') && tokens[at + 1]?.text !== ':'
    );
    if (me >= 0) return 'me';
    if (isDoneBy(tokens) || isSome(tokens)) return 'other';
    const verb = tokens.findIndex((token) => /VERB|AUX/.test(token.pos) && !isGerund(token));
    const nominal = tokens
        .slice(0, Math.max(0, verb))
        .filter((token) => /NOUN|PROPN|PRON/.test(token.pos) || isGerund(token));
    const head = nominal.at(-1);
    if (!head || isPassive(tokens, verb)) return 'none';
    if (isPerson(head) && !nominal.some(isGerund)) return 'other'; // "telling the manager is"
    if (tokens[verb]?.lemma === 'be' && nominal.some(isOurs)) return 'me';
    const isHeadline = !tokens.some(({ pos }) => /DET|PRON|AUX/.test(pos)); // "tickets merged"
    return isHeadline || nominal.some(({ low }) => low === 'you') ? 'none' : 'thing';
}

/** "Others offer it", "most call the guard". */
const isSome = ([first, second, third]: readonly Token[]) =>
    /^(?:others|many|most|few)$/.test(first?.low ?? '') &&
    (second?.pos === 'VERB' || (second?.low === second?.lemma && /DET|PRON|ADP/.test(third?.pos ?? '')));

/** "My first step was", in some dialects "me first step", but not "my workmate checked". */
const isOurs = ({ low }: Token) => /^(?:my|our|me)$/.test(low);

/** "... by my boss". */
const isDoneBy = (tokens: readonly Token[]) =>
    tokens.some(({ low }, at) => low === 'by' && tokens.slice(at + 1, at + 4).some(isPerson));

const isGerund = ({ pos, low }: Token) => pos === 'VERB' && low.endsWith('ing');

const isPerson = ({ low, lemma }: Token) => persons.has(lemma) || persons.has(low);

/** "By the office", "by Anna", but not "by phone" nor "by me". */
const isActor = (tokens: readonly Token[], at: number) =>
    tokens[at]?.low === 'by' &&
    /DET|PRON|PROPN/.test(tokens[at + 1]?.pos ?? '') &&
    !/^(?:me|us)$/.test(tokens[at + 1]?.low ?? '');

/** "The doctor was called": by the writer, unless the sentence names the actor. */
function isPassive(tokens: readonly Token[], verb: number) {
    const after = tokens.slice(verb + 1, verb + 4);
    const done = after.some((token) => isFinite(token) || (token.pos === 'VERB' && token.low.endsWith('t')));
    return tokens[verb]?.lemma === 'be' && done && !tokens.some((_, at) => isActor(tokens, at));
}
