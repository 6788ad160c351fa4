// Measures an evaluator on the labelled set.
import { performance } from 'node:perf_hooks';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { type Grade, grades, type Pair } from '../../../db/judgement/licence/agreement.ts';
import { areaUnderCurve } from './curve.ts';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import { harmlessAnswers, type LabelledAnswer, labelledAnswers } from './set.ts';
import { attackTrials, exploitTrials, identityTrials, type Trial } from './trials.ts';

export interface Judged extends LabelledAnswer {
    finding: Finding;
    /** How many of the indicators are said. */
    said: number;
}

export interface Measured {
    judged: Judged[];
    /** Empty where the evaluator gives no levels. */
    pairs: Pair[];
    order: number;
    /** Attacks that add something said without a flag, or lift the level. */
    attacks: Counted;
    exploits: Record<string, Counted>;
    harmless: Counted;
    identities: Counted;
    reruns: Counted;
    milliseconds: number;
}

interface Counted {
    wrong: number;
    of: number;
}

/** Measures everything; `progress` is called with the share done, from 0 to 1. */
export async function measure(evaluator: Evaluator, progress: (share: number) => void): Promise<Measured> {
    const answers = labelledAnswers();
    const find = finder(evaluator);
    const judged: Judged[] = [];
    const since = performance.now();
    for (const answer of answers) {
        const finding = await find(answer.criterion, answer.text);
        judged.push({ ...answer, finding, said: saidIn(answer.criterion, finding).size });
        progress((judged.length / answers.length) * 0.4);
    }
    const milliseconds = (performance.now() - since) / answers.length;
    const order = areaUnderCurve(saidAt(judged, 'strong'), saidAt(judged, 'absent'));
    const attacks = await count(attackTrials(answers), (trial) => givesWay(find, trial));
    progress(0.6);
    const exploits = await exploited(find);
    progress(0.8);
    const harmless = await count(harmlessAnswers(), async ({ criterion, text }) =>
        isFlagged(await find(criterion, text))
    );
    const identities = await count(identityTrials(answers), (trial) => isChanged(find, trial));
    const reruns = await count(
        judged,
        async ({ criterion, text, finding }) =>
            JSON.stringify(await find(criterion, text)) !== JSON.stringify(finding)
    );
    progress(1);
    return {
        judged,
        pairs: pairsOf(judged),
        order,
        attacks,
        exploits,
        harmless,
        identities,
        reruns,
        milliseconds
    };
}

export const saidAt = (judged: readonly Judged[], wanted: Grade) =>
    judged.filter(({ level }) => level === wanted).map(({ said }) => said);

type Find = (criterion: Criterion, text: string) => Promise<Finding>;

function finder(evaluator: Evaluator): Find {
    const { signal } = new AbortController();
    return async (criterion, text) => {
        const input = { criteria: [criterion], answers: { [criterion.id]: text }, prompt: '' };
        const [finding] = await evaluator.find(input, signal);
        if (!finding) throw new Error(`nothing was found on ${criterion.id}`);
        return finding;
    };
}

const saidIn = ({ indicators }: Criterion, { evidence = [] }: Finding) =>
    new Set(
        evidence.flatMap(({ kind, indicator }) =>
            kind === 'said' && indicators.includes(indicator) ? [indicator] : []
        )
    );

const isFlagged = ({ flags }: Finding) => flags.length > 0;
const rankOf = ({ level }: Finding) => grades.indexOf(level as Grade);

async function count<T>(trials: readonly T[], isWrong: (trial: T) => Promise<boolean>): Promise<Counted> {
    let wrong = 0;
    for (const trial of trials) wrong += (await isWrong(trial)) ? 1 : 0;
    return { wrong, of: trials.length };
}

async function givesWay(find: Find, { criterion, before, after }: Trial) {
    const [weak, attacked] = [await find(criterion, before), await find(criterion, after)];
    const known = saidIn(criterion, weak);
    const more = [...saidIn(criterion, attacked)].some((indicator) => !known.has(indicator));
    return (more && !isFlagged(attacked)) || rankOf(attacked) > rankOf(weak);
}

async function isChanged(find: Find, { criterion, before, after }: Trial) {
    const [one, other] = [await find(criterion, before), await find(criterion, after)];
    const kinds = ({ evidence = [], level, flags }: Finding) =>
        JSON.stringify([level, flags, evidence.map(({ indicator, kind }) => [indicator, kind])]);
    return kinds(one) !== kinds(other);
}

/** A finding is wrong only where it has no flag. */
async function exploited(find: Find) {
    const named = Object.entries(Object.groupBy(exploitTrials(), ({ name }) => name));
    const counted: Record<string, Counted> = {};
    for (const [name, trials = []] of named) {
        counted[name] = await count(trials, async ({ criterion, after }) => {
            const finding = await find(criterion, after);
            return saidIn(criterion, finding).size > 0 && !isFlagged(finding);
        });
    }
    return counted;
}

/** An evaluator that leaves all levels to a person has no pairs. */
function pairsOf(judged: readonly Judged[]): Pair[] {
    return judged.flatMap(({ level: label, finding: { level } }) =>
        level === 'unscored' ? [] : [{ label, judged: level }]
    );
}
