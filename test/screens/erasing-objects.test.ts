// Stored objects while a person is erased: none is passed over, and none that is written meanwhile is lost.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { naming } from '../../db/installation/disk.ts';
import { findErasure } from '../../db/erasing/erasures.ts';
import { wantedBy } from '../../db/erasing/mentions.ts';
import { exactAddresses } from '../../db/erasing/scrubbing.ts';
import { searchFiles } from '../../jobs/upkeep/erasing/files.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { email, finish, invite, name } from '../support/fixtures/erasing.ts';
import { until } from '../support/servers/process.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function beingErased(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const { id } = await invite(fixtures);
    await fixtures.council.send('POST', `/screens/${id}/erase`, {});
    const isEnded = async () => {
        const row = await findErasure(testApp.store.read, id);
        t.is(row?.searchedAt === null, row?.endedAt === null);
        return row?.endedAt !== null;
    };
    const bucket = join(testApp.folder, 'storage/default');
    mkdirSync(bucket, { recursive: true });
    return {
        testApp,
        isEnded,
        bucket,
        write: (key: string, text: string) => writeFileSync(join(bucket, key), text)
    };
}

test('a folder that cannot be listed is not searched, and a missing one is [P47]', async (t) => {
    const { testApp, isEnded } = await beingErased(t);
    const storage = join(testApp.folder, 'storage');
    rmSync(storage, { recursive: true });
    writeFileSync(storage, 'no folder');
    await t.throwsAsync(finish(testApp), { message: /: ENOTDIR in the folder of the buckets\.$/ });
    t.false(await isEnded());
    rmSync(storage);
    await finish(testApp);
    t.true(await isEnded());
});

/** An object of which the search has read and scrubbed a version, and gives it its name once `go` is called. */
async function justScrubbed(t: ExecutionContext, content: string) {
    const { testApp, bucket, write } = await beingErased(t);
    write('a.txt', content);
    const uploads = join(testApp.folder, 'storage/.uploads');
    const gate = Promise.withResolvers<void>();
    const held = naming(() => gate.promise);
    const traits = { name, email, texts: [] };
    const row = { screenId: 'x', at: 1, by: 'test', traits, searchedAt: null, endedAt: null };
    const scrubbing = searchFiles(testApp.folder, {
        people: [wantedBy(row)],
        addresses: exactAddresses([traits]),
        yieldNow: setImmediate
    });
    await until('it waits for its name', async () => naming.pendingCount > 0);
    t.is(readdirSync(uploads).length, 1, 'the scrubbed version is written');
    const go = async () => {
        gate.resolve();
        await held;
        await scrubbing;
        t.deepEqual(readdirSync(uploads), [], 'nothing is left half written');
    };
    return { write, go, path: join(bucket, 'a.txt') };
}

// One after the other: all objects are named in one queue.
test.serial(
    'an object that is replaced while it is redacted has the new content, redacted too',
    async (t) => {
        const { write, go, path } = await justScrubbed(t, `Old, about ${email}`);
        write('b.txt', `New, about ${email}`);
        renameSync(path.replace('a.txt', 'b.txt'), path); // as the storage writes
        await go();
        t.is(readFileSync(path, 'utf8'), 'New, about (erased)');
    }
);

test.serial('an object that is deleted while it is redacted stays deleted', async (t) => {
    const { go, path } = await justScrubbed(t, `Old, about ${email}`);
    rmSync(path);
    await go();
    t.false(existsSync(path));
});
