import { findLicence, isByOldRule, notLicensed, recordLicence } from '../../db/judgement/licence.ts';
import { firstOfCopies, labellersOf } from '../../db/judgement/licence/answers.ts';
import { type LabelledCase, type LicenceCase, licenceCase } from '../../db/judgement/licence/case.ts';
import { askLicenceCheck } from '../../db/judgement/licence/checks.ts';
import { judgedBy, type JudgedGold } from '../../db/judgement/licence/drift.ts';
import { storeFairness, unfair } from '../../db/judgement/licence/changes.ts';
import { nextAnalysis, type Plan, takenBy } from '../../db/judgement/licence/interim-analyses.ts';
import { type Figures, figuresOf, reasonsAgainst, shownInBuild } from '../../db/judgement/licence/rules.ts';
import { settleCheck } from '../../db/judgement/licence/settling.ts';
import { licensedLine, reads } from '../../db/judgement/licence/state.ts';
import { givesLevels } from '../../db/sages/sages.ts';
import type { Store, Reader } from '../../db/store/index.ts';
import type { Release } from '../../db/builds/releases.ts';
import { textsOf } from '../../db/judgement/gold/reading.ts';
import { areNearCopies, firstOfEach, type Sketch, sketchOf } from '../../db/judgement/licence/near-copies.ts';
import { showingsOf } from '../../db/judgement/showings.ts';
import { answersOf } from '../../db/screens/screens.ts';
import type { Evaluators } from '../evaluation/index.ts';
import { callsPerJob } from '../evaluation/evaluator.ts';
import { unlessLasting } from '../evaluation/faults.ts';
import { yieldBetween } from '../evaluation/yielding.ts';
import type { Job } from '../job.ts';
import { tryFairness } from './fairness.ts';
import { judgeAll, type Judges } from './judging.ts';
import { checkLicensed, checkStopped, type Settle } from './nightly-check.ts';

interface CheckLicenceDeps {
    store: Store;
    evaluators: Pick<Evaluators, 'of' | 'operator'>;
    now: () => number;
}

/** Makes the next interim analysis of a release once there are enough answers, and compares a licensed evaluator with itself every night. */
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
            const current = await findLicence(read, runId);
            const judges = { read, evaluator, signal };
            const isLicensed = current !== undefined && current.licensed && !isByOldRule(current);
            const settle = isLicensed
                ? await checkLicensed(asked, { current, judges, at: now() }).catch(unlessLasting)
                : await analyse(asked, { ...judges, now }).catch(unlessLasting);
            return settle && ((tx) => settle(tx, now()));
        }
    };
}

async function analyse(asked: LicenceCase, judges: Judges & { now: () => number }): Promise<Settle> {
    const { release } = asked;
    const { runId } = release;
    if (!givesLevels(release.snapshot.sage.evaluator))
        return refusing(asked, { firstLine: reads, reasons: [] });
    const against = shownInBuild(asked.gates);
    if (against.length > 0) return refusing(asked, { reasons: against });
    const yieldNow = yieldBetween(judges.signal);
    const looking = { read: judges.read, yieldNow };
    const sketched = await sketchAll(release, asked.stock, looking);
    const seen = await seenBefore(sketched, { release, sageId: asked.sageId, ...looking });
    const stock = await withCopies(release, sketched, yieldNow);
    const stored = new Map(asked.stock.map(({ id, copyOf }) => [id, copyOf]));
    const copies = stock.filter(({ id, copyOf }) => stored.get(id) !== copyOf);
    if (seen.length > 0)
        return async (tx, at) => {
            await settleCheck(tx, { copies, seen, runId });
            await askLicenceCheck(tx, runId, at); // other labels count now
        };
    const due = dueAnalysis(asked, firstOfCopies(stock));
    if (!due) {
        const settleStopped = await checkStopped(asked, judges);
        return async (tx, at) => {
            await settleCheck(tx, { copies, runId });
            await settleStopped?.(tx, at);
        };
    }
    const unfairly = await fairnessFirst(asked, { stock: firstOfCopies(stock), copies, judges });
    if (unfairly) return unfairly;
    const given = (await judgedBy(judges.read, runId)).filter(({ levels }) => levels.length > 0);
    const known = new Map(given.map((one) => [one.answerId, one]));
    const unjudged = due.taken.filter(({ id }) => !known.has(id));
    // The next job evaluates the rest.
    const now = unjudged.slice(0, callsPerJob).map((one) => ({ ...one, levels: [], times: 1 }));
    const judged = await judgeAll(release, now, judges);
    const settled = { runId, copies, judged };
    if (now.length < unjudged.length)
        return async (tx, at) => {
            await settleCheck(tx, settled);
            await askLicenceCheck(tx, runId, at);
        };
    const all = new Map([...known, ...judged.map((one) => [one.answerId, one] as const)]);
    const other = [...otherModel(namesIn(all, due.taken), asked.models), ...otherVersion(asked, judges)];
    if (other.length > 0)
        return async (tx, at) => {
            await settleCheck(tx, settled);
            await refusing(asked, { reasons: other })(tx, at);
        };
    return decided(asked, { ...due, all, settled, judges });
}

interface First {
    stock: LabelledCase[];
    copies: Parameters<typeof settleCheck>[1]['copies'];
    judges: Judges & { now: () => number };
}

/** Before a check: whether the writer of an answer affects its level. Undefined where nothing speaks against the evaluator. */
async function fairnessFirst(
    asked: LicenceCase,
    { stock, copies, judges }: First
): Promise<Settle | undefined> {
    const { runId } = asked.release;
    const at = judges.now();
    const { state, isNew } = await tryFairness(asked, { stock, judges, at, isLicensed: false });
    if (isNew)
        return async (tx, now) => {
            await settleCheck(tx, { copies, runId });
            await storeFairness(tx, { runId, sageId: asked.sageId }, state, now);
            if (!state.goesOn) await askLicenceCheck(tx, runId, now);
        };
    const reasons = unfair(state, at);
    return reasons.length > 0 ? refusing(asked, { reasons }) : undefined;
}

/** The next interim analysis with the answers that it takes; undefined while there are too few. */
function dueAnalysis({ release, analyses }: LicenceCase, stock: readonly LabelledCase[]) {
    const criteria = release.snapshot.criteria.map(({ id }) => id);
    const planned = (wasAnalysed: boolean) =>
        nextAnalysis(analyses, { runId: release.runId, criteria: criteria.length, wasAnalysed });
    const taken = takenBy(stock, { criteria, needed: planned(false).needed });
    const plan = planned(taken?.some(({ lookedAt }) => lookedAt !== null) ?? false);
    return taken && { plan, taken };
}

interface Due {
    plan: Plan;
    taken: LabelledCase[];
    all: ReadonlyMap<number, Pick<JudgedGold, 'levels' | 'model'>>;
    settled: Parameters<typeof settleCheck>[1];
    judges: Judges;
}

async function decided(asked: LicenceCase, { plan, taken, all, settled, judges }: Due): Promise<Settle> {
    const answers = taken.map(({ id, criterionId, candidate, grades: labels }) => {
        const { levels: [judged = 'unscored'] = [] } = all.get(id) ?? {};
        return { criterionId, candidate, labels, judged } as const;
    });
    const figures: Figures = { ...figuresOf(answers, plan.alpha), leftOut: asked.leftOut };
    const against = reasonsAgainst(figures);
    const reasons = against.length > 0 ? [...against, ...laterAttempt(plan)] : [];
    const [model = null] = namesIn(all, taken);
    const labellers = await labellersOf(judges.read, taken);
    const licensed = reasons.length === 0;
    const firstLine = licensed ? licensedLine(figures) : notLicensed(reasons[0] ?? '');
    const { runId } = asked.release;
    const decision = {
        runId,
        licensed,
        firstLine,
        reasons,
        model,
        version: judges.evaluator.version,
        figures,
        labellers
    };
    const { attempt, look, after } = plan;
    const row = { sageId: asked.sageId, runId, attempt, look, after, n: taken.length, licensed, figures };
    return async (tx, at) => {
        await settleCheck(tx, { ...settled, analysis: { ...row, at } });
        await recordLicence(tx, { ...decision, at });
        await askLicenceCheck(tx, runId, at); // the next analysis may be due, or the nightly comparison
    };
}

const laterAttempt = ({ attempt }: Plan) =>
    attempt === 1
        ? []
        : [`This is attempt ${attempt} at the same answers, so more is required. New answers help most.`];

interface Refused {
    reasons: string[];
    firstLine?: string;
}

const refusing =
    (
        { release: { runId } }: LicenceCase,
        { reasons, firstLine = notLicensed(reasons[0] ?? '') }: Refused
    ): Settle =>
    async (tx, at) => {
        const before = await findLicence(tx, runId);
        if (before && !before.licensed && before.firstLine === firstLine) return; // said once
        const none = { model: null, version: null, figures: null, labellers: [] };
        await recordLicence(tx, { runId, licensed: false, measured: false, firstLine, reasons, ...none, at });
    };

const namesIn = (judged: Due['all'], taken: readonly LabelledCase[]) => [
    ...new Set(taken.flatMap(({ id }) => judged.get(id)?.model ?? []))
];

/** A build has shown what one model does with attacks and swaps, and says nothing of another. */
function otherModel(named: readonly string[], ofBuild: readonly string[]) {
    if (named.length <= 1 && named.every((model) => ofBuild.includes(model))) return [];
    return [`The model now reports the name ${listed(named)}. The build used ${listed(ofBuild)}.`];
}

/** The same holds for the words that it is asked in. */
const otherVersion = ({ version: ofBuild }: LicenceCase, { evaluator: { version: now } }: Judges) =>
    now === ofBuild ? [] : [`The evaluator is now version "${now}". The build used "${ofBuild}".`];

const listed = (models: readonly string[]) => models.map((model) => `"${model}"`).join(' and ') || 'none';

interface Looking {
    read: Reader;
    yieldNow: () => Promise<void>;
}

/** An answer with what is compared of it. */
interface Sketched {
    answer: LabelledCase;
    sketch: Sketch;
}

/** Returns the answers that still have a text, each with its sketch. */
async function sketchAll(
    { snapshot }: Release,
    stock: readonly LabelledCase[],
    { read, yieldNow }: Looking
): Promise<Sketched[]> {
    const questions = new Map(snapshot.criteria.map(({ id, question }) => [id, question]));
    const sketched: Sketched[] = [];
    for (const answer of stock) {
        const text = (await textsOf(read, [answer.id])).get(answer.id) ?? '';
        sketched.push({ answer, sketch: sketchOf(text, questions.get(answer.criterionId) ?? '') });
        await yieldNow();
    }
    return sketched;
}

/** Returns the answers, each with the first of its near copies (null: itself), and without those that a prompt contains. */
async function withCopies(
    { snapshot }: Release,
    stock: readonly Sketched[],
    yieldNow: Looking['yieldNow']
): Promise<LabelledCase[]> {
    const first = new Map<number, number>();
    for (const { id: criterionId, question } of snapshot.criteria) {
        const examples = new Map(Object.entries(snapshot.examples ?? {})).get(criterionId) ?? [];
        const shown = examples.map(({ text }) => sketchOf(text, question));
        const own = stock.filter(
            ({ answer, sketch }) =>
                answer.criterionId === criterionId && !shown.some((example) => areNearCopies(example, sketch))
        );
        const places = await firstOfEach(
            own.map(({ sketch }) => sketch),
            yieldNow
        );
        for (const [place, { answer }] of own.entries())
            first.set(answer.id, own[places[place] ?? place]?.answer.id ?? answer.id);
    }
    return stock.flatMap(({ answer }) => {
        const copyOf = first.get(answer.id);
        return copyOf === undefined ? [] : [{ ...answer, copyOf: copyOf === answer.id ? null : copyOf }];
    });
}

interface Seen extends Looking {
    release: Release;
    sageId: number;
}

/** Returns the labels that are not blind: before, their user was shown the findings on a near copy of the answer. */
async function seenBefore(
    stock: readonly Sketched[],
    { release: { snapshot }, sageId, read, yieldNow }: Seen
): Promise<number[]> {
    const seen = new Set<number>();
    for (const { screenId, userId, at } of await showingsOf(read, sageId)) {
        const later = stock.flatMap(({ answer, sketch }) =>
            answer.labels
                .filter((label) => label.userId === userId && label.at > at)
                .map(({ id }) => ({ id, criterionId: answer.criterionId, sketch }))
        );
        if (later.length === 0) continue;
        for (const { criterionId, answer } of await answersOf(read, screenId)) {
            const question = snapshot.criteria.find(({ id }) => id === criterionId)?.question ?? '';
            const shown = sketchOf(answer, question);
            for (const label of later)
                if (label.criterionId === criterionId && areNearCopies(shown, label.sketch))
                    seen.add(label.id);
            await yieldNow();
        }
    }
    return [...seen];
}
