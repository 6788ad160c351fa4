// A store without room on its disk: what is logged of it, and when it counts as well again.
import Sqlite from 'better-sqlite3';
import { DatabaseError } from 'pg';
import pino from 'pino';
import test, { type ExecutionContext } from 'ava';
import { StoreUnavailable } from '../../db/store/unavailable.ts';
import { mindRoom } from '../../db/store/room.ts';
import { watchRoom } from '../../jobs/upkeep/index.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const full = () => new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
const mebibyte = 1024 * 1024;

/** A server whose writes fail as `disk` says, if it says something, and the chore that looks after it. */
async function onDisk(t: ExecutionContext) {
    const disk: { failure?: Error | undefined; free: number } = { free: 0 };
    const lines: { level: number; code?: string; msg: string }[] = [];
    const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { store } = testApp;
    const failing: typeof store.write = async (work) => {
        if (disk.failure) throw disk.failure;
        return store.write(work);
    };
    const minding = mindRoom({ ...store, write: failing, writeSoon: failing });
    Object.assign(testApp.app, { store: minding });
    const watch = { store: minding, dataDir: testApp.folder, log, now: testApp.now };
    const look = watchRoom(watch, async () => disk.free);
    const ready = async () => (await ask(testApp.server, { url: '/readyz' })).statusCode;
    const write = async () => (await author.send('POST', '/sages', { ...engineer })).statusCode;
    return { ...testApp, store: minding, disk, lines, look, ready, write };
}

test('a full disk is logged as an error once a minute with its cause', async (t) => {
    const { disk, lines, look, write, pass } = await onDisk(t);
    await look();
    t.deepEqual(lines, [], 'a store that is well says nothing');
    disk.failure = full();
    t.is(await write(), 503);
    for (let second = 0; second < 60; second += 5) {
        await look();
        pass(5000);
    }
    t.is(lines.length, 1);
    t.like(lines[0], { level: 50, code: 'SQLITE_FULL' });
    await look();
    t.is(lines.length, 2, 'the next minute');
});

test('a full store is ready again only after a write of data succeeds and the disk has room', async (t) => {
    const { store, disk, lines, look, ready, write } = await onDisk(t);
    disk.failure = full();
    t.is(await write(), 503);
    t.is(await ready(), 503);
    disk.failure = undefined;
    await store.write(async () => undefined);
    t.is(await ready(), 503, 'a write that changes nothing proves nothing');
    await look();
    t.is(await ready(), 503, 'no byte is free');
    Object.assign(disk, { free: mebibyte, failure: full() });
    await look();
    t.is(await ready(), 503, 'room for others is not room for the store');
    disk.failure = undefined;
    await look();
    t.is(await ready(), 200);
    t.is(await write(), 201);
    t.like(lines.at(-1), { level: 30, msg: 'database writable again' });
});

test('a full PostgreSQL disk counts too; a refusal, a lock and a lost connection do not', async (t) => {
    const { disk, lines, look, ready, write } = await onDisk(t);
    const ofDatabase = (code: string) => {
        const cause = Object.assign(new DatabaseError('refused', 7, 'error'), { code });
        return new StoreUnavailable('the database is away', { cause });
    };
    for (const failure of [
        ofDatabase('55P03'),
        ofDatabase('40001'),
        new StoreUnavailable('gone'),
        new Sqlite.SqliteError('database is locked', 'SQLITE_BUSY')
    ]) {
        disk.failure = failure;
        t.is(await write(), 503);
        t.is(await ready(), 200, String(failure.cause));
    }
    disk.failure = ofDatabase('53100');
    t.is(await write(), 503);
    t.is(await ready(), 503);
    await look();
    t.like(lines.at(-1), { level: 50, code: '53100' });
    disk.failure = undefined;
    await look();
    t.is(await ready(), 200, 'the room of the data folder is not asked after');
});
