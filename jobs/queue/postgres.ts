// The companion PostgreSQL, where the queue lives. It is disposable: the ledger offers again what it loses.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
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

export interface Postgres {
    readonly connection: ClientConfig;
    /** Resolves once it accepts connections; at once while it does. */
    ready(): Promise<void>;
    /** What it holds is unusable: makes it anew. One that somebody else runs is left alone. */
    renew(): void;
    /** Ends within 4 seconds, even when the server is frozen. */
    stop(): Promise<void>;
}

/** A PostgreSQL that somebody else runs and watches. */
export function givenPostgres(url: string): Postgres {
    return {
        connection: { connectionString: url },
        ready: async () => undefined,
        renew: () => undefined,
        stop: async () => undefined
    };
}

/**
 * Runs a PostgreSQL of our own in `dir`, reachable over a socket in a private folder only, and starts it
 * again for as long as this process lives. Refuses where it cannot run at all.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
    return supervise(await planCluster(options));
}

function supervise(cluster: Cluster): Postgres {
    const { dir, data, sockets, log } = cluster;
    const stopping = new AbortController();
    const { signal } = stopping;
    let up = Promise.withResolvers<void>();
    let server: ChildProcess | undefined;
    let failures = 0;

    /** Ends when the server has ended. A folder in which it twice failed to start is moved away. */
    async function serve() {
        if (failures >= 2) await setAside(data);
        failures += 1;
        server = await startServer(cluster, signal);
        if (signal.aborted) await endProcess(server.pid, data, 'SIGINT'); // stop() has looked for it too early
        failures = 0;
        const ended = once(server, 'exit');
        const watch = setInterval(() => void endWhenHomeless(server, data), 1000).unref();
        up.resolve();
        if (isRunning(server)) await ended;
        up = Promise.withResolvers();
        clearInterval(watch);
    }

    const living = keepServing(serve, {
        signal,
        ended: (reason) => log.warn({ err: reason }, 'PostgreSQL has ended; it is started again')
    });
    return {
        connection: cluster.connection,
        ready: () => up.promise,
        renew() {
            log.error('PostgreSQL cannot be used and is made anew');
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

/** Only one is kept, for whoever wants to know what happened. */
async function setAside(data: string) {
    await rm(`${data}.broken`, { recursive: true, force: true });
    await rename(data, `${data}.broken`).catch(() => undefined);
}

/** Someone deleted its folder: it would only notice within a minute, and answer with errors until then. */
async function endWhenHomeless(server: ChildProcess | undefined, data: string) {
    if (!(await exists(join(data, 'postmaster.pid')))) await endProcess(server?.pid, data, 'SIGQUIT');
}
