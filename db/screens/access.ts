// Access to screens: which ones a user may read and review, and for which sages a user may invite and cancel.
import { Refusal } from '../store/refusal.ts';
import { and, asc, desc, eq, inArray } from '../store/drizzle.ts';
import { findSage, mayView, type SageRow, sages, type Viewer } from '../sages/sages.ts';
import { folded } from '../store/query.ts';
import type { Reader } from '../store/index.ts';
import { findScreen, type ScreenRow, screens } from './screens.ts';

type Named = Pick<SageRow, 'ownerId' | 'reviewers'>;

/** With SAGE_ACCESS=owner, access is limited to owners, council administrators, and reviewers that the sage names. */
export function mayJudge(viewer: Viewer, sage: Named) {
    return mayView(viewer, sage) || sage.reviewers.includes(viewer.id);
}

/** Returns the screen if this viewer may read and review it. Refuses: not_found. */
export async function readableScreen(on: Reader, id: string, viewer: Viewer): Promise<ScreenRow> {
    const screen = await findScreen(on, id);
    const sage = screen && (await findSage(on, screen.sageId));
    if (!sage || !mayJudge(viewer, sage)) throw new Refusal('not_found', 'Screen not found.');
    return screen;
}

/** Refuses: not_found; forbidden for a reviewer, who may review the screen but not manage it. */
export async function assertMayManage(on: Reader, id: string, viewer: Viewer) {
    const { sageId } = await readableScreen(on, id, viewer);
    const sage = await findSage(on, sageId);
    if (!sage || !mayView(viewer, sage)) throw onlyReview();
}

const onlyReview = () =>
    new Refusal('forbidden', 'As a reviewer of this sage you can only review its candidates.');

/** Returns the sages whose screens this viewer may read; undefined means all. */
export async function judgedSages(on: Reader, viewer: Viewer): Promise<number[] | undefined> {
    if (viewer.access === 'all') return undefined;
    return (await sagesToJudge(on, viewer)).map(({ id }) => id);
}

/** Returns the sages whose candidates this viewer may invite, and so knows by name; undefined means all. */
export async function managedSages(on: Reader, viewer: Viewer): Promise<number[] | undefined> {
    if (viewer.access === 'all') return undefined;
    return (await sagesToJudge(on, viewer)).filter(({ mayManage }) => mayManage).map(({ id }) => id);
}

/** Returns these candidates, the newest first. Refuses: not_found; forbidden for those that the viewer may only review. */
export async function managedScreens(on: Reader, ids: readonly string[], viewer: Viewer) {
    const found = await judgedScreens(on, ids, viewer);
    if (found.length < ids.length) throw new Refusal('not_found', 'Candidate not found.');
    if (found.some(({ sage }) => !sage.mayManage)) throw onlyReview();
    return found;
}

/** The same, of those that the viewer may manage. Refuses nothing. */
export const stillManagedScreens = async (on: Reader, ids: readonly string[], viewer: Viewer) =>
    (await judgedScreens(on, ids, viewer)).filter(({ sage }) => sage.mayManage);

async function judgedScreens(on: Reader, ids: readonly string[], viewer: Viewer) {
    const { id, kind, createdAt } = screens;
    const isOne = and(inArray(id, [...ids]), eq(kind, 'real'));
    const rows = await on.select().from(screens).where(isOne).orderBy(desc(createdAt), desc(id));
    const known = new Map((await sagesToJudge(on, viewer)).map((sage) => [sage.id, sage]));
    return rows.flatMap((screen) => {
        const sage = known.get(screen.sageId);
        return sage ? [{ screen, sage }] : [];
    });
}

export interface JudgedSage {
    id: number;
    name: string;
    /** Whether the viewer owns it or is named on it as a reviewer. */
    isMine: boolean;
    /** Whether the viewer may invite to it, and so knows its candidates by name. */
    mayManage: boolean;
}

/** Returns the sages whose screens this viewer may read, by name. */
export async function sagesToJudge(on: Reader, viewer: Viewer): Promise<JudgedSage[]> {
    const { id, name, ownerId, reviewers } = sages;
    const rows = await on
        .select({ id, name, ownerId, reviewers })
        .from(sages)
        .orderBy(asc(folded(name)), asc(id));
    return rows
        .filter((sage) => viewer.access === 'all' || mayJudge(viewer, sage))
        .map((sage) => ({
            id: sage.id,
            name: sage.name,
            isMine: isNamed(viewer, sage),
            mayManage: mayView(viewer, sage)
        }));
}

const isNamed = ({ id }: Viewer, { ownerId, reviewers }: Named) => ownerId === id || reviewers.includes(id);
