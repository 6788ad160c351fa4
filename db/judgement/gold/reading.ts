// Queries on the gold of a sage: pages, the people who labelled, the level that counts, and examples for prompts.
import { answersOf, screens } from '../../screens/screens.ts';
import { and, asc, eq, inArray, ne, sql } from '../../store/drizzle.ts';
import { query } from '../../store/query.ts';
import type { Reader } from '../../store.ts';
import {
    countAnswers,
    digestOf,
    type GoldAnswerRow,
    goldAnswers,
    type GoldLabelRow,
    goldLabels,
    type GoldSource,
    labelsOf
} from '../gold.ts';
import type { Grade } from '../licence/agreement.ts';

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

const allAnswers = query<GoldAnswerRow>((on) =>
    on.select().from(goldAnswers).where(isOfSage).orderBy(asc(goldAnswers.digest))
);

const { id: answerId, criterionId, digest, source: answerSource, heldOut } = goldAnswers;

/** A label, with what is known of its answer but for the text. */
type LabelOfAnswer = GoldLabelRow &
    Pick<GoldAnswerRow, 'criterionId' | 'digest' | 'heldOut'> & { answerSource: GoldSource };

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
            heldOut
        })
        .from(goldLabels)
        .innerJoin(goldAnswers, eq(goldLabels.answerId, answerId))
        .where(isOfSage)
        .orderBy(asc(goldLabels.id))
);

/** Returns all gold of a sage in the order of the digests, which depends on nothing else. */
export async function allGold(on: Reader, sageId: number): Promise<LabelledAnswer[]> {
    return withLabels(await allAnswers.all(on, { sageId }), await allLabels.all(on, { sageId }));
}

/** An answer with its labels, without the text: all texts of a sage can be megabytes. */
export interface Outline extends Pick<GoldAnswerRow, 'id' | 'criterionId' | 'digest' | 'source' | 'heldOut'> {
    labels: GoldLabelRow[];
}

/** Returns the labelled answers of a sage without their texts, in the order of the digests. */
export async function labelsBySage(on: Reader, sageId: number): Promise<Outline[]> {
    const byAnswer = Map.groupBy(await allLabels.all(on, { sageId }), ({ answerId }) => answerId);
    const outlines = Array.from(byAnswer.values(), (labels) => {
        const [{ answerId: id, criterionId, digest, answerSource: source, heldOut }] = labels as [
            LabelOfAnswer
        ];
        return { id, criterionId, digest, source, heldOut, labels };
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

const ranks: readonly Grade[] = ['absent', 'partial', 'strong'];

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
        .toSorted((a, b) => ranks.indexOf(a) - ranks.indexOf(b));
    return levels[(levels.length - 1) >> 1];
}

/** Returns the number of answers at each level that counts. */
export function countLevels(answers: readonly { labels: readonly GoldLabelRow[] }[]) {
    const counts = { absent: 0, partial: 0, strong: 0 };
    for (const { labels } of answers) {
        const level = levelOf(labels);
        if (level) counts[level] += 1;
    }
    return counts;
}

/** Reads no text that stays out of every prompt: all gold can be megabytes. */
const markedAnswers = query<GoldAnswerRow>((on) =>
    on
        .select()
        .from(goldAnswers)
        .where(and(isOfSage, eq(goldAnswers.example, true), eq(goldAnswers.heldOut, false)))
        .orderBy(asc(goldAnswers.digest))
);

/** The largest number of examples of one level in one prompt. */
const examplesOfLevel = 2;

export interface Example {
    text: string;
    level: Grade;
}

/**
 * Returns the answers that may be examples in a prompt, by criterion: those marked as examples, except the held-out
 * fifth and everything that candidates of this sage wrote, in whatever case and white space.
 */
export async function goldExamples(on: Reader, sageId: number): Promise<Record<string, Example[]>> {
    const answers = await markedAnswers.all(on, { sageId });
    const ids = answers.map(({ id }) => id);
    const marked = withLabels(answers, await labelsOf(on, ids));
    const written = marked.length > 0 ? await writtenByCandidates(on, sageId) : new Set();
    const byCriterion = new Map<string, Example[]>();
    for (const { criterionId, text, labels } of marked) {
        const level = levelOf(labels) ?? labels.at(-1)?.level;
        const chosen = byCriterion.get(criterionId) ?? [];
        const isFull = chosen.filter((one) => one.level === level).length === examplesOfLevel;
        if (!level || isFull || written.has(digestOf(criterionId, text))) continue;
        byCriterion.set(criterionId, [...chosen, { text, level }]);
    }
    return Object.fromEntries(byCriterion);
}

/** Returns the digests of what candidates of this sage wrote, one screen at a time. */
async function writtenByCandidates(on: Reader, sageId: number) {
    const digests = new Set<string>();
    const isTheirs = and(eq(screens.sageId, sageId), ne(screens.kind, 'test'));
    for (const { id } of await on.select({ id: screens.id }).from(screens).where(isTheirs))
        for (const { criterionId: criterion, answer } of await answersOf(on, id))
            digests.add(digestOf(criterion, answer));
    return digests;
}
