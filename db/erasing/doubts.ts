// Possible mentions of an erased person, listed with the text around them until a person decides on each.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditActor, record } from '../record/audit.ts';
import { and, asc, eq, isNotNull } from '../store/drizzle.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { type Doubt, type ErasureRow, erasures, type Traits } from './erasures.ts';
import { textsOfRow } from './mentions.ts';
import type { Place } from './searching.ts';
import { byteFinder, finder, type Span, sought } from './scrubbing.ts';

/** The most for one erasure: a word that occurs more often identifies no person. */
const mostDoubts = 200;

/** Collects the possible mentions of these people while texts of others are searched. */
export function gatherDoubts(rows: readonly ErasureRow[]) {
    const people = rows.map(({ screenId, traits }) => {
        const by = sought(traits ? [traits] : []);
        return { screenId, traits, find: finder(by), findBytes: byteFinder(by), doubts: [] as Doubt[] };
    });
    const add = (one: (typeof people)[number], doubt: Doubt) => {
        if (one.doubts.length <= mostDoubts) one.doubts.push(doubt);
    };
    return {
        inTexts(at: Doubt, texts: readonly string[]) {
            for (const one of people) if (texts.some((text) => one.find(text).length > 0)) add(one, at);
        },
        /** An object: by its key, else by its content, which is a text or bytes. */
        inObject(key: string, content: string | Buffer) {
            for (const one of people) {
                const at = { in: 'storage', key };
                const place = firstIn(content, one);
                if (place !== undefined) add(one, { ...at, at: place });
                else if (one.find(pathIn(key)).length > 0) add(one, at);
            }
        },
        /** What is stored about one of them until a person has decided; null where there is no doubt. */
        leftOf(screenId: string): Traits | null {
            const { traits, doubts = [] } = people.find((one) => one.screenId === screenId) ?? {};
            if (!traits || doubts.length === 0) return null;
            const isMore = doubts.length > mostDoubts;
            return { ...traits, doubts: doubts.slice(0, mostDoubts), ...(isMore && { more: true }) };
        }
    };
}

/** The key of an object without its bucket, in which others have objects too. */
export const pathIn = (key: string) => key.slice(key.indexOf('/') + 1);

/** Returns the first byte of a mention. */
function firstIn(content: string | Buffer, by: Finding) {
    if (typeof content !== 'string') return firstOf(by.findBytes(content));
    const first = firstOf(by.find(content));
    return first === undefined ? undefined : Buffer.byteLength(content.slice(0, first));
}

interface Finding {
    find: ReturnType<typeof finder>;
    findBytes: ReturnType<typeof byteFinder>;
}

const firstOf = (spans: readonly Span[]) =>
    spans.length === 0 ? undefined : spans.reduce((first, [from]) => Math.min(first, from), Infinity);

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
    const places = new Map<string, { doubt: Doubt; of: Traits[] }>();
    const rows = await openErasures(on, mostErasures + 1);
    for (const { traits } of rows.slice(0, mostErasures))
        for (const doubt of traits?.doubts ?? []) {
            const { of } = places.get(idOf(doubt)) ?? { of: [] };
            places.set(idOf(doubt), { doubt, of: traits ? [...of, traits] : of });
        }
    const items: Listed[] = [];
    for (const { doubt, of } of [...places.values()].slice(0, mostListed)) {
        const context = await contextOf(on, doubt, of, where);
        const { in: table, key, erase = false, failed = null } = doubt;
        items.push({ id: idOf(doubt), in: table, key, context, isChosen: erase, failed });
    }
    const isMore = rows.length > mostErasures || rows.some(({ traits }) => traits?.more);
    return { items, more: isMore || places.size > mostListed };
}

/** Characters, or bytes, on each side. */
const around = 60;
const mostShown = 3;

async function contextOf(on: Reader, doubt: Doubt, of: readonly Traits[], { dataDir, places }: Where) {
    if (doubt.in === 'storage') return objectContext(dataDir, doubt);
    const find = finder(sought(of));
    const texts = await textsOfRow(on, places, doubt);
    const shown = texts.flatMap((text) => find(text).map(([from, to]) => cut(text, from, to)));
    return shown.slice(0, mostShown);
}

const cut = (text: string, from: number, to: number) =>
    `${from > around ? '…' : ''}${text.slice(Math.max(0, from - around), to + around)}${to + around < text.length ? '…' : ''}`;

/** Returns the text around a place in an object, which may be large and may be gone. */
async function objectContext(dataDir: string, { key, at }: Doubt) {
    if (at === undefined) return [String(key)];
    const handle = await open(join(dataDir, 'storage', String(key))).catch(() => undefined);
    if (!handle) return [];
    try {
        const from = Math.max(0, at - around);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(3 * around), 0, 3 * around, from);
        return [buffer.toString('utf8', 0, bytesRead).replaceAll(/[^\P{C}\n]|\uFFFD/gu, '·')];
    } finally {
        await handle.close();
    }
}

interface Choice {
    id: string;
    erase: boolean;
    by: AuditActor;
    at: number;
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
