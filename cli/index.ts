// The same store and rules from the command line, also while a server is running.
import '../config/oldest-node.js'; // first: it stops on a Node that is too old
import {
    assertUsage,
    type Command,
    command,
    commandOf,
    type Context,
    expiryOf,
    emailOf,
    nameOf,
    oneOf,
    type OptionName,
    parse,
    permissionsOf,
    scopesOf,
    type Shell,
    usage,
    UsageError
} from './options.ts';
import { settingsOf } from '../db/record/settings.ts';
import { account, grantMore } from '../db/accounts/credits.ts';
import { seedDemo } from '../db/installation/demo/data.ts';
import { listJobs } from '../db/support/listing.ts';
import { retryJob } from '../db/support/actions.ts';
import { jobStates } from '../db/jobs/ledger.ts';
import { queueTestMail } from '../db/jobs/mails.ts';
import { Refusal } from '../db/store/refusal.ts';
import { endToken, listTokens, makeToken } from '../db/accounts/service-tokens.ts';
import { lineOf } from '../db/installation/libraries.ts';
import { passesByItself } from '../db/installation/passing.ts';
import { keysOf, openSecrets } from '../db/installation/secrets.ts';
import { isStoreStuck } from '../db/store/index.ts';
import { describeUser, getActiveUser } from '../db/accounts/users.ts';
import { backupCommands } from './backups/make.ts';
import { erasureCommands } from './backups/erasures.ts';
import { goldCommands } from './gold.ts';
import { importCommands } from './imports.ts';
import { configOf, withStore } from './opening.ts';
import { restoreCommands } from './backups/restore.ts';
import { storeCommands } from './store.ts';
import { textOf } from './table.ts';
import { secretCommands } from './installation/secrets.ts';
import { upgradeCommands } from './installation/upgrade.ts';
import { userCommands } from './users.ts';
import { isTemporary } from '../jobs/evaluation/faults.ts';
import { readMail, readMails } from '../jobs/mail/text.ts';
import { jobOf } from '../plugins/support/rows.ts';

// Loaded by the commands that need them: all others start sooner.
const evaluators = () => import('./evaluators.ts');

const commands: Record<string, Command> = {
    ...userCommands,
    'token issue': command({
        about: 'Creates a service token and shows it once.',
        needs: ['name', 'scopes'],
        takes: ['expires'],
        async run({ store, shell }, { name, scopes, expires }) {
            const at = shell.now();
            const token = {
                name: nameOf(name),
                scopes: scopesOf(scopes),
                at,
                expiresAt: expiryOf(expires, at)
            };
            return store.write((tx) => makeToken(tx, token, { name: 'cli' }));
        }
    }),
    'token list': {
        about: 'Lists all service tokens, without their values.',
        columns: ['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'],
        run: async ({ store }) => ({ items: await listTokens(store.read) })
    },
    'token revoke': command({
        about: 'Revokes a service token. You cannot undo this.',
        needs: ['id'],
        run: ({ store, shell }, { id }) =>
            store.write((tx) => endToken(tx, Number(id), { by: { name: 'cli' }, at: shell.now() }))
    }),
    'jwt issue': command({
        about: "Issues a JWT for a user of the backend API, with the given permissions or all of the user's.",
        needs: ['user'],
        takes: ['permissions'],
        async run({ store, config, shell }, { user, permissions }) {
            const { issueJwt } = await import('../plugins/surfaces/auth/jwt.ts');
            const secrets = openSecrets(config.dataDir, config.secrets);
            const holder = describeUser(await getActiveUser(store.read, user));
            const wish = { permissions: permissionsOf(permissions), at: shell.now() };
            return { token: issueJwt(secrets.jwt, holder, wish).token };
        }
    }),
    'credits grant': command({
        about: 'Adds credits to the account.',
        needs: ['amount', 'reason'],
        async run({ store, shell }, { amount, reason }) {
            const grant = { amount: Number(amount), reason, by: { name: 'cli' }, at: shell.now() };
            await store.write((tx) => grantMore(tx, grant));
            return account(store.read);
        }
    }),
    'credits show': {
        about: 'Shows the balance and the reserved credits.',
        run: ({ store }) => account(store.read)
    },
    'jobs list': command({
        about: 'Lists the newest 100 jobs, optionally of one state. --delayed lists jobs waiting to be retried.',
        takes: ['state', 'delayed'],
        columns: ['id', 'task', 'state', 'tries', 'created_at', 'next_attempt_at', 'error'],
        async run({ store }, { state: given, delayed }) {
            const state = given === undefined ? undefined : oneOf('state', jobStates, given);
            const search = { state, delayed: delayed !== undefined, limit: 100, offset: 0 };
            const { items, total } = await listJobs(store.read, search);
            return { items: items.map(jobOf), total };
        }
    }),
    'jobs retry': command({
        about: 'Retries a failed or delayed job now.',
        needs: ['id'],
        async run({ store, shell }, { id }) {
            const { tasks } = await import('../jobs/index.ts');
            const retry = { tasks, by: { name: 'cli' }, at: shell.now() };
            return jobOf(await store.write((tx) => retryJob(tx, id, retry)));
        }
    }),
    'mail test': command({
        about: 'Sends a test email. Check its state with `mail list`.',
        needs: ['to'],
        run: ({ store, shell }, { to }) =>
            store.write((tx) => queueTestMail(tx, emailOf('to', to), shell.now()))
    }),
    'mail list': {
        about: 'Lists the newest 100 emails, including those not sent.',
        columns: ['id', 'kind', 'state', 'to', 'subject'],
        run: async (running) => readMails(running.store.read, await addressesOf(running))
    },
    'mail show': command({
        about: 'Shows one email with its text.',
        needs: ['id'],
        run: async (running, { id }) => readMail(running.store.read, id, await addressesOf(running))
    }),
    ...storeCommands,
    ...importCommands,
    ...goldCommands,
    ...backupCommands,
    ...restoreCommands,
    ...erasureCommands,
    ...upgradeCommands,
    ...secretCommands,
    'case run': command({
        about: "Runs one test case of a build again, with the build's saved inputs.",
        needs: ['run', 'case'],
        run: async (...asked) => (await evaluators()).runCaseAgain(...asked)
    }),
    'screen replay': command({
        about: "Evaluates a candidate's answers again with their release and shows differences. Changes nothing.",
        needs: ['id'],
        run: async (...asked) => (await evaluators()).replay(...asked)
    }),
    'evaluator test': {
        about: 'Sends test questions to the language model, one and several at a time. Shows what its server supports and how long a candidate takes. Exits with 1 if the model is not usable.',
        checks: true,
        run: async (running) => (await evaluators()).testEvaluator(running)
    },
    judge: command({
        about: 'Evaluates answers from one file (JSON lines: id, criterion, text, level) with a sage from another. --evaluator evidence, model or both. Saves nothing and costs no credits.',
        needs: ['sage', 'answers'],
        takes: ['evaluator'],
        columns: ['id', 'criterion', 'level', 'flags', 'quotes'],
        alone: async (files, shell) => (await import('./judge.ts')).judgeFiles(files, shell)
    }),
    'demo seed': {
        about: 'Creates the demo data. Works once per server.',
        run: async ({ store, shell }) => ({ seeded: await store.write((tx) => seedDemo(tx, shell.now())) })
    },
    doctor: {
        about: 'Checks the database, credits, jobs, folders and email settings. Exits with 1 if it finds a problem.',
        columns: ['check', 'ok', 'problems'],
        checks: true,
        run: async (opened) => (await import('./installation/doctor.ts')).diagnose(opened)
    }
};

async function addressesOf({ store, config, shell }: Context) {
    const { baseUrl, currency, dataDir, paths, secrets } = config;
    const { organisation } = await settingsOf({ store, config });
    const keys = keysOf(openSecrets(dataDir, secrets), 'links')(shell.now());
    return { baseUrl, restPath: paths.rest, links: keys[0], keys, currency, organisation };
}

async function resultOf({ alone, run }: Command, options: Record<OptionName, string>, shell: Shell) {
    if (alone) return alone(options, shell);
    const config = configOf(shell);
    return withStore(config, async (store) => (await run?.({ store, config, shell }, options)) ?? {});
}

/** Returns the exit code of a command that was not refused. */
async function runCommand(args: string[], shell: Shell) {
    const line = parse(args);
    const { name, json, help } = line;
    if (help) return print(shell, usage(commands, name));
    const { asked, options } = commandOf(commands, line);
    assertUsage(asked, options);
    const result = await resultOf(asked, options as Record<OptionName, string>, shell); // what it needs is there
    print(shell, json ? JSON.stringify(result) : textOf(result, asked.columns));
    return asked.checks && 'ok' in result && result.ok === false ? Number(asked.checks) : 0;
}

function print({ stdout }: Shell, text: string) {
    stdout.write(`${text}\n`);
    return 0;
}

/** 75: trying again later helps; 78: something must be changed first. */
function exitCodeOf(error: unknown) {
    if (error instanceof UsageError) return 2;
    if (error instanceof Refusal) return 1;
    return passesByItself(error) || isTemporary(error) ? 75 : 78;
}

/** Runs one command; prints its answer, or one line on standard error, and returns an exit code that says what would help. */
export async function run(args: string[], shell: Shell): Promise<number> {
    try {
        return await runCommand(args, shell);
    } catch (error) {
        const line = isStoreStuck(error) ? 'The database is busy. Try again in a minute.' : lineOf(error);
        shell.stderr.write(`${line}\n`);
        return exitCodeOf(error);
    }
}

/** Runs the command of this process. */
export async function main(args: string[]) {
    process.umask(0o077);
    const { env, stdin, stdout, stderr } = process;
    process.exitCode = await run(args, { env, stdin, stdout, stderr, now: Date.now });
}
