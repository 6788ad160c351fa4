// P24: backups are made while clients write; each is restored elsewhere, compared, and lived on.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMailServer } from '../../doubles/mail-server.ts';
import { temporaryFolder } from '../../support/servers/process.ts';
import { waitingAfterDrain } from '../campaign.ts';
import { openInstallation } from '../installation.ts';
import { none, type Figures, type Proof, type Trial, without } from '../proof.ts';
import { auditRefunds } from '../refunds.ts';
import { startScreenLoad } from '../screen-load.ts';
import { rowsOf } from '../whole-store.ts';

const untilBackup = { short: 1000, long: 3000 };
const clients = 1;
/** A mail server takes so many milliseconds for a mail, so that some wait in every backup. */
const slowMail = 150;

export const proof: Proof = {
    name: 'P24',
    promise:
        'A backup that is made during writes is whole; restored it repeats no refund and sends no mail that is held.',
    rounds: { short: 2, long: 200 },
    async run(trial) {
        await using ends = new AsyncDisposableStack();
        return await backUpAgainAndAgain(await openPlace(ends), trial);
    },
    sabotages: [
        without('holding the mails that wait', {
            file: 'db/installation/backup/restore.ts',
            find: 'const held = await holdMails(tx);',
            replace: 'const held = 0;'
        }),
        without('a copy as of one moment', {
            file: 'db/store/sqlite/copier.js',
            find: "sqlite.prepare('VACUUM INTO ?').run(to);",
            replace: `const { readFileSync, writeFileSync } = process.getBuiltinModule('node:fs');
const bytes = readFileSync(file);
bytes[18] = bytes[19] = 1;
writeFileSync(to, bytes);`
        })
    ]
};

type Place = Awaited<ReturnType<typeof openPlace>>;

/** An installation at work, and another machine, each with a mail server. */
async function openPlace(ends: AsyncDisposableStack) {
    const backups = ends.use(await temporaryFolder());
    const mail = await openMailServer({ taken: () => sleep(slowMail) });
    ends.defer(mail.close);
    const mailElsewhere = await openMailServer();
    ends.defer(mailElsewhere.close);
    return {
        backups: backups.path,
        original: ends.use(await openInstallation({ grants: [1_000_000], env: mail.env })),
        other: ends.use(await openInstallation({ env: mailElsewhere.env })),
        mails: mailElsewhere.mails
    };
}

const nothing = () => ({
    made: 0,
    restored: 0,
    rows: 0,
    held: 0,
    sent: 0,
    stuck: 0,
    different: [] as string[],
    said: [] as string[],
    audits: new Map<string, number>()
});
type Found = ReturnType<typeof nothing>;

async function backUpAgainAndAgain(place: Place, { short, rounds, report }: Trial): Promise<Figures> {
    const found = nothing();
    await place.original.start();
    const load = await startScreenLoad(place.original.url, clients);
    try {
        for (let round = 0; round < rounds; round += 1) {
            await sleep(untilBackup[short ? 'short' : 'long']);
            const acknowledged = new Set(load.acknowledged);
            const folder = join(place.backups, String(round));
            if (await backUp(place, folder, found)) await liveOn(place, folder, { acknowledged, found });
            await rm(folder, { recursive: true, force: true });
            report(round + 1, rounds);
        }
    } finally {
        await load.end();
    }
    return [
        { count: found.made, of: 'backups', atLeast: rounds },
        { count: found.restored, of: 'restored', atLeast: rounds },
        { count: load.acknowledged.size, of: 'acknowledged', atLeast: 5 * rounds },
        { count: found.rows, of: 'rows compared', atLeast: rounds },
        none(`other rows ${JSON.stringify(found.different.slice(0, 3))}`, found.different.length),
        { count: found.held, of: 'mails held', atLeast: rounds },
        none('held and sent', found.sent),
        none('stuck', found.stuck),
        ...Array.from(found.audits, ([of, count]) => none(of, count)),
        none(`clients refused ${JSON.stringify(load.failures.slice(0, 3))}`, load.failures.length),
        ...found.said.slice(0, 1).map((said) => none(said, 1))
    ];
}

/** While the server runs, as an operator does it. */
async function backUp({ original }: Place, folder: string, found: Found) {
    const { code, err } = await original.command(['backup', '--to', folder]);
    if (code === 0) found.made += 1;
    else found.said.push(err.trim());
    return code === 0;
}

interface Living {
    /** Before the backup began. */
    acknowledged: ReadonlySet<string>;
    found: Found;
}

/** The other machine has its data replaced, and goes on with what it got. */
async function liveOn({ other, mails }: Place, folder: string, { acknowledged, found }: Living) {
    const how = ['--from', folder, '--trust', '--without-erasures', '--json'];
    const restored = await other.command(['restore', ...how]);
    if (restored.code !== 0) return void found.said.push(restored.err.trim());
    found.restored += 1;
    found.held += (JSON.parse(restored.out) as { mails: number }).mails;
    compare(rowsOf(join(folder, 'store.db')), rowsOf(other.file), found);
    const before = mails.length;
    await other.start();
    found.stuck += await waitingAfterDrain(other);
    await other.stop();
    found.sent += mails.length - before;
    for (const { of, count, atMost } of await other.withStore(({ read }) => auditRefunds(read, acknowledged)))
        if (atMost === 0) found.audits.set(of, (found.audits.get(of) ?? 0) + count);
}

/** What a restore changes by design: who is logged in, what is under way, and what it writes of itself. */
const otherLife = /^(installation|sessions|nodes|sqlite_sequence) |^audit .*"installation\.restore"/;

function compare(before: ReadonlySet<string>, after: ReadonlySet<string>, found: Found) {
    const comparable = (rows: ReadonlySet<string>) =>
        new Set(Array.from(rows, settled).filter((row) => !otherLife.test(row)));
    const [left, right] = [comparable(before), comparable(after)];
    found.rows += left.size;
    found.different.push(...left.symmetricDifference(right));
}

/** A job that was under way waits again, and a mail is held. */
function settled(row: string) {
    if (!row.startsWith('jobs ')) return row;
    const { state, sent_at, started_at, tries, crashes, holder, ...job } = JSON.parse(
        row.slice('jobs '.length)
    ) as Record<string, unknown>;
    const isOver = state === 'done' || state === 'dead' || state === 'cancelled';
    return `jobs ${JSON.stringify(isOver ? { ...job, state, sent_at, started_at, tries, crashes, holder } : job)}`;
}
