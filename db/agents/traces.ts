// The steps that routines reported, where no log service is set. Stored for a limited time.
import { enumText, serial, text, time, words } from '../store/columns.ts';
import { and, desc, eq, index, sqliteTable } from '../store/drizzle.ts';
import { preparedInsert, listRows, purgeOfOldest, type Rows } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';

export const traceStatuses = ['ok', 'partial', 'failed', 'skipped'] as const;

export const traces = sqliteTable(
    'traces',
    {
        id: serial(),
        at: time(),
        runId: text(words),
        actor: text(words),
        routine: text(words),
        cadence: text(words),
        status: enumText(...traceStatuses),
        notes: text(words)
    },
    (t) => [
        index('traces_by_run').on(t.runId),
        index('traces_by_time').on(t.at),
        index('traces_by_routine').on(t.routine, t.id)
    ]
);

/** One step of a routine's run. */
export type Trace = Omit<typeof traces.$inferSelect, 'id' | 'at'>;

const insertTrace = preparedInsert(traces, 'id');

export function keepTrace(tx: Tx, trace: Trace, at: number) {
    return insertTrace(tx, { ...trace, at });
}

interface Search extends Rows {
    runId?: string | undefined;
    routine?: string | undefined;
    status?: Trace['status'] | undefined;
}

/** The newest steps first, and how many there are. */
export async function listTraces(on: Reader, { runId, routine, status, ...rows }: Search) {
    const where = and(
        runId === undefined ? undefined : eq(traces.runId, runId),
        routine === undefined ? undefined : eq(traces.routine, routine),
        status === undefined ? undefined : eq(traces.status, status)
    );
    return listRows(on, traces, { where, order: [desc(traces.id)], ...rows });
}

/** Forgets the oldest steps from before this moment, so many at most. Answers how many it were. */
export const purgeTraces = purgeOfOldest(traces);
