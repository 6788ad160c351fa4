import { findRun } from '../db/builds/runs.ts';
import { findRelease } from '../db/builds/releases.ts';
import { findSage } from '../db/sages/sages.ts';
import { answersOf, findScreen, recordVerdict, type ScreenRow } from '../db/screens/screens.ts';
import type { Store, Tx } from '../db/store.ts';
import type { Verdict } from '../db/sages/verdicts.ts';
import type { Evaluator } from './evaluation/evaluator.ts';
import { judge } from './evaluation/judge.ts';
import type { Job } from './job.ts';

interface EvaluateScreenDeps {
    store: Store;
    evaluators: Readonly<Record<'rules', Evaluator>>;
    now: () => number;
}

/** Judges the answers of a submitted screen by the release that asked its questions, whatever was edited since. */
export function evaluateScreen({ store, evaluators, now }: EvaluateScreenDeps): Job<'evaluate-screen'> {
    return {
        maxAttempts: 8,
        concurrency: 4,
        async run({ screenId }, { signal }) {
            const screen = await findScreen(store.read, screenId);
            if (!screen || screen.status !== 'ss_submitted') return;
            const { snapshot, prompt, cutOffs } = await findRelease(store.read, screen.releaseRunId ?? '');
            const given = await answersOf(store.read, screenId);
            const answers = Object.fromEntries(given.map(({ criterionId, answer }) => [criterionId, answer]));
            const judgeable = { criteria: snapshot.criteria, answers, cutOffs, prompt };
            const { threshold, evaluator } = snapshot.sage;
            const verdict = await judge(evaluators[evaluator], { judgeable, threshold, signal });
            return async (tx) => {
                const firm = (await isCurrent(tx, screen)) && !isSuspect(verdict);
                await recordVerdict(tx, screenId, firm ? verdict : forReview(verdict), now());
            };
        }
    };
}

/** Whether the sage still has the revision that this screen was judged by. */
async function isCurrent(tx: Tx, { sageId, releaseRunId }: ScreenRow) {
    const sage = await findSage(tx, sageId);
    const run = await findRun(tx, releaseRunId ?? '');
    return sage !== undefined && run?.revision === sage.revision;
}

/** A person must review an answer that addresses the judge or hides text, whatever its level. */
const isSuspect = ({ findings }: Verdict) => findings.some(({ flags }) => flags.length > 0);

const forReview = (verdict: Verdict): Verdict => ({ ...verdict, recommendation: 'needs_review' });
