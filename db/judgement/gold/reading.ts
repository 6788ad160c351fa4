// Queries on the gold of a sage: pages, the people who labelled, and the level that counts.
import { asc, eq, inArray, sql } from '../../store/drizzle.ts';
import { query } from '../../store/query.ts';
import type { Reader } from '../../store/index.ts';
import {
    countAnswers,
    type GoldAnswerRow,
    goldAnswers,
    type GoldLabelRow,
    goldLabels,
    type GoldMarks,
    goldMarks,
    type GoldSource,
    labelsOf
} from '../gold.ts';
import { countsOf, type Grade, rank } from '../licence/agreement.ts';

/** An answer with all its labels, oldest first. */
export interface LabelledAnswer extends GoldAnswerRow {
    labels: GoldLabelRow[];
}

const isOfSage = eq(goldAnswers.sageId, sql.placeholder('sageId'));

const answersPage = query<GoldAnswerRow>((on) =>
    on
        .select()
        .from(goldAnswers)
        .where(isOfSage)
        .orderBy(asc(goldAnswers.id))
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset'))
);

/** Returns one page of the gold of a sage, oldest answers first, and the number of answers. */
export async function listGold(
    on: Reader,
    sageId: number,
    { limit, offset }: { limit: number; offset: number }
) {
    const answers = await answersPage.all(on, { sageId, limit, offset });
    const labels = await labelsOf(
        on,
        answers.map(({ id }) => id)
    );
    return { items: withLabels(answers, labels), total: await countAnswers(on, sageId) };
}

function withLabels<Answer extends { id: number }>(
    answers: readonly Answer[],
    labels: readonly GoldLabelRow[]
) {
    const byAnswer = Map.groupBy(labels, ({ answerId }) => answerId);
    return answers.map((answer) => ({ ...answer, labels: byAnswer.get(answer.id) ?? [] }));
}

const { id: answerId, criterionId, digest, source: answerSource } = goldAnswers;
const { copyOf, lookedAt } = goldMarks;

/** A label, with what is known of its answer but for the text. */
type LabelOfAnswer = GoldLabelRow &
    Pick<GoldAnswerRow, 'criterionId' | 'digest'> &
    GoldMarks & { answerSource: GoldSource };

const allLabels = query<LabelOfAnswer>((on) =>
    on
        .select({
            id: goldLabels.id,
            answerId,
            byName: goldLabels.byName,
            userId: goldLabels.userId,
            level: goldLabels.level,
            blind: goldLabels.blind,
            source: goldLabels.source,
            criterionDigest: goldLabels.criterionDigest,
            at: goldLabels.at,
            criterionId,
            digest,
            answerSource,
            copyOf,
            lookedAt
        })
        .from(goldLabels)
        .innerJoin(goldAnswers, eq(goldLabels.answerId, answerId))
        .leftJoin(goldMarks, eq(goldMarks.answerId, answerId))
        .where(isOfSage)
        .orderBy(asc(goldLabels.id))
);

/** An answer with its labels, without the text: all texts of a sage can be megabytes. */
export interface Outline extends Pick<GoldAnswerRow, 'id' | 'criterionId' | 'digest' | 'source'>, GoldMarks {
    labels: GoldLabelRow[];
}

/** Returns the labelled answers of a sage without their texts, in the order of the digests. */
export async function labelsBySage(on: Reader, sageId: number): Promise<Outline[]> {
    const byAnswer = Map.groupBy(await allLabels.all(on, { sageId }), ({ answerId }) => answerId);
    const outlines = Array.from(byAnswer.values(), (labels) => {
        const [{ answerId: id, answerSource: source, ...answer }] = labels as [LabelOfAnswer];
        const { criterionId, digest, copyOf, lookedAt } = answer;
        return { id, criterionId, digest, source, copyOf, lookedAt, labels };
    });
    return outlines.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
}

/** Returns the texts of these answers, by id. */
export async function textsOf(on: Reader, ids: readonly number[]) {
    const isOneOf = inArray(goldAnswers.id, [...ids]);
    const { id, text } = goldAnswers;
    return new Map(
        (await on.select({ id, text }).from(goldAnswers).where(isOneOf)).map((row) => [row.id, row.text])
    );
}

/** Returns each person's latest blind label. */
export function blindLabels(labels: readonly GoldLabelRow[]) {
    const last = new Map<string, GoldLabelRow>();
    for (const label of labels) if (label.blind) last.set(label.byName.toLowerCase(), label);
    return [...last.values()];
}

/** Returns the level that counts: the median of the blind labels, the lower one if two are in the middle. */
export function levelOf(labels: readonly GoldLabelRow[]): Grade | undefined {
    const levels = blindLabels(labels)
        .map(({ level }) => level)
        .toSorted((a, b) => rank[a] - rank[b]);
    return levels[(levels.length - 1) >> 1];
}

/** Returns the number of answers at each level that counts. */
export const countLevels = (answers: readonly { labels: readonly GoldLabelRow[] }[]) =>
    countsOf(answers.flatMap(({ labels }) => levelOf(labels) ?? []));
