// P51: a judge below the bar is hardly ever licensed, however often it is looked at; one that is as good as people is.
import { type LookRow, nextLook, sizesOf, takenBy } from '../../../db/judgement/licence/looks.ts';
import { seeded } from '../../../db/judgement/licence/agreement.ts';
import { figuresOf, reasonsAgainst } from '../../../db/judgement/licence/rules.ts';
import { drawAnswer, errorsFor } from '../../doubles/simulated-raters.ts';
import { type Figures, type Proof, type Trial, without } from '../proof.ts';

interface Case {
    of: string;
    /** True kappas: of people with each other, and of the judge with them. */
    people: number;
    judge: number;
    criteria: number;
    /** How many releases are tried on the same answers, one after the other. */
    releases: number;
    atMost?: number;
    atLeast?: number;
}

const cases: readonly Case[] = [
    { of: 'below the bar (0.55)', people: 0.5, judge: 0.55, criteria: 1, releases: 1, atMost: 0.02 },
    { of: 'below the bar, five criteria', people: 0.5, judge: 0.55, criteria: 5, releases: 1, atMost: 0.02 },
    {
        of: 'worse than a colleague (0.70 beside 0.85)',
        people: 0.85,
        judge: 0.7,
        criteria: 1,
        releases: 1,
        atMost: 0.05
    },
    {
        of: 'below the bar in ten releases',
        people: 0.5,
        judge: 0.55,
        criteria: 1,
        releases: 10,
        atMost: 0.1
    },
    {
        of: 'as good as people (0.85 beside 0.75)',
        people: 0.75,
        judge: 0.85,
        criteria: 1,
        releases: 1,
        atLeast: 0.95
    },
    {
        of: 'as good as people, five criteria',
        people: 0.75,
        judge: 0.85,
        criteria: 5,
        releases: 1,
        atLeast: 0.95
    }
];

export const proof: Proof = {
    name: 'P51',
    promise:
        'A judge that agrees with people too little is recommendations off by looking often; one that is as good as they are is.',
    rounds: { short: 60, long: 2000 },
    run: licenseAll,
    sabotages: [
        without('the lower bound of kappa in the place of kappa', {
            file: 'db/judgement/licence/rules.ts',
            find: 'kappaLow < leastKappa,',
            replace: 'kappa < leastKappa,'
        }),
        without('a look beside what people manage between themselves', {
            file: 'db/judgement/licence/rules.ts',
            find: 'differenceLow < leastDifference,',
            replace: 'differenceLow < -9,'
        }),
        without('bounds that are surer with each attempt', {
            file: 'db/judgement/licence/looks.ts',
            find: 'alpha: 0.01 / (attempt === 1 ? 1 : attempt * (attempt + 1)) };',
            replace: 'alpha: 0.2 };'
        })
    ]
};

/** Tries releases with one judge each on one stock of answers, until one is licensed. */
function isLicensed(
    { criteria, releases }: Case,
    errors: ReturnType<typeof errorsFor>,
    random: () => number
) {
    const ids = Array.from({ length: criteria }, (_, place) => `c${place}`);
    const all = Array.from({ length: sizesOf(criteria).at(-1) ?? 0 }, (_, place) => {
        const { labels, judged } = drawAnswer(errors, random);
        return { criterionId: ids[place % criteria] ?? '', grades: labels, labels, judged };
    });
    const looks: LookRow[] = [];
    const seen = new Set<unknown>();
    for (let release = 0; release < releases; release += 1) {
        const runId = `run ${release}`;
        const given = new Map(all.map((one) => [one, one.judged()]));
        for (;;) {
            const plan = nextLook(looks, {
                runId,
                criteria,
                wasLookedAt: all.slice(0, 1).some((one) => seen.has(one))
            });
            const taken = takenBy(all, { criteria: ids, needed: plan.needed });
            if (!taken) break;
            const answers = taken.map((one) => ({
                ...one,
                judged: given.get(one) ?? ('unscored' as const)
            }));
            const figures = figuresOf(answers, plan.alpha);
            const licensed = reasonsAgainst(figures).length === 0;
            for (const one of taken) seen.add(one);
            looks.push({ ...plan, id: 0, sageId: 1, runId, n: taken.length, licensed, figures, at: 0 });
            if (licensed) return true;
        }
    }
    return false;
}

async function licenseAll({ rounds, seed, report }: Trial): Promise<Figures> {
    const random = seeded(seed);
    const found: Figures[number][] = [];
    for (const [place, one] of cases.entries()) {
        const errors = errorsFor(one);
        let licensed = 0;
        for (let round = 0; round < rounds; round += 1) {
            if (isLicensed(one, errors, random)) licensed += 1;
            if (round % 10 === 0) await new Promise(setImmediate);
        }
        const { of, atMost, atLeast } = one;
        found.push({ count: rounds, of: `judges ${of}` });
        found.push({
            count: licensed,
            of: `licensed ${of}`,
            ...(atMost !== undefined && { atMost: Math.ceil(rounds * atMost) }),
            ...(atLeast !== undefined && { atLeast: Math.floor(rounds * atLeast) })
        });
        report(place + 1, cases.length);
    }
    return found;
}
