// Many erasures at once: what fails for some of them holds up no search for the others.
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { erasures } from '../../db/screens/erasures.ts';
import { withActiveSage } from '../support/things/council.ts';
import { finish, invite } from '../support/things/erasing.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('everybody who was erased is searched for, also while nothing can be written beside the backups [P47]', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const backups = join(testApp.folder, 'backups');
    const bucket = join(testApp.folder, 'storage/default');
    const names = Array.from({ length: 7 }, (_, n) => `Somebody Else${n}`);
    writeFileSync(backups, 'no folder');
    mkdirSync(bucket, { recursive: true });
    writeFileSync(join(bucket, 'all.txt'), names.join('; '));
    writeFileSync(join(bucket, 'large'), '');
    truncateSync(join(bucket, 'large'), 2 ** 33); // more than can be read at once
    for (const [n, name] of names.entries()) {
        const { id } = await invite(fixtures, { name, email: `else${n}@example.test` });
        t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    }
    const counts = async () => {
        const rows = await testApp.store.read.select().from(erasures);
        const searched = rows.filter(({ searchedAt, traits }) => searchedAt !== null && traits === null);
        return [rows.length, searched.length, rows.filter(({ endedAt }) => endedAt !== null).length];
    };

    await t.throwsAsync(finish(testApp));
    t.is(readFileSync(join(bucket, 'all.txt'), 'utf8'), names.map(() => '(erased)').join('; '));
    t.deepEqual(await counts(), [7, 0, 0], 'an object could not be read');

    rmSync(join(bucket, 'large'));
    await t.throwsAsync(finish(testApp), { code: 'EEXIST' });
    t.deepEqual(await counts(), [7, 7, 0], 'nothing could be written beside the backups');

    rmSync(backups);
    await finish(testApp);
    t.deepEqual(await counts(), [7, 7, 7]);
    t.is(readFileSync(join(backups, 'erasures.jsonl'), 'utf8').trim().split('\n').length, 7);
});

test('a search that is stopped in the middle searches no further, and the next one brings it to its end', async (t) => {
    const testApp = await createTestApp(t);
    const fixtures = await withActiveSage(testApp);
    const bucket = join(testApp.folder, 'storage/default');
    mkdirSync(bucket, { recursive: true });
    const names = Array.from({ length: 7 }, (_, n) => `Somebody Else${n}`);
    writeFileSync(join(bucket, 'all.txt'), names.join('; '));
    for (const [n, name] of names.entries()) {
        const { id } = await invite(fixtures, { name, email: `else${n}@example.test` });
        await fixtures.council.send('POST', `/screens/${id}/erase`, {});
    }
    const ended = async () =>
        (await testApp.store.read.select().from(erasures)).filter(({ endedAt }) => endedAt !== null).length;
    const stopped = new Error('stopped');
    for (const after of [0, 1, 5]) {
        let yields = 0;
        const stop = async () => {
            if ((yields += 1) > after) throw stopped;
        };
        t.is(await t.throwsAsync(finish(testApp, stop)), stopped);
        t.true(yields <= after + 3, `${yields} yields`);
        t.is(await ended(), 0);
    }
    await finish(testApp);
    t.is(await ended(), 7);
    t.is(readFileSync(join(bucket, 'all.txt'), 'utf8'), names.map(() => '(erased)').join('; '));
});
