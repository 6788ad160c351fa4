// A sage with a model whose recommendations are still off, and one that has earned them.
import type { ExecutionContext } from 'ava';
import { isLicensed } from '../../db/judgement/licence.ts';
import type { EvaluatorName } from '../../db/sages/sages.ts';
import { mailsTo } from '../support/fixtures/council.ts';
import { answers, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { createTestApp } from '../support/servers/test-app.ts';

export const perfect = (model?: string) => judgeThat((_text, level) => level, model);
export const few = (n: number) => `Recommendations off: Not decided yet: ${n} of 60 answers have two labels.`;

export async function prepared(t: ExecutionContext, evaluator?: EvaluatorName) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp, evaluator);
    return {
        testApp,
        ...fixtures,
        licensed: () => isLicensed(testApp.store.read, fixtures.runId),
        /** How many emails say that recommendations are off again. */
        lost: async () => (await mailsTo(testApp)).filter((mail) => mail.startsWith('licence_lost')).length
    };
}

/** Two people labelled sixty answers, and the judge agrees with both. */
export async function licensedSage(t: ExecutionContext) {
    const fixtures = await prepared(t);
    const judge = perfect();
    await fixtures.label(answers(60));
    await fixtures.check(judge);
    t.true(await fixtures.licensed());
    return { ...fixtures, judge };
}
