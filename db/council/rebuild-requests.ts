// Requests for another build of a sage, from people who may not start one.
import { type AuditActor, record, wasRecorded } from '../record/audit.ts';
import { activeHolders } from '../accounts/users.ts';
import { clearTimedOut, findOpenRun } from '../builds/runs.ts';
import { queueMail } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import type { Tx } from '../store/index.ts';
import type { SageRow } from '../sages/sages.ts';
import { day } from '../store/time.ts';

const act = 'sage.rebuild_request';

interface Request {
    reason: string;
    by: AuditActor & { displayName: string };
    at: number;
}

/**
 * Records the request, and emails it to all users who may rebuild the sage, unless they got such an email within the last day.
 * Returns how many were notified. Refuses: wrong_state for a sage that was never built or is being built.
 */
export async function requestRebuild(tx: Tx, sage: SageRow, { reason, by, at }: Request) {
    if (sage.builtAt === null)
        throw new Refusal('wrong_state', 'This sage has not been built yet. Its author can build it.');
    await clearTimedOut(tx, at, sage.id);
    if (await findOpenRun(tx, sage.id)) throw new Refusal('wrong_state', 'This sage is being built.');
    const target = `sage:${sage.id}`;
    const isRepeated = await wasRecorded(tx, { target, act, after: 'mailed', since: at - day });
    const asked = isRepeated ? [] : await activeHolders(tx, 'ss_council_admin', 'ss_admin_all');
    const about = { sageId: sage.id, sageName: sage.name, asker: by.displayName, reason };
    for (const { displayName: name, email } of asked)
        await queueMail(tx, { kind: 'rebuild_requested', to: { name, email }, about, at });
    const after = asked.length > 0 ? 'mailed' : 'recorded';
    await record(tx, { by, act, target, after, ...(reason && { note: reason }), at });
    return asked.length;
}
