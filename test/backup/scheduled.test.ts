// Backups that the service makes by itself or is asked for, and where their age is shown.
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import pino from 'pino';
import type { Config } from '../../config/index.ts';
import { openBackups } from '../../db/installation/backup/backups.ts';
import { appendErasures } from '../../db/installation/erasures-file.ts';
import { nameOfBackup, timeOf } from '../../db/installation/backup/folder.ts';
import { backupKeys } from '../../db/installation/backup/key.ts';
import { manifestIn, signedText } from '../../db/installation/backup/manifest.ts';
import { createUser, users } from '../../db/accounts/users.ts';
import { iso } from '../../db/store/time.ts';
import { openerOf } from '../../plugins/agents/storage/backups.ts';
import { startS3 } from '../doubles/s3.ts';
import { offsite } from '../support/stores/backups.ts';
import { typed } from '../support/servers/command-line.ts';
import { hiddenFields } from '../support/people/plain-browser.ts';
import { until } from '../support/servers/process.ts';
import { secrets } from '../support/people/roles.ts';
import { opened } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import { openLog } from '../support/runs/log.ts';

const hour = 60 * 60_000;
const administrator = {
    login: 'ada',
    email: 'ada@example.org',
    passwordHash: '',
    role: 'administrator'
} as const;

async function scheduled(t: ExecutionContext, env: Record<string, string> = {}) {
    const { log, lines } = openLog('info');
    const testApp = await createTestApp(t, { env: { BACKUP_EVERY: '24', BACKUP_KEEP: '2', ...env } });
    const { config } = testApp.app;
    await testApp.store.write((tx) => createUser(tx, administrator, testApp.now()));
    const openBucket = openerOf(config, testApp.app.outgoing);
    const open = (secret = config.backup.secret, store = testApp.store) => {
        const { now } = testApp;
        const backup = { ...config.backup, secret };
        return openBackups({ store, config: { ...config, backup }, secrets, now, log, openBucket });
    };
    const kept = () => readdirSync(config.backupDir).filter((name) => name.startsWith('backup-'));
    return { ...testApp, config, open, backups: open(), lines, kept };
}

test('a backup is created when there is none, then once per period, up to the number to keep', async (t) => {
    const { backups, open, pass, kept, config } = await scheduled(t);
    await backups.makeIfDue();
    t.is(kept().length, 1);
    pass(23 * hour);
    await backups.makeIfDue();
    await open().makeIfDue(); // after a restart of the service too
    t.is(kept().length, 1);
    for (const more of [2, 2, 2]) {
        pass(24 * hour);
        await backups.makeIfDue();
        t.is(kept().length, more);
    }
    t.false(readdirSync(config.backupDir).some((name) => /dropping|making/.test(name)));
    t.like(await backups.state(), { making: undefined, failed: undefined });
});

test('another installation that keeps its backups in the same folder and bucket loses none', async (t) => {
    const s3 = await startS3(t, { buckets: ['backups'] });
    const { open, pass, kept, lines } = await scheduled(t, { ...offsite(s3), BACKUP_TO: 'offsite' });
    const sent = () => [...s3.objects.keys()].filter((key) => key.endsWith('/manifest.json')).length;
    const other = open('the key of another one'.repeat(2));
    for (const _ of [1, 2]) {
        await other.makeIfDue();
        pass(24 * hour);
    }
    const theirs = kept();
    const ours = open();
    t.regex((await ours.others()) ?? '', /^BACKUP_DIR has 2 backups, but none of this installation\./);
    t.is((await ours.state()).last, undefined);
    for (const all of [3, 4, 4]) {
        await ours.makeIfDue();
        t.is(kept().length, all);
        t.is(sent(), all);
        pass(24 * hour);
    }
    t.deepEqual(
        kept().filter((name) => theirs.includes(name)),
        theirs
    );
    t.is(await ours.others(), undefined);
    t.is(lines.filter((line) => line.includes('"others":2')).length, 3);
});

test('a store that began without the disk of its data loses none of the earlier backups', async (t) => {
    const s3 = await startS3(t, { buckets: ['backups'] });
    const env = { ...offsite(s3), BACKUP_TO: 'offsite', BACKUP_SECRET: 'the key of the settings'.repeat(2) };
    const { config, open, backups, store, pass, kept, now } = await scheduled(t, env);
    const sent = () => [...s3.objects.keys()].filter((key) => key.endsWith('/manifest.json')).length;
    for (const _ of [1, 2]) {
        await backups.makeIfDue();
        pass(24 * hour);
    }
    const earlier = kept();
    await store.write((tx) => tx.update(users).set({ createdAt: now() }));
    const fresh = open();
    t.is(await fresh.last(), undefined);
    t.regex((await fresh.others()) ?? '', /BACKUP_DIR has 2 backups/);
    for (const _ of [1, 2, 3]) {
        await fresh.makeIfDue();
        pass(24 * hour);
    }
    t.deepEqual(
        kept().filter((name) => earlier.includes(name)),
        earlier
    );
    t.deepEqual([kept().length, sent()], [4, 4]);
    t.is((await fresh.last())?.madeAt, now() - 24 * hour);
    await store.write((tx) => tx.delete(users));
    const empty = openBackups({ store, config, secrets, now, log: pino({ level: 'silent' }) });
    t.is(await empty.last(), undefined, 'nor one in which nobody is yet');
});

test('a left part of a backup is removed after a day, and a half removed one immediately', async (t) => {
    const { backups, config, open } = await scheduled(t);
    const left = ['14T11-00-00-000Z.making', '15T11-00-00-000Z.making', '15T10-00-00-000Z.dropping'];
    for (const name of left) mkdirSync(join(config.backupDir, `backup-2026-01-${name}`), { recursive: true });
    mkdirSync(join(config.backupDir, 'mine.making'));
    const failing = open();
    failing.begin();
    await failing.stop();
    t.deepEqual(
        readdirSync(config.backupDir).toSorted(),
        ['backup-2026-01-15T11-00-00-000Z.making', 'mine.making'],
        'before the next one is made, which may fail'
    );
    await backups.makeIfDue();
    t.deepEqual(readdirSync(config.backupDir).toSorted(), [
        'backup-2026-01-15T11-00-00-000Z.making',
        'backup-2026-01-15T12-00-00-000Z',
        'mine.making'
    ]);
});

test('each backup is a line of the log, without a path', async (t) => {
    const { backups, lines, folder } = await scheduled(t);
    await backups.makeIfDue();
    t.is(lines.length, 1);
    t.like(JSON.parse(lines[0] ?? '') as object, {
        msg: 'backup created',
        files: 2,
        left_out: 0,
        dropped: 0
    });
    t.false(lines[0]?.includes(folder));
});

test('a backup named in the future by a wrong clock does not delay or replace the next one', async (t) => {
    const { backups, config, pass, now, kept } = await scheduled(t, { BACKUP_KEEP: '1' });
    const later = 'backup-2036-01-01T00-00-00-000Z';
    mkdirSync(join(config.backupDir, later), { recursive: true });
    for (const _ of [1, 2]) {
        await backups.makeIfDue();
        await backups.makeIfDue();
        t.deepEqual(kept().toSorted(), [nameOfBackup(now()), later]);
        t.is((await backups.state()).last?.madeAt, now());
        pass(24 * hour);
    }
});

test('without BACKUP_EVERY no backup is created automatically', async (t) => {
    const { backups, config } = await scheduled(t, { BACKUP_EVERY: '0' });
    await backups.makeIfDue();
    t.is((await backups.state()).nextAt, undefined);
    t.throws(() => readdirSync(config.backupDir));
});

test('a failed backup is reported, retried after ten minutes, and leaves no files', async (t) => {
    const { backups, config, pass, now, kept, folder } = await scheduled(t);
    writeFileSync(config.backupDir, 'no folder');
    await backups.makeIfDue();
    t.like(await backups.state(), { last: undefined, making: undefined });
    rmSync(config.backupDir);
    mkdirSync(config.backupDir);
    t.like((await backups.state()).failed, { at: now() });
    await backups.makeIfDue();
    t.is(kept().length, 0);
    pass(hour / 6);
    await backups.makeIfDue();
    t.is(kept().length, 1);
    t.is((await backups.state()).failed, undefined);
    t.true(readdirSync(folder).includes('backups'));
});

test('only one backup runs at a time, and a stopping process ends it', async (t) => {
    const { backups, kept } = await scheduled(t);
    backups.begin();
    t.throws(() => backups.begin(), { message: 'A backup is already running.' });
    await backups.stop();
    t.deepEqual(kept(), []);
});

test('the settings show the last and next backup, and an administrator can start one', async (t) => {
    const { testApp, browser } = await opened(t, 'administrator', { BACKUP_EVERY: '24' });
    const page = async () => (await browser.get('/settings')).body;
    t.regex(await page(), /Last: no backup yet\. Next:/);
    const form = hiddenFields(await page(), 'Back up now');
    t.regex((await browser.submit('/rest/svc/v1/settings/backup', form)).body, /Backup started\./);
    const { backups } = testApp.app;
    await until('the backup is made', async () => (await backups.state()).making === undefined);
    t.regex(await page(), /Last: <time[^>]*>just now<\/time>, [\d.]+ KB/);
    t.regex(await page(), /Next: <time[^>]*>in 1 day|tomorrow/);
    t.regex((await browser.get('/')).body, /Set up backups<\/b>(?:(?!<li>).)*>Done</s);
});

/** A backup of an installation in which nothing is. */
function leaveBackup({ dataDir, backupDir, backup }: Config, name: string) {
    const folder = join(backupDir, name);
    mkdirSync(folder, { recursive: true });
    const made_at = iso(timeOf(name));
    const files = [{ path: 'store.db', size: 0, sha256: '0'.repeat(64) }];
    const empty = { format: 1, made_at, program: '', secrets: false, bytes: 0, files, folders: [] } as const;
    writeFileSync(join(folder, 'manifest.json'), signedText(empty, backupKeys(dataDir, backup)[0]));
}

test('a manifest that could not be read for a while counts again when it can be', async (t) => {
    const { config, backups, now } = await scheduled(t);
    leaveBackup(config, nameOfBackup(now()));
    const manifest = join(config.backupDir, nameOfBackup(now()), 'manifest.json');
    renameSync(manifest, `${manifest}.whole`);
    symlinkSync(`${manifest}.whole`, manifest); // no link is read
    t.is(await backups.last(), undefined);
    rmSync(manifest);
    renameSync(`${manifest}.whole`, manifest);
    t.is((await backups.last())?.madeAt, now());
});

test('the overview and doctor show the age of the last backup', async (t) => {
    const { testApp } = await opened(t, 'administrator', {});
    const admin = await testApp.as('administrator');
    const at = async () => (await admin.get('/admin/overview')).body.data.last_backup_at;
    t.is(await at(), null);
    leaveBackup(testApp.app.config, 'backup-2026-01-15T12-00-00-000Z');
    mkdirSync(join(testApp.app.config.backupDir, 'backup-2026-01-15T12-00-00-001Z.making'));
    t.is(await at(), '2026-01-15T12:00:00.000Z');
    const doctor = async (env: Record<string, string> = {}) => {
        const { out, code } = await typed(testApp.folder, ['doctor', '--json'], {
            env,
            now: () => Date.UTC(2026, 0, 18)
        });
        const { last_backup_at, other_backups, checks } = JSON.parse(out) as {
            last_backup_at: string;
            other_backups?: number;
            checks: { check: string; ok: boolean }[];
        };
        return {
            code,
            last_backup_at,
            other_backups,
            check: checks.find(({ check }) => check === 'backups are up to date')?.ok
        };
    };
    t.like(await doctor(), { code: 0, last_backup_at: '2026-01-15T12:00:00.000Z', check: undefined });
    t.like(await doctor({ BACKUP_EVERY: '24' }), { code: 1, check: false });
    leaveBackup(testApp.app.config, 'backup-2026-01-16T12-00-00-000Z');
    leaveBackup(testApp.app.config, 'backup-2025-12-31T12-00-00-000Z');
    t.like(await doctor({ BACKUP_EVERY: '24' }), { code: 0, check: true, other_backups: 1 });
});

test('with BACKUP_TO the newest backup is sent, after an outage too, and old ones are removed', async (t) => {
    const s3 = await startS3(t, { buckets: ['backups'] });
    const { backups, pass, kept, lines } = await scheduled(t, { ...offsite(s3), BACKUP_TO: 'offsite' });
    const sent = () =>
        [...s3.objects.keys()].flatMap((key) => /council\/(.*)\/manifest/.exec(key)?.[1] ?? []).toSorted();
    s3.answer((_, response) => void response.writeHead(503).end());
    await backups.makeIfDue();
    t.is(kept().length, 1, 'an outage costs no backup');
    t.deepEqual(sent(), []);
    t.like((await backups.state()).failed, { why: 'The alias offsite reports that it is unavailable.' });
    const asked = s3.asked.length;
    s3.answer();
    pass(hour / 12);
    await backups.makeIfDue();
    t.is(s3.asked.length, asked, 'nothing is tried for ten minutes');
    pass(hour / 12);
    await backups.makeIfDue();
    t.deepEqual(sent(), kept());
    t.like(await backups.state(), { failed: undefined, sentTo: 'offsite' });
    for (const _ of [1, 2, 3]) {
        pass(24 * hour);
        await backups.makeIfDue();
    }
    t.deepEqual(sent(), kept().toSorted());
    t.is(sent().length, 2);
    t.is(lines.filter((line) => line.includes('"backup sent"')).length, 4);
});

test('while a backup fails, erasures and the last backup are sent, and the settings show why', async (t) => {
    const s3 = await startS3(t, { buckets: ['backups'] });
    const one = await scheduled(t, { ...offsite(s3), BACKUP_TO: 'offsite' });
    const sent = (part: string) => [...s3.objects.keys()].filter((key) => key.includes(part)).length;
    let isFull = true;
    const size = () => {
        if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        return one.store.size();
    };
    s3.answer((_, response) => void response.writeHead(503).end());
    await one.backups.makeIfDue();
    s3.answer();
    one.pass(24 * hour);
    await appendErasures(one.config, [{ screen_id: 'a', at: iso(one.now()) }]);
    const backups = one.open(undefined, { ...one.store, read: one.store.read, size });
    await backups.makeIfDue();
    t.deepEqual([sent('/manifest.json'), sent('/erasures/')], [1, 1]);
    const why = 'It failed (ENOSPC).';
    t.like((await backups.state()).failed, { at: one.now(), why });
    await appendErasures(one.config, [{ screen_id: 'b', at: iso(one.now()) }]);
    await backups.makeIfDue();
    t.is(sent('/erasures/'), 2, 'what was erased since waits for no backup');
    t.like((await backups.state()).failed, { why }, 'what was sent does not take back that none was made');
    isFull = false;
    one.pass(hour / 6);
    await backups.makeIfDue();
    t.deepEqual([sent('/manifest.json'), one.kept().length], [2, 2]);
    t.is((await backups.state()).failed, undefined);
});

test('a backup that waited to be sent when BACKUP_SECRET was set is sent, signed with that', async (t) => {
    const s3 = await startS3(t, { buckets: ['backups'] });
    const { backups, open, lines } = await scheduled(t, { ...offsite(s3), BACKUP_TO: 'offsite' });
    s3.answer((_, response) => void response.writeHead(503).end());
    await backups.makeIfDue();
    s3.answer();
    const key = 'another key'.repeat(4);
    await open(key).makeIfDue();
    t.true(
        lines.some((line) => line.includes('"backup sent"')),
        lines.join('')
    );
    const manifest = [...s3.objects].find(([name]) => name.endsWith('manifest.json'))?.[1].content;
    t.true(manifestIn(String(manifest)).isProved([key]));
});
