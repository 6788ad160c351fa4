// The findings, reviews and decisions of screens, limited to what one user may see.
import { sages } from '../sages/sages.ts';
import { needsNoLevels } from '../sages/verdicts.ts';
import type { ScreenRow } from '../screens/screens.ts';
import { and, eq, inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { type DecisionRow, decisionsAndNotesOf } from './decisions.ts';
import { type Review, reviewsOf } from './levels.ts';
import { isLicensed } from './licence.ts';
import { isHideable, shownAmong, type WayToShow } from './showings.ts';

export interface Judgement {
    /** Whether this user may see what others said of the answers: levels are to be blind to colleagues and software alike. */
    seesOthers: boolean;
    /** Those of others only with `seesOthers`. */
    reviews: Review[];
    /** The notes of others only with `seesOthers`. */
    decisions: DecisionRow[];
    /** Written apart from a decision; those of others only with `seesOthers`. */
    notes: DecisionRow[];
    /** Whether the note of the latest decision may be read: with `seesOthers`, and by its writer. */
    mayReadNote: boolean;
    /** Whether the findings may be shown to this user; otherwise they are hidden until the user has reviewed. */
    shown: boolean;
    /** Whether this user may see who the candidate is. */
    isNamed: boolean;
    /** Why the user sees it now, where that has not been recorded yet. */
    toRecord: WayToShow | undefined;
}

interface Viewer {
    userId: number;
    /** Whether the user requests the findings before the review. */
    asks: boolean;
    /** On pages a licence shows nothing before the review, and a request counts from then on. */
    isPage: boolean;
}

/** Returns the judgements of people and evaluators on these screens, by screen id. */
export async function judgementsOf(on: Reader, of: readonly ScreenRow[], viewer: Viewer) {
    const ids = of.map(({ id }) => id);
    const reviews = Map.groupBy(await reviewsOf(on, of), ({ screenId }) => screenId);
    const decided = Map.groupBy(await decisionsAndNotesOf(on, ids), ({ screenId }) => screenId);
    const open = await openSages(on, of);
    const known = await shownAmong(on, ids, viewer.userId);
    const licences = new Map<string, boolean>();
    const judgements = new Map<string, Judgement>();
    for (const screen of of) {
        const said = reviews.get(screen.id) ?? [];
        const isOpen = open.has(screen.sageId);
        const of = { ...viewer, said, licences, isOpen, known: known.get(screen.id) };
        const way = isToBeBlind(screen) ? await wayTo(on, screen, of) : 'open';
        const seesOthers = way !== undefined;
        const [decisions, notes] = partition(decided.get(screen.id) ?? []);
        const isOwn = ({ decidedBy }: DecisionRow) => decidedBy === viewer.userId;
        judgements.set(screen.id, {
            seesOthers,
            reviews: said.filter(({ by }) => seesOthers || by.id === viewer.userId),
            decisions: decisions.map((one) => (seesOthers || isOwn(one) ? one : { ...one, note: '' })),
            notes: notes.filter((one) => seesOthers || isOwn(one)),
            mayReadNote: seesOthers || screen.decidedBy === viewer.userId,
            shown: seesOthers || !isHideable(screen),
            isNamed: isNamed(screen, of),
            toRecord: way === 'open' || known.has(screen.id) ? undefined : way
        });
    }
    return judgements;
}

const partition = (rows: readonly DecisionRow[]) =>
    [rows.filter(({ noteOnly }) => !noteOnly), rows.filter(({ noteOnly }) => noteOnly)] as const;

interface Case extends Viewer {
    said: readonly Review[];
    /** Of the releases that were looked up. */
    licences: Map<string, boolean>;
    /** Whether the sage hides nothing. */
    isOpen: boolean;
    /** Why the findings were shown to this user before. */
    known: WayToShow | undefined;
}

/** The sages of these screens that hide nothing from reviewers. */
async function openSages(on: Reader, of: readonly ScreenRow[]) {
    const isOne = inArray(sages.id, [...new Set(of.map(({ sageId }) => sageId))]);
    const isOpen = and(isOne, eq(sages.hidesFindings, false));
    return new Set((await on.select({ id: sages.id }).from(sages).where(isOpen)).map(({ id }) => id));
}

/** Answers are read without a name, until the reader gave all levels or asked to see everything. Who may invite knows it anyway. */
function isNamed(screen: ScreenRow, of: Case) {
    const { kind, submittedAt, erasedAt, verdict } = screen;
    if (kind !== 'real' || erasedAt !== null) return true;
    if (submittedAt === null) return of.isOpen;
    const asked = (of.asks && isToBeBlind(screen)) || of.known === 'asked';
    return of.isOpen || needsNoLevels(verdict) || asked || gaveAll(of);
}

/** Whether a reader is to give levels before anything that others said: also where software failed, and gave nothing to hide. */
const isToBeBlind = (screen: ScreenRow) =>
    isHideable(screen) ||
    (screen.kind === 'real' &&
        screen.status === 'ss_evaluated' &&
        screen.erasedAt === null &&
        !needsNoLevels(screen.verdict));

const gaveAll = ({ said, userId }: Case) => said.some(({ by, complete }) => complete && by.id === userId);

async function wayTo(on: Reader, screen: ScreenRow, of: Case) {
    const { asks, licences, isOpen, isPage, known } = of;
    if (gaveAll(of)) return 'gave_levels';
    if (isOpen) return 'not_hidden';
    if (isPage) return known === 'asked' ? known : undefined;
    if (!isHideable(screen)) return asks ? 'asked' : undefined;
    const run = screen.releaseRunId ?? '';
    const licensed = licences.get(run) ?? (await isLicensed(on, run));
    licences.set(run, licensed);
    if (licensed) return 'licensed';
    return asks ? 'asked' : undefined;
}
