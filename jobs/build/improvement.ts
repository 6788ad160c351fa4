// One improvement round: tuned on what failed, and never on what is held out.
import type { CutOffs } from '../../db/sages/template-versions.ts';
import { casesOf, counted, type Judged, judgeCases, withCutOffs } from './fixtures/cases.ts';
import { grid } from './cut-offs.ts';
import { type Fixture, isLabelled } from './fixtures/fixtures.ts';
import { weightedKappa } from './kappa.ts';
import { passed, type StepInput } from './steps/step.ts';
import { testHa } from './steps/test-ha.ts';
import { ratingsOf, testShu } from './steps/test-shu.ts';
import { testRi } from './steps/test-ri.ts';

export interface Improvement {
    cutOffs: CutOffs;
    adopted: boolean;
    /** Weighted kappa on the held-out answers, before and after. */
    kappa: { before: number; after: number };
    why: string;
}

/** Looks for better cut-offs; keeps them only if they are better on answers that were never looked at. */
export async function improve(input: StepInput): Promise<Improvement> {
    const labelled = casesOf(input.frozen).filter(isLabelled);
    const before = await judgeCases(counted(input, labelled.length), labelled);
    const failed = before
        .filter((one) => !one.fixture.held_out && isWrong(one))
        .map(({ fixture }) => fixture);
    const candidate = failed.length > 0 ? await bestOnFailures(input, failed) : undefined;
    const why = candidate ? await objection(input, before, candidate) : noNeed(failed.length);
    const adopted = candidate !== undefined && why === undefined;
    const cutOffs = adopted ? candidate : input.snapshot.results.cutOffs;
    return {
        cutOffs,
        adopted,
        kappa: {
            before: kappaHeldOut(before),
            after: kappaHeldOut(await judgeWith(input, cutOffs, heldOut(labelled)))
        },
        why: why ?? `${failed.length} answers were misjudged; the new cut-offs are proved better.`
    };
}

const noNeed = (failed: number) =>
    failed === 0
        ? 'No answer was misjudged, so nothing was tuned.'
        : 'No other cut-offs judge the failures better.';

const judgeWith = (input: StepInput, cutOffs: CutOffs, cases: readonly Fixture[]) =>
    judgeCases(counted({ ...input, snapshot: withCutOffs(input.snapshot, cutOffs) }, cases.length), cases);

const isWrong = (one: Judged) => ratingsOf([one]).some(({ expected, came }) => expected !== came);
const heldOut = (cases: readonly Fixture[]) => cases.filter(({ held_out }) => held_out);
const kappaHeldOut = (judged: readonly Judged[]) =>
    weightedKappa(ratingsOf(judged.filter(({ fixture }) => fixture.held_out)));

/** The cut-offs that set most failures right; the first of equals. */
async function bestOnFailures(input: StepInput, failed: readonly Fixture[]) {
    let best: CutOffs | undefined;
    let fewest = failed.length;
    for (const cutOffs of grid) {
        const wrong = (await judgeWith(input, cutOffs, failed)).filter(isWrong).length;
        if (wrong >= fewest) continue;
        fewest = wrong;
        best = cutOffs;
    }
    return best;
}

/** Why a candidate must not be kept; undefined when it may. */
async function objection(input: StepInput, before: readonly Judged[], candidate: CutOffs) {
    const after = await judgeWith(
        input,
        candidate,
        before.map(({ fixture }) => fixture)
    );
    if (kappaHeldOut(after) <= kappaHeldOut(before))
        return 'Other cut-offs did not improve the held-out answers.';
    if (after.some((one, index) => isWrong(one) && !before.slice(index, index + 1).some(isWrong))) {
        return 'Other cut-offs misjudge an answer that was judged right before.';
    }
    const tuned = { ...input, snapshot: withCutOffs(input.snapshot, candidate) };
    for (const step of [testShu, testHa, testRi]) {
        if (!passed((await step(tuned)).report.gates)) return 'Other cut-offs do not pass the tests.';
    }
    return undefined;
}
