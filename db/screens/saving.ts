// Saving an answer: a text that was shown as saved stays until its writer continues from it, or has seen its replacement.
import { and, eq, getTableColumns, gt, isNull, or, sql } from '../store/drizzle.ts';
import { placeholders, preparedWrite, query } from '../store/query.ts';
import { sha256 } from '../accounts/tokens.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { noLongerOpen, screenAnswers, screens } from './screens.ts';

/** What is stored of one answer. */
export type Written = Pick<typeof screenAnswers.$inferSelect, 'answer' | 'rivals' | 'done'>;

interface Save {
    screenId: string;
    criterionId: string;
    text: string;
    /** The digest of the text that the page showed. Without it a conflict with another device is not noticed. */
    shown?: string | undefined;
    /** Whether the candidate continues from this question. */
    done?: boolean;
    at: number;
}

/** For how many milliseconds after the end a save is still taken: a slow line has delayed it. The answers are submitted after that. */
export const grace = 20_000;

/** For the texts of as many devices as a person has at hand. */
const mostTexts = 3;

/**
 * Saves an answer over the text that its writer had seen, and in addition to one that they had not: both are stored, and would be
 * submitted, until the candidate chooses. Returns whether they have to. Refuses: wrong_state unless the screen is started and in
 * time, but for the grace; version_conflict for one text too many.
 */
export async function saveAnswer(tx: Tx, { screenId, criterionId, text, shown, done = true, at }: Save) {
    if (!(await openScreen.first(tx, { screenId, since: at - grace }))) throw noLongerOpen();
    const before = await storedAnswer.first(tx, { screenId, criterionId });
    if (!done && (before?.answer ?? '') === text) return (before?.rivals ?? null) !== null; // nothing is new, and an open choice stays open
    const texts = before ? textsAfter(before, text, shown) : [text];
    if (texts.length > mostTexts)
        throw new Refusal('version_conflict', 'There are several texts of this answer. Choose one first.');
    const isOpen = texts.length > 1;
    const answer = texts.join('\n\n');
    const row = { screenId, criterionId, answer, rivals: isOpen ? texts : null, done: done && !isOpen, at };
    await putAnswer(tx, row);
    return isOpen;
}

function textsAfter({ answer, rivals }: Written, text: string, shown: string | undefined) {
    const texts = rivals ?? [answer];
    if (shown === sha256(answer)) return [text]; // they had all of it before them
    if (shown === sha256(text)) return texts; // an older page, where nothing was edited
    const place = texts.findIndex((one) => sha256(one) === shown);
    return withoutContained(place < 0 ? [...texts, text] : texts.with(place, text));
}

/** Removes empty texts, and prefixes of other texts: nothing of them would be lost. */
function withoutContained(texts: readonly string[]) {
    const needed = texts.filter((text, place) => {
        const words = text.trimEnd();
        const holds = (other: string, at: number) =>
            at !== place && other.startsWith(words) && (at < place || other.trimEnd() !== words);
        return words !== '' && !texts.some(holds);
    });
    return needed.length > 0 ? needed : [''];
}

/** Whether nothing of a text would be lost: it is saved, or the saved text continues it. */
export const isSaved = ({ answer = '', rivals = null }: Partial<Written> = {}, text: string) =>
    [answer, ...(rivals ?? [])].some((one) => one.startsWith(text.trimEnd()));

/** What a candidate has written so far, by criterion. */
export async function writtenOf(on: Reader, screenId: string): Promise<ReadonlyMap<string, Written>> {
    const { criterionId, answer, rivals, done } = screenAnswers;
    const isTheirs = eq(screenAnswers.screenId, screenId);
    const rows = await on.select({ criterionId, answer, rivals, done }).from(screenAnswers).where(isTheirs);
    return new Map(rows.map((row) => [row.criterionId, row]));
}

const openScreen = query((on) =>
    on
        .select({ id: screens.id })
        .from(screens)
        .where(
            and(
                eq(screens.id, sql.placeholder('screenId')),
                eq(screens.status, 'ss_started'),
                or(isNull(screens.deadlineAt), gt(screens.deadlineAt, sql.placeholder('since')))
            )
        )
);

const { screenId, criterionId } = screenAnswers;

const storedAnswer = query<typeof screenAnswers.$inferSelect>((on) =>
    on
        .select()
        .from(screenAnswers)
        .where(
            and(eq(screenId, sql.placeholder('screenId')), eq(criterionId, sql.placeholder('criterionId')))
        )
);

const answerRow = placeholders(getTableColumns(screenAnswers));

const putAnswer = preparedWrite((tx) => {
    const { answer, rivals, done, at } = answerRow;
    const target = [screenId, criterionId];
    const set = { answer, rivals, done, at };
    return tx.insert(screenAnswers).values(answerRow).onConflictDoUpdate({ target, set });
});
