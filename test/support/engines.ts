// Which test files run with their stores on PostgreSQL too. All do, but for those named here.

/** Files that look at SQLite's file itself, at no store at all, or at processes with folders of their own. */
export const sqliteOnly = [
    'test/*.test.ts',
    'test/chaos/**',
    'test/browser/**',
    'test/cli/**',
    'test/outgoing/**',
    'test/db/{passwords,query,store,stores,growth,migrations}.test.ts',
    'test/jobs/{back-off,mail-turns,postgres,schedule,session-pooling,shared-lock}.test.ts',
    'test/jobs/evaluation/**',
    'test/jobs/build/{training,test-screen}.test.ts',
    'test/login/capabilities.test.ts', // SAGE_ACCESS=owner: one list of sages lacks one; the cause is not known yet
    'test/password-reset/reset-races.test.ts', // wants all to hash at once, and each counts its try in a write before
    'test/surfaces/lane.test.ts', // compares two doors, also on bodies that end wrongly, where the slower read decides
    'test/storage/{s3-double,storage-full}.test.ts'
];

/** Files about PostgreSQL, which need one. */
export const postgresOnly = ['test/postgres/*.test.ts'];
