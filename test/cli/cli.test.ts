import {
    chownSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    renameSync,
    rmdirSync,
    rmSync,
    statSync,
    symlinkSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { openMailServer } from '../doubles/mail-server.ts';
import { typed } from '../support/servers/command-line.ts';
import { isOnPostgres } from '../support/stores/databases.ts';
import { folderFor } from '../support/runs/folder.ts';

const root = join(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'sage-council-cli-'));
test.after.always(() => rmSync(dataDir, { recursive: true }));

const wordsOf = (args: string) => args.split(' ').filter((arg) => arg !== '');
const cli = (args: string, input = '', env: Record<string, string> = {}) =>
    typed(dataDir, wordsOf(args), { input, env });

// oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at, not typed
async function json(args: string, input?: string): Promise<any> {
    const { code, out, err } = await cli(`${args} --json`, input);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
}

test.serial('users are added, granted capabilities and given another password', async (t) => {
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
    t.like(await json('user grant --login ada --grant='), {
        capabilities: ['ss_council_sage', 'council_screen', 'council_sage']
    });
    t.like(await json('user passwd --login ada --password another-long-one'), { login: 'ada' });
    t.like(await json('user disable --login ada'), { disabled: true });
    t.like(await json('user enable --login ada'), { disabled: false });
    t.like(await json('user disable --login ada'), { disabled: true });
    const { items } = await json('user list');
    t.deepEqual(
        items.map(({ login }: { login: string }) => login),
        ['root', 'ada']
    );
});

test.serial('what is wrong is one line on standard error and changes nothing', async (t) => {
    const add = 'user add --login x --email x@example.test';
    const wrong: [args: string, code: number, says: string][] = [
        ['user add --login x', 2, 'Missing: --email --role --password'],
        ['user grant --login root', 2, 'Missing: --grant'],
        ['user grant --login= --grant=', 2, 'Missing: --login'],
        [`${add} --role= --password=`, 2, 'Missing: --role --password'],
        ['token issue --name= --scopes=', 2, 'Missing: --name --scopes'],
        ['token issue --name n --scopes tool:* --expires=', 2, '--expires must be'],
        ['jwt issue --user root --permissions=', 2, '--permissions must be one of'],
        ['jobs list --state=', 2, '--state must be one of'],
        ['user list --login x --grant y', 2, 'unknown option: --login --grant'],
        ['credits grant --amount 1 --reason r --id 1', 2, 'unknown option: --id'],
        ['user list --colour red', 2, "Unknown option '--colour'"],
        ['user enable --login nobody', 1, 'User not found'],
        ['mail test --to nobody', 2, '--to must be an email address'],
        ['user add --login a --email b --role support --password correct-horse-1', 2, '--email must be'],
        [`${add} --role support --password`, 2, "'--password <value>' argument missing"],
        [`${add} --password long-enough --role king`, 2, '--role must be one of'],
        ['user grant --login root --grant flying', 2, '--grant must be'],
        ['token issue --name n --scopes everything', 2, '--scopes must be'],
        ['token issue --name a\nb --scopes tool:*', 2, '--name must be'],
        ['token issue --name n --scopes tool:* --expires soon', 2, '--expires must be'],
        ['credits grant --amount -5 --reason r', 2, "'--amount' argument is ambiguous"],
        ['credits grant --amount 1.5 --reason r', 1, 'positive whole number'],
        [
            'user add --login ROOT --email x@example.test --password long-enough-1 --role support',
            1,
            'already taken'
        ],
        [`${add} --password short --role support`, 1, 'at least 8'],
        ['user disable --login root', 1, 'last active administrator'],
        ['token revoke --id 99', 1, 'Token not found'],
        ['case run --run run_1 --case c', 1, 'Run not found'],
        ['screen replay --id 99', 1, 'Screen not found']
    ];
    for (const [args, expected, says] of wrong) {
        const { code, out, err } = await cli(args);
        t.is(code, expected, `${args}: ${err}`);
        t.true(err.includes(says), `${args}: ${err}`);
        t.is(err.trim().split('\n').length, 1, err);
        t.is(out, '');
    }
    t.is((await json('user list')).items.length, 2);
});

test.serial('a setting that cannot be used and a bug are neither usage nor refusal: 78', async (t) => {
    const { code, out, err } = await cli('user list', '', { LOG_LEVEL: 'loud' });
    t.deepEqual([code, out], [78, '']);
    t.true(err.startsWith('LOG_LEVEL must be one of'), err);
    const broken = await cli('user list', '', { DATA_DIR: join(root, 'cli/main.ts') });
    t.is(broken.code, 78);
    t.regex(broken.err, /^DATA_DIR: .*cli\/main\.ts /);
});

test.serial('a command over a folder without data refuses, and makes none', async (t) => {
    const folder = folderFor(t);
    for (const dataDir of [folder, join(folder, 'missing')])
        for (const args of [
            'user list',
            'doctor',
            'backup',
            'setup link',
            'restore --mail send',
            'secrets rotate jwt',
            'secrets end jwt',
            'store move --to postgres://127.0.0.1:1/council',
            'store reopen'
        ]) {
            const { code, err } = await typed(dataDir, wordsOf(args), { started: false });
            t.is(code, 78, `${args}: ${err}`);
            t.regex(err, /^DATA_DIR: [^\n]+\n$/, args);
        }
    t.deepEqual(readdirSync(folder), []);
});

test.serial('root over the data of another user is told as whom to run it, and writes nothing', async (t) => {
    const folder = folderFor(t);
    await typed(folder, ['doctor']);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) for (const name of readdirSync(folder)) chownSync(join(folder, name), 1000, 1000);
    const owner = statSync(join(folder, 'app.db')).uid;
    const before = readdirSync(folder);
    for (const args of [
        'backup',
        'secrets rotate jwt',
        'restore --from backup',
        'user list',
        'upgrade check'
    ]) {
        const { code, err } = await typed(folder, wordsOf(args), { uid: 0 });
        t.is(code, 78, args);
        t.true(err.includes(`sudo -u '#${owner}'`), err);
    }
    t.deepEqual(readdirSync(folder), before);
    t.is((await typed(folder, ['user', 'list'], { uid: owner })).code, 0);
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

test.serial('credits are granted and shown, and demo data are created only once', async (t) => {
    t.deepEqual(await json('credits grant --amount 10 --reason Bought'), {
        balance: 10,
        held: 0,
        available: 10
    });
    t.deepEqual(await json('demo seed'), { seeded: true });
    t.deepEqual(await json('demo seed'), { seeded: false });
    t.deepEqual(await json('credits show'), { balance: 30, held: 0, available: 30 });
});

test.serial('doctor reports no problem in a valid folder, and the list of emails is empty', async (t) => {
    t.like(await json('doctor'), { ok: true, jobs_waiting: 0 });
    t.deepEqual(await json('mail list'), { items: [], total: 0 });
});

test.serial('doctor finds what is left to another user, and an address that email cannot use', async (t) => {
    const failed = async (env: Record<string, string> = {}) => {
        const { out } = await cli('doctor --json', '', env);
        const { checks } = JSON.parse(out) as { checks: { check: string; ok: boolean }[] };
        return checks.filter(({ ok }) => !ok).map(({ check }) => check);
    };
    const { env, close } = await openMailServer();
    t.teardown(close);
    const { SMTP_URL, MAIL_FROM } = env;
    const [links, sender] = ['links in emails lead here', 'emails have a sender'];
    t.deepEqual(await failed({ SMTP_URL }), [links, sender]);
    t.deepEqual(await failed({ SMTP_URL, MAIL_FROM, BASE_URL: 'http://[::1]:3000' }), [links]);
    const BASE_URL = 'http://localhost.example.test';
    t.deepEqual(await failed({ SMTP_URL, MAIL_FROM, BASE_URL }), []);
    await close();
    t.deepEqual(await failed({ SMTP_URL, MAIL_FROM, BASE_URL }), ['the mail server can be reached']);
    if (process.getuid?.() !== 0 || isOnPostgres) return;
    chownSync(join(dataDir, 'secrets.json'), 1000, 1000);
    t.deepEqual(await failed(), ['the files belong to the service']);
    chownSync(join(dataDir, 'secrets.json'), 0, 0);
    mkdirSync(join(dataDir, 'storage'));
    chownSync(join(dataDir, 'storage'), 1000, 1000);
    t.deepEqual(await failed(), [], 'a folder that can be written is none');
    rmdirSync(join(dataDir, 'storage'));
});

test.serial('a file that doctor cannot look at ends none of its checks', async (t) => {
    const file = join(dataDir, 'secrets.json');
    const backups = join(dataDir, 'others');
    mkdirSync(backups);
    symlinkSync('app.db', join(backups, 'app.db')); // to itself
    renameSync(file, `${file}.whole`);
    mkdirSync(file);
    const { code, out } = await cli('doctor --json', '', { BACKUP_DIR: backups });
    rmdirSync(file);
    renameSync(`${file}.whole`, file);
    t.is(code, 1);
    const { checks } = JSON.parse(out) as { checks: { check: string; ok: boolean }[] };
    t.deepEqual(
        checks.filter(({ ok }) => !ok).map(({ check }) => check),
        ['the backups are of this installation']
    );
});

test.serial('help lists every command with its options and purpose', async (t) => {
    const { code, out, err } = await cli('--help');
    t.deepEqual([code, err], [0, '']);
    for (const command of ['user list', 'token revoke --id ID', 'credits show', 'demo seed', 'doctor'])
        t.true(out.includes(`\n  ${command}\n      `), command);
    t.true(
        out.includes(
            '\n  user add --login LOGIN --email ADDRESS --role ROLE --password PASSWORD|- [--grant CAPABILITY,...]\n' +
                '      Adds a user.'
        )
    );
    t.true((await cli('user grant --help')).out.includes('`--grant ""` removes all of them'));
    const one = await cli('case --help');
    t.is(
        one.out,
        'Usage: npm run -s cli -- <command> [--json]\n' +
            '  case run --run RUN_ID --case CASE_ID\n' +
            "      Runs one test case of a build again, with the build's saved inputs.\n"
    );
});

test.serial(
    'no command, and one that does not exist, is a usage error that names it and lists them all',
    async (t) => {
        const all = (await cli('--help')).out;
        for (const args of ['', 'nonsense', 'user', 'constructor']) {
            const { code, out, err } = await cli(args);
            t.deepEqual([code, out], [2, ''], args);
            const named = args === '' ? '' : `Unknown command: ${args}\n`;
            t.true(err.startsWith(named), args);
            if (args !== 'user') t.is(err, named + all, args);
        }
    }
);

test.serial('a test email is queued and its job listed, and only a failed job can be retried', async (t) => {
    t.deepEqual(await json('jobs list --state dead'), { items: [], total: 0 });
    const { id, ...mail } = await json('mail test --to ada@example.test');
    t.deepEqual(mail, { to: 'ada@example.test', state: 'queued' });
    const { items, total } = await json('jobs list --state pending');
    t.is(total, 1);
    t.like(items[0], { task: 'send-mail', payload: { mailId: id }, state: 'pending', tries: 0 });
    t.like((await json('mail list')).items[0], {
        id,
        kind: 'test',
        state: 'queued',
        subject: 'Test email'
    });
    const refused = await cli(`jobs retry --id ${items[0].id}`);
    t.deepEqual([refused.code, refused.out], [1, '']);
    t.true(refused.err.includes('You can retry only failed or delayed jobs.'), refused.err);
    t.is((await cli('jobs list --state lost')).code, 2);
    t.is((await cli('mail test')).code, 2);
});
