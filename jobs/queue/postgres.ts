// The embedded PostgreSQL, which holds the queue. It is disposable: lost jobs are enqueued again from the ledger.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { Refusal } from '../../db/store/refusal.ts';
import {
    type Cluster,
    endProcess,
    exists,
    isRunning,
    planCluster,
    type PostgresOptions,
    startServer
} from './postgres-cluster.ts';
import { keepServing } from './back-off.ts';
import { EmbeddedFails } from './connections.ts';
import { queueOwner, QueueTaken } from './queue-owner.ts';
import { assertOwnSessions } from './session-pooling.ts';

export interface Postgres {
    readonly connection: ClientConfig;
    /** Resolves once it accepts connections, immediately while it does. Throws where the queue cannot use them. */
    ready(): Promise<void>;
    /** Resolves with the reason when the next start of it fails. It is tried again. */
    failed(): Promise<unknown>;
    /** Resolves with the reason when another process may work on it from now on. */
    lost(): Promise<unknown>;
    /** Replaces an unusable database by a new one. An external PostgreSQL is left alone. */
    renew(): void;
    /** Resolves within 4 seconds, even when the server is frozen. */
    stop(): Promise<void>;
}

const never = () => new Promise(() => undefined);

/** An external PostgreSQL: it is neither started nor stopped here. */
export function externalPostgres(url: string): Postgres {
    const connection = { connectionString: url };
    const owner = queueOwner(connection);
    return {
        connection,
        async ready() {
            await assertOwnSessions(connection);
            await owner.take();
        },
        failed: never,
        lost: owner.lost,
        renew: () => undefined,
        stop: () => owner.close()
    };
}

/** The same, for a start. It may be away and come back; one that is the queue of another process is refused. */
export async function openExternalPostgres(url: string): Promise<Postgres> {
    const postgres = externalPostgres(url);
    await postgres.ready().catch((error: unknown) => {
        if (error instanceof QueueTaken) throw error;
    });
    return postgres;
}

/**
 * Runs an embedded PostgreSQL in `dir`, reachable only over a socket in a private folder. Whenever it ends it is started
 * again, for as long as this process lives. Refuses: wrong_state, where it cannot run at all.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
    return supervise(await planCluster(options));
}

function supervise(cluster: Cluster): Postgres {
    const { dir, data, sockets, log } = cluster;
    const stopping = new AbortController();
    const { signal } = stopping;
    let up = Promise.withResolvers<void>();
    let failed = Promise.withResolvers<unknown>();
    let server: ChildProcess | undefined;
    let failures = 0;

    /** Resolves when the server has ended. A folder in which it failed to start twice is moved away. */
    async function serve() {
        if (failures >= 2) await setAside(data);
        failures += 1;
        server = await startServer(cluster, signal);
        if (signal.aborted) await endProcess(server.pid, data, 'SIGINT'); // stop() ran before there was a server to end
        failures = 0;
        const ended = once(server, 'exit');
        const watch = setInterval(() => void endWithoutFolder(server, data), 1000).unref();
        up.resolve();
        if (isRunning(server)) await ended;
        up = Promise.withResolvers();
        clearInterval(watch);
    }

    const living = keepServing(serve, {
        signal,
        ended(reason) {
            log.warn({ err: reason }, 'PostgreSQL ended: restarting');
            if (!(reason instanceof Error)) return;
            failed.resolve(reason instanceof Refusal ? new EmbeddedFails() : reason);
            failed = Promise.withResolvers();
        }
    });
    return {
        connection: cluster.connection,
        ready: () => up.promise,
        failed: () => failed.promise,
        lost: never, // no other process knows its password
        renew() {
            log.error('PostgreSQL database unusable: recreating');
            failures = 2;
            void endProcess(server?.pid, data, 'SIGINT');
        },
        async stop() {
            stopping.abort();
            await endProcess(server?.pid, data, 'SIGINT');
            await living;
            if (sockets !== dir) await rm(sockets, { recursive: true, force: true });
        }
    };
}

/** Keeps the newest unusable folder only, for an administrator who looks for the cause. */
async function setAside(data: string) {
    await rm(`${data}.broken`, { recursive: true, force: true });
    await rename(data, `${data}.broken`).catch(() => undefined);
}

/** Ends a server whose folder was deleted: it notices only within a minute, and until then its queries fail. */
async function endWithoutFolder(server: ChildProcess | undefined, data: string) {
    if (!(await exists(join(data, 'postmaster.pid')))) await endProcess(server?.pid, data, 'SIGQUIT');
}
