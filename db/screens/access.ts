// Access to screens: which ones a user may read and judge, and for which sages a user may invite and cancel.
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

/** With SAGE_ACCESS=owner, access is limited to owners, council administrators, and reviewers that the sage names. */
function mayJudge(viewer: Viewer, sage: Named) {
    return viewer.access === 'all' || isOwnOrAdministered(viewer, sage) || sage.reviewers.includes(viewer.id);
}

/** Returns the screen if this viewer may read and judge it. Refuses: not_found. */
export async function readableScreen(on: Reader, id: string, viewer: Viewer): Promise<ScreenRow> {
    const screen = await findScreen(on, id);
    const sage = screen && (await findSage(on, screen.sageId));
    if (!sage || !mayJudge(viewer, sage)) throw new Refusal('not_found', 'Screen not found.');
    return screen;
}

/** Returns the sage if this viewer may read and judge its screens. Refuses: not_found. */
export async function judgedSage(on: Reader, ref: SageRef, viewer: Viewer): Promise<SageRow> {
    const sage = await findSage(on, ref);
    if (!sage || !mayJudge(viewer, sage)) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** Refuses: not_found; forbidden for a reviewer, who may judge the screen but not manage it. */
export async function assertMayManage(on: Reader, id: string, viewer: Viewer) {
    const { sageId } = await readableScreen(on, id, viewer);
    const sage = await findSage(on, sageId);
    if (viewer.access === 'owner' && !(sage && isOwnOrAdministered(viewer, sage)))
        throw new Refusal('forbidden', 'Reviewers judge the screens of this sage, and nothing else.');
}

/** Returns the sages whose screens this viewer may read; undefined means all. */
export async function judgedSages(on: Reader, viewer: Viewer): Promise<number[] | undefined> {
    if (viewer.access === 'all') return undefined;
    const { id, ownerId, reviewers } = sages;
    const rows = await on.select({ id, ownerId, reviewers }).from(sages);
    return rows.filter((sage) => mayJudge(viewer, sage)).map(({ id }) => id);
}
