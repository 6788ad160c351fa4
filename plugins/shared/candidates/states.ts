// The state of a candidate, as the pages of staff show it.
import { queueStateOf } from '../../../db/judgement/queue.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { UnsentLink } from '../../../db/screens/unsent-links.ts';
import { candidateStates } from '../../../words/states/candidates.ts';

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
