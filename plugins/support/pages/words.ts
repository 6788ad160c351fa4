// Jobs in words: their subjects and states.
import type { JobRow, TaskName } from '../../../db/jobs/ledger.ts';
import type { Subject } from '../../../db/support/subjects.ts';
import type { App } from '../../app.ts';
import { taskWord } from '../catalogue.ts';
import { jobStatuses } from '../../../words/states/jobs.ts';
import { describeEmail } from '../../shared/mail-words.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';

/** What a job does to what, without a word of a candidate's. Another version of the program may have left a task of its own. */
export function describeJob(app: App, task: TaskName, { mail, sage, step }: Subject) {
    if (mail) return describeEmail(mail);
    if (!Object.hasOwn(app.tasks, task)) return taskWord(app, task);
    return app.tasks[task].inWords(sage ? ` of ${sage.name}` : '', { step });
}

export const isDelayed = ({ retryAt, startedAt }: JobRow) => retryAt !== null && startedAt === null;

/** A job that failed and waits for its next attempt does not look like one that waits for its first. */
export function stateOf(job: JobRow) {
    if (job.startedAt !== null) return jobStatuses.running;
    return jobStatuses[isDelayed(job) ? 'delayed' : job.state];
}

export const jobBadge = (job: JobRow) => stateBadge(stateOf(job));

/** What went wrong in the last attempt, in words; undefined where nothing did. */
export const jobErrorText = ({ lastWords, lastError }: Pick<JobRow, 'lastWords' | 'lastError'>) =>
    lastWords ?? (lastError === null ? undefined : `The last attempt failed (${lastError}).`);
