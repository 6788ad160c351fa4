// A Node that is too old for the code says so in one line, however the program is started.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '../..');

/** Imitates the Node of another machine: only the version is different. */
const asVersion = (version: string) =>
    `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`;

for (const file of ['config/env-file.js', 'config/preload.js', 'config/index.ts'])
    test(`${file} names the required Node version`, (t) => {
        for (const [version, code] of [
            ['20.19.0', 78],
            ['24.15.0', 78],
            ['24.16.0', 0],
            ['25.0.0', 0]
        ] as const) {
            const { status, stderr } = spawnSync(
                process.execPath,
                [
                    '--import',
                    asVersion(version),
                    '--input-type=module',
                    '--eval',
                    `await import('${root}/${file}')`
                ],
                { cwd: root, encoding: 'utf8' }
            );
            t.is(status, code, `${version}: ${stderr}`);
            if (code !== 0)
                t.regex(
                    stderr,
                    new RegExp(
                        `^Sage Council requires Node 24\\.16 or newer. You are running Node ${version}\\.`
                    )
                );
        }
    });
