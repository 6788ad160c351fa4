// Whose screens somebody reads and judges, and whose they may invite to and cancel.
import { Refusal } from '../refusal.ts';
import {
    findSage,
    isOwnOrAdministered,
    type SageRef,
    type SageRow,
    sages,
    type Viewer
} from '../sages/sages.ts';
import type { Reader } from '../store.ts';
import { findScreen, type ScreenRow } from './screens.ts';

type Named = Pick<SageRow, 'ownerId' | 'reviewers'>;

/** With SAGE_ACCESS=owner: owners, administrators of the council, and reviewers that the sage names. */
function mayJudge(viewer: Viewer, sage: Named) {
    return viewer.access === 'all' || isOwnOrAdministered(viewer, sage) || sage.reviewers.includes(viewer.id);
}

/** The screen, if this viewer may read and judge it. Refuses: not_found. */
export async function readableScreen(on: Reader, id: string, viewer: Viewer): Promise<ScreenRow> {
    const screen = await findScreen(on, id);
    const sage = screen && (await findSage(on, screen.sageId));
    if (!sage || !mayJudge(viewer, sage)) throw new Refusal('not_found', 'Screen not found.');
    return screen;
}

/** The sage, if this viewer may read and judge its screens. Refuses: not_found. */
export async function judgedSage(on: Reader, ref: SageRef, viewer: Viewer): Promise<SageRow> {
    const sage = await findSage(on, ref);
    if (!sage || !mayJudge(viewer, sage)) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** Refuses: not_found; forbidden for a reviewer, who judges screens and does nothing else with them. */
export async function assertMayManage(on: Reader, id: string, viewer: Viewer) {
    const { sageId } = await readableScreen(on, id, viewer);
    const sage = await findSage(on, sageId);
    if (viewer.access === 'owner' && !(sage && isOwnOrAdministered(viewer, sage)))
        throw new Refusal('forbidden', 'Reviewers judge the screens of this sage, and nothing else.');
}

/** The sages whose screens this viewer reads; undefined: all of them. */
export async function judgedSages(on: Reader, viewer: Viewer): Promise<number[] | undefined> {
    if (viewer.access === 'all') return undefined;
    const { id, ownerId, reviewers } = sages;
    const rows = await on.select({ id, ownerId, reviewers }).from(sages);
    return rows.filter((sage) => mayJudge(viewer, sage)).map(({ id }) => id);
}
