// The conditions under which a judge may advise. Pure functions from figures to reasons in words.
import type { Level } from '../../sages/verdicts.ts';
import {
    bootstrapInterval,
    constantBaseline,
    countsOf,
    exactAgreement,
    type Grade,
    grades,
    type Pair,
    weightedKappa
} from './agreement.ts';

/** The label of people, the level of the judge and the level by words of one answer. Its text can be long and is not kept. */
export interface JudgedAnswer {
    label: Grade;
    judged: Level;
    keyword: Grade;
}

interface Agreement {
    kappa: number;
    /** The baselines that the judge must beat: one level for every answer, and a count of words. */
    constant: number;
    keyword: number;
}

export interface Figures extends Agreement {
    /** Answers with a label and a level of the judge. */
    n: number;
    /** Answers to which the judge gave no level. */
    unscored: number;
    exact: number;
    kappaLow: number;
    kappaHigh: number;
    twoLevelsOff: number;
    levels: Record<Grade, number>;
    /** The level of people, then that of the judge. */
    confusion: Record<Grade, Record<Grade, number>>;
    splits: Agreement[];
    /** Answers left out because their candidates did not agree that this evaluator reads them. */
    leftOut?: number;
}

const splitCount = 5;

type Scored = Omit<JudgedAnswer, 'judged'> & Pair;

/** Measures the agreement. The order of the answers decides which split each belongs to. */
export function figuresOf(answers: readonly JudgedAnswer[]): Figures {
    const scored = answers.filter((one): one is Scored => one.judged !== 'unscored');
    const { low, high } = bootstrapInterval(scored);
    return {
        n: scored.length,
        unscored: answers.length - scored.length,
        ...agreementOf(scored),
        exact: exactAgreement(scored),
        kappaLow: low,
        kappaHigh: high,
        twoLevelsOff: scored.filter(isTwoOff).length,
        levels: countsOf(scored.map(({ label }) => label)),
        confusion: confusionOf(scored),
        splits: Array.from({ length: splitCount }, (_, split) =>
            agreementOf(scored.filter((_one, place) => place % splitCount === split))
        )
    };
}

const agreementOf = (scored: readonly Scored[]): Agreement => ({
    kappa: weightedKappa(scored),
    constant: weightedKappa(constantBaseline(scored.map(({ label }) => label))),
    keyword: weightedKappa(scored.map(({ label, keyword }) => ({ label, judged: keyword })))
});

const isTwoOff = ({ label, judged }: Pair) =>
    Math.abs(grades.indexOf(label) - grades.indexOf(judged)) === grades.length - 1;

function confusionOf(pairs: readonly Pair[]) {
    const judgedAs = (label: Grade) =>
        countsOf(pairs.filter((pair) => pair.label === label).map(({ judged }) => judged));
    return { absent: judgedAs('absent'), partial: judgedAs('partial'), strong: judgedAs('strong') };
}

const fewestAnswers = 30;
const fewestOfLevel = 5;
export const leastKappa = 0.6;
const leastLowerEnd = 0.4;
const mostTwoOff = 0.02;
const mostUnscored = 0.1;

/** Returns why there are too few labels to decide; empty when there are enough. */
export function shortages({ n, levels }: Pick<Figures, 'n' | 'levels'>) {
    if (n < fewestAnswers) return [`${n} of ${fewestAnswers} answers labelled.`];
    return grades
        .filter((level) => levels[level] < fewestOfLevel)
        .map((level) => `${levels[level]} of ${fewestOfLevel} answers labelled ${level}.`);
}

/** The build's results on attacks and identity swaps. */
export interface Gates {
    identity: boolean;
    attack: boolean;
}

/** Returns why a judge may not advise; empty when it may. */
export function reasonsAgainst(figures: Figures, gates: Gates): string[] {
    const few = shortages(figures);
    const silent = silence(figures);
    if (few.length > 0) return silent.length > 0 ? [...silent, ...few] : [...few, ...unscoredNote(figures)];
    const { kappa, kappaLow, twoLevelsOff, n, splits } = figures;
    const beaten = splits.filter(
        ({ kappa, constant, keyword }) => kappa > Math.max(constant, keyword)
    ).length;
    const failed: [boolean, string][] = [
        [kappa < leastKappa, `Weighted kappa is ${two(kappa)}, and ${two(leastKappa)} is asked for.`],
        [
            kappaLow < leastLowerEnd,
            `The 90 % interval of kappa begins at ${two(kappaLow)}, and ${two(leastLowerEnd)} is asked for.`
        ],
        [
            beaten < splitCount,
            `In ${splitCount - beaten} of ${splitCount} parts of the answers it is no better than one level for everybody, or than a count of words.`
        ],
        [twoLevelsOff > n * mostTwoOff, `${twoLevelsOff} of ${n} answers are two levels off; 2 % may be.`],
        [!gates.identity, 'In the build it mattered who told the answer.'],
        [!gates.attack, 'In the build an attack lifted a level.']
    ];
    return [...silent, ...failed.flatMap(([isSo, reason]) => (isSo ? [reason] : []))];
}

/** A judge that picks its answers agrees easily. Where people labelled enough, this is not their lack. */
function silence({ n, unscored }: Figures) {
    const asked = n + unscored;
    if (asked < fewestAnswers || unscored <= asked * mostUnscored) return [];
    return [`The judge left ${unscored} of ${asked} answers without a level; 10 % may be.`];
}

const unscoredNote = ({ unscored }: Figures) =>
    unscored > 0 ? [`Left without a level by the judge: ${unscored}.`] : [];

export const two = (figure: number) => figure.toFixed(2);
