// All that was said of screens, as one user may see it.
import type { ScreenRow } from '../screens/screens.ts';
import type { Reader } from '../store.ts';
import { type DecisionRow, decisionsOf } from './decisions.ts';
import { type Review, reviewsOf } from './levels.ts';
import { isLicensed } from './licence.ts';
import { isHideable, shownAmong, type WayToShow } from './showings.ts';

export interface Judgement {
    reviews: Review[];
    decisions: DecisionRow[];
    /** Why the findings may be shown to this user; undefined: they are kept back until the user has judged. */
    shown: WayToShow | 'open' | undefined;
    /** Whether this showing is still to be recorded. */
    isNew: boolean;
}

interface Viewer {
    userId: number;
    /** They ask to see the findings before they have judged. */
    asks: boolean;
}

/** What people and evaluators said of these screens, by the screen's id. */
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
            reviews: said,
            decisions: decisions.get(screen.id) ?? [],
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
