// The input of a licence decision: a release, the answers that count, and the results of its build.
import { type Release, releaseIfThere } from '../builds/releases.ts';
import type { StepReport, TestScreen } from '../builds/reports.ts';
import { artifactsOf } from '../builds/runs.ts';
import type { SageRow } from '../sages/sages.ts';
import type { Reader } from '../store.ts';
import { allGold, type LabelledAnswer } from './gold-reading.ts';
import { sageOfRelease } from './licence.ts';
import { countable, type Counted, type Counting } from './licence-answers.ts';
import type { Gates } from './licence-rules.ts';

/** An answer that counts, with the level that people gave it. */
export type LabelledCase = Counting<LabelledAnswer>;

export interface LicenceCase {
    release: Release;
    counted: Counted<LabelledAnswer>;
    gates: Gates;
    /** The models of the build, by the names that they reported. */
    models: string[];
}

/** Returns the input for a release; undefined when a newer release has replaced it. */
export async function licenceCase(on: Reader, runId: string): Promise<LicenceCase | undefined> {
    const sage = await sageOfRelease(on, runId);
    const release = await releaseIfThere(on, runId);
    if (!sage || !release) return undefined;
    const counted = await countable(on, sage, await goldFor(on, sage, release));
    return { release, counted, ...(await shownBy(on, runId)) };
}

/** Excludes answers to criteria that are not in the release. */
async function goldFor(on: Reader, { id }: Pick<SageRow, 'id'>, { snapshot }: Release) {
    const gold = await allGold(on, id);
    return gold.filter(({ criterionId }) => snapshot.criteria.some(({ id }) => id === criterionId));
}

async function shownBy(on: Reader, runId: string) {
    const frozen = await artifactsOf(on, runId, ['report:test_ha', 'report:test_ri', 'test_screen']);
    const passed = (step: string, gate: string) => {
        const report = frozen[`report:${step}`] as StepReport | undefined;
        return report?.gates.some(({ id, passed }) => id === gate && passed) ?? false;
    };
    const screen = frozen['test_screen'] as TestScreen | undefined;
    const models = screen?.verdict.findings.flatMap(({ call }) => (call ? [call.model] : [])) ?? [];
    return {
        gates: { identity: passed('test_ha', 'ha.identity'), attack: passed('test_ri', 'ri.attack') },
        models: [...new Set(models)]
    };
}
