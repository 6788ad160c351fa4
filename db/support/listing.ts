// Queries for support staff: the list of jobs, and the number of jobs, builds, screens and emails in each state.
import { setImmediate } from 'node:timers/promises';
import { runs } from '../builds/runs.ts';
import { account } from '../accounts/credits.ts';
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from '../store/drizzle.ts';
import { isDelayed, jobs, type JobRow, type TaskName } from '../jobs/ledger.ts';
import { jobTally } from '../jobs/tally.ts';
import { mails } from '../jobs/mails.ts';
import {
    beginsWith,
    holdsText,
    listRows,
    mostCounted,
    query,
    type Rows,
    withoutIndex
} from '../store/query.ts';
import { screens } from '../screens/screens.ts';
import type { Reader } from '../store/index.ts';

interface Search extends Rows {
    state?: JobRow['state'] | undefined;
    /** Only jobs whose attempt failed and that wait for the next one. */
    delayed?: boolean | undefined;
    task?: TaskName | undefined;
    /** Leaves this task out. */
    except?: TaskName | undefined;
    oldestFirst?: boolean;
    /** The start of a job's id or of the id that it is about; of a job that is not done, part of its error code. */
    text?: string | undefined;
}

/** Returns the jobs, newest first unless the oldest are requested, and their total number. */
export async function listJobs(
    on: Reader,
    { state, delayed, task, except, text, oldestFirst, ...rows }: Search
) {
    const where = and(
        state === undefined ? undefined : eq(jobs.state, state),
        delayed ? isDelayed : undefined,
        task === undefined ? undefined : isOfTask(task, delayed ? 'pending' : state),
        except === undefined ? undefined : ne(withoutIndex(jobs.task), except),
        text === undefined ? undefined : mentions(text)
    );
    return listRows(on, jobs, { where, order: [oldestFirst ? asc(jobs.id) : desc(jobs.id)], ...rows });
}

/**
 * Returns the jobs as a list of things, and the total number of things: of several about the same thing the newest alone, or the
 * newest that failed. Failed ones come first, then the newest.
 */
export async function listThings(on: Reader, { limit, offset, ...most }: Rows) {
    const order = [desc(jobs.id)];
    const isDead = eq(jobs.state, 'dead');
    const failed = await listRows(on, jobs, {
        where: and(isDead, isAlone(sql`more.state || '' = 'dead' and more.id > ${jobs.id}`)),
        order,
        limit,
        offset,
        ...most
    });
    const rest = await listRows(on, jobs, {
        where: and(ne(jobs.state, 'dead'), isAlone(sql`(more.state || '' = 'dead' or more.id > ${jobs.id})`)),
        order,
        limit: limit - failed.items.length,
        offset: Math.max(0, offset - failed.total),
        ...most
    });
    const more = failed.more ?? rest.more;
    const total = failed.total + rest.total;
    return { items: [...failed.items, ...rest.items], total, ...(more && { more }) };
}

/** The condition that no job about the same thing is like this; an expression instead of the state, so that the index of things is read. */
const isAlone = (others: SQL) =>
    sql`not exists (select 1 from ${jobs} more where more.about = ${jobs.about} and ${others})`;

/** Returns how many jobs there are about each of these things. */
export async function countJobsAbout(on: Reader, things: readonly (string | null)[]) {
    const { about } = jobs;
    const ids = things.filter((one) => one !== null);
    const rows = await on
        .select({ about, count: sql<number>`count(*)` })
        .from(jobs)
        .where(inArray(about, ids))
        .groupBy(about);
    return new Map(rows.map((row) => [row.about, row.count]));
}

/** Nearly all jobs are done, so that there are fewer jobs of any other state than of a task. */
function isOfTask(task: TaskName, state: JobRow['state'] | undefined) {
    const isRare = state !== undefined && state !== 'done';
    return isRare ? sql`${withoutIndex(jobs.task)} = ${task}` : eq(jobs.task, task);
}

/** Each part has an index, so that no search reads the jobs of years. */
const mentions = (text: string) =>
    or(
        beginsWith(jobs.id, text.toLowerCase()),
        beginsWith(jobs.about, text.toLowerCase()),
        and(inArray(jobs.state, ['pending', 'sent', 'dead', 'held']), holdsText(jobs.lastError, text))
    );

/**
 * Returns the numbers of jobs, builds, screens and emails by state, the creation time of the oldest waiting job, and the
 * credits. `more` names the numbers that stopped at 10,000, such as `jobs.done`.
 */
export async function overview(on: Reader, at: number) {
    const { waiting, delayed, oldestAt } = await jobTally(on, at);
    const more: string[] = [];
    return {
        jobs: await counts.jobs(on, (state) => more.push(`jobs.${state}`)),
        builds: await counts.builds(on, (state) => more.push(`builds.${state}`)),
        screens: await counts.screens(on, (state) => more.push(`screens.${state}`)),
        mails: await counts.mails(on, (state) => more.push(`mails.${state}`)),
        more,
        delayed,
        oldestWaitingAt: waiting > 0 ? oldestAt : null,
        credits: await account(on)
    };
}

type StateColumn = typeof jobs.state | typeof runs.state | typeof screens.status | typeof mails.state;

/** Returns the number of rows for each possible state, and names the states of which there are more. */
function countsBy(column: StateColumn) {
    const state = sql.placeholder('state');
    const all = query<{ total: number }>((on) =>
        on
            .select({ total: sql<number>`count(*)` })
            .from(column.table)
            .where(sql`${column} = ${state}`)
    );
    const beyond = query<{ one: number }>((on) =>
        on
            .select({ one: sql<number>`1` })
            .from(column.table)
            .where(sql`${column} = ${state}`)
            .limit(1)
            .offset(mostCounted)
    );
    return async (on: Reader, hasMore: (state: string) => void) => {
        await setImmediate(); // the counts of one table take some milliseconds in a large store
        const counts: Record<string, number> = {};
        for (const state of column.enumValues) {
            const more = (await beyond.first(on, { state })) !== undefined;
            counts[state] = more ? mostCounted : ((await all.first(on, { state }))?.total ?? 0);
            if (more) hasMore(state);
        }
        return counts;
    };
}

const counts = {
    jobs: countsBy(jobs.state),
    builds: countsBy(runs.state),
    screens: countsBy(screens.status),
    mails: countsBy(mails.state)
};
