// The process of the tests, as its parent sees it: it may hang, crash, or be ended.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order, Place, Report } from './child.ts';
import { root } from './faults.ts';

/** How an order ended: `late` and `crashed` were brought about by a test or by a fault. */
export interface Outcome {
    how: 'done' | 'late' | 'crashed';
    /** The test that noticed the fault, or that ran last. */
    by?: Place | undefined;
}

const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A process that is started for the first order, and again after it was ended. */
export function testProcess(limitOf: (place: Place) => number) {
    const folder = mkdtempSync(join(memory, 'sage-council-mutants-'));
    const begin = () =>
        fork(join(import.meta.dirname, 'child.ts'), [], {
            cwd: root,
            execArgv: ['--no-warnings', '--import', join(import.meta.dirname, 'hooks.ts')],
            env: { ...process.env, TMPDIR: folder, NODE_ENV: 'test' },
            stdio: ['ignore', 'ignore', 'inherit', 'ipc']
        });
    let child: ReturnType<typeof begin> | undefined;

    function end() {
        child?.removeAllListeners().kill('SIGKILL');
        child = undefined;
    }

    function give(order: Order, heard: (report: Report) => void = () => undefined) {
        child ??= begin();
        const { promise, resolve } = Promise.withResolvers<Outcome>();
        let by: Place | undefined;
        let timer = setTimeout(over, 120_000, 'late' as const);
        function over(how: Outcome['how']) {
            clearTimeout(timer);
            if (how === 'done') child?.removeAllListeners();
            else end();
            resolve({ how, by });
        }
        child.on('message', (report: Report) => {
            heard(report);
            if ('begins' in report) {
                by = report.begins;
                clearTimeout(timer);
                timer = setTimeout(over, limitOf(by), 'late' as const);
            }
            if ('done' in report) {
                by = report.noticedBy;
                over('done');
            }
        });
        child.on('exit', () => over('crashed'));
        child.send(order);
        return promise;
    }

    return {
        give,
        /** The next order begins in a fresh process. */
        renew: end,
        close() {
            end();
            rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        }
    };
}
