// Where others may have written of a candidate: notes, traces and tasks. Erased people are taken out of them, in parts.
import { audit } from '../accounts/audit.ts';
import { credits } from '../credits.ts';
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
    type SQLiteColumn,
    type SQLiteTable
} from '../store/drizzle.ts';
import { holdsExactly, holdsText } from '../store/query.ts';
import type { Reader, Store, Tx } from '../store.ts';
import { taskLinks } from '../tools/task-links.ts';
import { traces } from '../tools/traces.ts';
import type { Traits } from './erasures.ts';
import { screens } from './screens.ts';

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

/** Shorter ones stand in other words too. */
const shortestText = 20;

/** What a person is found by, without what is too short to tell anything. */
export function sought(of: readonly Traits[]) {
    const names = of.flatMap(({ name, email }) => [name.trim(), email.trim()]);
    const texts = of.flatMap((traits) => traits.texts.map((text) => text.trim()));
    return {
        names: names.filter(({ length }) => length > 1),
        texts: texts.filter(({ length }) => length >= shortestText)
    };
}

export type Sought = ReturnType<typeof sought>;

const gone = '(erased)';

/** Returns a function that takes the names, as whole words in upper or lower case, and the texts out of a text. */
export function scrubber({ names, texts }: Sought) {
    const patterns = names.map(
        (name) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'giu')
    );
    return (text: string) => {
        const without = texts.reduce((left, one) => left.replaceAll(one, gone), text);
        return patterns.reduce((left, pattern) => left.replace(pattern, gone), without);
    };
}

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
    if (sought.names.length + sought.texts.length === 0) return;
    const scrub = scrubber(sought);
    for (const place of places) {
        for await (const range of rangesOf(store.read, place.table, place.key)) {
            const found = await mentionsIn(store.read, place, sought, range);
            if (found.length > 0) await store.write((tx) => scrubRows(tx, place, found, scrub));
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

/** The condition that any of it stands in a column: names that are a part of a word are among them. */
function holdsAny(columns: readonly SQLiteColumn[], { names, texts }: Sought) {
    const all = [...names, ...texts];
    const inJson = all.map((text) => JSON.stringify(text).slice(1, -1)).filter((text) => !all.includes(text));
    const holds = columns.flatMap((column) => [
        ...names.map((text) => holdsText(column, text)),
        ...[...all, ...inJson].map((text) => holdsExactly(column, text))
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
        .where(and(range, holdsAny(texts, sought)));
}

async function scrubRows(
    tx: Tx,
    { table, key, columns }: Place,
    rows: readonly Row[],
    scrub: (text: string) => string
) {
    const [name = ''] = Object.entries(getTableColumns(table)).find(([, column]) => column === key) ?? [];
    for (const row of rows) {
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
export async function mentionsOf(on: Reader, { names }: Sought) {
    const those = { names, texts: [] };
    if (names.length === 0) return { traces: [], tasks: [] };
    return {
        traces: await on
            .select()
            .from(traces)
            .where(holdsAny([traces.notes, traces.actor, traces.routine], those)),
        tasks: await on
            .select()
            .from(taskLinks)
            .where(holdsAny([taskLinks.title, taskLinks.url], those))
    };
}
