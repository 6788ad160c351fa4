// P28: secrets and candidates' texts are planted, all is done with the service that it can do, and its outputs are read.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { runCommand, temporaryFolder, until } from '../../support/servers/process.ts';
import { type Canaries, filesBelow, makeCanaries } from '../canaries.ts';
import { waitingJobs } from '../campaign.ts';
import { type Installation, openInstallation, unguarded } from '../installation.ts';
import { none, type Proof, type Trial, without } from '../proof.ts';
import { openEcho, openRudeMailServer } from '../rude-services.ts';
import { openTalk, preparePeople, type Talk } from '../talkative-load.ts';

const planted = 12;
const leastErrors = 30;
const leastLines = 100;
const patience = 15_000;

export const proof: Proof = {
    name: 'P28',
    promise:
        'No secret and nothing that a candidate writes stands in logs, errors, jobs or the manifest of a backup.',
    rounds: { short: 1, long: 50 },
    async run(trial) {
        await using ends = new AsyncDisposableStack();
        const canaries = makeCanaries();
        const echo = ends.use(await openEcho());
        const mail = ends.use(await openRudeMailServer('refused'));
        const { path: folder } = ends.use(await temporaryFolder());
        const env = settingsWith(canaries, { echo: echo.host, mail: mail.host });
        const installation = ends.use(await openInstallation({ grants: [1_000_000], env }));
        await installation.start();
        const token = await installation.withStore((store) => preparePeople(store, canaries));
        const administrator = { login: 'admin', password: env.ADMIN_PASSWORD };
        const talk = await openTalk({ ...installation, canaries, token, mails: mail.mails, administrator });
        const found = await talkAndListen({ installation, talk, canaries, env, folder, mail }, trial);
        return [
            { count: planted, of: 'secrets planted' },
            { count: echo.asked(), of: 'requests that a service repeated', atLeast: 3 },
            { count: mail.refusals(), of: 'mails refused', atLeast: 1 },
            ...found
        ];
    },
    sabotages: [
        without('the template of a route in place of its address', {
            file: 'plugins/surfaces/auth/responses.ts',
            find: 'route: route.path,',
            replace: 'route: request.url.href,'
        }),
        without('leaving out the addresses that a mail server repeats', {
            file: 'jobs/mail/server.ts',
            find: String.raw`.replace(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, '(address)')`
        }),
        without('leaving out what a service said', {
            file: 'plugins/agents/traces/index.ts',
            find: 'throw new ToolFailure(`The log service answered ${response.status}.`);',
            replace: 'throw new ToolFailure(`The log service answered ${JSON.stringify(headers)}.`);'
        })
    ]
};

/** Each is read by the program, and used as far as a proof can have it used. */
function settingsWith({ canary }: Canaries, { echo, mail }: { echo: string; mail: string }) {
    const secrets = Object.fromEntries(
        ['JWT', 'NONCE', 'LINKS', 'CHALLENGE', 'POSTGRES', 'BACKUP'].map((name) => [
            `${name}_SECRET`,
            canary(`the-secret-${name.toLowerCase()}`)
        ])
    );
    const far = {
        backend: 's3',
        bucket: 'council',
        endpoint: `http://${echo}`,
        access_key_id: 'AKIAOFTHEPROOF000001',
        secret_access_key: canary('the-key-of-the-storage')
    };
    return {
        ...unguarded,
        ...secrets,
        LOG_LEVEL: 'debug',
        ADMIN_LOGIN: 'admin',
        ADMIN_PASSWORD: canary('the-password-of-the-administrator'),
        SMTP_URL: `smtp://council:${canary('the-password-of-the-mail-server')}@${mail}`,
        STORAGE_ALIASES: JSON.stringify({ far }),
        TRACE_DRIVER: 'http',
        TRACE_URL: `http://${echo}/traces`,
        TRACE_TOKEN: canary('the-token-of-the-log-service'),
        CMS_URL: `http://${echo}`,
        LLM_BASE_URL: `http://${echo}/v1`,
        LLM_MODEL: 'judge',
        LLM_OPERATOR: 'ourselves',
        LLM_API_KEY: canary('the-key-of-the-language-model'),
        RECAPTCHA_SECRET: canary('the-secret-of-the-human-check'),
        ALLOW_PRIVATE: `${echo},${mail}`
    };
}

interface Listening {
    installation: Installation;
    talk: Talk;
    canaries: Canaries;
    env: Record<string, string>;
    folder: string;
    mail: { refusals(): number };
}

async function talkAndListen(
    { installation, talk, canaries, env, folder, mail }: Listening,
    { rounds, report }: Trial
) {
    const { dataDir, url, file, output } = installation;
    for (let round = 0; round < rounds; round += 1) {
        for (const { act } of talk.ways) await act();
        report(round + 1, rounds);
    }
    await talk.withFaults();
    const isQuiet = async () => mail.refusals() > 0 && (await waitingJobs(url)) <= 3 * rounds;
    await until('all but refused mails are done', isQuiet, patience).catch(() => undefined);
    const shown = await talk.shown();
    const backup = join(folder, 'backup');
    const made = await runCommand(dataDir, ['backup', '--to', backup], env);
    const doctor = await runCommand(dataDir, ['doctor'], env);
    const exit = await installation.stop();
    const manifest =
        (await readFile(join(backup, 'manifest.json'), 'utf8').catch(() => '')) + (await readdir(folder));
    const queue = Array.from(filesBelow(join(dataDir, 'postgres')));
    const jobs = jobRows(file);
    const outputs: (readonly [where: string, output: Buffer | string])[] = [
        ['the log', output()],
        ...talk.said().map((said) => [`an error answer`, said] as const),
        ...shown,
        ['the rows of jobs', JSON.stringify(jobs)],
        ['the manifest', manifest],
        ['the command line', made.out + made.err + doctor.out + doctor.err],
        ...queue.map(([name, bytes]) => [`postgres/${name}`, bytes] as const)
    ];
    const hits = outputs.flatMap(([where, text]) => canaries.findIn(where, text));
    const missing = shown.filter(([path]) => !path.startsWith('200 ') && !path.endsWith('/readyz'));
    return [
        { count: talk.asked(), of: 'requests' },
        { count: talk.said().length, of: 'error answers', atLeast: leastErrors },
        { count: output().split('\n').length, of: 'lines of log', atLeast: leastLines },
        { count: jobs.length, of: 'rows of jobs', atLeast: 5 },
        { count: queue.length, of: 'files of the queue', atLeast: 100 },
        { count: talk.said().filter((said) => said.startsWith('500 ')).length, of: 'faults', atLeast: 3 },
        none(`outputs that could not be had ${missing.map(([path]) => path).join()}`, missing.length),
        none('commands that failed', [made.code, exit].filter((code) => code !== 0).length),
        none(hits.length === 0 ? 'hits' : `hits ${JSON.stringify(hits.slice(0, 3))}`, hits.length)
    ];
}

function jobRows(file: string) {
    const sqlite = new Sqlite(file, { readonly: true });
    const rows = ['jobs', 'job_attempts'].flatMap((table) => sqlite.prepare(`select * from ${table}`).all());
    sqlite.close();
    return rows;
}
