import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'sage-council-cli-'));
test.after.always(() => rmSync(dataDir, { recursive: true }));

interface Said {
    code: number;
    out: string;
    err: string;
}

function cli(args: string, input = ''): Promise<Said> {
    return new Promise((resolve) => {
        const options = { cwd: root, env: { PATH: process.env['PATH'], DATA_DIR: dataDir } };
        const child = execFile(process.execPath, ['cli.ts', ...args.split(' ')], options, (error, out, err) =>
            resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
        );
        child.stdin?.end(input);
    });
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at, not typed
async function json(args: string, input?: string): Promise<any> {
    const { code, out, err } = await cli(`${args} --json`, input);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
}

test.serial('users: add, list, grant, change the password, disable', async (t) => {
    const added = await json(
        'user add --login root --email root@example.test --password - --role administrator',
        'a long enough secret\n'
    );
    t.deepEqual(added, { id: 1, login: 'root' });
    t.deepEqual(
        await json(
            'user add --login ada --email ada@example.test --password correct-horse --role sage_author'
        ),
        { id: 2, login: 'ada' }
    );
    t.like(await json('user grant --login ada --grant ss_support,power_user'), {
        capabilities: ['ss_council_sage', 'council_screen', 'council_sage', 'power_user', 'ss_support']
    });
    t.like(await json('user passwd --login ada --password another-long-one'), { login: 'ada' });
    t.like(await json('user disable --login ada'), { disabled: true });
    const { items } = await json('user list');
    t.deepEqual(
        items.map(({ login }: { login: string }) => login),
        ['root', 'ada']
    );
});

test.serial('what is wrong is one line on standard error, exit code 1, and changes nothing', async (t) => {
    const wrong = [
        ['user add --login x', 'missing: --email --role'],
        [
            'user add --login x --email x@example.test --password long-enough --role king',
            '--role must be one of'
        ],
        [
            'user add --login ROOT --email x@example.test --password long-enough-1 --role support',
            'already taken'
        ],
        ['user add --login x --email x@example.test --password short --role support', 'at least 8'],
        ['user disable --login root', 'last active administrator'],
        ['user grant --login root --grant flying', '--grant takes'],
        ['token issue --name n --scopes everything', '--scopes takes'],
        ['token issue --name n --scopes tool:* --expires soon', '--expires takes'],
        ['token revoke --id 99', 'Token not found'],
        ['credits grant --amount -5 --reason r', '--amount'],
        ['credits grant --amount 1.5 --reason r', 'positive whole number'],
        ['case run --run run_1 --case c', 'Run not found']
    ] as const;
    for (const [args, says] of wrong) {
        const { code, out, err } = await cli(args);
        t.true(code === 1 || code === 2, args);
        t.true(err.includes(says), `${args}: ${err}`);
        t.is(out, '');
    }
    t.is((await json('user list')).items.length, 2);
});

test.serial('tokens: issued once in clear, listed without their digest, revoked', async (t) => {
    const { id, token } = await json(
        'token issue --name builder --scopes callback:build,tool:* --expires 30d'
    );
    t.regex(token, /^svcs_[0-9A-Za-z]{40}$/);
    const { items } = await json('token list');
    t.like(items[0], { id, name: 'builder', scopes: ['callback:build', 'tool:*'], revokedAt: null });
    t.false(JSON.stringify(items).includes(token));
    t.is(items[0].digest, undefined);
    await json(`token revoke --id ${id}`);
    t.truthy((await json('token list')).items[0].revokedAt);
});

test.serial('credits: granted, shown; demo data: once', async (t) => {
    t.deepEqual(await json('credits grant --amount 10 --reason Bought'), {
        balance: 10,
        held: 0,
        available: 10
    });
    t.deepEqual(await json('demo seed'), { seeded: true });
    t.deepEqual(await json('demo seed'), { seeded: false });
    t.deepEqual(await json('credits show'), { balance: 30, held: 0, available: 30 });
});

test.serial('doctor finds nothing wrong with a good folder; mail list is empty', async (t) => {
    t.like(await json('doctor'), { ok: true, jobs_waiting: 0 });
    t.deepEqual(await json('mail list'), { items: [], total: 0 });
});

test.serial('help names every command; no command is exit code 2', async (t) => {
    const { code, out } = await cli('--help');
    t.is(code, 0);
    for (const command of ['user add', 'token issue', 'credits show', 'demo seed', 'doctor', 'case run'])
        t.true(out.includes(command));
    t.is((await cli('nonsense')).code, 2);
});
