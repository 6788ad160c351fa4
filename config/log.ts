// The log on standard output. The service goes on while nothing takes it: a full disk, a reader that stands still or has ended.
import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

interface Ways {
    write: typeof write;
    writeSync: typeof writeSync;
    /** Runs this a little later, and keeps no process alive for it. */
    later: (run: () => void) => void;
}

const ofSystem: Ways = { write, writeSync, later: (run) => void setTimeout(run, 100).unref() };
/** In bytes. What does not fit is lost, a whole line at a time. */
const most = 1024 * 1024;

/**
 * Writes lines to a file, in their order. Lines that it does not take wait, and are tried again; `end` tries once more, for the
 * end of the process, which waits for nobody.
 */
export function openLog(file: number, { write, writeSync, later }: Ways = ofSystem) {
    let taken: Buffer = Buffer.alloc(0);
    let waiting: Buffer[] = [];
    let size = 0;
    let isBusy = false;

    function next() {
        if (taken.length === 0) [taken, waiting] = [Buffer.concat(waiting), []];
        if (taken.length === 0) return;
        isBusy = true;
        write(file, taken, (error, written) => {
            taken = taken.subarray(written);
            size -= written;
            const goOn = () => {
                isBusy = false;
                next();
            };
            if (error) later(goOn);
            else goOn();
        });
    }

    return {
        write: (line: string) => {
            const bytes = Buffer.from(line);
            if (size + bytes.length > most) return;
            waiting.push(bytes);
            size += bytes.length;
            if (!isBusy) next();
        },
        end: () => {
            try {
                writeSync(file, Buffer.concat(waiting));
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
