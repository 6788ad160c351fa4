// The public state of a licence: its state and reasons in words, with their figures.
import { findRun } from '../../builds/runs.ts';
import { releaseIfThere } from '../../builds/releases.ts';
import type { Snapshot } from '../../builds/reports.ts';
import { givesLevels, type SageRow } from '../../sages/sages.ts';
import type { Reader } from '../../store/index.ts';
import { countsOf, type Pair, weightedKappa } from './agreement.ts';
import { blindLabels, labelsBySage } from '../gold/reading.ts';
import { countable, notShown, onlyOf, type Labeller, labellersOf } from './answers.ts';
import { edited, findLicence, isLicensed, notLicensed, sageOfRelease } from '../licence.ts';
import { type Figures, shortages, two } from './rules.ts';

export interface LicenceState {
    licensed: boolean;
    /** The first line of the report card. */
    firstLine: string;
    reasons: string[];
    /** When the licence was decided; null before that. */
    at: number | null;
    model: string | null;
    figures: Figures | null;
    labellers: Labeller[];
}

export const reads = 'Reads, does not grade.';

type Owned = Pick<SageRow, 'id' | 'ownerId' | 'evaluator' | 'criteria'>;

/** Returns the licence of a release of this sage, or of the sage while it has no release. */
export async function licenceState(on: Reader, sage: Owned, runId: string | null): Promise<LicenceState> {
    const { evaluator, criteria, examples = {} } = await judgedBy(on, sage, runId);
    const decided = runId === null ? undefined : await findLicence(on, runId);
    const labels = notShown({ examples }, onlyOf(criteria, await labelsBySage(on, sage.id)));
    const counted = await countable(on, sage, labels);
    const labellers = await labellersOf(on, counted.answers);
    if (!givesLevels(evaluator)) return nothing({ firstLine: reads, reasons: [], labellers });
    if (decided?.figures) return { ...decided, ...(await still(on, decided)) };
    const levels = countsOf(counted.answers.map(({ level }) => level));
    const few = shortages({ n: counted.answers.length, levels });
    const reasons = few.length > 0 ? few : [await waiting(on, runId)];
    return nothing({ firstLine: notLicensed(reasons[0] ?? ''), reasons, labellers });
}

async function judgedBy(
    on: Reader,
    { evaluator, criteria }: Owned,
    runId: string | null
): Promise<Pick<Owned, 'evaluator' | 'criteria'> & Pick<Snapshot, 'examples'>> {
    const release = runId === null ? undefined : await releaseIfThere(on, runId);
    if (!release) return { evaluator, criteria };
    const { sage, ...snapshot } = release.snapshot;
    return { ...snapshot, evaluator: sage.evaluator };
}

const nothing = (known: Pick<LicenceState, 'firstLine' | 'reasons' | 'labellers'>): LicenceState => ({
    licensed: false,
    at: null,
    model: null,
    figures: null,
    ...known
});

async function waiting(on: Reader, runId: string | null) {
    const run = runId === null ? undefined : await findRun(on, runId);
    return run?.state === 'completed'
        ? 'The labelled answers are still to be judged.'
        : 'There is no release yet.';
}

/** A licence ends with its release, and with an edit of its sage. */
async function still(on: Reader, { runId, licensed }: { runId: string; licensed: boolean }) {
    if (!licensed || (await isLicensed(on, runId))) return {};
    const isCurrent = (await sageOfRelease(on, runId)) !== undefined;
    const reason = isCurrent ? edited : 'A newer release has replaced this one.';
    return { licensed: false, firstLine: notLicensed(reason), reasons: [reason] };
}

const mostNamed = 5;

/** Returns the first line of a licensed report card: the agreement, and whose labels it was measured on. */
export function licensedLine(
    { n, unscored, kappa, kappaLow, kappaHigh }: Figures,
    labellers: readonly Labeller[]
) {
    const named = labellers.slice(0, mostNamed).map(({ by, source, importedBy }) => {
        const importer = importedBy === null ? '' : `, imported by ${importedBy}`;
        return `${by} (${source}${importer})`;
    });
    const more = labellers.length - named.length;
    const by = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    const interval = `${two(kappaLow)} to ${two(kappaHigh)}`;
    const silent = unscored > 0 ? `; ${unscored} more it left without a level` : '';
    return `Licensed to advise: weighted kappa ${two(kappa)} (90 %: ${interval}) on ${n} answers labelled by ${by}${silent}.`;
}

/** Measures the agreement of people with each other, on answers that at least two of them labelled blind. */
export async function agreementOfPeople(on: Reader, { id }: Pick<SageRow, 'id'>) {
    const pairs = (await labelsBySage(on, id)).flatMap(({ labels }): Pair[] => {
        const [first, second] = blindLabels(labels);
        return first && second ? [{ label: first.level, judged: second.level }] : [];
    });
    return { n: pairs.length, kappa: pairs.length > 0 ? weightedKappa(pairs) : null };
}
