// Where others may have written of a candidate: notes, traces and tasks. Erased people are taken out of them, in parts.
import { eq, getTableName, type SQL } from '../store/drizzle.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { taskLinks } from '../agents/task-links.ts';
import { traces } from '../agents/traces.ts';
import type { Doubt } from './erasures.ts';
import { finder, isNobody, scrubber, type Sought } from './scrubbing.ts';
import { keyIn, type Place, placesIn, rangesOf, type Row, rowsIn, textsOf } from './searching.ts';

interface Searching {
    store: Store;
    /** Columns that may name any person. */
    places: readonly Place[];
    /** Names that fit no other person: they are removed. */
    certain: Sought;
    /** All that these people may be found by. */
    sought: Sought;
    /** Yields to the event loop, between two parts. */
    yieldNow: () => Promise<void>;
    /** Called with each row that may still be about them. */
    doubt: (at: Pick<Doubt, 'in' | 'key'>, texts: readonly string[]) => void;
}

/** Removes these people from all texts where no other person can be meant, and returns the rows that a person has to check. */
export async function searchMentions({ store, places, certain, sought, yieldNow, doubt }: Searching) {
    if (isNobody(sought)) return;
    const scrub = scrubber(certain);
    for (const place of places) {
        for await (const range of rangesOf(store.read, place)) {
            const found = await rowsIn(store.read, place, sought, range);
            const isCertain = !isNobody(certain) && found.length > 0;
            if (isCertain) await store.write((tx) => scrubRows(tx, place, { sought: certain, range, scrub }));
            for (const row of isCertain ? await rowsIn(store.read, place, sought, range) : found)
                doubt({ in: getTableName(place.table), key: keyIn(row, place) }, textsOf(row, place));
            await yieldNow();
        }
    }
}

interface Scrubbing {
    sought: Sought;
    range: SQL | undefined;
    scrub: (text: string) => string;
}

/** Searches again inside the write: a row that was changed since the first search stays as it is. */
async function scrubRows(tx: Tx, place: Place, { sought, range, scrub }: Scrubbing) {
    const { table, key, columns } = place;
    for (const row of await rowsIn(tx, place, sought, range)) {
        const changed = columns.flatMap((column) => {
            const before = row[column];
            const after = scrubbed(before, scrub);
            return JSON.stringify(after) === JSON.stringify(before) ? [] : [[column, after] as const];
        });
        if (changed.length > 0)
            await tx
                .update(table)
                .set(Object.fromEntries(changed))
                .where(eq(key, keyIn(row, place)));
    }
}

/** The same value with each text in it scrubbed. */
const scrubbed = (value: unknown, scrub: (text: string) => string): unknown =>
    value === null
        ? null
        : JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
              typeof one === 'string' ? scrub(one) : one
          );

const placeOf = (places: readonly Place[], doubt: Doubt) =>
    places.find(({ table }) => getTableName(table) === doubt.in);

/** Removes these people from one row, as a user has decided. */
export async function scrubRow(tx: Tx, places: readonly Place[], doubt: Doubt, sought: Sought) {
    const place = placeOf(places, doubt);
    if (place)
        await scrubRows(tx, place, { sought, range: eq(place.key, doubt.key), scrub: scrubber(sought) });
}

/** The texts of a row as they are now; none of a row that is gone. */
export async function textsOfRow(on: Reader, places: readonly Place[], doubt: Doubt): Promise<string[]> {
    const place = placeOf(places, doubt);
    if (!place) return [];
    const [row] = await on.select().from(place.table).where(eq(place.key, doubt.key));
    return row ? textsOf(row, place) : [];
}

const ofAgents = placesIn([traces, taskLinks]);

/** The traces and linked tasks that name these people, for the export. */
export async function mentionsOf(on: Reader, sought: Sought) {
    const [inTraces = [], inTasks = []] = await Promise.all(
        ofAgents.map((place) => rowsWith(on, place, sought))
    );
    return {
        traces: inTraces as (typeof traces.$inferSelect)[],
        tasks: inTasks as (typeof taskLinks.$inferSelect)[]
    };
}

async function rowsWith(on: Reader, place: Place, sought: Sought) {
    const rows: Row[] = [];
    if (isNobody(sought)) return rows;
    const find = finder(sought);
    const isFound = (row: Row) => textsOf(row, place).some((text) => find(text).length > 0);
    for await (const range of rangesOf(on, place))
        rows.push(...(await rowsIn(on, place, sought, range)).filter(isFound));
    return rows;
}
