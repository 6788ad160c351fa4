// What a build with a model leaves to the nights: in units that are judged whole, always in the same order.
import type { CaseFailure } from '../../db/builds/reports.ts';
import { givesLevels } from '../../db/sages/sages.ts';
import { EvaluatorFault } from '../evaluation/faults.ts';
import type { Check } from './checks.ts';
import { casesOf, type Counting, judgeCases, pairsOf } from './fixtures/cases.ts';
import type { Fixture } from './fixtures/fixture.ts';
import { identityCheck } from './identity-check.ts';
import { haCases } from './steps/test-ha.ts';
import { harmlessCheck, liftCheck, riCases } from './steps/test-ri.ts';
import { shuCases, shuChecks } from './steps/test-shu.ts';
import type { Frozen } from './steps/step.ts';

interface Unit {
    kind: 'levelled' | 'identity' | 'attack' | 'harmless';
    /** What is judged, and how many of it the build left out. */
    cases: readonly Fixture[];
    count: number;
    /** What the cases are compared with. */
    base?: Fixture | undefined;
}

/** Returns what the build of this evaluator left out; changes of shape, which block nothing, stay out. */
export function restUnits(frozen: Frozen, evaluator: string): Unit[] {
    if (!givesLevels(evaluator)) return [];
    const fixtures = casesOf(frozen);
    const { all, cases } = shuCases(fixtures, evaluator);
    const { attacks, harmless } = riCases(fixtures, evaluator);
    const ran = new Set(
        [...cases, ...haCases(fixtures, evaluator).taken, ...attacks, ...harmless].map(({ id }) => id)
    );
    const left = fixtures.filter(({ id }) => !ran.has(id));
    const order = { kind: 'levelled', cases: all, count: all.length - cases.length } as const;
    const variants = (['identity', 'attack', 'harmless'] as const).flatMap((kind) =>
        byBase(kind, left, fixtures)
    );
    return [order, ...variants].filter(({ count }) => count > 0);
}

/** The answers that are compared with one base are judged together. */
function byBase(
    kind: Exclude<Unit['kind'], 'levelled'>,
    left: readonly Fixture[],
    all: readonly Fixture[]
): Unit[] {
    const groups = Map.groupBy(
        left.filter((one) => one.kind === kind),
        ({ base }) => base
    );
    return Array.from(groups, ([id, cases]) => {
        return { kind, cases, count: cases.length, base: all.find((one) => one.id === id) };
    });
}

const callsOf = ({ cases, base }: Unit) => cases.length + (base ? 1 : 0);

/** As many units as fit into a night of so many calls; one at least. */
export function unitsOfNight(units: readonly Unit[], calls: number) {
    let sum = 0;
    const over = units.findIndex((unit, place) => (sum += callsOf(unit)) > calls && place > 0);
    return over < 0 ? [...units] : units.slice(0, over);
}

interface Judged {
    /** All of the units, or those before the evaluator failed: what was paid for is kept. */
    done: readonly Unit[];
    /** The cases that missed a gate that blocks. */
    missed: CaseFailure[];
}

/** Judges these units. Throws where the evaluator fails before the first is done. */
export async function judgeUnits(input: Counting, units: readonly Unit[]): Promise<Judged> {
    const missed: CaseFailure[] = [];
    for (const [place, unit] of units.entries()) {
        try {
            missed.push(...(await missedIn(input, unit)));
        } catch (error) {
            if (place === 0 || !(error instanceof EvaluatorFault)) throw error;
            return { done: units.slice(0, place), missed };
        }
    }
    return { done: units, missed };
}

async function missedIn(input: Counting, unit: Unit) {
    const red = (await checksOf(input, unit)).filter(({ gate }) => gate.blocking && !gate.passed);
    return red.flatMap(({ failures }) => failures);
}

async function checksOf(input: Counting, { kind, cases, base }: Unit): Promise<Check[]> {
    const { criteria } = input.snapshot;
    const bases = await judgeCases(input, base ? [base] : []);
    const judged = await judgeCases(input, cases);
    if (kind === 'levelled') return shuChecks(input, judged);
    const pairs = pairsOf(judged, bases);
    if (kind === 'identity') return [identityCheck(criteria, pairs)];
    return [kind === 'attack' ? liftCheck(criteria, pairs) : harmlessCheck(criteria, pairs)];
}
