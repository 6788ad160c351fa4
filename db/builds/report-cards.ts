import { stepAt } from './plan.ts';
import { emptyReport, type Gate, type StepReport } from './reports.ts';
import { artifacts, type RunRow, stepsOf } from './runs.ts';
import { eq } from '../store/drizzle.ts';
import { iso } from '../store/iso.ts';
import type { Reader } from '../store.ts';

/** The report card of a run: each step's gates, failed cases and figures, and what was frozen, by digest. */
export async function reportCard(on: Reader, run: RunRow) {
    const frozen = await on.select().from(artifacts).where(eq(artifacts.runId, run.runId));
    const bodyOf = (name: string) => frozen.find((artifact) => artifact.name === name)?.body;
    const steps = (await stepsOf(on, run.runId)).map((step) => ({
        name: step.name,
        label: stepAt(step.stepOrder).label,
        step_order: step.stepOrder,
        state: step.state,
        attempt: step.attempt,
        started_at: iso(step.startedAt),
        ended_at: iso(step.endedAt),
        ...withCommands(run, (bodyOf(`report:${step.name}`) as StepReport | undefined) ?? emptyReport())
    }));
    return {
        run_id: run.runId,
        sage_id: run.sageId,
        state: run.state,
        failure: run.failure,
        started_at: iso(run.startedAt),
        ended_at: iso(run.endedAt),
        test_screen_id: run.testScreenId,
        gates: tally(steps.flatMap(({ gates }) => gates)),
        steps,
        release: bodyOf('release') ?? null,
        frozen: Object.fromEntries(frozen.map(({ name, sha256 }) => [name, sha256]))
    };
}

/** Beside each case that was missed: how to judge it again alone. */
function withCommands({ runId }: RunRow, report: StepReport) {
    const again = (caseId: string) => `npm run -s cli -- case run --run ${runId} --case '${caseId}'`;
    return {
        ...report,
        failures: report.failures.map((failure) => ({ ...failure, again: again(failure.case_id) }))
    };
}

function tally(gates: readonly Gate[]) {
    return { passed: gates.filter(({ passed }) => passed).length, total: gates.length };
}
