// Which test files run with their stores on PostgreSQL too. All do, but for those that reach none, and those named here.
import { testFiles } from './files.ts';
import { reachedFrom } from './imports.ts';

const opensDatabases = 'test/support/stores/databases.ts';

/** Whether a test, or what it imports below test/, can open a store on PostgreSQL: there is one place for that. */
const reachesDatabases = (test: string) =>
    reachedFrom(test, (path) => !path.startsWith('test/')).has(opensDatabases);

/** They use no store: the settings, the text of the repository, and code that is called by itself. */
const withoutStores = testFiles('test/**/*.test.ts').filter((file) => !reachesDatabases(file));

/** Files that have nothing to find on PostgreSQL, and why. */
export const sqliteOnly = [
    ...withoutStores,
    // They only share helpers with those that use a store.
    'test/jobs/{build,evaluation}/**',
    'test/db/migrations.test.ts',
    'test/jobs/schedule.test.ts',
    'test/processes/jobs/queue.test.ts',
    'test/cli/{acts-on-users,printing}.test.ts',
    // They are about SQLite's file and its folder: its statements, plans and log, and stores that earlier programs have left.
    'test/db/{checkpoints,declared-tables,list-indexes,query,store,stores}.test.ts',
    'test/cli/{cli,secrets,upgrade}.test.ts',
    'test/backup/{answering,replacing,scheduled,sent-figures}.test.ts',
    // A hundred writers of one sage at the same time: with several connections a busy machine asks some to retry, as it should.
    'test/sages/toggles.test.ts',
    // They measure how long this thread works, wherever the rows are.
    'test/{login/passwords,sages/test-answers,surfaces/bodies}.full.test.ts',
    // They start processes, whose stores are in their folders; those on PostgreSQL have tests in test/postgres.
    'test/processes/{admin-password,jwt,npm-start,start}.test.ts',
    'test/processes/{disk-full,guide,pictures,storage-full}.full.test.ts',
    'test/chaos/**',
    'test/properties/**',
    'test/browser/**'
];

/** Files of which several at the same time are the subject. */
export const races = [
    'test/processes/jobs/**',
    'test/postgres/**',
    'test/jobs/{claims,membership,nodes,send-mail,together}.test.ts',
    'test/surfaces/{hostile-actions,human-check,two-nodes}.test.ts',
    'test/backend/{results,results-and-sages,results-changes,results-if-match}.test.ts',
    'test/builds/{late-steps,step-status}.test.ts',
    'test/deals/{commissions,deal-moves,deal-versions,offer-replies,recalls}.test.ts',
    'test/db/credits.test.ts',
    'test/gold/{changes,gold}.test.ts',
    'test/intake/{checklist,converted,intake,intake-public}.test.ts',
    'test/login/{login-limits,setup}.test.ts',
    'test/password-reset/{request-reset,reset-races}.test.ts',
    'test/profile/{cancel-change,profile-changes,takeovers,update-profile}.test.ts',
    'test/sages/deactivation.test.ts',
    'test/screens/{asking-a-person,candidate,erasing-meanwhile,lists,mentions-meanwhile,receipt}.test.ts',
    'test/screens/{retention,reviewing,screens-between,two-devices}.test.ts',
    'test/settings/change.test.ts',
    'test/splash/splash.test.ts',
    'test/storage/{write-storage-object,write-storage-object-s3}.test.ts',
    'test/support-staff/support.test.ts'
];

/** Of those that run on both engines, the ones whose subject differs between them: races, search and order. */
export const differing = [
    ...races.filter((files) => !/^test\/(?:processes|postgres)\//.test(files)),
    // Search, order and what text may contain.
    'test/{backend/contexts,screens/candidate-hostile,traces/emit-trace}.test.ts',
    'test/{people/people,people/logins,search/search,traces/traces}.test.ts',
    'test/deals/{deals-csv,many-deals}.test.ts',
    'test/screens/{candidate-list,erasing,erasing-spellings,many-candidates}.test.ts'
];

/** Files about PostgreSQL, which need one. */
export const postgresOnly = ['test/postgres/*.test.ts'];
