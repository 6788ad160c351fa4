import { findRun } from '../db/builds/runs.ts';
import { findRelease, releaseIfThere } from '../db/builds/releases.ts';
import { isLicensed } from '../db/judgement/licence.ts';
import { findSage } from '../db/sages/sages.ts';
import {
    answersOf,
    findScreen,
    recordVerdict,
    type ScreenRow,
    waitsForVerdict
} from '../db/screens/screens.ts';
import type { Store, Tx } from '../db/store.ts';
import { unavailableVerdict, type Verdict, weightyFlags } from '../db/sages/verdicts.ts';
import { sha256 } from '../db/tokens.ts';
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
            if (!screen || !waitsForVerdict(screen)) return;
            const { snapshot, prompt, cutOffs } = await findRelease(store.read, screen.releaseRunId ?? '');
            const given = await answersOf(store.read, screenId);
            const answers = Object.fromEntries(given.map(({ criterionId, answer }) => [criterionId, answer]));
            const { threshold, evaluator, language = 'en' } = snapshot.sage;
            const judgeable = { criteria: snapshot.criteria, answers, cutOffs, prompt, language };
            const verdict = await judge(evaluators[evaluator], { judgeable, threshold, signal });
            return async (tx) => {
                const advises = (await mayAdvise(tx, screen)) && !isSuspect(verdict);
                await recordVerdict(tx, screenId, advises ? verdict : forReview(verdict), now());
            };
        },
        async onDead(tx, { screenId }) {
            const screen = await findScreen(tx, screenId);
            if (screen?.status !== 'ss_submitted') return;
            await recordVerdict(tx, screenId, await noVerdict(tx, screen, evaluators), now());
        }
    };
}

/** The evaluator of a release advises with a licence only, and while its sage is what was proved. */
const mayAdvise = async (tx: Tx, screen: ScreenRow) =>
    (await isLicensed(tx, screen.releaseRunId ?? '')) && (await isCurrent(tx, screen));

/** No screen is lost because its evaluator cannot be asked: a person judges it, and the evaluator may later. */
async function noVerdict(tx: Tx, screen: ScreenRow, evaluators: EvaluateScreenDeps['evaluators']) {
    const release = await releaseIfThere(tx, screen.releaseRunId ?? '');
    const { name, version } = evaluators[release?.snapshot.sage.evaluator ?? 'rules'];
    return unavailableVerdict(release?.snapshot.criteria ?? [], {
        evaluator: { name, version },
        prompt_sha256: sha256(release?.prompt ?? '')
    });
}

/** Whether the sage still has the revision that this screen was judged by. */
async function isCurrent(tx: Tx, { sageId, releaseRunId }: ScreenRow) {
    const sage = await findSage(tx, sageId);
    const run = await findRun(tx, releaseRunId ?? '');
    return sage !== undefined && run?.revision === sage.revision;
}

/** A person must review an answer that addresses the judge or hides text, whatever its level. */
const isSuspect = ({ findings }: Verdict) =>
    findings.some(({ flags }) => flags.some((flag) => weightyFlags.includes(flag)));

const forReview = (verdict: Verdict): Verdict => ({ ...verdict, recommendation: 'needs_review' });
