// The first page of a visit: the questions, who reads the answers and how long they are stored.
import { findUserById } from '../../../db/accounts/users.ts';
import { demoDays, isRetentionEnabled } from '../../../db/installation/retention.ts';
import type { App } from '../../app.ts';
import { noticeOf } from './notice.ts';
import { landingPage } from './pages.ts';
import type { Run } from './stages.ts';

/** The page, with what was wrong with the form on it. */
export const landing = async (app: App, run: Run, error?: string) =>
    landingPage({
        ...run,
        notice: await noticeOf(app, run),
        questions: run.criteria.length,
        minutes: limitOf(app, run),
        message: await messageOf(app, run),
        kept: await keptDays(app, run),
        error
    });

/** The minutes that this candidate has to answer; 0 without a limit. */
function limitOf({ config: { screens } }: App, { screen }: Run) {
    return screens.minutes > 0 ? screens.minutes + (screen?.extraMinutes ?? 0) : 0;
}

/** The owner's message to all invited candidates, while the owner's account is enabled. */
async function messageOf({ store }: App, { screen, sage }: Run) {
    if (screen?.kind !== 'real' || sage.ownerId === null) return undefined;
    const owner = await findUserById(store.read, sage.ownerId);
    if (!owner || owner.disabledAt !== null || owner.candidateMessage === '') return undefined;
    return { from: owner.displayName, text: owner.candidateMessage };
}

/** For how many days the answers are kept, as far as age erases them. */
async function keptDays({ store }: App, { screen, outside }: Run) {
    const days = outside.settings.keepCandidatesDays;
    if (days === 0 || !(await isRetentionEnabled(store.read))) return 0;
    return screen?.kind === 'real' ? days : demoDays;
}
