// P50: a build stops each judge that has a fault, and hardly ever one that is fair and wavers, whatever the number of criteria.
import { fairBut, faulty, hardToSee, type Planted } from '../../doubles/planted-faults.ts';
import { plantedBuilds } from '../../doubles/planted-builds.ts';
import { plantedJudge, plantedSage, readyFor, tryJudge } from '../../doubles/planted-judges.ts';
import { highest, type Figures, type Proof, type Trial, without } from '../proof.ts';

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
    rounds: { short: 1, long: 40 },
    alone: true,
    run: tryAll,
    sabotages: [
        without('calling twice more what misses', {
            file: 'jobs/build/gates/trying.ts',
            find: 'misses(one, place) ? [place] : []',
            replace: 'misses(one, place) && false ? [place] : []'
        }),
        without('trying an edit that misses for good on other answers', {
            file: 'jobs/build/gates/pairs.ts',
            find: 'some.filter(isDoubted).length > 1',
            replace: 'some.filter(isDoubted).length > 99'
        }),
        without('a number of misses that chance hardly reaches', {
            file: 'jobs/build/gates/rates.ts',
            find: 'const chance = 0.005;',
            replace: 'const chance = 0.5;'
        })
    ]
};

async function tryAll(trial: Trial): Promise<Figures> {
    return [...(await tryGates(trial)), ...(await tryWhole(trial))];
}

/** One whole build with each, through the server. */
async function tryWhole({ seed }: Trial): Promise<Figures> {
    await using ends = new AsyncDisposableStack();
    const { build } = await plantedBuilds({ teardown: (end) => ends.defer(async () => end()) });
    const counts = { built: 0, let: 0, refused: 0 };
    const isStopped = async (planted: Planted, noise: number, nth: number) => {
        counts.built += 1;
        return (await build(planted, seed + nth, noise)).state !== 'completed';
    };
    for (const [nth, planted] of Object.values(faulty).entries())
        if (!(await isStopped(planted, noiseOfFaulty, nth))) counts.let += 1;
    for (const [nth, noise] of noises.entries())
        if (await isStopped(fairBut(0), noise, 1000 + nth)) counts.refused += 1;
    return [
        { count: counts.built, of: 'whole builds' },
        { count: counts.let, of: 'whole builds let a faulty judge through', atMost: 1 },
        { count: counts.refused, of: 'whole builds stopped a fair judge', atMost: 1 }
    ];
}

async function tryGates({ short, rounds, seed, report }: Trial): Promise<Figures> {
    const counts = { faulty: 0, let: 0, hard: 0, hardLet: 0, fair: 0, refused: 0, calls: 0 };
    for (let round = 0; round < rounds; round += 1) {
        for (const size of short ? sizes.slice(0, 4) : sizes) {
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
        highest('calls at most', counts.calls)
    ];
}
