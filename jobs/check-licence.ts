import pLimit from 'p-limit';
import type { Release } from '../db/builds/releases.ts';
import { byKeywords, countsOf } from '../db/judgement/licence/agreement.ts';
import { folded } from '../db/judgement/gold.ts';
import { textsOf } from '../db/judgement/gold/reading.ts';
import { notLicensed, recordLicence } from '../db/judgement/licence.ts';
import { labellersOf } from '../db/judgement/licence/answers.ts';
import { type LabelledCase, type LicenceCase, licenceCase } from '../db/judgement/licence/case.ts';
import {
    type Figures,
    figuresOf,
    type JudgedAnswer,
    reasonsAgainst,
    shortages
} from '../db/judgement/licence/rules.ts';
import { licensedLine, reads } from '../db/judgement/licence/state.ts';
import { givesLevels } from '../db/sages/sages.ts';
import type { Finding } from '../db/sages/verdicts.ts';
import type { Reader, Store } from '../db/store/index.ts';
import type { Evaluator } from './evaluation/evaluator.ts';
import type { Evaluators } from './evaluation/index.ts';
import { isLasting } from './evaluation/faults.ts';
import { judge } from './evaluation/judge.ts';
import { yieldBetween } from './evaluation/yielding.ts';
import type { Job } from './job.ts';

interface CheckLicenceDeps {
    store: Store;
    evaluators: Pick<Evaluators, 'of' | 'operator'>;
    now: () => number;
}

/** Judges the labelled answers of a release by its own evaluator and decides whether it may advise. */
export function checkLicence({ store, evaluators, now }: CheckLicenceDeps): Job<'check-licence'> {
    return {
        maxAttempts: 5,
        concurrency: 1,
        async run({ runId }, { signal }) {
            const { read } = store;
            const yieldNow = yieldBetween(signal);
            const asked = await licenceCase(read, { runId, operator: evaluators.operator, yieldNow });
            if (!asked) return;
            const evaluator = evaluators.of(asked.release.snapshot.sage.evaluator);
            const decided = await decide(asked, { read, evaluator, signal }).catch(unlessLasting);
            if (!decided) return;
            const { figures, reasons, model } = decided;
            const version = figures ? evaluator.version : null;
            const labellers = await labellersOf(read, asked.counted.answers);
            const licensed = figures !== null && reasons.length === 0;
            const firstLine = licensed ? licensedLine(figures, labellers) : refusal(reasons);
            const decision = { runId, licensed, firstLine, reasons, model, version, figures, labellers };
            return (tx) => recordLicence(tx, { ...decision, at: now() });
        }
    };
}

/** Nothing is decided then, and the next night asks again. */
function unlessLasting(error: unknown): undefined {
    if (!isLasting(error)) throw error;
}

/** Without any reason the evaluator has not even tried. */
const refusal = ([reason]: readonly string[]) => (reason === undefined ? reads : notLicensed(reason));

interface Decision {
    /** None where there was too little to judge by. */
    figures: Figures | null;
    reasons: string[];
    model: string | null;
}

async function decide(asked: LicenceCase, judges: Judges): Promise<Decision> {
    const { release, counted, gates, models, version, atNight, leftOut } = asked;
    if (!givesLevels(release.snapshot.sage.evaluator)) return { figures: null, reasons: [], model: null };
    const levels = countsOf(counted.answers.map(({ level }) => level));
    const few = shortages({ n: counted.answers.length, levels });
    if (few.length > 0) return { figures: null, reasons: [...few, ...leftOutNote(leftOut)], model: null };
    const judged = await judgeAll(asked, judges);
    const figures = { ...figuresOf(judged), leftOut };
    const named = [...new Set(judged.flatMap(({ model }) => (model === undefined ? [] : [model])))];
    const reasons = [
        ...reasonsAgainst(figures, gates),
        ...otherModel(named, models),
        ...otherVersion(judges.evaluator.version, version),
        ...(atNight ? [atNight] : [])
    ];
    return { figures, reasons, model: named[0] ?? null };
}

const leftOutNote = (leftOut: number) =>
    leftOut > 0 ? [`Left out because their candidates did not agree to this reader: ${leftOut}.`] : [];

/** A build has shown what one model does with attacks and swaps, and says nothing of another. */
function otherModel(named: readonly string[], ofBuild: readonly string[]) {
    if (named.length <= 1 && named.every((model) => ofBuild.includes(model))) return [];
    return [`The model names itself ${listed(named)} now, and the build was judged by ${listed(ofBuild)}.`];
}

/** The same holds for the words that it is asked in. */
const otherVersion = (now: string, ofBuild: string) =>
    now === ofBuild ? [] : [`The judge is version "${now}" now, and the build was judged by "${ofBuild}".`];

const listed = (models: readonly string[]) => models.map((model) => `"${model}"`).join(' and ') || 'none';

type Judged = JudgedAnswer & { model: string | undefined };

interface Judges {
    read: Reader;
    evaluator: Evaluator;
    signal: AbortSignal;
}

/** As many at once as the evaluator takes, and no more texts in memory. The first that fails ends all. */
async function judgeAll({ release, counted }: LicenceCase, { read, evaluator, signal }: Judges) {
    const limit = pLimit(evaluator.atOnce ?? 1);
    const failed = new AbortController();
    const judges = { read, evaluator, signal: AbortSignal.any([signal, failed.signal]) };
    const yieldNow = yieldBetween(signal);
    const judged = async (answer: LabelledCase) => {
        const one = await judgeOne(release, answer, judges);
        await yieldNow();
        return one;
    };
    try {
        const first = counted.answers.slice(0, mostJudged);
        return await Promise.all(first.map((answer) => limit(() => judged(answer))));
    } catch (error) {
        failed.abort(error);
        throw error;
    }
}

// The answers are in the order of their digests: the first 500 are like the others, and enough.
const mostJudged = 500;

/** An answer never stands among its own examples. */
async function judgeOne(
    { snapshot, prompt }: Release,
    { id, criterionId, level: label }: LabelledCase,
    { read, evaluator, signal }: Judges
): Promise<Judged> {
    const text = (await textsOf(read, [id])).get(id) ?? '';
    const criteria = snapshot.criteria.filter((one) => one.id === criterionId);
    const examples = new Map(Object.entries(snapshot.examples ?? {})).get(criterionId) ?? [];
    const others = examples.filter((example) => folded(example.text) !== folded(text));
    const { threshold, language = 'en' } = snapshot.sage;
    const answers = { [criterionId]: text };
    const judgeable = { criteria, answers, prompt, language, examples: { [criterionId]: others } };
    const { findings } = await judge(evaluator, { judgeable, threshold, signal });
    const [finding] = findings as [Finding];
    const keyword = byKeywords(criteria[0]?.indicators ?? [], text);
    return { label, judged: finding.level, keyword, model: finding.call?.model };
}
