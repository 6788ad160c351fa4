import { findRun } from '../db/builds/runs.ts';
import { findRelease, releaseIfThere } from '../db/builds/releases.ts';
import { agreedTo, readersOf } from '../db/screens/consent.ts';
import { mayAdviseBy } from '../db/judgement/licence.ts';
import { tellReviewers } from '../db/judgement/reviewer-mails.ts';
import { type EvaluatorName, findSage } from '../db/sages/sages.ts';
import {
    answersOf,
    findScreen,
    recordVerdict,
    type ScreenRow,
    waitsForVerdict
} from '../db/screens/screens.ts';
import type { Store, Tx } from '../db/store/index.ts';
import { Refusal } from '../db/store/refusal.ts';
import { type Fault, unavailableVerdict, type Verdict, weightyFlags } from '../db/sages/verdicts.ts';
import { sha256 } from '../db/accounts/tokens.ts';
import type { Evaluators } from './evaluation/index.ts';
import { isFinal, isLasting } from './evaluation/faults.ts';
import type { Job } from './job.ts';
import { byCriterion, judgeScreen, type ScreenToJudge } from './evaluation/judge.ts';

interface EvaluateScreenDeps {
    store: Store;
    evaluators: Evaluators;
    now: () => number;
}

/** Evaluates the answers of a submitted screen by the release that asked its questions, whatever was edited since. */
export function evaluateScreen({ store, evaluators, now }: EvaluateScreenDeps): Job<'evaluate-screen'> {
    return {
        maxAttempts: 8,
        concurrency: 4,
        async run({ screenId }, { signal }) {
            const screen = await findScreen(store.read, screenId);
            if (!screen || !waitsForVerdict(screen)) return;
            const release = await findRelease(store.read, screen.releaseRunId ?? '');
            const answers = byCriterion(await answersOf(store.read, screenId));
            if (screen.kind === 'real' && Object.values(answers).every((text) => text.trim() === ''))
                return async (tx) =>
                    settle(tx, screen, await noVerdict(tx, screen, evaluators, 'no_answers'), now());
            const judging = { release, answers, signal };
            const { evaluator } = release.snapshot.sage;
            const readers = readersOf(evaluator, evaluators.operator);
            if (!agreedTo(screen, readers))
                return async (tx) =>
                    settle(tx, screen, await noVerdict(tx, screen, evaluators, 'consent_changed'), now());
            const verdict = await verdictOn(evaluators, { kind: screen.kind, evaluator, judging });
            if (!verdict)
                return async (tx) => settle(tx, screen, await noVerdict(tx, screen, evaluators), now());
            return async (tx) => {
                const advises = (await mayAdvise(tx, screen, { verdict, at: now() })) && !isSuspect(verdict);
                await settle(tx, screen, advises ? verdict : forReview(verdict), now());
            };
        },
        async onDead(tx, { screenId }) {
            const screen = await findScreen(tx, screenId);
            if (screen?.status !== 'ss_submitted') return;
            await settle(tx, screen, await noVerdict(tx, screen, evaluators), now());
        }
    };
}

/** Stores the verdict. Reviewers are notified once, when the answers start to wait for them. */
async function settle(tx: Tx, screen: ScreenRow, verdict: Verdict, at: number) {
    const isStored = await recordVerdict(tx, screen, verdict, at);
    if (isStored && screen.kind === 'real' && screen.status === 'ss_submitted')
        await tellReviewers(tx, screen, at);
}

interface ScreenWork {
    kind: ScreenRow['kind'];
    evaluator: EvaluatorName;
    judging: ScreenToJudge;
}

/** Undefined where waiting does not help: a person reviews. A demo is then read without the model. */
async function verdictOn(evaluators: Evaluators, { kind, evaluator, judging }: ScreenWork) {
    const isDemo = kind === 'demo';
    try {
        return await judgeScreen(isDemo ? evaluators.forDemo(evaluator) : evaluators.of(evaluator), judging);
    } catch (error) {
        if (isFinal(error))
            throw new Refusal('unavailable', 'The evaluator refused these answers.', { cause: error });
        if (!isLasting(error)) throw error;
        return isDemo ? judgeScreen(evaluators.of('evidence'), judging) : undefined;
    }
}

/** The evaluator of a release advises with a licence only, and while its sage is what was proved. */
async function mayAdvise(tx: Tx, screen: ScreenRow, { verdict, at }: { verdict: Verdict; at: number }) {
    const calls = verdict.findings.map(({ call }) => call);
    const judged = { runId: screen.releaseRunId ?? '', calls, version: verdict.evaluator.version, at };
    return (await mayAdviseBy(tx, judged)) && (await isCurrent(tx, screen));
}

/** No screen is lost when its evaluator cannot or must not be asked: a person reviews it, and the evaluator may follow later. */
async function noVerdict(tx: Tx, screen: ScreenRow, evaluators: Evaluators, fault?: Fault) {
    const release = await releaseIfThere(tx, screen.releaseRunId ?? '');
    const { name, version } = evaluators.of(release?.snapshot.sage.evaluator ?? 'evidence');
    const by = { evaluator: { name, version }, prompt_sha256: sha256(release?.prompt ?? '') };
    return unavailableVerdict(release?.snapshot.criteria ?? [], by, fault);
}

/** Whether the sage still has the revision that evaluated this screen. */
async function isCurrent(tx: Tx, { sageId, releaseRunId }: ScreenRow) {
    const sage = await findSage(tx, sageId);
    const run = await findRun(tx, releaseRunId ?? '');
    return sage !== undefined && run?.revision === sage.revision;
}

/** A person must review an answer that addresses the evaluator or hides text, whatever its level. */
const isSuspect = ({ findings }: Verdict) =>
    findings.some(({ flags }) => flags.some((flag) => weightyFlags.includes(flag)));

const forReview = (verdict: Verdict): Verdict => ({ ...verdict, recommendation: 'needs_review' });
