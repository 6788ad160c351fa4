// What is true of many builds: fair judges pass, faulty ones do not, and no other request is blocked.
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import type { Evaluator } from '../../../jobs/evaluation/evaluator.ts';
import { fairBut, isStopped, type Planted, stoppedBy } from '../../doubles/planted-faults.ts';
import { plantedJudge, plantedSage, readyFor, tryJudge } from '../../doubles/planted-judges.ts';
import { longestWait } from '../../support/runs/stretches.ts';

test.serial(
    'a build of fifty criteria never blocks the event loop for 50 ms between model calls',
    async (t) => {
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
    }
);

const sizes = [1, 3, 8, 20];

interface Judged {
    planted: Planted;
    language?: string;
    quote?: (text: string) => string;
    gates?: string;
}

/** For each size how many of so many builds by such a judge are red, by one of these gates. */
const redOf = (builds: number, { planted, language, quote, gates = '' }: Judged) =>
    Promise.all(
        sizes.map(async (size) => {
            const snapshot = plantedSage(size, language);
            const frozen = await readyFor(snapshot);
            let stopped = 0;
            for (let nth = 1; nth <= builds; nth += 1) {
                const made = { seed: nth * 7919, noise: 0.05, ...(quote && { quote }) };
                const { red } = await tryJudge(snapshot, frozen, plantedJudge(snapshot, planted, made));
                if (isStopped(gates, red)) stopped += 1;
            }
            return stopped;
        })
    );

for (const language of ['en', 'de'])
    test(`a fair judge that wavers in 5 of 100 calls passes 119 of 120 builds: ${language} [P50]`, async (t) => {
        const red = await redOf(600, { planted: fairBut(0), language });
        t.log(red.join(', '));
        for (const one of red) t.true(one * 120 <= 600, red.join(', '));
    });

for (const [gates, faults] of Object.entries(stoppedBy))
    for (const [fault, planted] of Object.entries(faults))
        test(`a judge that has a fault is stopped by ${gates} in 11 of 12 builds: ${fault} [P50]`, async (t) => {
            const red = await redOf(24, { planted, gates });
            for (const one of red) t.true(one >= 22, red.join(', '));
        });

test('a judge that quotes beside the point is stopped by shu.quotes in 11 of 12 builds', async (t) => {
    const quote = (text: string) => text.slice(0, 15);
    const red = await redOf(24, { planted: fairBut(0), quote, gates: 'shu.quotes' });
    for (const one of red) t.true(one >= 22, red.join(', '));
});
