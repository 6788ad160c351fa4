// Where others may have written of a candidate: notes, traces and tasks. Erased people are taken out of them, in parts.
import { audit } from '../audit.ts';
import { credits } from '../accounts/credits.ts';
import { screenDecisions } from '../judgement/decisions.ts';
import { screenReviews } from '../judgement/levels.ts';
import {
    and,
    asc,
    eq,
    getTableColumns,
    gt,
    lte,
    or,
    type SQL,
    sql,
    type SQLiteColumn,
    type SQLiteTable
} from '../store/drizzle.ts';
import { holdsExactly } from '../store/query.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { taskLinks } from '../agents/task-links.ts';
import { traces } from '../agents/traces.ts';
import { screens } from '../screens/screens.ts';
import { finder, hintOf, isNobody, longestOf, scrubber, type Sought } from './scrubbing.ts';

interface Place {
    table: SQLiteTable;
    key: SQLiteColumn;
    /** Texts that people or programs write freely. */
    columns: readonly string[];
}

/** Whatever is not here holds ids, or the words of others about other things. */
const places: readonly Place[] = [
    { table: audit, key: audit.id, columns: ['note'] },
    { table: credits, key: credits.id, columns: ['reason'] },
    { table: traces, key: traces.id, columns: ['runId', 'actor', 'routine', 'notes'] },
    { table: taskLinks, key: taskLinks.id, columns: ['title', 'url'] },
    { table: screenDecisions, key: screenDecisions.id, columns: ['note'] },
    { table: screenReviews, key: screenReviews.id, columns: ['levels'] },
    { table: screens, key: screens.id, columns: ['decisionNote', 'cancelReason'] }
];

/** Rows of a table that are looked through at once. */
const part = 2000;

interface Searching {
    store: Store;
    sought: Sought;
    /** Yields to the event loop, between two parts. */
    yieldNow: () => Promise<void>;
}

/** Takes these people out of all texts. Run again, it finds nothing. */
export async function scrubMentions({ store, sought, yieldNow }: Searching) {
    if (isNobody(sought)) return;
    const scrub = scrubber(sought);
    for (const place of places) {
        for await (const range of rangesOf(store.read, place.table, place.key)) {
            const found = await mentionsIn(store.read, place, sought, range);
            if (found.length > 0) await store.write((tx) => scrubRows(tx, place, { sought, range, scrub }));
            await yieldNow();
        }
    }
}

/** The conditions for one part of the table after the other. */
async function* rangesOf(on: Reader, table: SQLiteTable, key: SQLiteColumn): AsyncGenerator<SQL | undefined> {
    let after: SQL | undefined;
    for (;;) {
        const [last] = await on
            .select({ key })
            .from(table)
            .where(after)
            .orderBy(asc(key))
            .limit(1)
            .offset(part - 1);
        if (!last) return yield after;
        yield and(after, lte(key, last.key));
        after = gt(key, last.key);
    }
}

type Row = Record<string, unknown>;

/** The condition that any of it may stand in a column: the hint of a name does, a piece of a text, or escapes of any kind. */
function mayHold(columns: readonly SQLiteColumn[], { names, words, texts }: Sought) {
    const hints = [...names, ...words].map((name) => `%${hintOf(name).toLowerCase()}%`);
    const pieces = texts.map((text) => longestOf(text.split(/[\n"]+/))); // CSV has other line ends, and doubles quotes
    const whole = texts.length > 0 ? ['\\', ...pieces] : [];
    const holds = columns.flatMap((column) => [
        ...hints.map((hint) => sql`lower(${column}) like ${hint}`),
        ...whole.map((piece) => holdsExactly(column, piece))
    ]);
    return or(...holds);
}

async function mentionsIn(
    on: Reader,
    { table, columns }: Place,
    sought: Sought,
    range: SQL | undefined
): Promise<Row[]> {
    const all = getTableColumns(table) as Record<string, SQLiteColumn>;
    const texts = columns.flatMap((name) => all[name] ?? []);
    return on
        .select()
        .from(table)
        .where(and(range, mayHold(texts, sought)));
}

interface Scrubbing {
    sought: Sought;
    range: SQL | undefined;
    scrub: (text: string) => string;
}

/** Looks once more, in the write: what somebody has changed since the first look stays as they left it. */
async function scrubRows(tx: Tx, place: Place, { sought, range, scrub }: Scrubbing) {
    const { table, key, columns } = place;
    const [name = ''] = Object.entries(getTableColumns(table)).find(([, column]) => column === key) ?? [];
    for (const row of await mentionsIn(tx, place, sought, range)) {
        const changed = columns.flatMap((column) => {
            const before = row[column];
            const after = scrubbed(before, scrub);
            return JSON.stringify(after) === JSON.stringify(before) ? [] : [[column, after] as const];
        });
        if (changed.length > 0)
            await tx.update(table).set(Object.fromEntries(changed)).where(eq(key, row[name]));
    }
}

/** The same value with each text in it scrubbed. */
const scrubbed = (value: unknown, scrub: (text: string) => string): unknown =>
    value === null
        ? null
        : JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
              typeof one === 'string' ? scrub(one) : one
          );

/** The traces and linked tasks that name these people, for the export. */
export async function mentionsOf(on: Reader, sought: Sought) {
    const inTraces = { table: traces, key: traces.id, columns: ['notes', 'actor', 'routine'] };
    const inTasks = { table: taskLinks, key: taskLinks.id, columns: ['title', 'url'] };
    return {
        traces: (await rowsWith(on, inTraces, sought)) as (typeof traces.$inferSelect)[],
        tasks: (await rowsWith(on, inTasks, sought)) as (typeof taskLinks.$inferSelect)[]
    };
}

async function rowsWith(on: Reader, place: Place, sought: Sought) {
    const rows: Row[] = [];
    if (isNobody(sought)) return rows;
    const find = finder(sought);
    const isFound = (row: Row) => place.columns.some((column) => find(String(row[column])).length > 0);
    for await (const range of rangesOf(on, place.table, place.key))
        rows.push(...(await mentionsIn(on, place, sought, range)).filter(isFound));
    return rows;
}
