// The size that the write-ahead log reaches: a write that keeps SQLite from checkpointing would fill the disk.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../db/store/index.ts';
import { temporaryFolder } from '../support/servers/process.ts';
import { atMost, figure, type Row } from './figure.ts';
import { kindsOfWrite, prepareWrites } from './writes.ts';

export const walFile: Row = {
    name: 'wal',
    async measure(short, progress) {
        const folder = await temporaryFolder();
        await using ends = new AsyncDisposableStack();
        ends.defer(folder.remove);
        const file = join(folder.path, 'app.db');
        const store = openStore(file);
        ends.defer(() => store.close());
        const kinds = Object.values(kindsOfWrite(await prepareWrites(store)));
        const each = short ? Math.ceil(2000 / kinds.length) : 10_000;
        const sizes: number[] = [];
        for (const write of kinds) {
            await repeat(store, each, write);
            sizes.push(statSync(`${file}-wal`).size / 1e6);
            progress(sizes.length / kinds.length);
        }
        return [sizeFigure(`WAL, ${kinds.length} kinds x ${each} writes`, Math.max(...sizes))];
    }
};

function sizeFigure(row: string, largest: number) {
    const samples = { measured: [largest], base: [checkpointMark] };
    return figure({ row, unit: 'MB', against: 'checkpoint mark', goal: atMost(10) }, samples);
}

/** SQLite's default: it checkpoints when the log holds 1,000 pages of 4 KiB. */
const checkpointMark = (1000 * 4096) / 1e6;

async function repeat(store: Store, times: number, write: ReturnType<typeof kindsOfWrite>[string]) {
    for (let n = 1; n <= times; n += 1) await store.write((tx) => write(tx, n));
}
