// The test screen of a build is judged the way of a candidate's.
import test from 'ava';
import type { Evaluator, Judgeable } from '../../../jobs/evaluation/evaluator.ts';
import { buildSteps } from '../../../jobs/build/steps/index.ts';
import { promptFor } from '../../../db/council/snapshots.ts';
import { debugging, never, paid, snapshotOf, teamwork } from '../../support/fixtures/builds.ts';
import { keptEvidence as evidence } from '../../support/fixtures/kept-readings.ts';

test('the test screen is judged in the language of the sage, as a candidate is', async (t) => {
    const plain = snapshotOf([debugging, teamwork]);
    const snapshot = { ...plain, sage: { ...plain.sage, language: 'fr' } };
    const asked: Judgeable[] = [];
    const evaluator: Evaluator = {
        ...evidence,
        find: (input, signal) => (asked.push(input), evidence.find(input, signal))
    };
    const given = {
        snapshot,
        evaluator,
        hold: paid,
        signal: never(),
        now: () => 0,
        progress: () => undefined
    };
    const prompt = promptFor(snapshot);
    const { freeze } = await buildSteps.sage_generation({ ...given, frozen: { prompt } });
    await buildSteps.transcending_training({ ...given, frozen: { prompt, ...freeze } });
    t.is(asked.at(-1)?.language, 'fr');
    t.is(asked.at(-1)?.criteria.length, 2);
});
