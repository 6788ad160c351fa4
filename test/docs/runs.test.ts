import test from 'ava';
import { readRecords } from '../chaos/records.ts';

test('every recorded full run of a proof passed', (t) => {
    const runs = Object.entries(readRecords());
    t.true(runs.length > 0);
    t.deepEqual(
        runs.filter(([, run]) => !run?.holds).map(([name]) => name),
        []
    );
});
