// Which test files run with their stores on PostgreSQL too. All do, but for those named here.

/** Files that have nothing to find on PostgreSQL, and why. */
export const sqliteOnly = [
    // They use no store: the settings, the text of the repository, and code that is called by itself.
    'test/{claims,compose,config,docs,figures,layout}.test.ts',
    'test/papers/{asvs,runs}.test.ts',
    'test/jobs/{build,evaluation}/**',
    'test/outgoing/**',
    'test/db/{migrations,passwords}.test.ts',
    'test/jobs/{back-off,mail-turns,schedule,shared-lock}.test.ts',
    'test/storage/s3-double.test.ts',
    'test/deploy/install.test.ts',
    'test/cli/{acts-on-users,printing}.test.ts',
    // They are about SQLite's file: its statements, plans and log, and stores that earlier programs have left.
    'test/db/{checkpoints,list-indexes,query,store,stores}.test.ts',
    'test/cli/{secrets,upgrade}.test.ts',
    'test/backup/{answering,replacing,scheduled,sent-figures}.test.ts',
    // They measure how long this thread works, wherever the rows are.
    'test/login/passwords.stretches.test.ts',
    'test/sages/test-answers.stretches.test.ts',
    'test/surfaces/bodies.stretches.test.ts',
    // They start processes, whose stores are in their folders; those on PostgreSQL have tests in test/postgres.
    'test/processes/{admin-password,disk-full,guide,jwt,npm-start,pictures,start,storage-full}.test.ts',
    'test/chaos/**',
    'test/properties/**',
    'test/mutants/**',
    'test/browser/**'
];

/** Files about PostgreSQL, which need one. */
export const postgresOnly = ['test/postgres/*.test.ts'];
