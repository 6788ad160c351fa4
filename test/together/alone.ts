// Test files that ava runs in a worker of their own: they watch a process as a whole, or wait long for others.
export const alone = [
    'test/chaos/*.test.ts',
    'test/jobs/attempts.test.ts',
    'test/jobs/evaluation/yielding.test.ts',
    'test/jobs/postgres.test.ts',
    'test/jobs/queue.test.ts',
    'test/jobs/runner.test.ts',
    'test/jobs/two-runners.test.ts',
    'test/model/*.test.ts',
    'test/start.test.ts'
];
