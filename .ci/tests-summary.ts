// Reads TAP while tests run. Prints what failed, how many passed, and the ten files that took longest. Writes the files of what
// failed, with its title, to the file that is named as an argument, if all may be tried again: no race is the subject of any.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { matchesGlob } from 'node:path';
import { races } from '../test/support/runs/engines.ts';
import { testFiles } from '../test/support/runs/files.ts';

const ended = /^(not )?ok \d+ - (.*)$/;
const hooked = /^# (.*) › beforeEach hook for (.*)$/;

const declared = declaredTitles();
/** When a test began whose hook was printed, when the last one of a file ended, and the last one of all. */
const since = new Map<string, number>();
let lastEnded = performance.now();
const took = new Map<string, number>();
const failures: string[] = [];
const failed: { file: string; title: string }[] = [];
const count = { passed: 0, failed: 0 };
let open = false;
let isWhole = false;

for await (const line of createInterface({ input: process.stdin })) {
    const [, worker, hookOf] = hooked.exec(line) ?? [];
    if (hookOf !== undefined) since.set(`${worker} › ${hookOf}`, performance.now());
    if (/^1\.\.\d+$/.test(line)) isWhole = true;
    const [end, not, title = ''] = ended.exec(line) ?? [];
    if (end !== undefined) {
        open = not !== undefined;
        count[open ? 'failed' : 'passed'] += 1;
        addTime(title);
        if (open) failed.push({ file: fileOf(title.replace(/^.* › /, '')), title });
    }
    const isDetail = !line.startsWith('#') || !line.includes(' hook for ');
    if (open && isDetail && failures.length < 400) failures.push(line);
}

const slowest = [...took].sort(([, one], [, other]) => other - one).slice(0, 10);
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write('\nThe files that took longest, their tests added up:\n');
for (const [file, ms] of slowest)
    process.stdout.write(`${String(Math.round(ms / 1000)).padStart(5)} s  ${file}\n`);
process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
const [, , toTryAgain] = process.argv;
if (toTryAgain && isWhole && failed.length > 0 && failed.every(({ file }) => mayBeTriedAgain(file)))
    writeFileSync(toTryAgain, failed.map(({ file, title }) => `${file}\t${title}\n`).join(''));
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;

/** Titles begin with the file. Where many files share a worker the title itself says which. */
function addTime(title: string) {
    const [, worker = '', name = ''] = /^(.*?share-\d+) › (.*)$/.exec(title) ?? [];
    const file = worker ? fileOf(name) : title.replace(/ › [^›]*$/, '');
    const now = performance.now();
    took.set(file, (took.get(file) ?? 0) + now - (since.get(title) ?? since.get(file) ?? lastEnded));
    since.set(file, now);
    lastEnded = now;
}

/** The file that declares such a title, or others. */
function fileOf(title: string) {
    return declared.find(([, pattern]) => pattern.test(title))?.[0] ?? 'others';
}

function mayBeTriedAgain(file: string) {
    return file !== 'others' && !races.some((files) => matchesGlob(file, files));
}

/** The file and pattern of each title, those with most letters of their own first. */
function declaredTitles() {
    const call = /\btest(?:\.\w+)*\(\s*(['`])((?:\\.|(?!\1)[^\\])*)\1/g;
    const escaped = (text: string) =>
        text.replaceAll(/\\(['`])/g, '$1').replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    return testFiles('test/**/*.test.ts')
        .flatMap((file) =>
            Array.from(readFileSync(file, 'utf8').matchAll(call), ([, , title = '']) => {
                const parts = title.split(/\$\{[^}]*\}/).map(escaped);
                return [file, new RegExp(`^${parts.join('.+')}$`), parts.join('').length] as const;
            })
        )
        .sort(([, , one], [, , other]) => other - one);
}
