// The labelled answers that a prompt may contain as examples, never an answer of a candidate.
import type { Criterion } from '../../sages/sages.ts';
import { answersOf, screens } from '../../screens/screens.ts';
import { and, asc, eq, inArray, ne, sql } from '../../store/drizzle.ts';
import { query } from '../../store/query.ts';
import type { Reader } from '../../store/index.ts';
import { digestOf, digestsOf, type GoldAnswerRow, goldAnswers, labelsOf } from '../gold.ts';
import type { Example } from '../../builds/reports.ts';
import { levelOf, withLabels } from './reading.ts';
import { onlyOf } from '../licence/answers.ts';

const isOfSage = eq(goldAnswers.sageId, sql.placeholder('sageId'));

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

interface Asking {
    id: number;
    criteria: readonly Criterion[];
}

/**
 * Returns the answers that may be examples in a prompt, by criterion: those marked as examples and labelled under the
 * question as it is now, except the held-out fifth and everything that candidates wrote, in whatever case and white space.
 */
export async function goldExamples(on: Reader, { id, criteria }: Asking): Promise<Record<string, Example[]>> {
    const answers = await markedAnswers.all(on, { sageId: id });
    const ids = answers.map(({ id }) => id);
    const marked = onlyOf(criteria, withLabels(answers, await labelsOf(on, ids)));
    const written = marked.length > 0 ? await writtenByCandidates(on, id) : new Set();
    const byCriterion = new Map<string, Example[]>();
    for (const { criterionId, text, labels } of marked) {
        const level = levelOf(labels) ?? labels.at(-1)?.level;
        const chosen = byCriterion.get(criterionId) ?? [];
        const isFull = chosen.filter((one) => one.level === level).length === examplesOfLevel;
        if (!level || isFull || written.has(digestOf(criterionId, text))) continue;
        if (await isFromScreen(on, digestsOf(criterionId, text))) continue;
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

/** Whether this is gold from a screen of any sage: gold can be listed there and imported here. */
async function isFromScreen(on: Reader, digests: string[]) {
    const { id, digest, source } = goldAnswers;
    const isOneOf = and(inArray(digest, digests), eq(source, 'screen'));
    return (await on.select({ id }).from(goldAnswers).where(isOneOf).limit(1)).length > 0;
}
