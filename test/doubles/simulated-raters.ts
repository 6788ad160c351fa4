// People and judges as numbers: each answer has a hidden quality, and each rater errs by as much as gives this agreement.
import { type Grade, grades, seeded, weightedKappa } from '../../db/judgement/licence/agreement.ts';

/** One draw of the standard normal distribution (Box and Muller). */
const normal = (random: () => number) =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A third of all answers at each level: where the standard normal distribution has a third below. */
const cut = 0.430727;

/** A level for a quality, by a rater who errs so much. */
function rated(quality: number, error: number, random: () => number): Grade {
    const seen = (quality + error * normal(random)) / Math.hypot(1, error);
    return grades[Number(seen > -cut) + Number(seen > cut)] ?? 'absent';
}

const draws = 40_000;

/** The kappa of two raters with these errors, on many answers. */
function kappaOf(one: number, other: number) {
    const random = seeded(7);
    return weightedKappa(
        Array.from({ length: draws }, () => {
            const quality = normal(random);
            return { label: rated(quality, one, random), judged: rated(quality, other, random) };
        })
    );
}

/** Returns the error between 0 and 8 at which a kappa, which falls with the error, is this. */
function errorFor(kappa: number, measured: (error: number) => number) {
    let [low, high] = [0.001, 8];
    for (let step = 0; step < 18; step += 1) {
        const middle = (low + high) / 2;
        if (measured(middle) > kappa) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

/** Returns the errors of people who agree among themselves at `people`, and of a judge who agrees with them at `judge`. */
export function errorsFor({ people, judge }: { people: number; judge: number }) {
    const ofPeople = errorFor(people, (error) => kappaOf(error, error));
    return { people: ofPeople, judge: errorFor(judge, (error) => kappaOf(ofPeople, error)) };
}

/** One answer: what two people give it, and a judge that may be asked more than once. */
export function drawAnswer(errors: ReturnType<typeof errorsFor>, random: () => number) {
    const quality = normal(random);
    const byPerson = () => rated(quality, errors.people, random);
    return {
        labels: [byPerson(), byPerson()] as const,
        judged: () => rated(quality, errors.judge, random)
    };
}
