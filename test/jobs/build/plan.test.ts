// What a judge with levels is tried with is planned in whole rounds, and a gate is red by an exact number of misses.
import test from 'ava';
import { grades } from '../../../db/judgement/licence/agreement.ts';
import { wordingsOfOrders } from '../../../jobs/build/fixtures/attacks.ts';
import { editsIn } from '../../../jobs/build/fixtures/edits.ts';
import { type Planned, planRounds, roundsThatFit } from '../../../jobs/build/gates/plan.ts';
import { crit } from '../../../jobs/build/gates/rates.ts';
import { callsOfAll } from '../../../jobs/build/gates/stages.ts';
import { planOf } from '../../../jobs/build/gates/trying.ts';
import { plantedSage } from '../../doubles/planted-judges.ts';

const rows = { identity: 26, shape: 6, attack: 50, harmless: 20 };
const places = (criteria: number) => Array.from({ length: criteria }, (_, place) => place);
const some = (length: number) => Array.from({ length }, () => ({}));
const edits = {
    identity: some(rows.identity),
    shape: some(rows.shape),
    attack: some(rows.attack),
    harmless: some(rows.harmless)
};
const sizesOf = (criteria: number) => ({
    criteria,
    twins: places(criteria),
    negatives: places(criteria),
    ...edits
});
const within = (calls: number) => (planned: Planned[]) => planned.length <= calls;

for (const calls of [100, 300, 500, 800]) {
    test(`no plan in ${calls} calls skips a level, criterion, value, attack or shape`, (t) => {
        for (let criteria = 1; criteria <= 50; criteria += 1) {
            const rounds = planRounds(sizesOf(criteria));
            const fitting = roundsThatFit(rounds, within(calls));
            const planned = rounds.slice(0, fitting).flat();
            t.true(fitting === 1 || planned.length <= calls);
            const of = (kind: Planned['kind']) => planned.filter((one) => one.kind === kind);
            const cells = new Set(of('levelled').map(({ criterion, level }) => `${criterion} ${level}`));
            t.is(cells.size, criteria * grades.length);
            for (const [kind, count] of Object.entries(rows))
                t.is(new Set(of(kind as Planned['kind']).map(({ row }) => row)).size, count, kind);
            for (const kind of ['twin', 'negative'] as const)
                t.is(new Set(of(kind).map(({ criterion }) => criterion)).size, criteria);
            t.true(planned.every(({ criterion }) => criterion < criteria));
            if (fitting > 1) assertBothLevels(of);
        }
        t.pass();

        function assertBothLevels(of: (kind: Planned['kind']) => Planned[]) {
            for (const [kind, both] of [
                ['identity', ['partial', 'strong']],
                ['attack', ['absent', 'partial']]
            ] as const)
                for (const some of Map.groupBy(of(kind), ({ row }) => row).values()) {
                    const levels = new Set<string>(some.map(({ level }) => level));
                    t.true(both.every((level) => levels.has(level)));
                }
        }
    });
}

test('a round is judged whole or not at all, and the first one always', (t) => {
    const rounds = planRounds(sizesOf(5));
    t.deepEqual(
        rounds.map(({ length }) => length),
        [135, 97]
    );
    const fitting = [1, 135, 231, 232].map((calls) => roundsThatFit(rounds, within(calls)));
    t.deepEqual(fitting, [1, 1, 1, 2]);
});

test('a plan has so many calls: the limit of a day is for two of the largest sage', (t) => {
    const calls = [1, 3, 8, 20, 50].map((criteria) => callsOfAll(planOf(plantedSage(criteria)).flat()));
    t.deepEqual(calls, [364, 376, 412, 520, 790]);
    t.true(callsOfAll(planOf(plantedSage(3, 'de')).flat()) <= 420);
});

test('orders are tried in each language, in two wordings, at each place in those that are read', (t) => {
    const ids = editsIn('de').attack.map(({ id }) => id);
    for (const [of, wordings] of Object.entries(wordingsOfOrders)) {
        const placed = ids.filter((id) => id.startsWith(`order_in_${of}_`));
        t.is(wordings.length, 2);
        t.is(new Set(placed).size, ['de', 'en'].includes(of) ? 6 : 4, of);
    }
    t.true('ko' in wordingsOfOrders && 'nl' in wordingsOfOrders);
});

test('cases that a sage or language has no material for are not planned', (t) => {
    const planned = planRounds({ ...sizesOf(3), twins: [], negatives: [2], identity: [] }).flat();
    t.false(planned.some(({ kind }) => kind === 'twin' || kind === 'identity'));
    t.is(planned.filter(({ kind }) => kind === 'negative').length, 6, 'fewer tell nothing');
    t.deepEqual(planRounds({ ...sizesOf(0), identity: [], shape: [], attack: [], harmless: [] }).flat(), []);
});

test('a gate is red from a number of misses that chance reaches once in two hundred builds', (t) => {
    const known: [number, number, number][] = [
        [6, 5, 3],
        [12, 6, 3],
        [20, 9, 4],
        [30, 11, 5],
        [50, 16, 6],
        [60, 18, 7],
        [78, 21, 8],
        [90, 24, 9],
        [150, 35, 12],
        [300, 63, 18]
    ];
    t.deepEqual(
        known.map(([n]) => [n, crit(n, 0.15), crit(n, 0.03)]),
        known
    );
    t.is(crit(24, 0.12), 9);
    t.is(crit(0, 0.15), 1, 'nothing tried is never red by its misses');
});
