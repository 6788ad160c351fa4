// Everything stored about one candidate, for users who may manage their screens: for export, and to read before erasing.
import { audit } from '../record/audit.ts';
import { rubricOf } from '../builds/releases.ts';
import { credits } from '../accounts/credits.ts';
import { jobs } from '../jobs/ledger.ts';
import { type GoldAnswerRow, type GoldLabelRow, goldOfAnswer, labelsOf } from '../judgement/gold.ts';
import { mailsOfScreen } from '../jobs/mails.ts';
import { asc, eq, inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { storedAbout } from './theirs.ts';
import { screenReference } from '../screens/invitations.ts';
import { isSent, screenAnswers, type ScreenRow } from '../screens/screens.ts';

/** An answer, and the gold that was copied from it. */
interface AnswerData {
    criterionId: string;
    question: string;
    answer: string;
    at: number;
    gold: (GoldAnswerRow & { labels: GoldLabelRow[] })[];
}

export type ScreenData = Awaited<ReturnType<typeof dataOf>>;

/** Returns what refers to one screen, in all tables. */
export async function dataOf(on: Reader, screen: ScreenRow) {
    const { id } = screen;
    const sent = await mailsOfScreen(on, id);
    const about = [id, ...sent.map((mail) => mail.id)];
    return {
        screen,
        stored: await storedAbout(on, id, isSent(screen)),
        answers: await answersWithGold(on, screen),
        mails: sent,
        jobs: await on.select().from(jobs).where(inArray(jobs.about, about)).orderBy(asc(jobs.id)),
        credits: await on
            .select()
            .from(credits)
            .where(eq(credits.reference, screenReference(id)))
            .orderBy(asc(credits.id)),
        audit: await on
            .select()
            .from(audit)
            .where(eq(audit.target, `screen:${id}`))
            .orderBy(asc(audit.id))
    };
}

async function answersWithGold(on: Reader, { id, sageId, releaseRunId }: ScreenRow): Promise<AnswerData[]> {
    const rubric = await rubricOf(on, releaseRunId ?? '');
    const questions = new Map(rubric?.criteria.map((one) => [one.id, one.question]));
    const answers = await on.select().from(screenAnswers).where(eq(screenAnswers.screenId, id));
    const found: AnswerData[] = [];
    for (const { criterionId, answer, at } of answers) {
        const gold = await goldOfAnswer(on, sageId, criterionId, answer);
        const labels = await labelsOf(
            on,
            gold.map((one) => one.id)
        );
        found.push({
            criterionId,
            question: questions.get(criterionId) ?? criterionId,
            answer,
            at,
            gold: gold.map((one) => ({
                ...one,
                labels: labels.filter(({ answerId }) => answerId === one.id)
            }))
        });
    }
    const asked = [...questions.keys()];
    return found.toSorted(
        (a, b) =>
            asked.indexOf(a.criterionId) - asked.indexOf(b.criterionId) ||
            (a.criterionId < b.criterionId ? -1 : 1)
    );
}
