// The conditions for recommendations. Pure functions from numbers to reasons in words.
import type { Level } from '../../sages/verdicts.ts';
import {
    countsOf,
    type Grade,
    grades,
    type Pair,
    rank,
    weightedKappa,
    constantBaseline,
    exactAgreement
} from './agreement.ts';
import { boundsOf, type Part, patternOf } from './bounds.ts';

/** The levels of two people and the evaluator for one answer. Its text can be long and is not stored. */
export interface JudgedAnswer {
    criterionId: string;
    labels: readonly [Grade, Grade];
    judged: Level;
    /** Who wrote it, where that is known: one candidate counts as a whole. */
    candidate?: string | undefined;
}

/** The figures of one criterion. */
interface OfCriterion extends Pick<Figures, 'n' | 'unscored' | 'kappa' | 'kappaLow'> {
    id: string;
}

export interface Figures {
    /** Answers with labels and a level of the evaluator. */
    n: number;
    /** Answers to which the evaluator gave no level. */
    unscored: number;
    /** The share of labels that the evaluator met. */
    exact: number;
    kappa: number;
    /** The lower bound, missed as rarely as the interim analysis allows, and the same distance above. */
    kappaLow: number;
    kappaHigh: number;
    /** The kappa of one level for every answer. */
    constant: number;
    twoLevelsOff: number;
    levels: Record<Grade, number>;
    /** The level of people, then that of the evaluator; each label counts. */
    confusion: Record<Grade, Record<Grade, number>>;
    /** Answers left out because their candidates did not agree that this evaluator reads them. */
    leftOut?: number;
    /** The kappa of the two people, and the lower bound of the evaluator's kappa minus it; missing under the first rule. */
    people?: number;
    differenceLow?: number;
    /** Kappa if each answer without a level had been one level off. */
    kappaIfOff?: number;
    criteria?: OfCriterion[];
    /** The largest share without a level in a criterion or a level of people. */
    mostUnscored?: number;
}

const isScored = (one: JudgedAnswer): one is Scored => one.judged !== 'unscored';
type Scored = JudgedAnswer & { judged: Grade };

const pairsOf = ({ labels, judged }: Scored): Pair[] => labels.map((label) => ({ label, judged }));
const patternIn = ({ labels: [first, second], judged }: Scored) =>
    patternOf(rank[first], rank[second], rank[judged]);

/** An answer by an unknown writer forms its own group. */
const partsOf = (answers: readonly Scored[]): Part[] =>
    Array.from(Map.groupBy(answers, (one) => one.candidate ?? one).values(), (part) => part.map(patternIn));

/** Measures the agreement. `alpha` is the probability with which the true kappa may lie below its lower bound. */
export function figuresOf(answers: readonly JudgedAnswer[], alpha: number): Figures {
    const scored = answers.filter(isScored);
    const pairs = scored.flatMap(pairsOf);
    const labels = pairs.map(({ label }) => label);
    const { low, high, ...bounds } = boundsOf(partsOf(scored), alpha);
    return {
        n: scored.length,
        unscored: answers.length - scored.length,
        exact: exactAgreement(pairs),
        kappa: bounds.kappa,
        kappaLow: low,
        kappaHigh: high,
        constant: weightedKappa(constantBaseline(labels)),
        twoLevelsOff: scored.filter(isTwoOff).length,
        levels: countsOf(labels),
        confusion: confusionOf(pairs),
        people: bounds.people,
        differenceLow: bounds.differenceLow,
        kappaIfOff: weightedKappa(answers.flatMap((one) => (isScored(one) ? pairsOf(one) : oneOff(one)))),
        criteria: criteriaOf(answers),
        mostUnscored: mostUnscoredOf(answers)
    };
}

/** Two labels two levels from the evaluator's. */
const isTwoOff = ({ labels, judged }: Scored) =>
    labels.every((label) => Math.abs(rank[label] - rank[judged]) === grades.length - 1);

const neighbour = { absent: 'partial', partial: 'strong', strong: 'partial' } as const;
const oneOff = ({ labels }: JudgedAnswer): Pair[] =>
    labels.map((label) => ({ label, judged: neighbour[label] }));

function confusionOf(pairs: readonly Pair[]) {
    const judgedAs = (label: Grade) =>
        countsOf(pairs.filter((pair) => pair.label === label).map(({ judged }) => judged));
    return { absent: judgedAs('absent'), partial: judgedAs('partial'), strong: judgedAs('strong') };
}

const ofCriterion = 0.025;

const criteriaOf = (answers: readonly JudgedAnswer[]) =>
    Array.from(
        Map.groupBy(answers, ({ criterionId }) => criterionId),
        ([id, ofIt]): OfCriterion => {
            const scored = ofIt.filter(isScored);
            const { kappa, low } = boundsOf(partsOf(scored), ofCriterion);
            return { id, n: scored.length, unscored: ofIt.length - scored.length, kappa, kappaLow: low };
        }
    );

function mostUnscoredOf(answers: readonly JudgedAnswer[]) {
    const share = (some: readonly JudgedAnswer[]) =>
        some.length === 0 ? 0 : some.filter((one) => !isScored(one)).length / some.length;
    const byCriterion = Map.groupBy(answers, ({ criterionId }) => criterionId).values();
    const byLevel = grades.map((grade) => answers.filter(({ labels }) => labels.includes(grade)));
    return Math.max(0, ...[...byCriterion, ...byLevel].map(share));
}

export const leastKappa = 0.6;
const leastDifference = -0.1;
const leastOfCriterion = 0.2;
const mostUnscored = { inAll: 0.1, inPart: 0.2 };

/** Returns why recommendations stay off; empty when they may be on. */
export function reasonsAgainst(figures: Figures): string[] {
    const { n, unscored, kappa, kappaLow, people = 0, differenceLow = 0, criteria = [] } = figures;
    const poor = criteria.filter((one) => one.kappaLow <= leastOfCriterion);
    const failed: [boolean, string][] = [
        [
            unscored > (n + unscored) * mostUnscored.inAll,
            `The evaluator left ${unscored} of ${n + unscored} answers without a level. Allowed: 10%.`
        ],
        [
            (figures.mostUnscored ?? 0) > mostUnscored.inPart,
            'The evaluator left more than 20% of the answers of one criterion or level without a level.'
        ],
        [
            kappaLow < leastKappa,
            `The agreement with reviewers is ${two(kappa)}, with a lower bound of ${two(kappaLow)}. Required lower bound: ${two(leastKappa)}.`
        ],
        [
            differenceLow < leastDifference,
            `The agreement with reviewers is ${two(kappa)}. Two reviewers agree at ${two(people)}, so the evaluator may be worse than a colleague.`
        ],
        ...poor.map(({ id, kappa: alone }): [boolean, string] => [
            true,
            `\`${id}\` alone: ${two(alone)}. Required lower bound of each criterion: ${two(leastOfCriterion)}.`
        ])
    ];
    return failed.flatMap(([isSo, reason]) => (isSo ? [reason] : []));
}

/** The tests of the build, and its results on attacks and identity swaps. */
export interface Gates {
    /** With the test answers that the author approved; generated ones show nothing about the levels. */
    approved: boolean;
    identity: boolean;
    attack: boolean;
    /** False where the build left cases out. In earlier versions these ran by night: where one failed, too. */
    whole: boolean;
}

const withoutAnswers = 'The build had no full set of approved test answers for each criterion.';
const withoutRest =
    'The check tried only a part of its cases. Run the check again when the others are evaluated in advance (see the page of the sage).';

/** The build results that forbid a licence. */
export const shownInBuild = ({ approved, identity, attack, whole }: Gates) => [
    ...(approved ? [] : [withoutAnswers]),
    ...(identity
        ? []
        : ['In the build, a change of name, pronoun, age, nationality or career gap changed a finding.']),
    ...(attack ? [] : ['In the build, an attack raised a level.']),
    ...(whole ? [] : [withoutRest])
];

export const two = (figure: number) => figure.toFixed(2);
