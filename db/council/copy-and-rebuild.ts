// Asking for another build of a sage, and copies: a copy was never built, so its author may build it.
import { type AuditActor, type Done, record, wasRecorded } from '../record/audit.ts';
import type { Tx } from '../store/index.ts';
import { createSage } from './edits.ts';
import { type SageRow, setFields } from '../sages/sages.ts';
import { findTemplate, type TemplateTexts } from '../sages/template-versions.ts';
import { activeHolders } from '../accounts/users.ts';
import { clearTimedOut, findOpenRun } from '../builds/runs.ts';
import { queueMail } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import { day } from '../store/time.ts';

interface Copying extends Done {
    name: string | undefined;
    by: AuditActor & { id: number };
}

/**
 * Creates a sage of this user that evaluates like another one does now. Gold, screens, reviewers and the demo key are not copied;
 * confirmed words and approved test answers are.
 */
export async function copySage(tx: Tx, sage: SageRow, { name, by, at }: Copying) {
    const { evaluatorRole, criteria, contextIds, evaluator, threshold, language } = sage;
    const judgement = { evaluatorRole, criteria, contextIds, evaluator, threshold, language };
    const results = await textsOf(tx, sage.resultsId);
    const fields = { ...judgement, name: name ?? nameOfCopy(sage.name), ...(results && { results }) };
    const { id } = await createSage(tx, fields, { by: by.id, at });
    await record(tx, { by, act: 'sage.copy', target: `sage:${id}`, note: `of sage:${sage.id}`, at });
    return setFields(tx, id, { confirmedWords: sage.confirmedWords, criteria });
}

const mark = ' (copy)';
const longestName = 200;

const nameOfCopy = (name: string) => name.slice(0, longestName - mark.length).toWellFormed() + mark;

async function textsOf(tx: Tx, id: string | null): Promise<TemplateTexts | undefined> {
    const template = id === null ? undefined : await findTemplate(tx, id);
    if (!template) return undefined;
    const { name, intro, directions, outputFormat, recommendation, metaData } = template;
    return { name, intro, directions, outputFormat, recommendation, metaData };
}

const act = 'sage.rebuild_request';

interface Request extends Done {
    reason: string;
    by: AuditActor & { displayName: string };
}

/**
 * Requests for another build of a sage, from people who may not start one. Records the request, and emails it to all users who
 * may rebuild the sage, unless they got such an email within the last day. Returns how many were notified. Refuses: wrong_state
 * for a sage that was never built or is being built.
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
