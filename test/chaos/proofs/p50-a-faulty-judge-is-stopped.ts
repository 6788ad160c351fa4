// P50: a build stops each judge that has a fault, and hardly ever one that is fair and wavers, whatever the number of criteria.
import { fairBut, faulty, hardToSee, type Planted } from '../../doubles/planted-faults.ts';
import { plantedJudge, plantedSage, readyFor, tryJudge } from '../../doubles/planted-judges.ts';
import type { Figures, Proof, Trial } from '../proof.ts';

const sizes = [1, 3, 5, 8, 20, 50];
const noises = [0, 0.01, 0.02, 0.05];
const noiseOfFaulty = 0.02;
/** Fair judges are cheap to stop by chance, so that more of them are tried. */
const fairTimes = 4;
const mostLet = 0.01;
const mostRefused = 0.03;

export const proof: Proof = {
    name: 'P50',
    promise: 'A build stops a judge with a fault, and lets a fair one through that wavers.',
    rounds: { short: 1, long: 100, portion: 5 },
    alone: true,
    run: tryAll,
    sabotages: [
        {
            without: 'calling twice more what misses',
            edits: [
                {
                    file: 'jobs/build/gates/trying.ts',
                    find: 'misses(one, place) ? [place] : []',
                    replace: 'misses(one, place) && false ? [place] : []'
                }
            ]
        },
        {
            without: 'trying an edit that misses for good on other answers',
            edits: [
                {
                    file: 'jobs/build/gates/pairs.ts',
                    find: 'some.filter(confirmed).length > 1',
                    replace: 'some.filter(confirmed).length > 99'
                }
            ]
        },
        {
            without: 'a number of misses that chance hardly reaches',
            edits: [
                {
                    file: 'jobs/build/gates/rates.ts',
                    find: 'const chance = 0.005;',
                    replace: 'const chance = 0.5;'
                }
            ]
        }
    ]
};

async function tryAll({ rounds, seed, report }: Trial): Promise<Figures> {
    const counts = { faulty: 0, let: 0, hard: 0, hardLet: 0, fair: 0, refused: 0, calls: 0 };
    for (let round = 0; round < rounds; round += 1) {
        for (const size of sizes) {
            const snapshot = plantedSage(size);
            const frozen = await readyFor(snapshot);
            const isStopped = async (planted: Planted, noise: number, nth: number) => {
                const judge = plantedJudge(snapshot, planted, {
                    seed: seed + 7919 * round + 31 * nth + size,
                    noise
                });
                const { red, calls } = await tryJudge(snapshot, frozen, judge);
                counts.calls = Math.max(counts.calls, calls);
                return red.length > 0;
            };
            for (const [nth, planted] of Object.values(faulty).entries()) {
                counts.faulty += 1;
                if (!(await isStopped(planted, noiseOfFaulty, nth))) counts.let += 1;
            }
            for (const [nth, planted] of Object.values(hardToSee).entries()) {
                counts.hard += 1;
                if (!(await isStopped(planted, noiseOfFaulty, 500 + nth))) counts.hardLet += 1;
            }
            for (let nth = 0; nth < noises.length * fairTimes; nth += 1) {
                counts.fair += 1;
                if (await isStopped(fairBut(0), noises[nth % noises.length] ?? 0, 1000 + nth))
                    counts.refused += 1;
            }
        }
        report(round + 1, rounds);
    }
    return [
        { count: counts.faulty, of: 'builds with a faulty judge' },
        { count: counts.let, of: 'of them let through', atMost: Math.ceil(counts.faulty * mostLet) },
        { count: counts.hard, of: 'with one that is hard to see' },
        { count: counts.hardLet, of: 'of them let through on to the licence' },
        { count: counts.fair, of: 'builds with a fair judge' },
        { count: counts.refused, of: 'of them stopped', atMost: Math.ceil(counts.fair * mostRefused) },
        { count: counts.calls, of: 'calls at most', highest: true }
    ];
}
