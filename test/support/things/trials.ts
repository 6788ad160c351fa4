// A released sage whose judge has not been tried on labelled answers with a change.
import type { ExecutionContext } from 'ava';
import { isLicensed } from '../../../db/judgement/licence.ts';
import { fairnessOf } from '../../../db/judgement/licence/changes.ts';
import { setFields } from '../../../db/sages/sages.ts';
import { createTestApp } from '../servers/test-app.ts';
import { answers, type judgeThat, withJudge } from './licence.ts';

/** A sage with a release whose fairness has not been tried, and 120 answers that two people labelled. */
export async function untried(t: ExecutionContext, language?: string) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp);
    if (language !== undefined)
        await testApp.store.write((tx) => setFields(tx, fixtures.sage.id, { language }));
    const runId = await fixtures.release('model', { isTried: false });
    await fixtures.label(answers(120).map((one) => ({ ...one, text: `${one.text} This was in the yard.` })));
    const licensed = () => isLicensed(testApp.store.read, runId);
    const night = (judge: ReturnType<typeof judgeThat>) => fixtures.check(judge, { of: runId });
    /** Nights until nothing is left to try; returns the calls of each. */
    const nights = async (judge: ReturnType<typeof judgeThat>) => {
        const calls: number[] = [];
        do {
            const before = judge.asked.length;
            await night(judge);
            calls.push(judge.asked.length - before);
        } while ((await fairnessOf(testApp.store.read, runId))?.goesOn && calls.length < 20);
        return calls;
    };
    return { ...fixtures, testApp, runId, licensed, night, nights };
}
