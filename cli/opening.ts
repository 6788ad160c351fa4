// Opens the store of a command. A failure is not a refusal by a rule: it ends the command with the status of a failed start.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, loadConfig } from '../config/index.ts';
import { openOutgoing, type Outgoing } from '../config/outgoing.ts';
import { assertNoExchange } from '../db/installation/backup/exchange.ts';
import { makeDataFolder } from '../db/installation/data-folder.ts';
import { ensureInstallation } from '../db/installation/installation.ts';
import { Refusal } from '../db/store/refusal.ts';
import { inspectStore, lockInstance, openStoreAt, type Store } from '../db/store/index.ts';
import { type ProgressBar, progressBar } from './import-file.ts';
import type { Shell } from './options.ts';

/** No command can use this store: something must be changed first, or only time must pass. */
class Unusable extends Error {
    constructor(refusal: Refusal) {
        super(refusal.message, { cause: refusal });
    }
}

/** Passes an error on; a refusal as what keeps the store from being used. */
export function unusable(error: unknown): never {
    throw error instanceof Refusal ? new Unusable(error) : error;
}

/** The settings of a command. Unusable for root over the data of another user: root would write files that only root can read. */
export function configOf({ env, uid = process.getuid?.() }: Pick<Shell, 'env' | 'uid'>) {
    const config = loadConfig(env);
    const owner = ownerOf(config.dataDir);
    if (uid !== 0 || owner === undefined || owner === 0) return config;
    throw new Unusable(
        new Refusal(
            'wrong_state',
            `The data in ${config.dataDir} belong to user ${owner}, whose service could not read what root writes. Run this as that user: sudo -u '#${owner}' sage-council ... (in a container: docker exec -u ${owner} ...).`
        )
    );
}

/** Who runs the service: who owns what it writes, else its folder; undefined where there is none yet. */
function ownerOf(dataDir: string) {
    for (const name of ['app.db', 'instance.lock', '.']) {
        const found = statSync(join(dataDir, name), { throwIfNoEntry: false });
        if (found) return found.uid;
    }
    return undefined;
}

/** Gives a command the store of the settings. */
export const withStore = <T>(config: Config, work: (store: Store) => Promise<T>) =>
    withStoreAsItIs(config, async (store) => {
        await store.write(ensureInstallation).catch(unusable);
        return work(store);
    });

/** The same for what is to be done with a store that was moved away. */
export async function withStoreAsItIs<T>(config: Config, work: (store: Store) => Promise<T>) {
    const store = await openStoreAt(await placeOf(config)).catch(unusable);
    try {
        return await work(store);
    } finally {
        await store.close();
    }
}

/**
 * The store of the settings. Only a start makes one: a command over a folder without data would answer of nothing, and back
 * nothing up. Unusable where there is none, or a restore is under way.
 */
export async function placeOf({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>) {
    taken(() => assertNoExchange(dataDir));
    const place = { file: join(dataDir, 'app.db'), database };
    const { applied } = await inspectStore(place).catch(unusable);
    if (applied === undefined)
        throw new Unusable(
            new Refusal(
                'wrong_state',
                database
                    ? 'DATABASE_URL: the database has no data yet. Start the service, which creates it, or set DATABASE_URL to that of the service.'
                    : `DATA_DIR: the folder ${dataDir} has no data. Start the service, which creates it, or set DATA_DIR to the folder of the service.`
            )
        );
    return place;
}

/** What `take` returns; its refusal as what keeps the data folder from being used. */
export function taken<T>(take: () => T) {
    try {
        return take();
    } catch (error) {
        return unusable(error);
    }
}

/** Does something while no service holds the data folder. With DATABASE_URL there may be none yet. */
export async function atRest<T>(
    dataDir: string,
    { stderr }: Shell,
    work: (bar: ProgressBar) => Promise<T>
): Promise<T> {
    makeDataFolder(dataDir);
    const lock = taken(() => lockInstance(join(dataDir, 'instance.lock')));
    const bar = progressBar(stderr);
    try {
        return await work(bar);
    } finally {
        bar.clear();
        lock.release();
    }
}

/** Gives `work` the way out to other services, for as long as it takes. */
export async function withOutgoing<T>(
    { outgoing: ways }: Pick<Config, 'outgoing'>,
    work: (outgoing: Outgoing) => Promise<T>
): Promise<T> {
    const outgoing = openOutgoing(ways);
    try {
        return await work(outgoing);
    } finally {
        await outgoing.close();
    }
}
