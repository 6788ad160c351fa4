// npm run touched [-- BASE]: runs the tests that the changes since BASE (main) can reach, committed or not. While one works: what
// lands is tested whole. The imports of a test are followed up to the files that import the whole product; beyond them a test
// counts where its folder has the name of a folder of the change.
import { execFileSync, spawnSync } from 'node:child_process';
import { matchesGlob } from 'node:path';
import { testFiles } from './support/runs/files.ts';
import { reachedFrom } from './support/runs/imports.ts';
import { full } from './together/alone.ts';

const whole = ['server.ts', 'plugins/index.ts', 'jobs/index.ts', 'test/support/servers/test-app.ts'];
/** They look at the whole product. */
const always = [
    'test/layout.test.ts',
    'test/login/capabilit*.test.ts',
    'test/surfaces/openapi*.test.ts',
    'test/docs{.test.ts,/*.test.ts}'
];
const otherwise = [full, 'test/postgres/**', 'test/browser/**'];

const [base = 'main'] = process.argv.slice(2);
const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = new Set([
    ...git('diff', '--name-only', '--merge-base', base),
    ...git('ls-files', '--others', '--exclude-standard')
]);
const folders = new Set([...changed].flatMap((file) => file.split('/').slice(0, -1)));

function isTouched(test: string) {
    const [, folder = ''] = test.split('/');
    if (always.some((files) => matchesGlob(test, files)) || folders.has(folder)) return true;
    return [...reachedFrom(test, (path) => whole.includes(path))].some((path) => changed.has(path));
}

const touched = testFiles('test/**/*.test.ts')
    .filter((test) => !otherwise.some((files) => matchesGlob(test, files)))
    .filter(isTouched);
process.stdout.write(`${changed.size} changed files reach ${touched.length} test files\n`);
const { status } = spawnSync('ava', ['--config', 'test/ava/config.js', ...touched], { stdio: 'inherit' });
process.exitCode = status ?? 1;
