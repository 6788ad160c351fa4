// The state of a build, and that of a gate, as badges.
import type { Gate } from '../../../db/builds/reports.ts';
import type { RunRow } from '../../../db/builds/runs.ts';
import { badge, type Tone } from '../../surfaces/pages/parts/badge.ts';

const states: Record<RunRow['state'], [string, Tone]> = {
    running: ['Running', 'busy'],
    completed: ['Passed', 'good'],
    failed: ['Failed', 'bad'],
    timed_out: ['Timed out', 'bad'],
    cancelled: ['Cancelled', 'quiet']
};

export const runBadge = (state: RunRow['state']) => badge(...states[state]);

/** Whether this gate stopped the build. */
export const isMissed = ({ applies = true, blocking, passed }: Gate) => applies && blocking && !passed;

/** The result of a gate, in a word. */
export const gateWord = (gate: Gate) => outcomeOf(gate)[0];

export const gateBadge = (gate: Gate) => badge(...outcomeOf(gate));

function outcomeOf(gate: Gate): [string, Tone] {
    if (gate.applies === false) return ['Not applicable', 'quiet'];
    if (isMissed(gate)) return ['Failed', 'bad'];
    return gate.passed ? ['Passed', 'good'] : ['Warning', 'waiting'];
}
