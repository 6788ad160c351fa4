// A backup that is restored where nothing says who was erased since may bring people back: that is said, and asked for.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { appendErasures } from '../../db/installation/erasures-file.ts';
import { screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { sages } from '../../db/sages/sages.ts';
import { backedUp, elsewhere } from '../support/stores/backups.ts';
import { openStoreOf } from '../support/stores/databases.ts';

/** The backup of an installation that has these candidates, two screens of the first. */
async function withCandidates(t: ExecutionContext, emails = ['ada@example.test', 'grace@example.test']) {
    const fixtures = await backedUp(t);
    const store = await openStoreOf(fixtures.dataDir);
    const [sage] = await store.read.select({ id: sages.id }).from(sages).limit(1);
    const common = { sageId: sage?.id ?? 0, kind: 'real', status: 'ss_evaluated', createdAt: 1 } as const;
    const rows = [...emails, ...emails.slice(0, 1)].map((candidateEmail, n) => {
        const candidate = { candidateName: `Candidate ${n}`, candidateEmail };
        return { ...common, id: `00000000-0000-4000-8000-00000000000${n}`, ...candidate };
    });
    await store.write(async (tx) => {
        await tx.delete(screens).where(eq(screens.kind, 'real'));
        if (rows.length > 0) await tx.insert(screens).values(rows);
    });
    await store.close();
    const to = join(fixtures.folder, 'kept', 'backup');
    await fixtures.run(['backup', '--to', to]);
    return { ...fixtures, to, ids: rows.map(({ id }) => id) };
}

test('without erasures.jsonl a restore shows how many may come back and needs --without-erasures', async (t) => {
    const { folder, to } = await withCandidates(t);
    const other = elsewhere(folder);
    const refused = await other.run(['restore', '--from', to, '--trust']);
    t.is(refused.code, 1);
    t.regex(refused.err, /^erasures\.jsonl is missing in BACKUP_DIR and next to this backup\./);
    t.regex(refused.err, /data of 2 candidates\. Those who were erased after 20\S+Z would be restored/);
    t.regex(refused.err, /Put the newest erasures\.jsonl next to the backup, or add --without-erasures/);
    t.notRegex(refused.err, /ada|Candidate 0/, 'a terminal is no place for their data');
    t.false(existsSync(join(other.dataDir, 'app.db')));
    t.false(existsSync(join(other.dataDir, 'restoring')));

    const done = await other.run(['restore', '--from', to, '--trust', '--without-erasures', '--json']);
    t.is(done.code, 0, done.err);
    const { may_come_back, next } = JSON.parse(done.out) as { may_come_back: number; next: string };
    t.is(may_come_back, 2);
    t.regex(next, /^Delete again all candidates who were deleted after 20\S+Z\. .* contains 2 candidates,/);
});

test('restore erases the candidates in erasures.jsonl next to the backup without asking', async (t) => {
    const { folder, dataDir, to, ids } = await withCandidates(t);
    const place = { dataDir, backupDir: join(folder, 'kept'), backup: { secret: undefined } };
    await appendErasures(place, [{ screen_id: ids[1] ?? '', at: '2026-01-01T00:00:00.000Z' }]);
    const done = await elsewhere(folder).run(['restore', '--from', to, '--trust', '--json']);
    t.is(done.code, 0, done.err);
    const { erased, may_come_back, next } = JSON.parse(done.out) as Record<string, unknown>;
    t.deepEqual([erased, may_come_back], [1, 0]);
    t.regex(String(next), /^Start the service\./);
});

test('a backup without candidates is restored without a question', async (t) => {
    const { folder, to } = await withCandidates(t, []);
    const done = await elsewhere(folder).run(['restore', '--from', to, '--trust']);
    t.is(done.code, 0, done.err);
});
