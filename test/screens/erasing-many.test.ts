// Many erasures at once: what fails for some of them holds up no search for the others.
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import {
    type ErasureRow,
    erasures,
    erasuresToEnd,
    erasuresToSearch,
    markEnded,
    markSearched
} from '../../db/erasing/erasures.ts';
import { searchRows, wantedBy } from '../../db/erasing/mentions.ts';
import { getScreen, screens } from '../../db/screens/screens.ts';
import { placesIn } from '../../db/erasing/places.ts';
import { exactAddresses } from '../../db/erasing/scrubbing.ts';
import { traces } from '../../db/agents/traces.ts';
import { withActiveSage } from '../support/fixtures/council.ts';
import { finish, invite } from '../support/fixtures/erasing.ts';
import { createTestApp } from '../support/servers/test-app.ts';

/** Seven candidates who are erased, and an object that names all of them. */
async function sevenErased(t: ExecutionContext, prepare = (_folder: string): void => undefined) {
    const testApp = await createTestApp(t);
    prepare(testApp.folder);
    const fixtures = await withActiveSage(testApp);
    const bucket = join(testApp.folder, 'storage/default');
    mkdirSync(bucket, { recursive: true });
    const all = join(bucket, 'all.txt');
    const names = Array.from({ length: 7 }, (_, n) => `Somebody Else${n}`);
    const emails = names.map((_, n) => `else${n}@example.test`);
    writeFileSync(all, emails.join('; '));
    for (const [n, name] of names.entries()) {
        const { id } = await invite(fixtures, { name, email: String(emails[n]) });
        t.is((await fixtures.council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
    }
    const counts = async () => {
        const rows = await testApp.store.read.select().from(erasures);
        const searched = rows.filter(({ searchedAt, traits }) => searchedAt !== null && traits === null);
        return [rows.length, searched.length, rows.filter(({ endedAt }) => endedAt !== null).length];
    };
    const isScrubbed = () => readFileSync(all, 'utf8') === names.map(() => '(erased)').join('; ');
    return { testApp, bucket, counts, isScrubbed };
}

test('search covers every erased candidate, also while a file or the backups cannot be used [P47]', async (t) => {
    const backupsOf = (folder: string) => join(folder, 'backups');
    const { testApp, bucket, counts, isScrubbed } = await sevenErased(t, (folder) =>
        writeFileSync(backupsOf(folder), 'no folder')
    );
    const backups = backupsOf(testApp.folder);
    const large = join(bucket, 'of Somebody Else.txt');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 33); // without room on the disk: more than can be read at once
    mkdirSync(join(bucket, 'x/.uploads'), { recursive: true });
    writeFileSync(join(bucket, 'x/.uploads/b.txt'), 'About else0@example.test');

    await t.throwsAsync(finish(testApp), {
        message:
            'Could not search stored objects for deleted candidates: ERR_FS_FILE_TOO_LARGE in the bucket default.'
    });
    t.true(isScrubbed());
    t.is(readFileSync(join(bucket, 'x/.uploads/b.txt'), 'utf8'), 'About (erased)');
    t.deepEqual(await counts(), [7, 0, 0], 'an object could not be read');

    rmSync(large);
    await t.throwsAsync(finish(testApp), { code: 'EEXIST' });
    t.deepEqual(await counts(), [7, 7, 0], 'nothing could be written beside the backups');

    rmSync(backups);
    await finish(testApp);
    t.deepEqual(await counts(), [7, 7, 7]);
    t.is(readFileSync(join(backups, 'erasures.jsonl'), 'utf8').trim().split('\n').length, 7);
});

test('a stopped search ends immediately, and the next one completes it', async (t) => {
    const { testApp, counts, isScrubbed } = await sevenErased(t);
    const stopped = new Error('stopped');
    for (const after of [0, 1, 5]) {
        let yields = 0;
        const stop = async () => {
            if ((yields += 1) > after) throw stopped;
        };
        t.is(await t.throwsAsync(finish(testApp, stop)), stopped);
        t.true(yields <= after + 3, `${yields} yields`);
        t.is((await counts()).at(-1), 0);
    }
    await finish(testApp);
    t.deepEqual(await counts(), [7, 7, 7]);
    t.true(isScrubbed());
});

test('erasures are searched in their order, each once and separately', async (t) => {
    const testApp = await createTestApp(t);
    const { store } = testApp;
    const { id } = await invite(await withActiveSage(testApp));
    const screen = await getScreen(store.read, id);
    await store.write(async (tx) => {
        for (const [screenId, at] of [
            ['c', 1],
            ['a', 2],
            ['b', 2]
        ] as const) {
            await tx.insert(screens).values({ ...screen, id: screenId, linkDigest: null });
            await tx.insert(erasures).values({ screenId, at, by: 'test' });
        }
    });
    const order: (string | undefined)[] = [];
    for (let after: ErasureRow | undefined; order.length < 4; order.push(after?.screenId))
        [after] = await erasuresToSearch(store.read, { after, limit: 1 });
    t.deepEqual(order, ['c', 'a', 'b', undefined]);
    const left = async () => {
        const all = { after: undefined, limit: 9 };
        const rows = [await erasuresToSearch(store.read, all), await erasuresToEnd(store.read, 9)];
        return rows.map((some) => some.map(({ screenId }) => screenId).join(' '));
    };
    for (const screenId of ['a', 'b']) await store.write((tx) => markSearched(tx, screenId, 3));
    t.deepEqual(await left(), ['c', 'a b']);
    await store.write((tx) => markEnded(tx, 'a', 4));
    t.deepEqual(await left(), ['c', 'b']);
});

test('among hundreds of traces each one with the person is found once, the address goes, the name is listed', async (t) => {
    const { store } = await createTestApp(t);
    const step = { runId: 'r', actor: 'scout', routine: 'mails', cadence: 'daily', status: 'ok' } as const;
    const count = 2 * 100 + 1; // two whole parts and one more
    const hers = [1, 100, 101, 200, 201];
    const rows = Array.from({ length: count }, (_, n) => ({
        ...step,
        at: n,
        notes: hers.includes(n + 1) ? 'Wrote to Ada Byron, ada@example.test' : 'Wrote to others'
    }));
    await store.write((tx) => tx.insert(traces).values(rows));
    const traits = { name: 'Ada Byron', email: 'ada@example.test', texts: [] };
    const ada = wantedBy({ screenId: 'x', at: 1, by: 'test', traits, searchedAt: null, endedAt: null });
    const searching = { store, places: placesIn([traces]), yieldNow: async () => undefined };
    await searchRows({ ...searching, people: [ada], addresses: exactAddresses([traits]) });
    t.deepEqual(
        ada.left()?.doubts,
        hers.map((key) => ({ in: 'traces', key }))
    );
    const left = await store.read.select({ id: traces.id, notes: traces.notes }).from(traces);
    const changed = left.filter(({ notes }) => notes === 'Wrote to Ada Byron, (erased)').map(({ id }) => id);
    t.deepEqual(
        changed.toSorted((a, b) => a - b),
        hers
    );
    t.is(left.filter(({ notes }) => notes === 'Wrote to others').length, count - hers.length);
});
