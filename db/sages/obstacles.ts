// Why a sage cannot invite candidates.
import { Refusal } from '../store/refusal.ts';
import { isStale, type SageRow, rebuildHint } from './sages.ts';
import { workflow } from './workflow.ts';

/** Why an active sage cannot invite candidates: it was never built, was changed since, or is in testing. */
export function obstacleOf(sage: SageRow) {
    if (sage.releaseRunId === null) return 'unbuilt';
    if (isStale(sage)) return 'stale';
    return sage.stepNumber < workflow.deploy ? 'untested' : undefined;
}

const refusals = {
    unbuilt: 'This sage has not been built.',
    stale: `This sage changed after its last build. ${rebuildHint}`,
    untested: "This sage's test answers have not been reviewed yet."
};

/** Refuses: wrong_state for a sage that cannot invite candidates: it is inactive, untested, not built, or stale. */
export function assertMayMeet(sage: SageRow) {
    if (sage.status !== 'ss_active') throw new Refusal('wrong_state', 'This sage is not active.');
    const obstacle = obstacleOf(sage);
    if (obstacle) throw new Refusal('wrong_state', refusals[obstacle]);
}
