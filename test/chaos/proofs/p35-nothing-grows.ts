// P35: an hour of everything at once, with crashes of PostgreSQL and backups: nothing grows and nothing slows down.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMailServer } from '../../doubles/mail-server.ts';
import { login } from '../../support/clients/client.ts';
import { administrator, until } from '../../support/servers/process.ts';
import { waitingAfterDrain } from '../campaign.ts';
import { makeCanaries } from '../canaries.ts';
import { type Installation, openInstallation, unguarded } from '../installation.ts';
import { postmasterOf, send } from '../processes.ts';
import { highest, none, type Figures, type Proof, type Trial, without } from '../proof.ts';
import { follow, openHabits } from '../soak/habits.ts';
import { addSales } from '../soak/whole-ways.ts';
import { openTalk, preparePeople } from '../talkative-load.ts';
import { growth, type Held, heldAtRest, heldBy, megabytes, openSeries } from '../soak/watching.ts';

/** A round: a minute, or some seconds in the short form. After every so many rounds PostgreSQL crashes, and a backup is made. */
const lengths = { short: { round: 12_000, accidents: 1 }, long: { round: 60_000, accidents: 5 } };
const betweenLooks = { short: 500, long: 5000 };
/** Three times the length at which it is moved. While a backup reads, it grows by what is written meanwhile. */
const longestLog = 12e6;
/** Connections to PostgreSQL and timers that are there at one time and not at another. */
const slack = 8;

export const proof: Proof = {
    name: 'P35',
    promise: 'Nothing grows and nothing slows down, however long all of it goes on.',
    rounds: { short: 1, long: 60 },
    async run(trial) {
        await using ends = new AsyncDisposableStack();
        const mail = await openMailServer();
        ends.defer(mail.close);
        const env = { ...unguarded, ...mail.env, BACKUP_KEEP: '2' };
        const installation = ends.use(await openInstallation({ grants: [1_000_000], env }));
        return await liveOn(installation, mail.mails, trial);
    },
    sabotages: [
        without(
            'moving the log',
            {
                file: 'db/store/sqlite/checkpoints.ts',
                find: 'const longLog = 1000;',
                replace: 'const longLog = 1e9;'
            },
            {
                file: 'db/store/sqlite/checkpoints.ts',
                find: 'const longestLog = 4000;',
                replace: 'const longestLog = 0;'
            },
            {
                file: 'db/store/sqlite/checkpoints.ts',
                find: 'if (writer.inTransaction) return; // inside one SQLite refuses it',
                replace: 'if (longestLog === 0) return;'
            }
        ),
        without('closing what a backup has read', {
            file: 'db/installation/backup/files.ts',
            find: 'await using handle = await openFile(path);\n    const hash',
            replace:
                'const handle = await openFile(path);\n    setInterval(() => handle.fd, 1e9).unref();\n    const hash'
        })
    ]
};

async function liveOn(
    installation: Installation,
    arrivals: readonly Buffer[],
    trial: Trial
): Promise<Figures> {
    const { url } = installation;
    await installation.start();
    await using ends = new AsyncDisposableStack();
    const canaries = makeCanaries();
    const token = await installation.withStore((store) => preparePeople(store, canaries));
    await installation.withStore(addSales);
    const talk = await openTalk({
        ...installation,
        canaries,
        token,
        mails: arrivals,
        administrator,
        isServed: true
    });
    const polls = openSeries();
    const habits = await openHabits({ url, talk, polled: polls.add });
    const accidents = await openAccidents(installation);
    await warmUp(habits);
    await accidents.happen();
    const before = await heldAtRest(url, token);
    const day = follow(habits);
    ends.defer(() => day.end());
    const seen = await watch({ url, token, accidents }, trial);
    await day.end();
    const stuck = await waitingAfterDrain(installation);
    const after = await heldAtRest(url, token, before);
    return [
        ...Array.from(day.done, ([of, count]) => ({ count, of, atLeast: trial.rounds })),
        none(`other answers ${JSON.stringify(day.failures.slice(0, 3))}`, day.failures.length),
        none('faults', talk.said().filter(isFault).length),
        ...accidents.figures(),
        ...(trial.short ? [] : growth(seen, seen.memory, polls)),
        highest('MB of memory at most', megabytes(seen.memory.quantile(1))),
        highest('ms at most for 99 of 100 polls', Math.round(polls.quantile(0.99))),
        highest('MB of log at most', megabytes(seen.log.quantile(1))),
        highest('MB of log in the end', megabytes(after.log), megabytes(longestLog)),
        ...left(before, after),
        { count: arrivals.length, of: 'mails', atLeast: trial.rounds },
        none('stuck', stuck),
        none('faults that doctor finds', (await isWell(installation)) ? 0 : 1)
    ];
}

/** By contract a page that is not there is a 500 of its tool, and so is a bucket. */
const isFault = (said: string) =>
    /^5\d\d /.test(said) && !/^500 .*(?:"detail":"not found"|NoSuchBucket)/.test(said);

/** What is made once is made: connections, what is remembered, and the thread that moves a log once it is long. */
async function warmUp(habits: Awaited<ReturnType<typeof openHabits>>) {
    for (const { act } of habits) await act();
    for (let times = 0; times < 60; times += 1)
        for (const { name, act } of habits) if (name === 'contexts') await act();
}

/** What is held once all clients have gone, more than before they came. */
const left = (before: Held, after: Held): Figures => [
    highest('files left open', after.files - before.files, slack),
    highest('timers and sockets left', after.resources - before.resources, slack)
];

interface Watched {
    url: string;
    token: string;
    accidents: Awaited<ReturnType<typeof openAccidents>>;
}

/** Looks at the process again and again until all rounds are over. */
async function watch({ url, token, accidents }: Watched, { short, rounds, report }: Trial) {
    const { round, accidents: every } = lengths[short ? 'short' : 'long'];
    const [memory, log] = [openSeries(), openSeries()];
    const from = performance.now();
    const to = from + rounds * round;
    for (let over = 0; performance.now() < to;) {
        await sleep(betweenLooks[short ? 'short' : 'long']);
        const held = await heldBy(url, token);
        memory.add(held.memory);
        log.add(held.log);
        const now = Math.min(Math.floor((performance.now() - from) / round + 0.5), rounds);
        if (now > over && now % every === 0) await accidents.happen();
        over = now;
        report(over, rounds);
    }
    return { from, to, memory, log };
}

/** PostgreSQL crashes, and a backup is made meanwhile. */
async function openAccidents({ url, dataDir }: Installation) {
    const admin = await login(url);
    const folder = join(dataDir, 'backups');
    const made = new Set<string>();
    let crashes = 0;

    /** Only the newest one counts: older ones are dropped. */
    async function backUp() {
        const begun = async () => (await admin.send('POST', '/settings/backup')).statusCode === 200;
        await until('a backup begins', begun); // 409 until the one before has dropped what is too old
        await until('a backup is made', async () => {
            const names = await readdir(folder).catch(() => []);
            const another = names.find((name) => !name.endsWith('.making') && !made.has(name));
            if (another) made.add(another);
            return another !== undefined;
        });
    }

    return {
        async happen() {
            const postmaster = await postmasterOf(dataDir);
            if (postmaster) send(postmaster, 'SIGKILL');
            crashes += postmaster ? 1 : 0;
            await backUp();
        },
        figures: (): Figures => [
            { count: crashes, of: 'crashes of PostgreSQL', atLeast: 1 },
            { count: made.size, of: 'backups', atLeast: 1 }
        ]
    };
}

async function isWell(installation: Installation) {
    await installation.stop();
    const BASE_URL = 'https://council.example.test'; // links of its emails lead to this machine, which doctor says
    return (await installation.command(['doctor'], { BASE_URL })).code === 0;
}
