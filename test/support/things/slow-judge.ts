// A sage of five criteria, and a fair judge that takes two seconds of the test's clock for each answer, one after the other.
import type { ExecutionContext } from 'ava';
import { type Criterion, getSage, setFields } from '../../../db/sages/sages.ts';
import type { Evaluator, Judgeable } from '../../../jobs/evaluation/evaluator.ts';
import type { Evaluators } from '../../../jobs/evaluation/index.ts';
import { plantedJudge, plantedSage } from '../../doubles/planted-judges.ts';
import type { Planted } from '../../doubles/planted-faults.ts';
import { createTestApp, type TestApp } from '../servers/test-app.ts';
import { onlyEvaluator } from './builds.ts';
import { done } from './done.ts';
import { engineer } from './sages.ts';

export const sageOfFive = plantedSage(5);
const fair: Planted = ({ fair: level }) => level;
const llm = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'slow', LLM_OPERATOR: 'ourselves' };

/** The judge, with what it was asked. `at.each` is called before each answer. */
function slowJudge(pass: (ms: number) => void) {
    const asked: Judgeable[] = [];
    const at = { pace: 2000, planted: fair, digest: 'weights', each: () => Promise.resolve() };
    const judge: Evaluator = {
        name: 'model',
        version: 'slow',
        atOnce: 1,
        async find(input, signal) {
            await at.each();
            pass(at.pace * input.criteria.length);
            signal.throwIfAborted();
            asked.push(input);
            return plantedJudge(sageOfFive, at.planted, { seed: 1 }).find(input, signal);
        }
    };
    return { judge, asked, at };
}

/** Steps of builds have their time by the clock of the test. */
function budgetsBy(now: () => number) {
    const running: [number, AbortController][] = [];
    const within = (ms: number) => {
        const controller = new AbortController();
        running.push([now() + ms, controller]);
        return controller.signal;
    };
    const look = () => {
        for (const [time, controller] of running) if (time <= now()) controller.abort();
    };
    return { within, look };
}

/** An installation with this judge, and what its council does with the sage. */
export async function withSlowJudge(t: ExecutionContext, env: Record<string, string> = {}) {
    const budgets = budgetsBy(() => testApp.now());
    const { judge, asked, at } = slowJudge((ms) => {
        testApp.pass(ms);
        budgets.look();
    });
    const reported = { name: 'slow', form: 'schema', effort: undefined, thinks: false, counts: true };
    const describe = () => Promise.resolve({ ...reported, digest: at.digest });
    const evaluators: Evaluators = { ...onlyEvaluator(judge), describe };
    const { within } = budgets;
    const testApp = await createTestApp(t, { evaluators, within, env: { ...llm, ...env } });
    const { store } = testApp;
    const council = await testApp.as('councilAdmin');
    const { sage } = done(await council.send('POST', '/sages', engineer)).data;
    const id = Number(sage.id);
    const become = async (criteria: Criterion[]) => {
        const { revision } = await getSage(store.read, id);
        const next = { criteria, evaluator: 'model', revision: revision + 1 } as const;
        await store.write((tx) => setFields(tx, id, next));
    };
    await become(sageOfFive.criteria);
    const does = actionsOf(testApp, id);
    return { testApp, evaluators, council, id, judge, asked, at, become, ...does };
}

/** By a user who logs in each time, for sessions end while the clock goes on. */
const actionsOf = (testApp: TestApp, id: number) => ({
    /** How a build ends. */
    build: async () => {
        const council = await testApp.as('councilAdmin');
        const { run_id } = done(await council.action('svc_start_full_sage_build', { sage_id: id }));
        await testApp.drain();
        const { state, failed_step } = done(await council.action('svc_get_workflow_status', { run_id }));
        const { report } = done(await council.get(`/sages/${id}/builds/${run_id}/report`)).data;
        const gates = report.steps.flatMap((step: { gates: object[] }) => step.gates);
        return { state: String(state), step: String(failed_step ?? ''), gates, runId: String(run_id) };
    },
    ask: async () => (await testApp.as('councilAdmin')).send('POST', `/sages/${id}/preparation`, {}),
    /** How a preparation ends. */
    prepare: async () => {
        const council = await testApp.as('councilAdmin');
        done(await council.send('POST', `/sages/${id}/preparation`, {}));
        await testApp.drain();
        return done(await (await testApp.as('councilAdmin')).get(`/sages/${id}/preparation`)).data
            .preparation;
    },
    latest: async () =>
        done(await (await testApp.as('councilAdmin')).get(`/sages/${id}/preparation`)).data.preparation
});
