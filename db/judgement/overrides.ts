// A person overrides a level, of the software or their own, with a reason.
import { type Done, record } from '../record/audit.ts';
import { enqueue, jobs, unfinished } from '../jobs/ledger.ts';
import { Refusal } from '../store/refusal.ts';
import { getScreen, waitsForVerdict } from '../screens/screens.ts';
import { and, eq } from '../store/drizzle.ts';
import type { Tx } from '../store/index.ts';
import { keepAsGold } from './gold/from-screens.ts';
import { type ReviewerAct, type GivenLevel, gradableScreen, screenReviews } from './levels.ts';
import { isHideable, wasShown } from './showings.ts';

/**
 * Stores one level with its reason and adds it to the gold, where it never counts as blind. Refuses: not_found; wrong_state
 * unless it is the evaluated screen of a candidate whose findings this person was shown; invalid_field for an unknown
 * criterion.
 */
export async function overrideLevel(
    tx: Tx,
    id: string,
    { given, by, at }: ReviewerAct & { given: GivenLevel }
) {
    const { screen, criteria } = await gradableScreen(tx, id);
    if (isHideable(screen) && !(await wasShown(tx, id, by.id)))
        throw new Refusal('wrong_state', 'Give every answer a level first. Findings are hidden until then.');
    if (!criteria.some((one) => one.id === given.criterion_id))
        throw new Refusal('invalid_field', 'Criterion not found.', { field: 'criterion_id' });
    const row = { screenId: id, userId: by.id, byName: by.displayName, at, blind: false, levels: [given] };
    await tx.insert(screenReviews).values(row);
    const levels = [{ criterionId: given.criterion_id, level: given.level, blind: false }];
    await keepAsGold(tx, { screenId: id, sageId: screen.sageId, userId: by.id, levels, criteria, at });
    await record(tx, { by, act: 'screen.override', target: `screen:${id}`, after: given.criterion_id, at });
    return screen;
}

/**
 * Has the software read a screen again that it could not read. Levels and decisions stay. Refuses: not_found; wrong_state
 * unless it could not be read, or while it is being read.
 */
export async function judgeAgain(tx: Tx, id: string, { by, at }: Done) {
    const screen = await getScreen(tx, id);
    if (screen.kind !== 'real' || screen.status !== 'ss_evaluated' || !waitsForVerdict(screen))
        throw new Refusal('wrong_state', 'Only answers the software could not read can be evaluated again.');
    if (await isBeingRead(tx, id))
        throw new Refusal('wrong_state', 'The software is already evaluating these answers.');
    await enqueue(tx, 'evaluate-screen', { screenId: id }, at);
    await record(tx, { by, act: 'screen.judge-again', target: `screen:${id}`, at });
    return screen;
}

async function isBeingRead(tx: Tx, id: string) {
    const found = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.about, id), eq(jobs.task, 'evaluate-screen'), unfinished))
        .limit(1);
    return found.length > 0;
}
