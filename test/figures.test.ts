// The figures of the bench: when a ratio counts as fallen.
import test from 'ava';
import { type Figure, figure } from './bench/figure.ts';
import { fallenFrom, measureAgainIfFallen, measureToRecord, withReached } from './bench/recorded.ts';

const label = { row: 'a poll', against: 'Fastify 5', unit: 'requests/CPU s' };
const recorded = [{ ...label, ratio: 1 }];

const figureOf = (ratio: number, unit = label.unit): Figure => ({
    ...label,
    unit,
    goal: { of: 'ratio', is: 'at least', value: 1 },
    measured: { median: ratio, min: ratio, max: ratio },
    base: { median: 1, min: 1, max: 1 },
    ratio,
    met: ratio >= 1
});

/** A row whose ratio is another one each time. */
function measureInTurn(...ratios: number[]) {
    let times = 0;
    const measure = async () => [figureOf(ratios[times++] ?? NaN)];
    return { measure, times: () => times };
}

test('a ratio has fallen when it is more than a fifth below the recorded one', (t) => {
    t.is(fallenFrom(figureOf(0.79), recorded)?.ratio, 1);
    t.is(fallenFrom(figureOf(0.81), recorded), undefined);
    t.is(fallenFrom(figureOf(0.1), []), undefined, 'nothing is recorded of a new row');
    t.is(fallenFrom({ ...figureOf(0.1), against: 'Hono 4' }, recorded), undefined);
});

test('a ratio of clock times never counts as fallen, because the machine affects it', (t) => {
    const unit = 'requests/s';
    t.is(fallenFrom(figureOf(0.1, unit), [{ ...label, unit, ratio: 1 }]), undefined);
});

test('a fallen row is measured up to three times more, and a short fall does not fail the check', async (t) => {
    const moment = measureInTurn(0.5, 0.9);
    t.is((await measureAgainIfFallen(moment.measure, recorded))[0]?.ratio, 0.9);
    const slower = measureInTurn(0.5, 0.6, 0.7, 0.6, 0.9);
    const [best = figureOf(1)] = await measureAgainIfFallen(slower.measure, recorded);
    t.is(best.ratio, 0.7);
    t.truthy(fallenFrom(best, recorded));
    const well = measureInTurn(0.9);
    await measureAgainIfFallen(well.measure, recorded);
    t.is(well.times(), 1);
});

test('the lowest of three measurements is recorded, and other rows stay unchanged', async (t) => {
    const { reached } = await measureToRecord(measureInTurn(0.9, 1.4, 1.1).measure);
    t.deepEqual(reached, [{ ...label, ratio: 0.9 }]);
    const other = { ...label, row: 'another', ratio: 2 };
    t.deepEqual(withReached([other, ...recorded], reached), [{ ...label, ratio: 0.9 }, other]);
});

test('a ratio is the median over rounds, so that a slow moment affects both sides', (t) => {
    const goal = { of: 'ratio', is: 'at least', value: 1 } as const;
    const rounds = { measured: [20, 10, 2], base: [10, 5, 1] };
    t.is(figure({ ...label, goal }, rounds).ratio, 2);
    t.is(figure({ ...label, goal }, { measured: [20, 10, 2], base: [5] }).ratio, 2);
});
