// The store as a whole, while no service runs on it.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { reopenStore } from '../db/installation/installation.ts';
import { moveInstallation } from '../db/installation/moving.ts';
import { Refusal } from '../db/store/refusal.ts';
import { atRest, configOf, placeOf, unusable, withStoreAsItIs } from './opening.ts';
import { type Command, command, type Shell, UsageError } from './options.ts';
import { passwordOf } from './password.ts';

export const storeCommands: Record<string, Command> = {
    'store move': command({
        about: 'Moves the data to another database. Stop the service first. From the data folder to postgres://... (or - to read the URL from stdin), or from DATABASE_URL to a new file.',
        needs: ['to'],
        columns: ['table', 'rows', 'sha256'],
        alone: async ({ to }, shell) => move(configOf(shell), await passwordOf(to, shell), shell)
    }),
    'store reopen': command({
        about: 'Reactivates a database that was moved away. Data written elsewhere since then is not included.',
        alone: async (_options, shell) =>
            withStoreAsItIs(configOf(shell), async (store) => {
                const movedTo = await store.write(reopenStore);
                if (movedTo === undefined) throw new Refusal('wrong_state', 'This database was not moved.');
                return { reopened: true, was_moved_to: movedTo };
            })
    })
};

const twoBeats = 5000;

async function move({ dataDir, database }: Config, to: string, shell: Shell) {
    const isToDatabase = /^postgres(ql)?:\/\//.test(to);
    if (isToDatabase === (database !== undefined))
        throw new UsageError(
            isToDatabase
                ? 'the data is already in the database of DATABASE_URL: --to takes a file'
                : '--to takes an address like postgres://user:password@host/database'
        );
    const { file } = await placeOf({ dataDir, database });
    return atRest(dataDir, shell, async (bar) => {
        const moved = await moveInstallation(isToDatabase ? 'database' : 'file', {
            file: isToDatabase ? file : resolve(to),
            database: database ?? { url: to, named: false },
            listen: () => sleep(twoBeats),
            progress: bar.show
        }).catch(unusable);
        const rows = moved.reduce((sum, table) => sum + table.rows, 0);
        return { rows, next: isToDatabase ? nextOnPostgres : nextInFolder, moved };
    });
}

const nextOnPostgres =
    'Give each node DATABASE_URL and the five secrets of secrets.json as settings. Stored objects are not moved. See docs/operate/move-the-data.md.';
const nextInFolder =
    'Copy the file to DATA_DIR as app.db. Remove DATABASE_URL from the settings and keep the five secrets there.';
