// Backups in the bucket of an alias: sent whole or not at all, never with unsealed secrets, and fetched like any other.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createUser } from '../../db/accounts/users.ts';
import { dropOldSent, sendBackup } from '../../db/installation/backup/bucket.ts';
import { timeOf } from '../../db/installation/backup/folder.ts';
import type { Manifest } from '../../db/installation/backup/manifest.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { hour } from '../../db/store/time.ts';
import { openStoreOf } from '../support/stores/databases.ts';
import { startS3 } from '../doubles/s3.ts';
import { typed } from '../support/servers/command-line.ts';
import { backedUp, elsewhere, filesIn, offsite, put, rowsIn, rowsOver } from '../support/stores/backups.ts';

const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' };

/** An installation that has sent a backup. */
async function sentOne(t: ExecutionContext, env: Record<string, string> = {}, objects = {}) {
    const s3 = await startS3(t, { buckets: ['backups'], pageSize: 2 });
    const one = await backedUp(t);
    put(join(one.dataDir, 'storage'), objects);
    const settings = { ...offsite(s3), BACKUP_DIR: join(one.folder, 'kept'), ...env };
    const run = (args: string[], more = {}, now?: () => number) =>
        one.run(args, { ...settings, ...more }, now);
    const { code, out, err } = await run(['backup', '--to', 'offsite', '--json']);
    t.is(code, 0, err);
    const made = JSON.parse(out) as { folder: string; sent_to: string };
    const name = made.sent_to.slice('offsite/'.length);
    const content = (key: string) => s3.objects.get(`backups/council/${name}/${key}`)?.content;
    const manifest = () => JSON.parse(String(content('manifest.json'))) as Manifest;
    return { ...one, s3, run, settings, made, name, content, manifest };
}

test('a backup for an alias is created in BACKUP_DIR and sent without unsealed secrets', async (t) => {
    const { s3, run, made, name, manifest, content } = await sentOne(t);
    t.deepEqual([...s3.objects.keys()].toSorted(), [
        `backups/council/${name}/manifest.json`,
        `backups/council/${name}/part-000000`
    ]);
    t.like(manifest(), { secrets: false });
    t.is(content('part-000000')?.length, manifest().bytes);
    for (const secret of Object.values(secretsIn(made.folder)).filter((one) => typeof one === 'string'))
        for (const one of s3.objects.values()) t.false(one.content.includes(secret));
    const listed = await run(['backup', 'list', '--from', 'offsite', '--json']);
    t.like((JSON.parse(listed.out) as { items: object[] }).items, { 0: { name }, length: 1 });
    t.like((JSON.parse((await run(['backup', 'list', '--json'])).out) as { items: object[] }).items, {
        0: { name }
    });
    for (const from of ['offsite', made.sent_to, made.folder])
        t.like(JSON.parse((await run(['backup', 'verify', from, '--json'])).out), { proved: true });
});

test('what was sent is restored on another machine to the last byte, however many parts it has', async (t) => {
    const large = randomBytes(9_000_000).toString('latin1');
    const one = await sentOne(t, passphrase, { 'default/large': large });
    t.true(existsPart(one, 1));
    const other = elsewhere(one.folder);
    const { code, out, err } = await other.run(
        ['restore', '--from', 'offsite', '--trust', '--json'],
        one.settings
    );
    t.is(code, 0, err);
    t.like(JSON.parse(out), { secrets: true });
    const without = (rows: Set<string>) => [...rows].filter((row) => !/^(installation|audit) /.test(row));
    t.deepEqual(without(await rowsOver(other.dataDir)), without(await rowsIn(one.made.folder)));
    t.deepEqual(filesIn(join(other.dataDir, 'storage')), filesIn(join(one.dataDir, 'storage')));
    t.false(readdirSync(other.dataDir).some((file) => file.startsWith('fetched-')));
});

const existsPart = ({ content }: Awaited<ReturnType<typeof sentOne>>, part: number) =>
    content(`part-00000${part}`) !== undefined;

const secretsIn = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;

test('sealed secrets open only with their passphrase, and a restore without it changes nothing', async (t) => {
    const { folder, settings, made, manifest, run } = await sentOne(t, passphrase);
    t.like(manifest(), { secrets: true, sealed: true });
    t.deepEqual(Object.keys(secretsIn(made.folder)), ['sealed', 'salt', 'nonce', 'tag', 'text']);
    const other = elsewhere(folder);
    const from = ['restore', '--from', 'offsite', '--trust'];
    const none = await other.run(from, { ...settings, BACKUP_PASSPHRASE: '' });
    t.is(none.code, 1);
    t.regex(none.err, /^The secrets in this backup are encrypted\. Set BACKUP_PASSPHRASE/);
    const wrong = await other.run(from, { ...settings, BACKUP_PASSPHRASE: 'another passphrase' });
    t.is(wrong.code, 1);
    t.regex(wrong.err, /^BACKUP_PASSPHRASE does not match the secrets of this backup/);
    t.false(existsSync(join(other.dataDir, 'storage')));
    t.is((await other.run(from, settings)).code, 0);
    t.deepEqual(secretsIn(other.dataDir), await secretsOf(run, folder));
});

/** The secrets of the installation, as a backup without a passphrase has them. */
async function secretsOf(run: Awaited<ReturnType<typeof sentOne>>['run'], folder: string) {
    await run(['backup', '--to', join(folder, 'plain')], { BACKUP_PASSPHRASE: '' });
    return secretsIn(join(folder, 'plain'));
}

test('sealed secrets that cannot be opened are skipped with --no-secrets', async (t) => {
    const { folder, made } = await sentOne(t, passphrase);
    const other = elsewhere(folder);
    await typed(other.dataDir, ['backup', '--to', join(folder, 'first'), '--json']);
    const before = secretsIn(other.dataDir);
    const fresh = elsewhere(folder, 'fresh');
    const { code, out, err } = await fresh.run(['restore', '--from', made.folder, '--trust', '--no-secrets']);
    t.is(code, 0, err);
    t.regex(out, /The current secrets .* are unchanged/);
    t.false(existsSync(join(fresh.dataDir, 'secrets.json')));
    t.deepEqual(secretsIn(other.dataDir), before);
});

test('a backup changed in the bucket is refused, and no data of it is kept', async (t) => {
    const { folder, s3, settings, name, run } = await sentOne(t);
    const other = elsewhere(folder);
    const at = (key: string) => `backups/council/${name}/${key}`;
    const kept = new Map(s3.objects);
    const changed = (key: string, change: (content: Buffer) => Buffer | undefined) => {
        for (const [path, object] of kept) s3.objects.set(path, object);
        const object = kept.get(at(key));
        const content = change(Buffer.from(object?.content ?? ''));
        if (!content) s3.objects.delete(at(key));
        else s3.objects.set(at(key), { content, type: undefined });
    };
    const flip = (content: Buffer) => content.fill(0x5a, 9000, 9100);
    const attacks: [() => void, RegExp][] = [
        [() => changed('part-000000', flip), /store\.db was changed/],
        [() => changed('part-000000', (content) => content.subarray(1)), /part-000000 was changed/],
        [() => changed('part-000000', () => undefined), /part-000000 is missing/],
        [() => changed('manifest.json', () => Buffer.from('{}')), /created by a newer version/],
        [() => changed('manifest.json', () => undefined), /^Backup not found in offsite/]
    ];
    for (const [attack, says] of attacks) {
        attack();
        for (const command of [
            ['backup', 'verify', 'offsite'],
            ['restore', '--from', 'offsite', '--trust']
        ]) {
            const { code, err } = await other.run(command, settings);
            t.is(code, 1, err);
            t.regex(err, says);
        }
    }
    t.deepEqual(
        readdirSync(other.dataDir).filter((file) => /app|fetched|storage|restor/.test(file)),
        []
    );
    t.is((await run(['backup', 'verify', 'offsite/../council'])).code, 1);
});

test('an unusable bucket is reported in one line, and the backup stays in BACKUP_DIR', async (t) => {
    const { s3, run, folder } = await sentOne(t);
    const before = readdirSync(join(folder, 'kept')).length;
    s3.answer((_, response) => void response.writeHead(403).end());
    const refused = await run(['backup', '--to', 'offsite']);
    t.deepEqual([refused.code, refused.err], [1, 'The alias offsite cannot be used with these keys.\n']);
    t.is(readdirSync(join(folder, 'kept')).length, before + 1);
    s3.answer((_, response) => void response.writeHead(503).end());
    t.is((await run(['restore', '--from', 'offsite', '--trust'])).code, 75);
    const doctor = await run(['doctor', '--json'], { BACKUP_TO: 'offsite' });
    t.is(doctor.code, 1);
    t.true(doctor.out.includes('The alias offsite reports that it is unavailable.'));
    t.is((await run(['backup', 'list', '--from', 'other'])).code, 2);
});

test('a restore from the bucket repeats the erasures that the bucket lists', async (t) => {
    const { folder, settings, run, s3 } = await sentOne(t);
    const key = secretsIn(join(folder, 'data'))['backup'] ?? '';
    const { appendErasures } = await import('../../db/installation/erasures-file.ts');
    const place = {
        dataDir: join(folder, 'data'),
        backupDir: join(folder, 'kept'),
        backup: { secret: undefined }
    };
    await appendErasures(place, [{ screen_id: 'somebody', at: '2026-01-01T00:00:00.000Z' }]);
    await run(['backup', '--to', 'offsite']);
    const object = s3.objects.get('backups/council/erasures/somebody');
    t.is(String(object?.content), readFileSync(join(folder, 'kept/erasures.jsonl'), 'utf8'));
    const other = elsewhere(folder);
    const elsewhereDir = { BACKUP_DIR: join(folder, 'none'), BACKUP_SECRET: key };
    t.is((await other.run(['restore', '--from', 'offsite'], { ...settings, ...elsewhereDir })).code, 0);
    s3.objects.set('backups/council/erasures/x', {
        content: Buffer.from('{"screen_id":"x","at":"1","hmac":"00"}\n'),
        type: undefined
    });
    const forged = await elsewhere(folder, 'third').run(['restore', '--from', 'offsite'], {
        ...settings,
        ...elsewhereDir
    });
    t.is(forged.code, 1);
    t.regex(forged.err, /^Line 2 of .*erasures\.jsonl was changed/);
});

test('a folder of the same name as an alias is named with ./', async (t) => {
    const { folder, run, settings } = await sentOne(t);
    writeFileSync(join(folder, 'offsite'), '');
    const { code, err } = await run(['backup', 'verify', join(folder, 'offsite')], settings);
    t.is(code, 1);
    t.regex(err, /^manifest\.json is missing/);
});

const ada = { login: 'ada', email: 'ada@example.org', passwordHash: '', role: 'administrator' } as const;

test('a backup in the bucket that is named in the future does not count as the newest', async (t) => {
    const { s3, run, name, dataDir } = await sentOne(t);
    const store = await openStoreOf(dataDir);
    await store.write((tx) => createUser(tx, ada, timeOf(name))); // a store without one has no backups yet
    await store.close();
    const later = 'backup-2036-01-01T00-00-00-000Z';
    for (const [key, object] of s3.objects) s3.objects.set(key.replace(name, later), object);
    const listed = await run(['backup', 'list', '--from', 'offsite', '--json']);
    t.deepEqual(
        (JSON.parse(listed.out) as { items: { name: string }[] }).items.map((one) => one.name),
        [name]
    );
    s3.objects.set(`backups/council/${later}/manifest.json`, { content: Buffer.from('{}'), type: undefined });
    t.is((await run(['backup', 'verify', 'offsite'])).code, 0, 'the newest is the other one');
    for (const key of s3.objects.keys()) if (key.includes(name)) s3.objects.delete(key);
    const { out, code } = await run(
        ['doctor', '--json'],
        { BACKUP_TO: 'offsite' },
        () => timeOf(name) + 2 * hour
    );
    t.is(code, 1);
    t.regex(out, /"no backup there"/);
    t.true(
        [...s3.objects.keys()].some((key) => key.includes(later)),
        'it stays'
    );
});

test('a manifest that cannot be fetched is none of ours, and one that cannot be reached stops', async (t) => {
    let reason: Refusal['reason'] = 'wrong_state';
    const removed: string[] = [];
    const bucket = {
        alias: 'offsite',
        put: async () => undefined,
        get: async () => Promise.reject(new Refusal(reason, 'it cannot be read')),
        list: async () => ['backup-2026-01-15T12-00-00-000Z/manifest.json'],
        remove: async (key: string) => void removed.push(key)
    };
    const now = Date.UTC(2026, 0, 16);
    const dropping = { keep: 0, keys: ['the key of this one'] as const, since: 0, now };
    t.is(await dropOldSent(bucket, dropping), 0);
    reason = 'unavailable';
    await t.throwsAsync(dropOldSent(bucket, dropping), { instanceOf: Refusal });
    t.deepEqual(removed, []);
});

test('a backup of another installation is not sent, not even in part', async (t) => {
    const { to } = await backedUp(t);
    const sent: string[] = [];
    const bucket = {
        alias: 'offsite',
        put: async (key: string) => void sent.push(key),
        get: async () => undefined,
        list: async () => [],
        remove: async () => undefined
    };
    const sending = { keys: ['the key of this one'] as const, progress: () => undefined };
    await t.throwsAsync(sendBackup(bucket, to, sending), {
        message: /was not created by this server, or was changed\.$/
    });
    t.deepEqual(sent, []);
});
