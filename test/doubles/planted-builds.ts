// Whole builds of a sage with a planted judge, through the server: as an author starts them, step by step, to their end.
import type { ExecutionContext } from 'ava';
import { setFields } from '../../db/sages/sages.ts';
import { onlyEvaluator } from '../support/fixtures/builds.ts';
import { done } from '../support/fixtures/done.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import type { Planted } from './planted-faults.ts';
import { plantedJudge, plantedSage } from './planted-judges.ts';

const criteria = 3;

/** An installation whose judge is another for each build. */
export async function plantedBuilds(t: Pick<ExecutionContext, 'teardown'>) {
    const snapshot = plantedSage(criteria);
    const at = { judge: plantedJudge(snapshot, ({ fair }) => fair, { seed: 1 }) };
    const evaluators = onlyEvaluator({
        name: 'model',
        version: 'planted',
        find: (...asked) => at.judge.find(...asked)
    });
    const testApp = await createTestApp(t as ExecutionContext, { evaluators, credits: 10_000 });
    const council = await testApp.as('councilAdmin');
    return {
        /** How a build by this judge ended. */
        build: async (planted: Planted, seed: number, noise: number) => {
            at.judge = plantedJudge(snapshot, planted, { seed, noise });
            const { sage } = done(await council.send('POST', '/sages', engineer)).data;
            const fields = { criteria: snapshot.criteria, evaluator: 'model' } as const;
            await testApp.store.write((tx) => setFields(tx, sage.id, fields));
            const { run_id } = done(await council.action('svc_start_full_sage_build', { sage_id: sage.id }));
            await testApp.drain();
            const { state, failed_step } = done(await council.action('svc_get_workflow_status', { run_id }));
            return { state: String(state), step: String(failed_step ?? '') };
        }
    };
}
