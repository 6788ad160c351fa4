// The state of a build as a badge, and that of a gate, with the shape of its tone.
import type { Gate } from '../../../db/builds/reports.ts';
import type { RunRow } from '../../../db/builds/runs.ts';
import { gateStates, runStates } from '../../../words/states/builds.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { icon } from '../../surfaces/pages/parts/icon.ts';

export const runBadge = (state: RunRow['state']) => stateBadge(runStates[state]);

/** Whether this gate stopped the build. */
export const isBlockingFailure = ({ applies = true, blocking, passed }: Gate) =>
    applies && blocking && !passed;

/** The result of a gate. */
export function gateState(gate: Gate) {
    if (gate.applies === false) return gateStates.not_applicable;
    if (isBlockingFailure(gate)) return gateStates.missed;
    return gate.passed ? gateStates.passed : gateStates.warning;
}

const shapes = { good: 'check', bad: 'close', wait: 'warning', later: 'dash' } as const;

/** The shape that goes with a tone on the report card: no state is shown by a colour alone. */
export type CardTone = keyof typeof shapes;

export const toneIcon = (tone: CardTone) => icon(shapes[tone]);
