// A build with a model blocks no other request, however many criteria a sage has.
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import { fairBut } from '../../doubles/planted-faults.ts';
import { plantedJudge, plantedSage, readyFor, tryJudge } from '../../doubles/planted-judges.ts';
import { longestWait } from '../../support/runs/stretches.ts';

test('a build of fifty criteria never blocks the event loop for 50 ms between model calls', async (t) => {
    const snapshot = plantedSage(50);
    const frozen = await readyFor(snapshot, 1);
    const judge = plantedJudge(snapshot, fairBut(0), { seed: 1 });
    const remote: Evaluator = {
        ...judge,
        atOnce: 4,
        async find(...asked) {
            await setImmediate();
            return judge.find(...asked);
        }
    };
    await tryJudge(snapshot, frozen, remote); // compiled before it is measured
    const wait = await longestWait(() => tryJudge(snapshot, frozen, remote));
    t.log(`${wait} ms`);
    t.true(wait <= 50);
});
