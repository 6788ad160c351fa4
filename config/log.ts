// The log on standard output. The service goes on while nothing takes it: a full disk, a reader that stands still or has ended.
import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

interface Ways {
    write: typeof write;
    writeSync: (file: number, bytes: Buffer) => number;
    /** Runs this a little later, and keeps no process alive for it. */
    later: (run: () => void) => void;
    now: () => number;
}

const ofSystem: Ways = {
    write,
    writeSync,
    later: (run) => void setTimeout(run, 100).unref(),
    now: Date.now
};
/** In bytes. What does not fit is lost, a whole line at a time. */
const most = 1024 * 1024;

/**
 * Writes lines to a file, in their order. Lines that it does not take wait, and are tried again; what is lost is counted, in a line
 * that comes when it takes some again. `end` tries once more, for the end of the process, which waits for nobody.
 */
export function openLog(file: number, { write, writeSync, later, now }: Ways = ofSystem) {
    let taken: Buffer = Buffer.alloc(0);
    let waiting: Buffer[] = [];
    let size = 0;
    let lost = 0;
    let state: 'idle' | 'writing' | 'refused' = 'idle';

    function next() {
        state = 'idle';
        if (taken.length === 0) [taken, waiting] = [Buffer.concat(waiting), []];
        if (taken.length === 0) return;
        state = 'writing';
        write(file, taken, (error, written) => {
            taken = taken.subarray(written);
            size -= written;
            if (error) {
                state = 'refused';
                return later(next);
            }
            tellLost();
            next();
        });
    }

    function tellLost() {
        if (lost === 0) return;
        add(
            Buffer.from(
                `${JSON.stringify({ level: 40, time: now(), msg: 'lines of the log were lost', lost })}\n`
            )
        );
        lost = 0;
    }

    function add(bytes: Buffer) {
        waiting.push(bytes);
        size += bytes.length;
    }

    return {
        write: (line: string) => {
            const bytes = Buffer.from(line);
            if (size + bytes.length > most) {
                lost += 1;
                return;
            }
            add(bytes);
            if (state === 'idle') next();
        },
        end: () => {
            tellLost();
            const begun = state === 'writing' ? [] : [taken]; // a thread is writing it
            let left: Buffer = Buffer.concat([...begun, ...waiting]);
            try {
                while (left.length > 0) left = left.subarray(writeSync(file, left));
            } catch {
                // nothing takes it
            }
        }
    };
}

/** Standard output. A pipe is opened once more, so that a reader that stands still blocks no thread of this process. */
export function standardOutput() {
    const isPipe = fstatSync(1).isFIFO();
    try {
        return isPipe ? openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK) : 1;
    } catch {
        return 1; // as where the pipe is another user's, or there is no /proc
    }
}
