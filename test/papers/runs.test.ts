import { readFileSync } from 'node:fs';
import test from 'ava';
import { promisesPage, readRuns, withRuns } from './runs.ts';

test('the promises show the recorded full runs, and each of them held', (t) => {
    const runs = readRuns();
    t.true(runs.length > 0);
    t.deepEqual(
        runs.filter(({ holds }) => !holds),
        []
    );
    const page = readFileSync(promisesPage, 'utf8');
    t.true(page === withRuns(page, runs), 'docs/promises.md is not current: run npm run write');
});

test('a run of fewer rounds than all is shown with their number', (t) => {
    const run = { holds: true, date: '2026-01-15', commit: 'abc', rounds: 60, fullSize: 1000 };
    const page = readFileSync(promisesPage, 'utf8');
    t.true(
        withRuns(page, [{ ...run, figure: 'P1  60 kills, 0 lost  ok' }]).includes(
            '| P1 | 2026-01-15 | abc | 60 of 1,000 | 60 kills, 0 lost  ok |'
        )
    );
});
