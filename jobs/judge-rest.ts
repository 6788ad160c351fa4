import { restInWork } from '../db/builds/rest.ts';
import { artifactsOf } from '../db/builds/runs.ts';
import { settleNight } from '../db/judgement/licence/checks.ts';
import type { Store } from '../db/store/index.ts';
import { judgeUnits, restUnits, unitsOfNight } from './build/rest.ts';
import type { Frozen } from './build/steps/step.ts';
import { callsOfNight } from './evaluation/evaluator.ts';
import { unlessLasting } from './evaluation/faults.ts';
import type { Evaluators } from './evaluation/index.ts';
import type { Job } from './job.ts';

interface JudgeRestDeps {
    store: Store;
    evaluators: Pick<Evaluators, 'of'>;
    now: () => number;
}

/** Evaluates a part of the remaining cases of a build. */
export function judgeRest({ store, evaluators, now }: JudgeRestDeps): Job<'judge-rest'> {
    return {
        maxAttempts: 5,
        concurrency: 1,
        async run({ runId }, { signal }) {
            const work = await restInWork(store.read, runId);
            if (!work) return;
            const { snapshot } = work.release;
            const frozen = (await artifactsOf(store.read, runId)) as Frozen;
            const evaluator = evaluators.of(snapshot.sage.evaluator);
            if (evaluator.version !== versionOf(frozen)) return; // another evaluator shows nothing about this release
            const units = restUnits(frozen, evaluator.name).slice(work.next);
            const tonight = unitsOfNight(units, callsOfNight);
            const { examples = {} } = snapshot;
            const hold = { held: 0, cost: 0 };
            const judging = { snapshot, frozen, evaluator, examples, heldOut: [], hold, signal, now };
            const input = { ...judging, progress: () => undefined };
            const judged = await judgeUnits(input, tonight).catch(unlessLasting);
            if (!judged) return;
            const { done, missed } = judged;
            const night = {
                runId,
                from: work.next,
                next: work.next + done.length,
                cases: done.reduce((sum, { planned }) => sum + planned.length, 0),
                missed,
                isLast: done.length === units.length
            };
            return (tx) => settleNight(tx, { ...night, at: now() });
        }
    };
}

const versionOf = ({ release }: Frozen) => release?.evaluator.version;
