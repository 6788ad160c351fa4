// The command line as a process, and as the scripts of package.json start it.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { typed } from '../support/servers/command-line.ts';
import { settingsOf } from '../support/stores/databases.ts';
import { inherited, runCommand, type Said, temporaryFolder } from '../support/servers/process.ts';

const add = 'user add --login ada --email ada@example.test --password correct-horse --role administrator';

test('a process prints the same and ends with the same code', async (t) => {
    const { path: dataDir, remove } = await temporaryFolder();
    t.teardown(remove);
    const cli = (args: string, input = '', env: Record<string, string> = {}) =>
        typed(dataDir, args.split(' '), { input, env });
    t.is((await cli(add)).code, 0);
    const settings = await settingsOf(dataDir);
    const password = 'user passwd --login ada --password -';
    for (const [args, input, code] of [
        ['user list', '', 0],
        [password, 'nine quiet lanterns\n', 0],
        ['user enable --login nobody', '', 1],
        ['user grant --login ada', '', 2]
    ] as const) {
        const here = await cli(args, input);
        t.is(here.code, code, args);
        t.deepEqual(await runCommand(dataDir, args.split(' '), settings, input), here, args);
    }
    const env = { ...settings, LOG_LEVEL: 'loud' };
    t.deepEqual(await runCommand(dataDir, ['user', 'list'], env), await cli('user list', '', env));
});

const root = join(import.meta.dirname, '../..');

/** The script `cli` of package.json, in another folder. */
function runScript(folder: string, args: string): Promise<Said> {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        scripts: { cli: string };
    };
    const script = scripts.cli.replaceAll(/(?:\.\/)?([\w/-]+\.[jt]s)\b/g, `${root}/$1`);
    return new Promise((resolve) => {
        execFile('sh', ['-c', `${script} ${args}`], { cwd: folder, env: inherited }, (error, out, err) =>
            resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
        );
    });
}

test('the scripts read the settings of .env, and print nothing without it', async (t) => {
    const { path, remove } = await temporaryFolder();
    t.teardown(remove);
    t.like(await runScript(path, 'credits show'), { code: 0, err: '' });
    writeFileSync(join(path, '.env'), 'LOG_LEVEL=loud\n');
    const { code, err } = await runScript(path, 'credits show');
    t.is(code, 78);
    t.regex(err, /^LOG_LEVEL must be one of/);
});
