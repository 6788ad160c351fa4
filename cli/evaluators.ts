// Commands that ask an evaluator, the language model of the settings included.
import { type Config, loadConfig } from '../config/index.ts';
import { type EvaluatorName, evaluatorNames } from '../db/sages/sages.ts';
import type { Store } from '../db/store/index.ts';
import { addRows } from '../jobs/build/fixtures/rows/index.ts';
import { judgeAgain } from '../jobs/build/run-case.ts';
import type { Evaluator } from '../jobs/evaluation/evaluator.ts';
import { evidenceEvaluator, readHere } from '../jobs/evaluation/evidence/index.ts';
import { replayScreen } from '../jobs/evaluation/replay.ts';
import { type Evaluators, makeEvaluators } from '../jobs/evaluation/index.ts';
import { tryModel } from '../jobs/evaluation/try-model.ts';
import { withOutgoing } from './opening.ts';
import { type Shell, UsageError } from './options.ts';

interface Running {
    store: Store;
    config: Config;
    shell: Shell;
}

const withEvaluators = <T>(
    { store, config, shell }: Running,
    ask: (evaluators: Evaluators, llm: Config['llm']) => Promise<T>
) =>
    withOutgoing(config, async (outgoing) =>
        ask(makeEvaluators({ store, now: shell.now, llm: config.llm, outgoing }), config.llm)
    );

/** Lets this evaluator work without a store: a model is asked by the settings, and its use is not counted. */
export async function withEvaluator<T>(
    name: string,
    { env, now }: Shell,
    work: (evaluator: Evaluator) => Promise<T>
) {
    if (!isEvaluator(name)) throw new UsageError(`--evaluator must be one of ${evaluatorNames.join(', ')}`);
    if (name === 'evidence') return work(evidenceEvaluator(readHere));
    const config = loadConfig(env);
    const { llm } = config;
    if (!llm)
        throw new UsageError(`--evaluator ${name} needs a language model. Set LLM_BASE_URL and LLM_MODEL`);
    return withOutgoing(config, async (outgoing) => work(makeEvaluators({ now, llm, outgoing }).of(name)));
}

const isEvaluator = (name: string): name is EvaluatorName => evaluatorNames.some((one) => one === name);

/** Evaluates one case of a build again, alone, with the frozen inputs of the build. */
export function runCaseAgain(running: Running, options: { run: string; case: string }) {
    addRows(running.config.edits);
    return withEvaluators(running, (evaluators) =>
        judgeAgain(running.store.read, evaluators, { runId: options.run, caseId: options.case })
    );
}

/** Evaluates a screen again by its release and compares. Writes nothing but the use of a model. */
export const replay = (running: Running, { id }: { id: string }) =>
    withEvaluators(running, (evaluators) =>
        replayScreen(running.store.read, evaluators, {
            screenId: id,
            signal: new AbortController().signal
        })
    );

/** Asks the model questions of our own: whether it replies, what its server can, and how long a candidate takes. */
export const testEvaluator = (running: Running) =>
    withEvaluators(running, (evaluators, llm) => tryModel({ evaluators, llm, now: running.shell.now }));
