// The findings, reviews and decisions of screens, limited to what one user may see.
import type { ScreenRow } from '../screens/screens.ts';
import type { Reader } from '../store/index.ts';
import { type DecisionRow, decisionsOf } from './decisions.ts';
import { type Review, reviewsOf } from './levels.ts';
import { isLicensed } from './licence.ts';
import { isHideable, shownAmong, type WayToShow } from './showings.ts';

export interface Judgement {
    /** Those of others only where the findings are shown: they may speak of them, and levels are to be blind. */
    reviews: Review[];
    /** Without the notes of others where the findings are hidden. */
    decisions: DecisionRow[];
    /** Whether the note of the latest decision may be read: where the findings are shown, and by its writer. */
    mayReadNote: boolean;
    /** Why the findings may be shown to this user; undefined means that they are hidden until the user has reviewed. */
    shown: WayToShow | 'open' | undefined;
    /** Whether this showing has not been recorded yet. */
    isNew: boolean;
}

interface Viewer {
    userId: number;
    /** Whether the user requests the findings before the review. */
    asks: boolean;
}

/** Returns the judgements of people and evaluators on these screens, by screen id. */
export async function judgementsOf(on: Reader, of: readonly ScreenRow[], viewer: Viewer) {
    const ids = of.map(({ id }) => id);
    const reviews = Map.groupBy(await reviewsOf(on, of), ({ screenId }) => screenId);
    const decisions = Map.groupBy(await decisionsOf(on, ids), ({ screenId }) => screenId);
    const known = await shownAmong(on, ids, viewer.userId);
    const licences = new Map<string, boolean>();
    const judgements = new Map<string, Judgement>();
    for (const screen of of) {
        const said = reviews.get(screen.id) ?? [];
        const shown = isHideable(screen) ? await wayTo(on, screen, { ...viewer, said, licences }) : 'open';
        judgements.set(screen.id, {
            reviews: shown ? said : said.filter(({ by }) => by.id === viewer.userId),
            decisions: (decisions.get(screen.id) ?? []).map((one) =>
                shown || one.decidedBy === viewer.userId ? one : { ...one, note: '' }
            ),
            mayReadNote: shown !== undefined || screen.decidedBy === viewer.userId,
            shown,
            isNew: shown !== undefined && shown !== 'open' && !known.has(screen.id)
        });
    }
    return judgements;
}

interface Case extends Viewer {
    said: readonly Review[];
    /** Of the releases that were looked up. */
    licences: Map<string, boolean>;
}

async function wayTo(on: Reader, screen: ScreenRow, { userId, asks, said, licences }: Case) {
    if (said.some(({ by, complete }) => complete && by.id === userId)) return 'gave_levels';
    const run = screen.releaseRunId ?? '';
    const licensed = licences.get(run) ?? (await isLicensed(on, run));
    licences.set(run, licensed);
    if (licensed) return 'licensed';
    return asks ? 'asked' : undefined;
}
