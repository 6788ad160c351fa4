// When a licence is decided: at planned interim analyses of the answers, so that labelling on and on finds no lucky day.
import { runs } from '../../builds/runs.ts';
import { sages } from '../../sages/sages.ts';
import { code, flag, integer, json, plain, serial, time } from '../../store/columns.ts';
import { asc, eq, index, sql, sqliteTable, uniqueIndex } from '../../store/drizzle.ts';
import { query } from '../../store/query.ts';
import type { Reader } from '../../store/index.ts';
import type { Grade } from './agreement.ts';
import type { Figures } from './rules.ts';

/** One row for each interim analysis, stored as long as its sage: erasing an answer does not give one back. */
export const licenceAnalyses = sqliteTable(
    'licence_looks',
    {
        id: serial(),
        sageId: integer().references(() => sages.id),
        runId: code().references(() => runs.runId),
        attempt: integer(), // 1 is the first; each later one at the same answers must be surer
        look: integer(), // 1 to 4
        after: integer(), // how many answers came before this attempt
        n: integer(), // the answers of this analysis, the earlier ones included
        licensed: flag(),
        figures: json<Figures>(plain),
        at: time()
    },
    (t) => [
        index('licence_looks_by_sage').on(t.sageId, t.id),
        uniqueIndex('licence_looks_once').on(t.runId, t.attempt, t.look)
    ]
);

export type InterimAnalysis = typeof licenceAnalyses.$inferSelect;

const ofSage = query<InterimAnalysis>((on) =>
    on
        .select()
        .from(licenceAnalyses)
        .where(eq(licenceAnalyses.sageId, sql.placeholder('sageId')))
        .orderBy(asc(licenceAnalyses.id))
);

/** Returns all interim analyses of a sage, whatever its release, oldest first. */
export const analysesOf = (on: Reader, sageId: number) => ofSage.all(on, { sageId });

const mostAnalyses = 4;

/** How many answers each of the four interim analyses takes, for a sage of so many criteria. */
export const sizesOf = (criteria: number) =>
    Array.from({ length: mostAnalyses }, (_, place) => Math.max(60, 24 * criteria) * 2 ** place);

export interface Plan {
    attempt: number;
    look: number;
    after: number;
    /** The answers that are needed, the earlier ones included. */
    needed: number;
    /** The probability with which an evaluator below the bar may pass this analysis. */
    alpha: number;
}

interface Planning {
    runId: string;
    criteria: number;
    /** Whether any answer that this analysis would take was in an earlier one. */
    wasAnalysed: boolean;
}

/** Returns the next interim analysis of a release. A first attempt may err in 1 % of its analyses; the i-th at the same answers in 1 % / i(i + 1). */
export function nextAnalysis(
    taken: readonly InterimAnalysis[],
    { runId, criteria, wasAnalysed }: Planning
): Plan {
    const last = taken.findLast((one) => one.runId === runId);
    const goesOn = last !== undefined && !last.licensed && last.look < mostAnalyses;
    const highest = Math.max(0, ...taken.map(({ attempt }) => attempt));
    const attempt = goesOn ? last.attempt : wasAnalysed ? highest + 1 : 1;
    const look = goesOn ? last.look + 1 : 1;
    const after = goesOn ? last.after : last && !last.licensed ? last.n : 0;
    const needed = after + (sizesOf(criteria)[look - 1] ?? 0);
    return { attempt, look, after, needed, alpha: 0.01 / (attempt === 1 ? 1 : attempt * (attempt + 1)) };
}

/** An answer that counts: two people labelled it. */
export interface Taken {
    criterionId: string;
    grades: readonly [Grade, Grade];
}

const least = { ofCriterion: 24, ofOnlyCriterion: 60, levelOfCriterion: 3, level: 10 };

/**
 * Returns what is missing for an analysis of the first `n` of these answers, in words; empty where nothing is. Each of the two
 * labels of an answer counts half.
 */
export function missingFor(answers: readonly Taken[], criteria: readonly string[]): string[] {
    const ofCriterion = criteria.length === 1 ? least.ofOnlyCriterion : least.ofCriterion;
    const halves = (some: readonly Taken[], level: Grade) =>
        some.flatMap(({ grades }) => grades).filter((grade) => grade === level).length / 2;
    const lacking = (what: string, has: number, needed: number) =>
        has < needed ? [`${what}: ${has} of ${needed} answers.`] : [];
    const levels = ['absent', 'partial', 'strong'] as const;
    return [
        ...criteria.flatMap((id) => {
            const ofIt = answers.filter(({ criterionId }) => criterionId === id);
            return [
                ...lacking(`\`${id}\``, ofIt.length, ofCriterion),
                ...levels.flatMap((level) =>
                    lacking(`\`${id}\` labelled ${level}`, halves(ofIt, level), least.levelOfCriterion)
                )
            ];
        }),
        ...levels.flatMap((level) => lacking(`Labelled ${level}`, halves(answers, level), least.level))
    ];
}

/** Returns the first answers that the analysis takes: as many as are planned, or more until nothing is missing; undefined while there are too few. */
export function takenBy<Answer extends Taken>(
    stock: readonly Answer[],
    { criteria, needed }: { criteria: readonly string[]; needed: number }
) {
    const isEnough = (n: number) => missingFor(stock.slice(0, n), criteria).length === 0;
    if (stock.length < needed || !isEnough(stock.length)) return undefined;
    let [from, to] = [needed, stock.length]; // more answers never miss more
    while (from < to) {
        const middle = Math.floor((from + to) / 2);
        if (isEnough(middle)) to = middle;
        else from = middle + 1;
    }
    return stock.slice(0, to);
}
