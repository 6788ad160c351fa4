// A proof at its full size: in portions, so that one that was stopped goes on where it was; its figures are kept.
import { controlHolds } from './control.ts';
import { startProgress } from './progress.ts';
import { addUp, figureLine, holds, type Proof, type Trial } from './proof.ts';
import { begunOf, forget, keepRecord, remember, type Begun } from './records.ts';

interface Size {
    rounds: number | undefined;
    seed: number;
}

/** Answers whether it holds. It ends with the first portion that does not, and fails if a missing guard does not trouble it, too. */
export async function holdsInFull(proof: Proof, { rounds = proof.rounds.long, seed }: Size) {
    let begun = begunOf(proof, rounds) ?? newRun(rounds, seed);
    if (!begun.isControlled) {
        if (!(await controlHolds(proof))) return false;
        begun = remember(proof, { ...begun, isControlled: true });
    }
    const progress = startProgress(proof.name, { from: begun.done });
    while (begun.done < rounds && begun.holds)
        begun = remember(proof, await withOneMore(proof, begun, progress.report));
    progress.end();
    keepRecord(proof, begun);
    forget(proof);
    process.stdout.write(`${figureLine(proof, begun.figures)}\n`);
    return begun.holds;
}

const newRun = (rounds: number, seed: number): Begun => ({
    rounds,
    seed,
    done: 0,
    seconds: 0,
    figures: [],
    holds: true,
    isControlled: false
});

/** One more portion. What was counted in a portion that was stopped does not count. */
async function withOneMore(proof: Proof, begun: Begun, report: Trial['report']): Promise<Begun> {
    const { done, rounds } = begun;
    const size = Math.min(proof.rounds.portion ?? Math.ceil(proof.rounds.long / 20), rounds - done);
    const began = performance.now();
    const figures = await proof.run({
        short: false,
        rounds: size,
        seed: begun.seed + done,
        report: (inPortion, of) => report(done + (size * inPortion) / of, rounds)
    });
    return {
        ...begun,
        done: done + size,
        seconds: begun.seconds + (performance.now() - began) / 1000,
        figures: addUp(begun.figures, figures),
        holds: begun.holds && holds(figures)
    };
}
