// The log while nothing takes it.
import type { write } from 'node:fs';
import test from 'ava';
import { openLog } from '../../config/log.ts';

type Done = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A log on a disk that has this much room, in bytes. */
function logOn(disk: { room: number }) {
    const written: string[] = [];
    const tries: (() => void)[] = [];
    const full = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const put = (bytes: Buffer) => {
        if (disk.room === 0 && bytes.length > 0) throw full();
        const some = bytes.subarray(0, disk.room);
        disk.room -= some.length;
        written.push(some.toString());
        return some.length;
    };
    const ways = {
        write: ((_file: number, bytes: Buffer, done: Done) => {
            try {
                done(null, put(bytes));
            } catch (error) {
                done(error as Error, 0);
            }
        }) as unknown as typeof write,
        writeSync: (_file: number, bytes: unknown) => put(bytes as Buffer),
        later: (run: () => void) => void tries.push(run),
        now: () => 0
    };
    const log = openLog(1, ways);
    return { log, text: () => written.join(''), tryAgain: () => tries.splice(0).forEach((run) => run()) };
}

test('what a full disk does not take is written when there is room, from where it broke off', (t) => {
    const disk = { room: 8 };
    const { log, text, tryAgain } = logOn(disk);
    log.write('first\n');
    log.write('second\n');
    log.write('third\n');
    t.is(text(), 'first\nse');
    tryAgain();
    t.is(text(), 'first\nse');
    disk.room = 1000;
    tryAgain();
    t.is(text(), 'first\nsecond\nthird\n');
    log.write('fourth\n');
    t.is(text(), 'first\nsecond\nthird\nfourth\n');
});

test('a megabyte of lines waits, whole ones are lost, and the end of the process waits for nothing', (t) => {
    const disk = { room: 0 };
    const { log, text, tryAgain } = logOn(disk);
    const line = `${'x'.repeat(1023)}\n`;
    for (let lines = 0; lines < 2000; lines += 1) log.write(line);
    t.notThrows(() => log.end());
    t.is(text(), '');
    disk.room = Infinity;
    tryAgain();
    const told = { level: 40, time: 0, msg: 'lines of the log were lost', lost: 2000 - 1024 };
    t.is(text(), `${line.repeat(1024)}${JSON.stringify(told)}\n`);
});

test('at the end all that waits is written in its order, as far as there is room', (t) => {
    const disk = { room: 8 };
    const { log, text } = logOn(disk);
    for (const line of ['first\n', 'second\n', 'third\n']) log.write(line);
    disk.room = 7;
    log.end();
    t.is(text(), 'first\nsecond\nth');
});
