// The command line as a process, and as the scripts of package.json start it.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { typed } from '../support/servers/command-line.ts';
import { settingsOf } from '../support/stores/databases.ts';
import { inherited, runCommand, type Said } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

const add = 'user add --login ada --email ada@example.test --password correct-horse --role administrator';

test('a process prints the same and ends with the same code', async (t) => {
    const dataDir = folderFor(t);
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

function runIn(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
    const options = { cwd: folder, env: { ...inherited, ...env } };
    return new Promise((resolve) => {
        execFile(process.execPath, args, options, (error, out, err) =>
            resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
        );
    });
}

test('a relative data folder is that of the program, in whichever folder the command is called', async (t) => {
    const [dataDir, elsewhere] = [folderFor(t), folderFor(t)];
    t.is((await typed(dataDir, add.split(' '))).code, 0);
    const env = { ...(await settingsOf(dataDir)), DATA_DIR: relative(root, dataDir) };
    const said = await runIn(elsewhere, [join(root, 'cli/sage-council.js'), 'user', 'list'], env);
    t.is(said.code, 0, said.err);
    t.true(said.out.includes('ada@example.test'));
    t.deepEqual(readdirSync(elsewhere), []);
});

test('the settings of .env are those of the program, in whichever folder it is started', async (t) => {
    const [program, elsewhere] = [folderFor(t), folderFor(t)];
    cpSync(join(root, 'config'), join(program, 'config'), { recursive: true });
    const shown = ['--import', join(program, 'config/env-file.js'), '-p', 'process.env.LOG_LEVEL'];
    t.like(await runIn(elsewhere, shown), { code: 0, out: 'undefined\n', err: '' });
    writeFileSync(join(program, '.env'), 'LOG_LEVEL=loud\n');
    writeFileSync(join(elsewhere, '.env'), 'LOG_LEVEL=quiet\n');
    t.like(await runIn(elsewhere, shown), { code: 0, out: 'loud\n', err: '' });
    t.like(await runIn(elsewhere, shown, { LOG_LEVEL: 'warn' }), { out: 'warn\n' });
});

test('a file .env is read as editors leave it, and one that cannot be read is one line and 78', async (t) => {
    const program = folderFor(t);
    cpSync(join(root, 'config'), join(program, 'config'), { recursive: true });
    const file = join(program, '.env');
    const shown = ['--import', join(program, 'config/env-file.js'), '-p', 'process.env.LOG_LEVEL'];
    const utf16 = Buffer.from('\u{FEFF}LOG_LEVEL=loud\r\n', 'utf16le');
    for (const text of ['\u{FEFF}LOG_LEVEL=loud\n', utf16, Buffer.from(utf16).swap16()]) {
        writeFileSync(file, text);
        t.like(await runIn(program, shown), { code: 0, out: 'loud\n', err: '' });
    }
    const refused = async () => {
        const { code, err } = await runIn(program, shown);
        t.is(code, 78, err);
        t.true(err.startsWith(`${file} cannot be read: `), err);
        t.is(err.trim().split('\n').length, 1, err);
    };
    writeFileSync(file, Buffer.from('LOG_LEVEL=loud\n', 'utf16le'));
    await refused();
    rmSync(file);
    mkdirSync(file);
    await refused();
});
