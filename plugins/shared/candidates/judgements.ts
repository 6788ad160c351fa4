// What this user may know of candidates now: each view of findings is recorded before it is sent.
import type { Actor } from '../../../db/accounts/sessions.ts';
import { type Judgement, judgementsOf } from '../../../db/judgement/judgements.ts';
import { recordShowings } from '../../../db/judgement/showings.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { App } from '../../app.ts';

export interface Sight {
    actor: Actor;
    show?: 'verdict' | undefined;
    /** Whether a page shows it, where names and findings wait for the levels of the reader. */
    isPage?: boolean;
}

/** The verdicts and reviews of these screens, as this user may see them now. Each view is recorded before it is sent. */
export async function judgementsFor({ store, now }: App, screens: readonly ScreenRow[], sight: Sight) {
    const { actor, show: asked, isPage = false } = sight;
    const viewer = { userId: actor.id, asks: asked === 'verdict', isPage };
    const judgements = await judgementsOf(store.read, screens, viewer);
    const showings = Array.from(judgements).flatMap(([screenId, { toRecord: how }]) =>
        how ? [{ screenId, userId: viewer.userId, at: now(), how }] : []
    );
    if (showings.length > 0) await store.write((tx) => recordShowings(tx, showings));
    return (screen: ScreenRow): Judgement => judgements.get(screen.id) ?? nothing;
}

const nothing: Judgement = {
    seesOthers: false,
    reviews: [],
    decisions: [],
    notes: [],
    mayReadNote: false,
    shown: false,
    isNamed: false,
    toRecord: undefined
};
