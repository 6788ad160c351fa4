// The same store and rules from the command line, also beside a running server.
import { loadConfig } from './config.ts'; // first: it stops on a Node that is too old
import crypto from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { artifactsOf } from './db/builds.ts';
import type { Snapshot } from './db/build-report.ts';
import { capabilities, type Capability, capabilitiesOf, type Role, roleNames } from './db/capabilities.ts';
import { account, auditCredits, grantCredits } from './db/credits.ts';
import { seedDemo } from './db/demo.ts';
import { ensureInstallation } from './db/installation.ts';
import { jobTally } from './db/jobs.ts';
import { listMails } from './db/mails.ts';
import { hashPassword } from './db/passwords.ts';
import { Refusal } from './db/refusal.ts';
import { issueToken, listTokens, revokeToken, scopePattern } from './db/service-tokens.ts';
import { closeSessionsOf } from './db/sessions.ts';
import { openStore, type Store } from './db/store.ts';
import { changeUser, createUser, listUsers, type UserRow } from './db/users.ts';
import { runCase } from './jobs/build/run-case.ts';
import { rules } from './jobs/evaluation/rules.ts';
import { mailText } from './jobs/mail-text.ts';

type Options = Record<string, string>;

interface Command {
    usage: string;
    run(store: Store, options: Options): Promise<object>;
}

const commands: Record<string, Command> = {
    'user add': { usage: '--login L --email E --password P|- --role R [--grant cap,...]', run: addUser },
    'user list': { usage: '', run: async ({ read }) => ({ items: (await listUsers(read)).map(userOf) }) },
    'user disable': { usage: '--login L', run: disableUser },
    'user passwd': { usage: '--login L --password P|-', run: changePassword },
    'user grant': { usage: '--login L --grant cap,...', run: grantCapabilities },
    'token issue': { usage: '--name N --scopes a,b [--expires 30d]', run: addToken },
    'token list': {
        usage: '',
        run: async ({ read }) => ({ items: await listTokens(read) })
    },
    'token revoke': { usage: '--id N', run: dropToken },
    'credits grant': { usage: '--amount N --reason R', run: addCredits },
    'credits show': { usage: '', run: ({ read }) => account(read) },
    'mail list': { usage: '', run: mails },
    'case run': { usage: '--run RUN_ID --case CASE_ID', run: runOneCase },
    'demo seed': {
        usage: '',
        run: async (store) => ({ seeded: await store.write((tx) => seedDemo(tx, Date.now())) })
    },
    doctor: { usage: '', run: doctor }
};

async function addUser(store: Store, options: Options) {
    const { login, email, role } = needed(options, 'login', 'email', 'role');
    if (!roleNames.includes(role as Role)) throw usage(`--role must be one of ${roleNames.join(', ')}`);
    const passwordHash = await hashPassword(password(options));
    const user = { login, email, role: role as Role, passwordHash, grants: grants(options) };
    const { id } = await store.write((tx) => createUser(tx, user, Date.now()));
    return { id, login };
}

async function disableUser(store: Store, options: Options) {
    const { login } = needed(options, 'login');
    const user = await store.write(async (tx) => {
        const disabled = await changeUser(tx, login, { disabledAt: Date.now() });
        await closeSessionsOf(tx, disabled.id);
        return disabled;
    });
    return userOf(user);
}

async function changePassword(store: Store, options: Options) {
    const { login } = needed(options, 'login');
    const passwordHash = await hashPassword(password(options));
    const user = await store.write(async (tx) => {
        const changed = await changeUser(tx, login, { passwordHash });
        await closeSessionsOf(tx, changed.id);
        return changed;
    });
    return userOf(user);
}

async function grantCapabilities(store: Store, options: Options) {
    const { login } = needed(options, 'login', 'grant');
    return userOf(await store.write((tx) => changeUser(tx, login, { grants: grants(options) })));
}

async function addToken(store: Store, options: Options) {
    const { name, scopes } = needed(options, 'name', 'scopes');
    const wanted = scopes.split(',');
    const unknown = wanted.find((scope) => !scopePattern.test(scope));
    if (unknown !== undefined)
        throw usage('--scopes takes tool:<name>, tool:*, admin:jobs and callback:build');
    const at = Date.now();
    return store.write((tx) =>
        issueToken(tx, { name, scopes: wanted, at, expiresAt: expiry(options['expires'], at) })
    );
}

function expiry(days: string | undefined, at: number) {
    if (days === undefined) return undefined;
    const match = /^([1-9]\d{0,3})d$/.exec(days);
    if (!match) throw usage('--expires takes days, like 30d');
    return at + Number(match[1]) * 24 * 60 * 60 * 1000;
}

async function dropToken(store: Store, options: Options) {
    const id = Number(needed(options, 'id').id);
    await store.write((tx) => revokeToken(tx, id, Date.now()));
    return { id, revoked: true };
}

async function addCredits(store: Store, options: Options) {
    const { amount, reason } = needed(options, 'amount', 'reason');
    const grant = {
        reference: `grant:${crypto.randomUUID()}`,
        amount: Number(amount),
        reason,
        at: Date.now()
    };
    await store.write((tx) => grantCredits(tx, grant));
    return account(store.read);
}

async function mails({ read }: Store) {
    const { baseUrl } = loadConfig();
    const { items, total } = await listMails(read, { limit: 100, offset: 0 });
    return {
        items: items.map((mail) => ({
            id: mail.id,
            to: mail.toEmail,
            kind: mail.kind,
            state: mail.state,
            ...mailText(mail, baseUrl)
        })),
        total
    };
}

/** Judges one case of a build again, alone, by what the build froze. */
async function runOneCase({ read }: Store, options: Options) {
    const { run, case: caseId } = needed(options, 'run', 'case');
    const frozen = await artifactsOf(read, run);
    const snapshot = frozen['snapshot'] as Snapshot | undefined;
    if (!snapshot) throw new Refusal('not_found', 'Run not found.');
    const judged = await runCase(snapshot, frozen, rules, caseId);
    if (!judged) throw new Refusal('not_found', 'This run has no such case.');
    return judged;
}

async function doctor(store: Store) {
    const { waiting, dead } = await jobTally(store.read);
    const checks = [
        { check: 'the store is whole', problems: store.check() },
        { check: 'the credits add up', problems: await auditCredits(store.read) },
        { check: 'no job is dead', problems: dead > 0 ? [`${dead} dead jobs`] : [] }
    ].map(({ check, problems }) => ({ check, ok: problems.length === 0, problems }));
    process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
    return { ok: process.exitCode === 0, node: process.version, jobs_waiting: waiting, checks };
}

function userOf(user: UserRow) {
    const { id, login, email, role } = user;
    return { id, login, email, role, capabilities: capabilitiesOf(user), disabled: user.disabledAt !== null };
}

function grants({ grant }: Options): Capability[] {
    const wanted = (grant ?? '').split(',').filter((name) => name !== '');
    const unknown = wanted.some((name) => !capabilities.includes(name as Capability));
    if (unknown) throw usage(`--grant takes ${capabilities.join(', ')}`);
    return wanted as Capability[];
}

/** From the option, or from standard input for `-`, so that it need not stand in the list of processes. */
function password(options: Options) {
    const { password } = needed(options, 'password');
    return password === '-' ? readFileSync(0, 'utf8').replace(/\r?\n$/, '') : password;
}

function needed<Name extends string>(options: Options, ...names: Name[]) {
    const missing = names.filter((name) => !options[name]);
    if (missing.length > 0) throw usage(`missing: ${missing.map((name) => `--${name}`).join(' ')}`);
    return options as Record<Name, string>;
}

const usage = (message: string) => new Refusal('invalid_field', message);

const optionNames = 'login email password role grant name scopes expires id amount reason run case'.split(
    ' '
);

function read(args: string[]) {
    const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
            ...Object.fromEntries(optionNames.map((name) => [name, { type: 'string' as const }])),
            json: { type: 'boolean' },
            help: { type: 'boolean' }
        }
    });
    const { json = false, help = false, ...options } = values;
    return { json, help, options: options as unknown as Options, name: positionals.join(' ') };
}

function help(name: string) {
    const known = Object.entries(commands).filter(([command]) => command.startsWith(name));
    const listed = known.length > 0 ? known : Object.entries(commands);
    return [
        'Usage: npm run -s cli -- <command> [--json]',
        ...listed.map(([command, { usage }]) => `  ${command} ${usage}`),
        ''
    ].join('\n');
}

async function main(args: string[]) {
    const { json, help: asked, options, name } = read(args);
    const command = commands[name];
    if (asked || !command) {
        process.stdout.write(help(name));
        process.exitCode = asked ? 0 : 2;
        return;
    }
    const { dataDir } = loadConfig();
    process.umask(0o077);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const store = openStore(join(dataDir, 'app.db'));
    try {
        await store.write(ensureInstallation);
        const answer = await command.run(store, options);
        process.stdout.write(`${JSON.stringify(answer, null, json ? undefined : 2)}\n`);
    } finally {
        await store.close();
    }
}

if (import.meta.main) {
    await main(process.argv.slice(2)).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exitCode = error instanceof Refusal ? 1 : error instanceof TypeError ? 2 : 78;
    });
}
