// The public state of a licence: its state and reasons in words, with their figures.
import { releaseIfThere } from '../../builds/releases.ts';
import type { Snapshot } from '../../builds/reports.ts';
import { type Criterion, givesLevels, type SageRow } from '../../sages/sages.ts';
import type { Reader } from '../../store/index.ts';
import { type Pair, weightedKappa } from './agreement.ts';
import { blindLabels, labelsBySage, type Outline } from '../gold/reading.ts';
import {
    firstOfCopies,
    type Labeller,
    labellersOf,
    notShown,
    onlyOf,
    type Twice,
    twiceLabelled
} from './answers.ts';
import { fairnessOf, type Shown, shownBy } from './changes.ts';
import { analysesOf, type InterimAnalysis, missingFor, nextAnalysis, sizesOf } from './interim-analyses.ts';
import { edited, findLicence, isByOldRule, isLicensed, notLicensed, sageOfRelease } from '../licence.ts';
import { type Figures, two } from './rules.ts';

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
    /** When it is decided next; null where nothing is to be decided: with a licence, and where no levels are given. */
    next: string | null;
    /** What was tried of who writes an answer, and how. */
    changes: Shown[];
}

export const reads = 'Highlights only.';

type Owned = Pick<SageRow, 'id' | 'ownerId' | 'evaluator' | 'criteria'>;

/** Returns the licence of a release of this sage, or of the sage while it has no release. */
export async function licenceState(on: Reader, sage: Owned, runId: string | null): Promise<LicenceState> {
    const { evaluator, criteria, examples = {} } = await judgedBy(on, sage, runId);
    const decided = runId === null ? undefined : await findLicence(on, runId);
    const labels = notShown({ examples }, onlyOf(criteria, await labelsBySage(on, sage.id)));
    const twice = twiceLabelled(labels);
    const labellers = await labellersOf(on, twice);
    if (!givesLevels(evaluator))
        return nothing({ firstLine: reads, reasons: [], labellers, changes: [], next: null });
    const tried = runId === null ? undefined : await fairnessOf(on, runId);
    const changes = tried ? shownBy(tried) : [];
    const taken = await analysesOf(on, sage.id);
    const next = tried?.goesOn
        ? triedNightly(changes)
        : nextIn(firstOfCopies(twice), { criteria, taken, runId, all: twice.length });
    if (decided && isByOldRule(decided)) return { ...decided, ...oldRule, next, changes };
    if (decided && (decided.figures || decided.reasons.length > 0))
        return { ...decided, next: decided.licensed ? null : next, changes, ...(await still(on, decided)) };
    const reasons = [runId === null ? 'Not built yet.' : next];
    return nothing({ firstLine: notLicensed(reasons[0] ?? ''), reasons, labellers, next, changes });
}

const triedNightly = (changes: readonly Shown[]) =>
    `Not decided yet: nightly tests check whether the author or the form of an answer affects its level. ${changes.filter(({ result }) => result !== 'not_shown').length} of ${changes.length} changes are tested.`;

const oldRule = {
    licensed: false,
    firstLine: 'Recommendations were turned on by an old rule. They are hidden until the new rule decides.',
    reasons: []
};

interface Next {
    criteria: readonly Criterion[];
    taken: readonly InterimAnalysis[];
    runId: string | null;
    /** With near copies. */
    all: number;
}

/** Returns when the next decision is due, and what is missing until then. */
function nextIn(stock: readonly Twice<Outline>[], { criteria, taken, runId, all }: Next) {
    const ids = criteria.map(({ id }) => id);
    const { needed, look, after } = nextAnalysis(taken, {
        runId: runId ?? '',
        criteria: ids.length,
        wasAnalysed: false
    });
    const sizes = sizesOf(ids.length).map((size) => size + after);
    const later = sizes
        .slice(look - 1)
        .join(', ')
        .replace(/, (\d+)$/, ' and $1');
    const copies =
        all > stock.length ? ` ${stock.length} of ${all} answers are different: copies count once.` : '';
    const [missing] = stock.length < needed ? [] : missingFor(stock, ids);
    const short = missing === undefined ? '' : ` Missing: ${missing}`;
    return `Not decided yet: ${Math.min(stock.length, needed)} of ${needed} answers have two labels. Decided at ${later}.${short}${copies}`;
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

const nothing = (
    known: Pick<LicenceState, 'firstLine' | 'reasons' | 'labellers' | 'next' | 'changes'>
): LicenceState => ({
    licensed: false,
    at: null,
    model: null,
    figures: null,
    ...known
});

/** A licence ends with its release, and with an edit of its sage. */
async function still(on: Reader, { runId, licensed }: { runId: string; licensed: boolean }) {
    if (!licensed || (await isLicensed(on, runId))) return {};
    const isCurrent = (await sageOfRelease(on, runId)) !== undefined;
    const reason = isCurrent ? edited : 'A newer release has replaced this one.';
    return { licensed: false, firstLine: notLicensed(reason), reasons: [reason] };
}

/** Returns the first line of a licensed report card: how well it agrees with people, and they with each other. */
export function licensedLine({ n, unscored, kappa, kappaLow, people = 0 }: Figures) {
    const silent = unscored > 0 ? ` ${unscored} of ${n + unscored} answers got no level.` : '';
    return `Recommendations on. On ${n} answers that two reviewers labelled, the agreement is ${two(kappa)} (at least ${two(kappaLow)}). The reviewers agree with each other at ${two(people)}.${silent}`;
}

/** Measures the agreement of people with each other, on answers that at least two of them labelled blind. */
export async function agreementOfPeople(on: Reader, { id }: Pick<SageRow, 'id'>) {
    const pairs = (await labelsBySage(on, id)).flatMap(({ labels }): Pair[] => {
        const [first, second] = blindLabels(labels);
        return first && second ? [{ label: first.level, judged: second.level }] : [];
    });
    return { n: pairs.length, kappa: pairs.length > 0 ? weightedKappa(pairs) : null };
}
