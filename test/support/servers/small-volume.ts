// A disk for one installation that can be filled to its last byte, and freed again.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallVolume {
    /** What starts the server on it. */
    through: readonly string[];
    /** Nothing more can be written by this process, the server. */
    fill(pid: number): Promise<void>;
    free(pid: number): Promise<void>;
    /** Brings the store to where other processes find it, once the server has ended. */
    bringBack(): Promise<void>;
    close(): void;
}

const ownMounts = ['--user', '--map-root-user', '--mount'];

/** A volume of so many MiB where namespaces may be made, else a limit on the length of files. */
export const openSmallVolume = (dataDir: string, mebibytes: number): Promise<SmallVolume> | SmallVolume =>
    spawnSync('unshare', [...ownMounts, 'true']).status === 0 ? mounted(dataDir, mebibytes) : limited;

// The mount ends with its last process: this one keeps it until its input ends, even with a proof that is killed.
const mountOver = `mkdir "$2" && cp -a "$1/." "$2" && mount -t tmpfs -o size=$3m,mode=700 proof "$1" &&
    cp -a "$2/." "$1" && rm -r "$2" && echo ready && exec cat >/dev/null`;

/** Puts a volume over the data folder, with what was in it. */
async function mounted(dataDir: string, mebibytes: number): Promise<SmallVolume> {
    const script = ['sh', '-c', mountOver, 'sh', dataDir, `${dataDir}.before`, String(mebibytes)];
    const holder = spawn('unshare', [...ownMounts, ...script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const failed = once(holder, 'exit').then(() => Promise.reject(new Error('no volume could be mounted')));
    await Promise.race([once(holder.stdout, 'data'), failed]);
    failed.catch(() => undefined); // later it is ended on purpose
    const inside = join('/proc', String(holder.pid), 'root', dataDir);
    const ballast = join(inside, 'ballast');
    return {
        through: ['nsenter', '--target', String(holder.pid), ...entering],
        fill: () => fillUp(ballast),
        free: () => rm(ballast),
        async bringBack() {
            for (const name of ['app.db', 'app.db-wal', 'app.db-shm'])
                await rm(join(dataDir, name), { force: true });
            await cp(join(inside, 'app.db'), join(dataDir, 'app.db'));
        },
        close: () => void holder.kill()
    };
}

const entering = ['--user', '--mount', '--preserve-credentials', '--wd'];

/** Down to the last page of 4 KiB. */
async function fillUp(file: string) {
    const handle = await open(file, 'w');
    try {
        for (const length of [1024 * 1024, 4096]) {
            const piece = Buffer.alloc(length);
            const more = async () => (await handle.write(piece)).bytesWritten > 0;
            while (await more().catch(isFull));
        }
    } finally {
        await handle.close();
    }
}

function isFull(error: NodeJS.ErrnoException) {
    if (error.code !== 'ENOSPC') throw error;
    return false;
}

/** To the server each file is as long as it may be; its PostgreSQL has another disk. */
const limited: SmallVolume = {
    through: [],
    fill: (pid) => limitTo('0', pid),
    free: (pid) => limitTo('unlimited', pid),
    bringBack: async () => undefined,
    close: () => undefined
};

const limitTo = async (length: string, pid: number) =>
    void (await run('prlimit', ['--pid', String(pid), `--fsize=${length}:`]));
