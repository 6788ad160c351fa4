// The input of a licence decision: a release, the answers that count, and the results of its build.
import { type Release, releaseIfThere } from '../../builds/releases.ts';
import type { StepReport, TestScreen } from '../../builds/reports.ts';
import { artifactsOf } from '../../builds/runs.ts';
import type { Reader } from '../../store/index.ts';
import { readersOf, agreedTo, type Readers } from '../../screens/consent.ts';
import { answersOf, screens } from '../../screens/screens.ts';
import { and, eq, ne } from '../../store/drizzle.ts';
import { addressOf } from '../../screens/invitations.ts';
import { labelsBySage, type Outline, textsOf } from '../gold/reading.ts';
import { isEdited, sageOfRelease } from '../licence.ts';
import { digestOf } from '../gold.ts';
import { notShown, onlyOf, type Twice, twiceLabelled } from './answers.ts';
import { type InterimAnalysis, analysesOf } from './interim-analyses.ts';
import type { Gates } from './rules.ts';

/** An answer that counts, with the levels that two people gave it; its text is read when it is evaluated. */
export type LabelledCase = Twice<Readable<Outline>>;

export interface LicenceCase {
    release: Release;
    sageId: number;
    /** In the order in which they count. Near copies are among them. */
    stock: LabelledCase[];
    analyses: InterimAnalysis[];
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
    const known = { release, leftOut, sageId: sage.id, analyses: await analysesOf(on, sage.id) };
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

/** The most texts in memory at the same time. */
const atOnce = 50;

interface Reading<Answer> {
    answers: readonly Answer[];
    readers: Readers;
    /** Yields to the event loop, between two parts of the texts. */
    yieldNow: () => Promise<void>;
}

/**
 * The labelled answers that an evaluator may read: an answer of a candidate only if they agreed to that evaluator. `candidate`:
 * who wrote it, as far as it is known; the same for all their answers.
 */
type Readable<Answer> = Answer & { candidate?: string | undefined };

/** Returns the answers that these readers may read, and the number of those that they may not. */
async function readableBy<Answer extends Outline>(
    on: Reader,
    { id }: { id: number },
    { answers, readers, yieldNow }: Reading<Answer>
) {
    if (readers.reader === 'nobody')
        return { readable: answers.map((one): Readable<Answer> => one), leftOut: 0 };
    const { agreed, refused, by } = await writtenBy(on, id, { readers, yieldNow });
    const readable: Readable<Answer>[] = [];
    for (let from = 0; from < answers.length; from += atOnce) {
        const part = answers.slice(from, from + atOnce);
        const texts = await textsOf(
            on,
            part.map((answer) => answer.id)
        );
        for (const answer of part) {
            const digest = digestOf(answer.criterionId, texts.get(answer.id) ?? '');
            if (!refused.has(digest) && (answer.source !== 'screen' || agreed.has(digest)))
                readable.push({ ...answer, candidate: by.get(digest) });
            await yieldNow();
        }
    }
    return { readable, leftOut: answers.length - readable.length };
}

/** The digests of what candidates wrote, by whether they agreed, and whose each is. */
async function writtenBy(
    on: Reader,
    sageId: number,
    { readers, yieldNow }: Pick<Reading<unknown>, 'readers' | 'yieldNow'>
) {
    const written = { agreed: new Set<string>(), refused: new Set<string>(), by: new Map<string, string>() };
    const { id, kind, consentNotice, candidateEmail } = screens;
    const isTheirs = and(eq(screens.sageId, sageId), ne(kind, 'test'));
    for (const screen of await on
        .select({ id, kind, consentNotice, candidateEmail })
        .from(screens)
        .where(isTheirs)) {
        const digests = agreedTo(screen, readers) ? written.agreed : written.refused;
        const candidate = addressOf({ email: screen.candidateEmail }) || screen.id; // that of an erased one is empty
        for (const { criterionId, answer } of await answersOf(on, screen.id)) {
            const digest = digestOf(criterionId, answer);
            digests.add(digest);
            written.by.set(digest, candidate);
        }
        await yieldNow();
    }
    return written;
}
