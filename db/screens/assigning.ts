// Who is to review a candidate: an active user who may.
import { holdsAny } from '../accounts/capabilities.ts';
import { findHolder } from '../accounts/users.ts';
import { type Done, record } from '../record/audit.ts';
import { findSage, type Viewer } from '../sages/sages.ts';
import { eq } from '../store/drizzle.ts';
import { Refusal } from '../store/refusal.ts';
import type { Tx } from '../store/index.ts';
import { mayJudge } from './access.ts';
import { getScreen, screens } from './screens.ts';

interface Assigning extends Done {
    /** Null for no one. */
    to: number | null;
    access: Viewer['access'];
}

/** Assigns a candidate to a user, or to no one. Refuses: not_found; wrong_state where this user may not review the sage. */
export async function assignScreen(tx: Tx, id: string, { to, access, by, at }: Assigning) {
    const { sageId, assignedTo: before } = await getScreen(tx, id);
    if (before === to) return;
    const user = to === null ? undefined : await findHolder(tx, to);
    const sage = await findSage(tx, sageId);
    const may =
        user &&
        sage &&
        holdsAny(user.capabilities, ['council_screen']) &&
        mayJudge({ ...user, access }, sage);
    if (to !== null && !may)
        throw new Refusal('wrong_state', 'The assigned person cannot review candidates of this sage.');
    await tx.update(screens).set({ assignedTo: to }).where(eq(screens.id, id));
    const nameOf = (user: number | null) => (user === null ? null : `user:${user}`);
    const act = { act: 'screen.assign', target: `screen:${id}`, before: nameOf(before), after: nameOf(to) };
    await record(tx, { by, ...act, at });
}
