// The report card of a build as responses show it.
import { stepAt } from '../../db/builds/plan.ts';
import type { BuildReport } from '../../db/builds/report-cards.ts';
import type { Gate, StepReport } from '../../db/builds/reports.ts';
import type { LicenceRow } from '../../db/judgement/licence.ts';
import type { LicenceState } from '../../db/judgement/licence/state.ts';
import { licenceOf, nightsIn } from '../shared/licence.ts';
import { onWire } from '../shared/wire.ts';

export type ReportCard = ReturnType<typeof reportCardOf>;

/** Each step's gates, failed cases and numbers, and the digests of the frozen inputs. */
export function reportCardOf(
    { run, steps, release, digests }: BuildReport,
    licence: LicenceState,
    measured: readonly LicenceRow[]
) {
    return {
        licence: licenceOf(licence),
        nights: nightsIn(measured.filter(({ runId }) => runId === run.runId)),
        ...onWire(run, 'runId', 'sageId', 'state', 'failure', 'startedAt', 'endedAt', 'testScreenId'),
        gates: tally(steps.flatMap(({ report }) => report.gates)),
        steps: steps.map((one) => stepOf(run.runId, one)),
        cases: casesOf(steps),
        release,
        frozen: digests
    };
}

const stepOf = (runId: string, { step, report }: BuildReport['steps'][number]) => ({
    label: stepAt(step.stepOrder).label,
    ...onWire(step, 'name', 'stepOrder', 'state', 'attempt', 'startedAt', 'endedAt'),
    ...withCommands(runId, report),
    cases: reachedBy({ step, report })
});

/** A step without a report, which still runs or timed out, has the progress of its row. */
const reachedBy = ({ step, report }: BuildReport['steps'][number]) =>
    report.cases.planned > 0 ? report.cases : { run: step.casesRun, planned: step.casesPlanned };

const testSteps = ['test_shu', 'test_ha', 'test_ri'];

/** How many cases of the test steps have run, of those that were planned. */
function casesOf(steps: BuildReport['steps']) {
    const cases = steps.filter(({ step }) => testSteps.includes(step.name)).map(({ report }) => report.cases);
    const sum = (part: 'run' | 'planned') => cases.reduce((total, one) => total + one[part], 0);
    return { run: sum('run'), planned: sum('planned') };
}

/** Adds to each failed case the command that evaluates it again alone. */
function withCommands(runId: string, report: StepReport) {
    const again = (caseId: string) => `npm run -s cli -- case run --run ${runId} --case '${caseId}'`;
    return {
        ...report,
        failures: report.failures.map((failure) => ({ ...failure, again: again(failure.case_id) }))
    };
}

/** A gate that does not apply is neither green nor missed. */
function tally(gates: readonly Gate[]) {
    const applying = gates.filter(({ applies = true }) => applies);
    return {
        passed: applying.filter(({ passed }) => passed).length,
        total: applying.length,
        not_applicable: gates.length - applying.length
    };
}
