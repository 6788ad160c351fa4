// Erasing a candidate: every row that is theirs is blanked in one transaction. What others wrote is searched afterwards.
import { type By, record } from '../audit.ts';
import { dropKeptFormsWith } from '../accounts/short-lived/kept-forms.ts';
import { forgetWords } from '../jobs/attempts.ts';
import { enqueue, jobs } from '../jobs/ledger.ts';
import { screenDecisions } from '../judgement/decisions.ts';
import { dropGoldOf } from '../judgement/gold/erase.ts';
import { screenReviews } from '../judgement/levels.ts';
import { blankMailsOf } from '../jobs/mails.ts';
import { Refusal } from '../refusal.ts';
import type { Verdict } from '../sages/verdicts.ts';
import { and, asc, eq, inArray, isNull, sql } from '../store/drizzle.ts';
import { withoutIndex } from '../store/query.ts';
import type { Reader, Store, Tx } from '../store/index.ts';
import { erasures, type Traits } from './erasures.ts';
import { findScreen, getScreen, screenAnswers, type ScreenRow, screens } from '../screens/screens.ts';
import { finder, sought } from './scrubbing.ts';

/** What stands where the name stood. */
const nobody = 'Erased candidate';

/** `asked`: by a person, for one candidate; `age`: by the retention; `restore`: once more, in a restored backup. */
type WhyErased = 'asked' | 'age' | 'restore';

interface Erasing {
    by: By;
    why: WhyErased;
    at: number;
}

/** Returns the screens of the same person, by their address, that hold anything still; the first made first. */
export async function screensOfPerson(on: Reader, screen: ScreenRow): Promise<ScreenRow[]> {
    if (screen.kind !== 'real' || screen.candidateEmail === '') return [screen];
    const isTheirs = and(
        eq(sql`lower(${screens.candidateEmail})`, sql`lower(${screen.candidateEmail})`),
        sql`${withoutIndex(screens.kind)} = 'real'`, // most are: the address is to be looked for first
        isNull(screens.erasedAt)
    );
    return on.select().from(screens).where(isTheirs).orderBy(asc(screens.createdAt), asc(screens.id));
}

/** Refuses: not_found; wrong_state for a test screen, whose answers a build has made. */
export async function erasableScreen(on: Reader, id: string) {
    const screen = await getScreen(on, id);
    if (screen.kind === 'test')
        throw new Refusal('wrong_state', 'The answers of a test screen are no person’s.');
    return screen;
}

/** Erases all screens of one person, and returns their ids. Whoever is erased already is not erased again. */
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

/** Blanks all that one screen holds of a person. Levels, scores, decisions and times stay, without words. */
export async function eraseScreen(tx: Tx, screen: ScreenRow, { by, why, at }: Erasing) {
    const { id } = screen;
    const answers = await tx.select().from(screenAnswers).where(eq(screenAnswers.screenId, id));
    await dropGoldOf(tx, screen, answers);
    await tx.delete(screenAnswers).where(eq(screenAnswers.screenId, id));
    await blankWordsOfStaff(tx, id);
    const traits = {
        name: screen.kind === 'real' ? screen.candidateName : '', // all visitors of demonstrations have one
        email: screen.candidateEmail,
        texts: answers.map(({ answer }) => answer)
    };
    await blankTraces(tx, id, traits);
    await blankRow(tx, screen, at);
    if (isOpen(screen) && screen.kind === 'real') await enqueue(tx, 'refund-credit', { screenId: id }, at);
    await tx.insert(erasures).values({ screenId: id, at, by: by.name, traits });
    await record(tx, { by, act: 'screen.erase', target: `screen:${id}`, after: why, at });
}

async function blankRow(tx: Tx, screen: ScreenRow, at: number) {
    const over = isOpen(screen) ? ({ status: 'ss_cancelled', endedAt: at } as const) : {};
    await tx
        .update(screens)
        .set({
            ...over,
            candidateName: nobody,
            candidateEmail: '',
            linkDigest: null,
            verdict: screen.verdict && withoutWords(screen.verdict),
            decisionNote: screen.decisionNote === null ? null : '',
            cancelReason: null,
            erasedAt: at
        })
        .where(eq(screens.id, screen.id));
}

/** A verdict as figures: neither quotes nor reasons, nor the digest of what a model was shown. */
function withoutWords({ findings, ...verdict }: Verdict): Verdict {
    const bare = findings.map(({ criterion_id, level, flags }) => ({
        criterion_id,
        level,
        quotes: [],
        reason: '',
        flags
    }));
    return { ...verdict, findings: bare };
}

async function blankWordsOfStaff(tx: Tx, screenId: string) {
    const reviews = await tx.select().from(screenReviews).where(eq(screenReviews.screenId, screenId));
    for (const { id, levels } of reviews) {
        const bare = levels.map((level) => ({ ...level, reason: '' }));
        await tx.update(screenReviews).set({ levels: bare }).where(eq(screenReviews.id, id));
    }
    await tx.update(screenDecisions).set({ note: '' }).where(eq(screenDecisions.screenId, screenId));
}

/** Mails, what a mail server said of them, and forms that were refused. */
async function blankTraces(tx: Tx, id: string, traits: Traits) {
    const mailIds = await blankMailsOf(tx, id);
    const tried = await tx
        .update(jobs)
        .set({ lastWords: null })
        .where(inArray(jobs.about, [id, ...mailIds]))
        .returning({ id: jobs.id });
    await forgetWords(
        tx,
        tried.map((job) => job.id)
    );
    const find = finder(sought([traits]));
    await dropKeptFormsWith(tx, (text) => text.includes(id) || find(text).length > 0);
}

/** Erases once more whom these ids name, in a restored backup. Returns how many were erased now, and how many are not in it. */
export async function eraseAgain(store: Store, ids: readonly string[], at: number) {
    const counts = { erased: 0, known: 0, missing: 0 };
    for (const id of ids) {
        const done = await store.write(async (tx) => {
            const screen = await findScreen(tx, id);
            if (!screen) return 'missing';
            if (screen.erasedAt !== null) return 'known';
            await eraseScreen(tx, screen, { by: { name: 'restore' }, why: 'restore', at });
            return 'erased';
        });
        counts[done] += 1;
    }
    return counts;
}
