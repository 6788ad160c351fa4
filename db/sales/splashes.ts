// Splash banners: at most one is published, and each user sees it until they have seen it.
import { flag, plain, serial, text, time } from '../store/columns.ts';
import { and, desc, eq, exists, sql, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { listRows, findBy, insertOne, placeholders, preparedWriteReturning, query } from '../store/query.ts';
import { type Done, record } from '../record/audit.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { users } from '../accounts/users.ts';

export const splashes = sqliteTable(
    'splashes',
    {
        id: serial(),
        title: text(plain),
        subtitle: text(plain),
        content: text(plain), // HTML, sanitised
        ctaText: text(plain),
        ctaLink: text(plain),
        imageUrl: text(plain),
        published: flag(),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [
        uniqueIndex('splashes_published')
            .on(t.published)
            .where(sql`${t.published} = 1`)
    ]
);

export type SplashRow = typeof splashes.$inferSelect;
export type SplashBody = Omit<SplashRow, 'id' | 'createdAt' | 'updatedAt'>;

/** Creates a banner. A published one replaces the other. */
export async function createSplash(tx: Tx, body: SplashBody, { by, at }: Done) {
    if (body.published) await takeDown(tx, at);
    const splash = await insertOne(tx, splashes, { ...body, createdAt: at, updatedAt: at });
    await record(tx, { by, act: 'splash.create', target: `splash:${splash.id}`, after: stateOf(splash), at });
    return splash;
}

/** Changes a banner. One that becomes published takes the other down. Refuses: not_found. */
export async function changeSplash(tx: Tx, id: number, changes: Partial<SplashBody>, { by, at }: Done) {
    const before = await findSplash(tx, id);
    if (changes.published) await takeDown(tx, at);
    const [splash] = await tx
        .update(splashes)
        .set({ ...changes, updatedAt: at })
        .where(eq(splashes.id, id))
        .returning();
    if (!before || !splash) throw new Refusal('not_found', 'Banner not found.');
    const states = { before: stateOf(before), after: stateOf(splash) };
    const note = Object.keys(changes).join(', ');
    await record(tx, { by, act: 'splash.change', target: `splash:${id}`, ...states, note, at });
    return splash;
}

const stateOf = ({ published }: SplashRow) => (published ? 'published' : 'not published');

async function takeDown(tx: Tx, at: number) {
    await tx.update(splashes).set({ published: false, updatedAt: at }).where(eq(splashes.published, true));
}

/** One page of banners, the newest first, and how many there are. */
export async function listSplashes(on: Reader, { limit, offset }: { limit: number; offset: number }) {
    return listRows(on, splashes, { order: [desc(splashes.id)], limit, offset });
}

const published = query((on) => on.select().from(splashes).where(eq(splashes.published, true)));
const userOf = findBy(users, users.id);

/** The published banner, unless it is the one that this user saw last. */
export async function activeSplash(on: Reader, userId: number) {
    const splash = await published.first(on);
    const user = splash && (await userOf(on, userId));
    return splash && user?.lastSplashSeenId !== splash.id ? splash : undefined;
}

/** Remembers that the user has seen it. Refuses: not_found. */
export async function markSplashSeen(tx: Tx, userId: number, splashId: number) {
    const seen = await setSeen(tx, { userId, lastSplashSeenId: splashId });
    if (seen.length === 0) throw new Refusal('not_found', 'Banner not found.');
}

export const findSplash = findBy(splashes, splashes.id);

const splashId = sql.placeholder('lastSplashSeenId');

const setSeen = preparedWriteReturning({ id: users.id }, (tx) =>
    tx
        .update(users)
        .set(placeholders({ lastSplashSeenId: users.lastSplashSeenId }))
        .where(
            and(
                eq(users.id, sql.placeholder('userId')),
                exists(tx.select({ id: splashes.id }).from(splashes).where(eq(splashes.id, splashId)))
            )
        )
);
