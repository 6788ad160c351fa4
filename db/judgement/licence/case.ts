// The input of a licence decision: a release, the answers that count, and the results of its build.
import { type Release, releaseIfThere } from '../../builds/releases.ts';
import type { StepReport, TestScreen } from '../../builds/reports.ts';
import { artifactsOf } from '../../builds/runs.ts';
import type { Reader } from '../../store/index.ts';
import { readersOf } from '../../screens/consent.ts';
import { type Readable, readableBy } from '../consented.ts';
import { labelsBySage, type Outline } from '../gold/reading.ts';
import { isEdited, sageOfRelease } from '../licence.ts';
import { notShown, onlyOf, type Twice, twiceLabelled } from './answers.ts';
import { type LookRow, looksOf } from './looks.ts';
import type { Gates } from './rules.ts';

/** An answer that counts, with the levels that two people gave it; its text is read when it is evaluated. */
export type LabelledCase = Twice<Readable<Outline>>;

export interface LicenceCase {
    release: Release;
    sageId: number;
    /** In the order in which they count. Near copies are among them. */
    stock: LabelledCase[];
    looks: LookRow[];
    /** The number of answers whose candidates did not agree that this evaluator reads them. */
    leftOut: number;
    gates: Gates;
    /** The models of the build, by the names that they reported. */
    models: string[];
    /** The version of the evaluator of the build. */
    version: string;
}

interface Asking {
    runId: string;
    /** Who runs the model, if one is set up. */
    operator: string | undefined;
    /** Yields to the event loop, between two parts of the texts. */
    yieldNow: () => Promise<void>;
}

/** Returns the input for a release; undefined when a newer release or an edit of its sage has replaced it. */
export async function licenceCase(
    on: Reader,
    { runId, operator, yieldNow }: Asking
): Promise<LicenceCase | undefined> {
    const sage = await sageOfRelease(on, runId);
    const release = await releaseIfThere(on, runId);
    if (!sage || !release || (await isEdited(on, sage, runId))) return undefined;
    const { criteria, sage: frozen } = release.snapshot;
    const readers = readersOf(frozen.evaluator, operator);
    const answers = notShown(release.snapshot, onlyOf(criteria, await labelsBySage(on, sage.id)));
    const { readable, leftOut } = await readableBy(on, sage, { answers, readers, yieldNow });
    const known = { release, leftOut, sageId: sage.id, looks: await looksOf(on, sage.id) };
    return { ...known, stock: twiceLabelled(readable), ...(await shownBy(on, runId)) };
}

async function shownBy(on: Reader, runId: string) {
    const frozen = await artifactsOf(on, runId, [
        'report:test_shu',
        'report:test_ha',
        'report:test_ri',
        'test_screen',
        'release',
        'rest'
    ]);
    const passed = (step: string, gate: string, isTried = false) => {
        const report = frozen[`report:${step}`] as StepReport | undefined;
        const one = report?.gates.find(({ id, passed }) => id === gate && passed);
        return one !== undefined && (!isTried || one.applies !== false);
    };
    const screen = frozen['test_screen'] as TestScreen | undefined;
    const models = screen?.verdict.findings.flatMap(({ call }) => (call ? [call.model] : [])) ?? [];
    const release = frozen['release'] as { evaluator: { version: string } } | undefined;
    return {
        version: release?.evaluator.version ?? '',
        gates: {
            approved: passed('test_shu', 'shu.levels', true),
            identity: passed('test_ha', 'ha.identity'),
            attack: passed('test_ri', 'ri.attack'),
            whole: frozen['rest'] === undefined
        },
        models: [...new Set(models)]
    };
}
