import test from 'ava';
import { addUp, holds, none } from './proof.ts';
import { whenKept } from './records.ts';

test('parts of a proof are added up with their bounds, and the longest time is the maximum', (t) => {
    const portion = (kills: number, slowest: number) => [
        { count: kills, of: 'kills', atLeast: kills },
        { count: slowest, of: 'ms the longest', atMost: 10, highest: true as const },
        none('lost', 0)
    ];
    t.deepEqual(addUp(addUp([], portion(3, 7)), portion(4, 5)), portion(7, 7));
});

test('what a portion alone has counted still counts', (t) => {
    const sum = addUp([none('lost', 0)], [none('other answers ["500"]', 1), none('lost', 0)]);
    t.deepEqual(
        sum.map(({ count, of }) => `${count} ${of}`),
        ['0 lost', '1 other answers ["500"]']
    );
    t.false(holds(sum));
});

test('a full run with fewer rounds than planned shows the number of rounds', (t) => {
    const date = '2026-01-15';
    t.is(whenKept({ date, rounds: 1000, fullSize: 1000 }), date);
    t.is(whenKept({ date, rounds: 60, fullSize: 1000 }), '2026-01-15, 60 of 1,000 rounds');
});
