// Who called which tool when, with what result: digests, never contents. Stored for a limited time.
import { code, enumText, integer, nullable, serial, time } from '../store/columns.ts';
import { and, desc, eq, index, sqliteTable } from '../store/drizzle.ts';
import { preparedInsert, listRows, purgeOfOldest, type Rows } from '../store/query.ts';
import type { Reader } from '../store/index.ts';

export const toolOutcomes = ['ok', 'bad_arguments', 'failed', 'timed_out'] as const;
export type ToolOutcome = (typeof toolOutcomes)[number];

export const toolCalls = sqliteTable(
    'tool_calls',
    {
        id: serial(),
        at: time(),
        token: code(), // its name
        tool: code(),
        outcome: enumText(...toolOutcomes),
        ms: integer(),
        argumentsDigest: code(), // SHA-256 of the arguments as JSON, with long texts replaced by their digests
        answerDigest: nullable.code() // SHA-256 of the answer as JSON; none where there was none
    },
    (t) => [
        index('tool_calls_by_time').on(t.at),
        index('tool_calls_by_token').on(t.token, t.id),
        index('tool_calls_by_tool').on(t.tool, t.id)
    ]
);

export type ToolCall = Omit<typeof toolCalls.$inferSelect, 'id'>;

export const recordCall = preparedInsert(toolCalls, 'id');

interface Search extends Rows {
    tool?: string | undefined;
    token?: string | undefined;
}

/** The newest calls first, and how many there are. */
export async function listToolCalls(on: Reader, { tool, token, ...rows }: Search) {
    const where = and(
        tool === undefined ? undefined : eq(toolCalls.tool, tool),
        token === undefined ? undefined : eq(toolCalls.token, token)
    );
    return listRows(on, toolCalls, { where, order: [desc(toolCalls.id)], ...rows });
}

/** Forgets the oldest calls from before this moment, so many at most. Answers how many it were. */
export const purgeToolCalls = purgeOfOldest(toolCalls);
