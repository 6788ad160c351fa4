// Where others may have written of an erased person: found by the search, and listed until somebody has decided on each place.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Done, record } from '../record/audit.ts';
import { and, asc, eq, getTableName, isNotNull } from '../store/drizzle.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { type Doubt, type ErasureRow, erasures, type Traits } from './erasures.ts';
import { isInRow, keyIn, type Place, rowAt, rowsIn, scrubRow, textsOf } from './places.ts';
import { type Sought, sought, spansIn } from './scrubbing.ts';

/** The most for one erasure: a word that occurs more often identifies no person. */
const mostDoubts = 200;

/** Somebody who is searched for, and where they are named. */
export type Wanted = ReturnType<typeof wantedBy>;

export function wantedBy({ screenId, traits }: ErasureRow) {
    const doubts: Doubt[] = [];
    return {
        screenId,
        by: sought(traits ? [traits] : []),
        add: (at: Doubt) => void (doubts.length <= mostDoubts && doubts.push(at)),
        /** What is stored about them until a person has decided; null where nothing names them. */
        left: (): Traits | null => {
            if (!traits || doubts.length === 0) return null;
            const isMore = doubts.length > mostDoubts;
            return { ...traits, doubts: doubts.slice(0, mostDoubts), ...(isMore && { more: true }) };
        }
    };
}

interface Searching {
    store: Store;
    places: readonly Place[];
    people: readonly Wanted[];
    /** Addresses that are taken out: nobody else can be meant. */
    addresses: Sought;
    /** Yields to the event loop, between two parts. */
    yieldNow: () => Promise<void>;
}

/** Characters that are searched together. */
const mostAtOnce = 50_000;

/** Searches the texts of all tables. */
export async function searchRows({ store, places, people, addresses, yieldNow }: Searching) {
    const all = people.flatMap(({ by }) => by);
    let read = 0; // characters since the last yield
    for (const place of all.length > 0 ? places : []) {
        for await (const rows of rowsIn(store.read, place)) {
            for (const row of rows) {
                read += textsOf(row, place).reduce((sum, { length }) => sum + length, 0);
                if (read > mostAtOnce) {
                    await yieldNow();
                    read = 0;
                }
                if (!isInRow(row, place, all)) continue;
                const key = keyIn(row, place);
                const left = isInRow(row, place, addresses)
                    ? await store.write((tx) => scrubRow(tx, place, key, addresses))
                    : row;
                for (const one of people)
                    if (left && isInRow(left, place, one.by)) one.add({ in: getTableName(place.table), key });
            }
            await yieldNow();
        }
    }
}

export const idOf = (doubt: Doubt) => `${doubt.in}:${doubt.key}`;

const isOpen = and(isNotNull(erasures.searchedAt), isNotNull(erasures.traits));

/** Erasures of which a person has to decide, the first first. */
const openErasures = (on: Reader, most: number): Promise<ErasureRow[]> =>
    on.select().from(erasures).where(isOpen).orderBy(asc(erasures.at), asc(erasures.screenId)).limit(most);

/** Whether a person has to decide on anything. */
export const hasDoubts = async (on: Reader) =>
    (await on.select({ id: erasures.screenId }).from(erasures).where(isOpen).limit(1)).length > 0;

export interface Listed {
    id: string;
    in: string;
    key: string | number;
    /** Returns the text at this place with a little around it; nothing where it is gone by now. */
    context: string[];
    /** A person has decided, and it goes within seconds. */
    isChosen: boolean;
    failed: string | null;
}

/** Where places are looked up. */
interface Where {
    dataDir: string;
    places: readonly Place[];
}

const mostErasures = 50;
const mostListed = 100;

/** Returns the places that a person has to check, each once, with their present text. */
export async function listDoubts(on: Reader, where: Where) {
    const places = new Map<string, { doubt: Doubt; people: Sought }>();
    const rows = await openErasures(on, mostErasures + 1);
    for (const { traits } of rows.slice(0, mostErasures)) {
        const theirs = sought(traits ? [traits] : []);
        for (const doubt of traits?.doubts ?? []) {
            const { people } = places.get(idOf(doubt)) ?? { people: [] };
            places.set(idOf(doubt), { doubt, people: [...people, ...theirs] });
        }
    }
    const items: Listed[] = [];
    for (const { doubt, people } of [...places.values()].slice(0, mostListed)) {
        const context = await contextOf(on, doubt, people, where);
        const { in: table, key, erase = false, failed = null } = doubt;
        items.push({ id: idOf(doubt), in: table, key, context, isChosen: erase, failed });
    }
    const isMore = rows.length > mostErasures || rows.some(({ traits }) => traits?.more);
    return { items, more: isMore || places.size > mostListed };
}

/** Characters, or bytes, on each side. */
const around = 60;
const mostShown = 3;

async function contextOf(on: Reader, doubt: Doubt, people: Sought, { dataDir, places }: Where) {
    if (doubt.in === 'storage') return objectContext(dataDir, doubt);
    const place = placeOf(places, doubt);
    const row = place && (await rowAt(on, place, doubt.key));
    const shown = (row ? textsOf(row, place) : []).flatMap((text) =>
        [...spansIn(text, people)].flat().map(([from, to]) => cut(text, from, to))
    );
    return [...new Set(shown)].slice(0, mostShown);
}

const placeOf = (places: readonly Place[], doubt: Doubt) =>
    places.find(({ table }) => getTableName(table) === doubt.in);

/** Takes all that a person is found by out of one row, as a user has decided. */
export async function eraseAt(tx: Tx, places: readonly Place[], doubt: Doubt, of: Traits) {
    const place = placeOf(places, doubt);
    if (place) await scrubRow(tx, place, doubt.key, sought([of]));
}

const cut = (text: string, from: number, to: number) =>
    `${from > around ? '…' : ''}${text.slice(Math.max(0, from - around), to + around)}${to + around < text.length ? '…' : ''}`;

/** Returns the text around a place in an object, which may be large and may be gone. */
async function objectContext(dataDir: string, { key, at }: Doubt) {
    if (at === undefined) return [String(key)];
    await using handle = await open(join(dataDir, 'storage', String(key))).catch(() => undefined);
    if (!handle) return [];
    const from = Math.max(0, at - around);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(3 * around), 0, 3 * around, from);
    return [buffer.toString('utf8', 0, bytesRead).replaceAll(/[^\P{C}\n]|\uFFFD/gu, '·')];
}

interface Choice extends Done {
    id: string;
    erase: boolean;
}

/** Settles one place for all people who may be meant there. Refuses: not_found, where nothing is to be decided. */
export async function decideDoubt(tx: Tx, { id, erase, by, at }: Choice) {
    const rows = await tx.select().from(erasures).where(isOpen);
    const theirs = rows.filter(({ traits }) => traits?.doubts?.some((doubt) => idOf(doubt) === id));
    if (theirs.length === 0)
        throw new Refusal('not_found', 'This place needs no decision. Someone may have decided already.');
    for (const { screenId } of theirs) {
        await settle(tx, screenId, id, erase ? { erase: true } : undefined);
        const act = erase ? 'mention.erase' : 'mention.keep';
        await record(tx, { by, act, target: `screen:${screenId}`, after: id.split('/', 1)[0] ?? '', at });
    }
}

/** Changes one doubt of an erasure, or drops it; with the last one all that the person was found by goes. */
export async function settle(tx: Tx, screenId: string, id: string, to: Partial<Doubt> | undefined) {
    const ofIt = eq(erasures.screenId, screenId);
    const [row] = await tx.select().from(erasures).where(ofIt);
    if (!row?.traits) return;
    const { doubts = [], ...traits } = row.traits;
    const left = doubts.flatMap(({ erase, failed, ...doubt }) => {
        if (idOf(doubt) === id) return to ? [{ ...doubt, ...to }] : [];
        return [{ ...doubt, ...(erase && { erase }), ...(failed !== undefined && { failed }) }];
    });
    await tx
        .update(erasures)
        .set({ traits: left.length > 0 ? { ...traits, doubts: left } : null, endedAt: null })
        .where(ofIt);
}
