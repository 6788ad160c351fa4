// What a reviewer calls a candidate and their state: by name, or by a number that says nothing about the person.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import { queueStateOf } from '../../../db/judgement/queue.ts';
import type { UnsentLink } from '../../../db/screens/unsent-links.ts';
import { candidateStates } from '../../../words/states/candidates.ts';

/** The name where this reader may know it, and otherwise the same number on every page. */
export const shownName = (
    { id, candidateName }: Pick<ScreenRow, 'id' | 'candidateName'>,
    { isNamed }: Pick<Judgement, 'isNamed'>
) => (isNamed ? candidateName : `Candidate ${Number.parseInt(id.slice(-5), 16) % 10_000}`);

/**
 * Returns the state in the queue; a candidate who asked for a person or wrote nothing has that state until a decision, and one whose
 * invitation was not sent that of the email.
 */
export function stateOf(screen: Pick<ScreenRow, 'status' | 'decision' | 'verdict'>, unsent?: UnsentLink) {
    const state = queueStateOf(screen);
    if (unsent) return candidateStates[unsent.state];
    const fault = screen.verdict?.fault;
    const isOwn = state === 'waiting' && (fault === 'person_asked' || fault === 'no_answers');
    return candidateStates[isOwn ? fault : state];
}
