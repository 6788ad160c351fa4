// Erasing a candidate: every row that is theirs is blanked in one transaction. What others wrote is searched afterwards.
import { type Done, record } from '../record/audit.ts';
import { dropKeptFormsWith } from '../accounts/short-lived/kept-forms.ts';
import { enqueue } from '../jobs/ledger.ts';
import { endMailsOf } from '../jobs/mails.ts';
import { Refusal } from '../store/refusal.ts';
import { and, asc, eq, isNull, sql } from '../store/drizzle.ts';
import { isOneOf, withoutIndex } from '../store/query.ts';
import { screensAt } from '../screens/invitations.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { byAge, erasures } from './erasures.ts';
import { findScreen, getScreen, screenAnswers, type ScreenRow, screens } from '../screens/screens.ts';
import { dropGoldOf } from '../judgement/gold/from-screens.ts';
import { exactAddresses, isIn } from './scrubbing.ts';
import { blankTheirs } from './theirs.ts';

interface Erasing extends Done {
    /** `asked`: by a person, for one candidate; `age`: by the retention; `restore`: once more, in a restored backup. */
    why: 'asked' | 'age' | 'restore';
}

/** Returns the screens of the same person, by their address, that still have any data; in the order of creation. */
export async function screensOfPerson(on: Reader, screen: ScreenRow): Promise<ScreenRow[]> {
    if (screen.kind !== 'real' || screen.candidateEmail === '') return [screen];
    const isKept = and(
        sql`${withoutIndex(screens.kind)} = 'real'`, // most are: the address is to be looked for first
        isNull(screens.erasedAt)
    );
    const ids = (await screensAt(on, [{ email: screen.candidateEmail }], isKept)).map(({ id }) => id);
    return on
        .select()
        .from(screens)
        .where(isOneOf(screens.id, ids))
        .orderBy(asc(screens.createdAt), asc(screens.id));
}

/** How many candidates are not erased; a person is an address. */
export async function countCandidates(on: Reader) {
    const isKept = and(eq(screens.kind, 'real'), isNull(screens.erasedAt));
    const [row] = await on
        .select({ count: sql<number>`count(distinct lower(${screens.candidateEmail}))` })
        .from(screens)
        .where(isKept);
    return row?.count ?? 0;
}

/** Refuses: not_found; wrong_state for a test screen, whose answers a build has created. */
export async function erasableScreen(on: Reader, id: string) {
    const screen = await getScreen(on, id);
    if (screen.kind === 'test')
        throw new Refusal('wrong_state', 'Test answers are not personal data, so they cannot be erased.');
    return screen;
}

/** Erases all screens of one person, and returns their ids. Skips people who are already erased. */
export async function erasePerson(tx: Tx, id: string, erasing: Erasing) {
    const screen = await erasableScreen(tx, id);
    const ids: string[] = [];
    for (const one of screen.erasedAt === null ? await screensOfPerson(tx, screen) : []) {
        await eraseScreen(tx, one, erasing);
        ids.push(one.id);
    }
    return ids;
}

/** An open screen is cancelled and its cost comes back. */
const open: readonly ScreenRow['status'][] = ['ss_draft', 'ss_invited', 'ss_started', 'ss_submitted'];

export const isOpen = ({ status }: Pick<ScreenRow, 'status'>) => open.includes(status);

/** Blanks all personal data of one screen. Levels, scores, decisions and times stay, without words. */
export async function eraseScreen(tx: Tx, screen: ScreenRow, { by, why, at }: Erasing) {
    const { id } = screen;
    const stored = await tx.select().from(screenAnswers).where(eq(screenAnswers.screenId, id));
    const answers = stored.flatMap((one) =>
        [one.answer, ...(one.rivals ?? [])].map((answer) => ({ ...one, answer }))
    );
    await dropGoldOf(tx, screen, answers);
    const traits = {
        name: screen.kind === 'real' ? screen.candidateName : '', // all visitors of demos have one
        email: screen.candidateEmail,
        texts: answers.map(({ answer }) => answer)
    };
    await endMailsOf(tx, id);
    await blankTheirs(tx, id);
    await dropForms(tx, screen, why);
    await closeRow(tx, screen, at);
    if (isOpen(screen) && screen.kind === 'real') await enqueue(tx, 'refund-credit', { screenId: id }, at);
    await tx.insert(erasures).values({ screenId: id, at, by: by.name, traits });
    await record(tx, { by, act: 'screen.erase', target: `screen:${id}`, after: why, at });
}

async function closeRow(tx: Tx, screen: ScreenRow, at: number) {
    const over = isOpen(screen) ? ({ status: 'ss_cancelled', endedAt: at } as const) : {};
    await tx
        .update(screens)
        .set({ ...over, linkDigest: null, erasedAt: at })
        .where(eq(screens.id, screen.id));
}

/** Forms that were refused go where they are about the screen, or name the address; a name may be another person's. */
async function dropForms(tx: Tx, { id, candidateEmail: email }: ScreenRow, why: Erasing['why']) {
    const address = exactAddresses(why === 'age' ? [] : [{ email }]);
    await dropKeptFormsWith(tx, (text) => text.includes(id) || isIn(text, address));
}

/** An erasure of which a restored backup may know nothing. */
export interface Erased {
    id: string;
    byAge: boolean;
}

/**
 * Erases these people once more, in a restored backup. Returns how many were erased now, and how many the backup does not have.
 */
export async function eraseAgain(store: Store, erased: readonly Erased[], at: number) {
    const counts = { erased: 0, known: 0, missing: 0 };
    for (const { id, byAge: isByAge } of erased) {
        const done = await store.write(async (tx) => {
            const screen = await findScreen(tx, id);
            if (!screen) return 'missing';
            if (screen.erasedAt !== null) return 'known';
            const by = { name: isByAge ? byAge : 'restore' };
            await eraseScreen(tx, screen, { by, why: isByAge ? 'age' : 'restore', at });
            return 'erased';
        });
        counts[done] += 1;
    }
    return counts;
}
