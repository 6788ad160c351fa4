// Whom chance licenses: the whole way of analyses, with people and evaluators whose true agreement is known.
import test from 'ava';
import { type Grade, grades, seeded, weightedKappa } from '../../db/judgement/licence/agreement.ts';
import {
    type InterimAnalysis,
    nextAnalysis,
    sizesOf,
    takenBy
} from '../../db/judgement/licence/interim-analyses.ts';
import { figuresOf, reasonsAgainst } from '../../db/judgement/licence/rules.ts';
import { casesOr } from '../support/runs/size.ts';

type Random = () => number;

/** One draw of the standard normal distribution (Box and Muller). */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Between these bounds a standard normal distribution has a third. */
const third = 0.430727;

/** A level for a quality, by one who errs so much. */
function rated(quality: number, error: number, random: Random): Grade {
    const seen = (quality + error * normal(random)) / Math.hypot(1, error);
    return grades[Number(seen > -third) + Number(seen > third)] ?? 'absent';
}

/** How much people and the evaluator err. */
interface Errors {
    people: number;
    evaluator: number;
}

/** An answer of a hidden quality, as two people and the evaluator see it. */
function answer({ people, evaluator }: Errors, random: Random) {
    const quality = normal(random);
    const labels = [rated(quality, people, random), rated(quality, people, random)] as const;
    return { criterionId: 'a', grades: labels, labels, judged: rated(quality, evaluator, random) };
}

/** Whether one of the analyses of a release ends with a licence. */
function isLicensed(errors: Errors, random: Random) {
    const all = Array.from({ length: sizesOf(1).at(-1) ?? 0 }, () => answer(errors, random));
    const analyses: InterimAnalysis[] = [];
    for (;;) {
        const plan = nextAnalysis(analyses, { runId: 'run', criteria: 1, wasAnalysed: analyses.length > 0 });
        const taken = takenBy(all, { criteria: ['a'], needed: plan.needed });
        if (!taken) return false;
        const figures = figuresOf(taken, plan.alpha);
        if (reasonsAgainst(figures).length === 0) return true;
        const row = { id: 0, sageId: 1, runId: 'run', n: taken.length, licensed: false, figures, at: 0 };
        analyses.push({ ...plan, ...row });
    }
}

const rounds = casesOr(400);

for (const [name, errors, kappas, most] of [
    ['below the bar', { people: 0.8088, evaluator: 0.6325 }, ['0.50', '0.55'], [0, 0.02]],
    ['as good as people', { people: 0.4072, evaluator: 0 }, ['0.75', '0.83'], [0.95, 1]]
] as const)
    test(`an evaluator ${name} is licensed as often as is promised [P51]`, (t) => {
        const random = seeded(Number(process.env['SEED'] ?? 7));
        const many = Array.from({ length: 40_000 }, () => answer(errors, random));
        const people = weightedKappa(many.map(({ labels: [label, judged] }) => ({ label, judged })));
        const evaluator = weightedKappa(many.map(({ labels: [label], judged }) => ({ label, judged })));
        t.deepEqual([people.toFixed(2), evaluator.toFixed(2)], kappas);
        let licensed = 0;
        for (let round = 0; round < rounds; round += 1) licensed += Number(isLicensed(errors, random));
        t.true(
            licensed >= rounds * most[0] && licensed <= Math.ceil(rounds * most[1]),
            `${licensed} licensed`
        );
    });
