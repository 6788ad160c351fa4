// A restore on another machine: the same data, a new life.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { issueReset, resetRequests } from '../../db/accounts/password-resets.ts';
import { askEmailChange } from '../../db/accounts/pending-changes.ts';
import { openSession } from '../../db/accounts/sessions.ts';
import { createUser, findUser } from '../../db/accounts/users.ts';
import { appendErasures } from '../../db/installation/erasures-file.ts';
import { issueSetupKey } from '../../db/installation/installation.ts';
import { claimJobs } from '../../db/jobs/sending.ts';
import { beginAttempts, jobs } from '../../db/jobs/ledger.ts';
import { joinNodes } from '../../db/jobs/nodes.ts';
import { queueTestMail } from '../../db/jobs/mails.ts';
import { lockInstance } from '../../db/store/index.ts';
import { typed } from '../support/servers/command-line.ts';
import { backedUp, elsewhere, filesIn, rowsOver } from '../support/stores/backups.ts';
import { openStoreOf, settingsOf } from '../support/stores/databases.ts';

const without = (rows: Iterable<string>, ...tables: string[]) =>
    [...rows].filter((row) => !tables.includes(row.slice(0, row.indexOf(' '))));

test('a restore on an empty machine has every row, every object and the secrets of the backup', async (t) => {
    const { folder, dataDir, to } = await backedUp(t);
    const other = elsewhere(folder);
    const { code, out, err } = await other.run(['restore', '--from', to, '--trust', '--json']);
    t.is(code, 0, err);
    t.like(JSON.parse(out), { secrets: true, erased: 0, mails: 0 });
    const [before, after] = [await rowsOver(dataDir), await rowsOver(other.dataDir)];
    t.deepEqual(without(after, 'installation', 'audit'), without(before, 'installation', 'audit'));
    t.deepEqual(filesIn(join(other.dataDir, 'storage')), filesIn(join(dataDir, 'storage')));
    t.is(
        readFileSync(join(other.dataDir, 'secrets.json'), 'utf8'),
        readFileSync(join(to, 'secrets.json'), 'utf8')
    );
    t.regex([...after].filter((row) => row.startsWith('audit')).join(), /installation\.restore/);
    t.false(existsSync(join(other.dataDir, 'restoring')));
});

test('a backup that no key proves is taken with --trust alone', async (t) => {
    const { folder, dataDir, to } = await backedUp(t);
    const other = elsewhere(folder);
    const unknown = await other.run(['restore', '--from', to]);
    t.is(unknown.code, 1);
    t.regex(unknown.err, /^We cannot verify that this backup is unchanged\. Set BACKUP_SECRET/);
    const wrong = await other.run(['restore', '--from', to], { BACKUP_SECRET: 'another key'.repeat(4) });
    t.is(wrong.code, 1);
    t.regex(wrong.err, /^This backup was changed or created with a different BACKUP_SECRET/);
    t.false(existsSync(join(other.dataDir, 'app.db')));
    const { backup } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { backup: string };
    t.is((await other.run(['restore', '--from', to], { BACKUP_SECRET: backup })).code, 0);
});

test('nothing is restored while the service runs', async (t) => {
    const { folder, to } = await backedUp(t);
    const other = elsewhere(folder);
    mkdirSync(other.dataDir);
    const lock = lockInstance(join(other.dataDir, 'instance.lock'));
    t.deepEqual(await other.run(['restore', '--from', to, '--trust']), {
        code: 75,
        out: '',
        err: 'Another process is using this data folder. Stop it first.\n'
    });
    lock.release();
    t.is((await other.run(['restore', '--from', to, '--trust'])).code, 0);
});

/** An installation at work: sessions, links, a job under way and mails that wait. */
async function atWork(t: ExecutionContext) {
    const made = await backedUp(t);
    const store = await openStoreOf(made.dataDir);
    const at = Date.UTC(2026, 0, 1);
    const secret = 'l'.repeat(40);
    await store.write(async (tx) => {
        const person = {
            login: 'ada',
            email: 'ada@example.test',
            passwordHash: '-',
            role: 'administrator'
        } as const;
        await createUser(tx, person, at);
        const user = await findUser(tx, 'ada');
        if (!user) throw new Error('there is no user');
        await openSession(tx, user.id, { at, remember: true });
        await issueReset(tx, user, { secret, at });
        await tx.insert(resetRequests).values({ id: 'unanswered', login: 'ada', at });
        await askEmailChange(tx, user, 'new@example.test', { secret, at });
        await issueSetupKey(tx, at);
        await joinNodes(tx, 'a node', at);
        const { id } = await queueTestMail(tx, 'under@way.test', at);
        const ids = await jobsOf(tx, id);
        await claimJobs(tx, ids, { node: 'a node', at });
        await beginAttempts(tx, ids, at, 'a node');
    });
    await store.close();
    const to = join(made.folder, 'at work');
    await made.run(['backup', '--to', to]);
    return { ...made, to };
}

async function jobsOf(tx: Parameters<typeof joinNodes>[0], mailId: string) {
    const all = await tx.select({ id: jobs.id, about: jobs.about }).from(jobs);
    return all.filter(({ about }) => about === mailId).map(({ id }) => id);
}

test('a restore removes sessions, open links and nodes, and the data get a new epoch', async (t) => {
    const { folder, dataDir, to } = await atWork(t);
    const other = elsewhere(folder);
    const { code, err } = await other.run(['restore', '--from', to, '--trust']);
    t.is(code, 0, err);
    const [before, after] = [await rowsOver(dataDir), await rowsOver(other.dataDir)];
    const of = (rows: Iterable<string>, table: string) =>
        [...rows]
            .filter((row) => row.startsWith(`${table} `))
            .map((row) => JSON.parse(row.slice(table.length)) as Record<string, unknown>);
    for (const table of ['sessions', 'nodes', 'reset_requests']) t.deepEqual(of(after, table), [], table);
    for (const table of ['sessions', 'reset_requests']) t.is(of(before, table).length, 1, table);
    t.like(of(after, 'password_resets')[0], { issue: 1, digest: null });
    t.like(of(after, 'pending_changes')[0], { state: 'void', digest: null, cancelDigest: null });
    const [mine, theirs] = [of(before, 'installation')[0], of(after, 'installation')[0]];
    t.like(theirs, { setupDigest: null, movedTo: null });
    t.not(theirs?.['epoch'], mine?.['epoch']);
});

interface Listed {
    items: { state: string; kind?: string; to?: string; task?: string }[];
}

async function listed({ run }: ReturnType<typeof elsewhere>, what: string) {
    const { items } = JSON.parse((await run([what, 'list', '--json'])).out) as Listed;
    return items.map(({ state }) => state);
}

test('unsent emails are held after a restore until an operator sends or discards them', async (t) => {
    const { folder, to } = await atWork(t);
    const [held, sent, dropped] = ['held', 'sent', 'dropped'].map((name) => elsewhere(folder, name));
    if (!held || !sent || !dropped) return t.fail();
    const count = (
        JSON.parse((await held.run(['restore', '--from', to, '--trust', '--json'])).out) as { mails: number }
    ).mails;
    t.true(count >= 4);
    t.like(JSON.parse((await held.run(['doctor', '--json'])).out), { ok: true, mails_held: count });
    t.deepEqual(new Set(await listed(held, 'jobs')), new Set(['held']));
    t.deepEqual(new Set(await listed(held, 'mail')), new Set(['queued']));
    t.deepEqual(JSON.parse((await held.run(['restore', '--mail', 'drop', '--json'])).out), {
        dropped: count
    });
    t.deepEqual(new Set(await listed(held, 'jobs')), new Set(['cancelled']));
    t.deepEqual(new Set(await listed(held, 'mail')), new Set(['dead']));
    t.notRegex((await held.run(['doctor', '--json'])).out, /mails_held/);
    t.deepEqual(JSON.parse((await held.run(['restore', '--mail', 'send', '--json'])).out), { sent: 0 });
    await sent.run(['restore', '--from', to, '--trust', '--mail', 'send']);
    t.deepEqual(new Set(await listed(sent, 'jobs')), new Set(['pending']));
    await dropped.run(['restore', '--from', to, '--trust', '--mail', 'drop']);
    t.deepEqual(new Set(await listed(dropped, 'jobs')), new Set(['cancelled']));
    t.is((await held.run(['restore'])).code, 2);
    t.is((await held.run(['restore', '--mail', 'burn'])).code, 2);
});

test('a backup without secrets leaves those of the data folder, and one with secrets its own key', async (t) => {
    const { folder, to: withSecrets, run } = await backedUp(t);
    const bare = join(folder, 'bare');
    await run(['backup', '--to', bare, '--no-secrets']);
    const other = elsewhere(folder);
    await typed(other.dataDir, ['backup', '--to', join(folder, 'first')]);
    const secrets = () =>
        JSON.parse(readFileSync(join(other.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
    const drawn = secrets();
    // On PostgreSQL a restore needs an empty database, which this machine has no more.
    const { out, code } = await other.run(
        ['restore', '--from', bare, '--trust'],
        await settingsOf(join(folder, 'x'))
    );
    t.is(code, 0);
    t.regex(out, /The current secrets .* are unchanged/);
    t.deepEqual(secrets(), drawn);
    const again = await other.run(
        ['restore', '--from', withSecrets, '--trust'],
        await settingsOf(join(folder, 'y'))
    );
    t.is(again.code, 0, again.err);
    const given = JSON.parse(readFileSync(join(withSecrets, 'secrets.json'), 'utf8')) as object;
    t.deepEqual(secrets(), { ...given, backup: drawn['backup'] } as never);
});

test('a backup with missing or additional data changes nothing', async (t) => {
    const { folder, to } = await backedUp(t);
    const other = elsewhere(folder);
    appendFileSync(join(to, 'storage/default/a.txt'), '!');
    const changed = await other.run(['restore', '--from', to, '--trust']);
    t.is(changed.code, 1);
    t.regex(changed.err, /storage\/default\/a\.txt was changed/);
    t.deepEqual(
        Object.keys(filesIn(other.dataDir)).filter((name) => name !== 'node'),
        ['instance.lock']
    );
    t.is((await other.run(['restore', '--from', dirname(to), '--trust'])).code, 1);
});

test('a restore accepts lines signed with the drawn key and with the previous BACKUP_SECRET', async (t) => {
    const { folder, dataDir, run, to } = await backedUp(t);
    const place = { dataDir, backupDir: join(dataDir, 'backups'), backup: { secret: undefined } };
    await appendErasures(place, [{ screen_id: 'somebody', at: '2026-01-01T00:00:00.000Z' }]);
    const [first, second] = ['the first key'.repeat(4), 'the second key'.repeat(4)] as const;
    const steps: Record<string, string>[] = [
        { BACKUP_SECRET: first },
        { BACKUP_SECRET: second, BACKUP_SECRET_ALSO: first },
        { BACKUP_SECRET_ALSO: second }
    ];
    let from = to;
    for (const [number, env] of steps.entries()) {
        const verified = await run(['backup', 'verify', from, '--json'], env);
        t.like(JSON.parse(verified.out), { proved: true }, verified.err);
        const database = await settingsOf(join(folder, `database-${number}`)); // a restore needs an empty one
        const restored = await run(['restore', '--from', from, '--json'], { ...env, ...database });
        t.is(restored.code, 0, restored.err);
        from = join(folder, `after-${number}`);
        await run(['backup', '--to', from], { ...env, ...database });
    }
    const forgotten = await run(['restore', '--from', join(folder, 'after-0')], { BACKUP_SECRET: second });
    t.is(forgotten.code, 1);
    t.regex(forgotten.err, /^This backup was changed or created with a different BACKUP_SECRET/);
});
