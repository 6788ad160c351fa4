// Queries for support staff: the list of jobs, and the number of jobs, builds, screens and mails in each state.
import { runs } from '../builds/runs.ts';
import { account } from '../credits.ts';
import { and, desc, eq, or, sql } from '../store/drizzle.ts';
import { jobs, type JobRow, jobTally, type TaskName } from './ledger.ts';
import { mails } from '../mails.ts';
import { holdsText, listRows } from '../store/query.ts';
import { screens } from '../screens/screens.ts';
import type { Reader } from '../store.ts';

interface Search {
    state?: JobRow['state'] | undefined;
    task?: TaskName | undefined;
    /** Part of a job id, of an id in the payload or of an error code. */
    text?: string | undefined;
    limit: number;
    offset: number;
}

/** Returns the jobs, newest first, and their total number. */
export async function listJobs(on: Reader, { state, task, text, limit, offset }: Search) {
    const where = and(
        state === undefined ? undefined : eq(jobs.state, state),
        task === undefined ? undefined : eq(jobs.task, task),
        text === undefined ? undefined : mentions(text)
    );
    return listRows(on, jobs, { where, order: [desc(jobs.id)], limit, offset });
}

const mentions = (text: string) =>
    or(holdsText(jobs.id, text), holdsText(jobs.payload, text), holdsText(jobs.lastError, text));

/** Returns the numbers of jobs, builds, screens and mails by state, the creation time of the oldest waiting job, and the credits. */
export async function overview(on: Reader) {
    const { waiting, oldestAt } = await jobTally(on);
    return {
        jobs: await countBy(on, jobs.state),
        builds: await countBy(on, runs.state),
        screens: await countBy(on, screens.status),
        mails: await countBy(on, mails.state),
        oldestWaitingAt: waiting > 0 ? oldestAt : null,
        credits: await account(on)
    };
}

type StateColumn = typeof jobs.state | typeof runs.state | typeof screens.status | typeof mails.state;

/** Returns the number of rows for each possible state. */
async function countBy(on: Reader, column: StateColumn): Promise<Record<string, number>> {
    const rows = await on
        .select({ state: sql<string>`${column}`, rows: sql<number>`count(*)` })
        .from(column.table)
        .groupBy(column);
    const none = column.enumValues.map((state) => [state, 0] as const);
    return Object.fromEntries([...none, ...rows.map(({ state, rows }) => [state, rows] as const)]);
}
