// Deeds in a clause of the one who answers that others do: what somebody is asked to do, and what is done to the writer.
import { type Clause, isFinite } from './sentences.ts';
import type { Token } from './tokens.ts';
import { persons } from './word-lists.ts';

/** Whether a word stands for what others do: "I asked my boss to call", "I let him call", "I was called". */
export function isLeftToOthers(
    tokens: readonly Token[],
    clause: Clause,
    token: number,
    at: readonly number[]
) {
    if (clause.subject !== 'me') return false;
    if (at.some((place) => place >= clause.from && place < clause.to && isDoneTo(tokens, place))) return true;
    for (let place = token - 1; place > clause.from; place -= 1) {
        if (tokens[place]?.pos === 'CCONJ') return false;
        if (!at.includes(place) && isCausative(tokens, place)) return true;
    }
    return false;
}

const isOther = ({ low, lemma }: Token) =>
    /^(?:him|her|them|it)$/.test(low) || persons.has(low) || persons.has(lemma);

/** "Asked my colleague to", "let him go", "left it to the caretaker to". */
function isCausative(tokens: readonly Token[], at: number) {
    const after = tokens.slice(at + 1, at + 6);
    const who = after.findLastIndex(isOther);
    if (who < 0 || after.slice(0, who).some(({ pos }) => !/DET|PRON|ADJ|NOUN|ADP/.test(pos))) return false;
    const { lemma = '' } = tokens[at] ?? {};
    const next = tokens[at + who + 2];
    if (asking.test(lemma)) return next?.low === 'to' || next?.low === 'not';
    return letting.test(lemma) && next?.low === next?.lemma && /VERB|NOUN/.test(next?.pos ?? '');
}

const asking = /^(?:ask|tell|get|want|leave|order|beg|expect|wait)$/;
const letting = /^(?:let|have|make|watch|see|hear)$/;

/** "Was asked", "got promoted". */
function isDoneTo(tokens: readonly Token[], at: number) {
    const verb = tokens[at];
    const before = tokens.slice(Math.max(0, at - 3), at).findLast(({ pos }) => pos !== 'ADV');
    return (
        verb !== undefined &&
        isFinite(verb) &&
        /^(?:was|were|been|being|got)$/.test(before?.low ?? '') &&
        /DET|PRON|ADP|PART/.test(tokens[at + 1]?.pos ?? '')
    );
}
