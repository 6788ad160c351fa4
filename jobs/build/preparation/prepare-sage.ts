// What a build would ask of a model, asked without its budgets: the same steps in the same order, of which only the findings are kept.
import {
    beginPreparation,
    endPreparation,
    type Preparation,
    type PreparationEnd,
    spendCall
} from '../../../db/builds/preparations.ts';
import { promptFor, takeSnapshot } from '../../../db/council/snapshots.ts';
import { givesLevels } from '../../../db/sages/sages.ts';
import type { Store } from '../../../db/store/index.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import { EvaluatorFault } from '../../evaluation/faults.ts';
import type { Evaluators } from '../../evaluation/index.ts';
import type { Job } from '../../job.ts';
import { makeFixtures } from '../fixtures/fixtures.ts';
import { callsOfAll } from '../gates/stages.ts';
import { planOf } from '../gates/trying.ts';
import { probe } from '../steps/starting.ts';
import type { Frozen } from '../steps/step.ts';
import { transcendingTraining } from '../steps/transcending-training.ts';
import { testHa, testRi, testShu } from '../steps/tests.ts';
import { judgeOf, keeping, wholeBy } from './keeping.ts';

interface Deps {
    store: Store;
    evaluators: Evaluators;
    now: () => number;
}

/** Evaluates the cases of a sage in advance. Each result is stored immediately: a restart continues with the remaining ones. */
export function prepareSage(deps: Deps): Job<'prepare-sage'> {
    const { store, now } = deps;
    return {
        maxAttempts: 3,
        concurrency: 1,
        async run({ sageId }, { signal }) {
            const begun = await store.write((tx) => beginPreparation(tx, sageId));
            if (!begun) return;
            const end = await judgeAhead(deps, begun, signal).catch((error: unknown): PreparationEnd => {
                signal.throwIfAborted();
                return { state: 'failed', failure: wordsOf(error) };
            });
            return (tx) => endPreparation(tx, sageId, end, now());
        },
        onDead: (tx, { sageId }, error) =>
            endPreparation(
                tx,
                sageId,
                { state: 'failed', failure: `The preparation failed: ${error}.` },
                now()
            )
    };
}

function wordsOf(error: unknown) {
    if (error instanceof Refusal) return error.message;
    if (!(error instanceof EvaluatorFault)) throw error;
    return `The model was not available (${error.code}). ${error.words}`;
}

const asking = {
    test_shu: testShu,
    test_ha: testHa,
    test_ri: testRi,
    transcending_training: transcendingTraining
};

async function judgeAhead(
    { store, evaluators, now }: Deps,
    begun: Preparation,
    signal: AbortSignal
): Promise<PreparationEnd> {
    const { sageId } = begun;
    const snapshot = await takeSnapshot(store.read, sageId);
    const { evaluator } = snapshot.sage;
    if (!givesLevels(evaluator))
        throw new Refusal('wrong_state', 'This sage no longer uses a language model.');
    const live = { ...evaluators.of(evaluator), atOnce: 1 }; // others have their turn
    await store.write((tx) => spendCall(tx, begun, { judged: 0, planned: 0 }, now()));
    const wrong = await probe({ snapshot, frozen: {}, evaluator: live, signal });
    if (wrong !== undefined) throw new Refusal('unavailable', `The test of the model failed: ${wrong}`);
    const prompt = promptFor(snapshot);
    const judge = await judgeOf(evaluators, live, signal);
    const rounds = planOf(snapshot);
    const planned = callsOfAll(rounds.flat()) + 1; // and the test screen
    const reached = { judged: 0, planned };
    const progress = () => void (reached.judged += 1);
    const mayAsk = () => store.write((tx) => spendCall(tx, begun, reached, now()));
    const fixtures = await makeFixtures(snapshot, { evaluator: live.name, signal });
    let frozen: Frozen = { snapshot, prompt, fixtures, rounds: rounds.length };
    const hold = { held: 0, cost: 0 };
    for (const [step, run] of Object.entries(asking)) {
        const judging = keeping(live, { store, now, sageId, judge, step, mayAsk });
        const { freeze } = await run({ hold, ...judging, snapshot, frozen, signal, now, progress });
        frozen = { ...frozen, ...freeze };
    }
    return {
        state: 'done',
        judged: reached.judged,
        planned: reached.judged,
        judge: wholeBy(judge, prompt)
    };
}
