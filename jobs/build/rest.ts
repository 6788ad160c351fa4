// What a build with a model leaves to the nights: whole rounds of its plan, each in units of one kind.
import type { CaseFailure } from '../../db/builds/reports.ts';
import { givesLevels } from '../../db/sages/sages.ts';
import { EvaluatorFault } from '../evaluation/faults.ts';
import type { Planned } from './gates/plan.ts';
import { nightCheck } from './gates/stages.ts';
import { planOf, roundsInBuild } from './gates/trying.ts';
import type { Frozen, StepInput } from './steps/step.ts';

interface Unit {
    kind: Planned['kind'];
    planned: readonly Planned[];
}

/** Returns what the build of this evaluator left out. Builds of earlier versions, which had no rounds, left nothing that is known. */
export function restUnits({ snapshot, ...frozen }: Frozen, evaluator: string): Unit[] {
    if (!givesLevels(evaluator) || !snapshot || !frozen.bases) return [];
    const done = frozen.training?.adopted ? 1 : roundsInBuild(frozen);
    return planOf(snapshot)
        .slice(done)
        .flatMap((round) =>
            Array.from(
                Map.groupBy(round, ({ kind }) => kind),
                ([kind, planned]) => ({ kind, planned })
            )
        );
}

/** As many units as fit into a night of so many calls; one at least. */
export function unitsOfNight(units: readonly Unit[], calls: number) {
    let sum = 0;
    const over = units.findIndex(({ planned }, place) => (sum += planned.length) > calls && place > 0);
    return over < 0 ? [...units] : units.slice(0, over);
}

interface Judged {
    /** All of the units, or those before the evaluator failed: what was paid for is kept. */
    done: readonly Unit[];
    /** The cases that missed a gate that blocks. */
    missed: CaseFailure[];
}

/** Evaluates these units. Throws where the evaluator fails before the first is done. */
export async function judgeUnits(input: StepInput, units: readonly Unit[]): Promise<Judged> {
    const missed: CaseFailure[] = [];
    for (const [place, unit] of units.entries()) {
        try {
            missed.push(...(await missedIn(input, unit)));
        } catch (error) {
            if (place === 0 || !(error instanceof EvaluatorFault)) throw error;
            return { done: units.slice(0, place), missed };
        }
    }
    return { done: units, missed };
}

async function missedIn(input: StepInput, { kind, planned }: Unit) {
    const red = (await nightCheck(input, kind, planned)).filter(({ gate }) => gate.blocking && !gate.passed);
    return red.flatMap(({ gate, failures }) =>
        failures.length > 0 ? failures : [nothingOf(gate.id, gate.measured)]
    );
}

/** A gate that is red for want of cases. */
function nothingOf(gate_id: string, came: string): CaseFailure {
    return { case_id: gate_id, gate_id, criterion_id: null, answer: '', expected: 'to be tried', came };
}
