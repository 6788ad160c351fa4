// Connections to PostgreSQL. A frozen or crashing server can neither block nor crash this process through them.
import { Socket } from 'node:net';
import { Client, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg';
import { certificateAdvice, encoding, isUnresolved } from '../../db/store/postgres/unresolved.ts';
import { within } from './back-off.ts';

/** What an administrator must change before the jobs can run: its message is one line that says so. */
export class QueueProblem extends Error {
    override readonly name: string = 'QueueProblem';
}

/** It does not name the host: of a password that is not percent-encoded a part is taken for it. */
export class HostUnknown extends QueueProblem {
    override readonly name = 'HostUnknown';

    constructor() {
        super(`The host of JOBS_DATABASE_URL does not resolve. ${encoding}`);
    }
}

/** Nor does it name the address: that may be of a host which is a part of the password. */
export class QueueAway extends QueueProblem {
    override readonly name = 'QueueAway';

    constructor({ code = 'no response' }: NodeJS.ErrnoException) {
        super(`Cannot connect to JOBS_DATABASE_URL (${code}).`);
    }
}

/** The log has the reason, which may name files: everybody can read /readyz. */
export class EmbeddedFails extends QueueProblem {
    override readonly name = 'EmbeddedFails';

    constructor() {
        super('The embedded PostgreSQL cannot run. The log of the service says why, and what to do.');
    }
}

/** What an administrator can do about a failed connection, or the failure itself. */
export function queueProblemOf(error: unknown) {
    if (isUnresolved(error)) return new HostUnknown();
    const fault = error as NodeJS.ErrnoException;
    const advice = certificateAdvice({ code: fault.code ?? '' });
    if (advice) return new QueueProblem(`The certificate of JOBS_DATABASE_URL is not trusted. ${advice}`);
    const isConnecting = fault.syscall === 'connect' || error instanceof AggregateError; // of each address of a name
    const isSilent = fault.message === 'timeout expired'; // as pg says it, without a code
    return isConnecting || isSilent ? new QueueAway(fault) : error;
}

const patience = 3000;

/** A connection of its own that gives up on a frozen server. */
export function openClient(connection: ClientConfig) {
    const limits = { connectionTimeoutMillis: patience, query_timeout: patience };
    const client = new Client({ ...connection, ...limits });
    client.on('error', () => undefined);
    return client;
}

/** Checks that a server responds, over a new connection: a frozen server still has its old ones. */
export async function greet(connection: ClientConfig) {
    const client = openClient(connection);
    try {
        await client.connect();
        await client.query('select 1');
    } finally {
        void within(0, client.end());
    }
}

const [timestamp, timestamptz] = [types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ];
const asItIs = (text: string) => text;

/** Timestamps of a job are never read: parsing them took a twentieth of the time of a job. */
const withoutDates: CustomTypesConfig = {
    getTypeParser: (type, format) =>
        type === timestamp || type === timestamptz ? asItIs : types.getTypeParser(type, format)
};

/** A pool whose sockets can be destroyed: a frozen server never completes the normal end of a connection. */
export function openPool(connection: ClientConfig, max: number, lose: (reason: unknown) => void) {
    const sockets = new Set<Socket>();
    const stream = () => {
        const socket = new Socket();
        sockets.add(socket);
        return socket.once('close', () => sockets.delete(socket));
    };
    const limits = { connectionTimeoutMillis: patience, query_timeout: 10_000 };
    const pool = new Pool({ ...connection, ...limits, max, keepAlive: true, stream, types: withoutDates });
    pool.on('error', lose);
    pool.on('connect', (client) => client.on('error', lose));
    return { pool, hangUp: () => sockets.forEach((socket) => socket.destroy()) };
}

/**
 * Ends the session at the first failure, and hides that failure from graphile-worker. The library does not handle
 * the promises of finished jobs, so that each would become an unhandled rejection (147 in 20 crashes, measured), and
 * it repeats some queries for hours. It gets an empty result instead. The next session unlocks jobs whose end it
 * could not record, and the ledger knows whether they were done.
 */
export function shield(pool: Pool, lose: (reason: unknown) => void) {
    const nothing = { rows: [], rowCount: 0 };
    const orElse =
        <T>(instead: T) =>
        (reason: unknown) => {
            lose(reason);
            return instead;
        };
    pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
        Object.assign(client, { query: (...args: unknown[]) => query(...args).catch(orElse(nothing)) });
    });
    const nobody = { query: async () => nothing, release: () => undefined };
    const connect = pool.connect.bind(pool) as (then?: unknown) => Promise<unknown>;
    Object.assign(pool, {
        connect: (then?: unknown) => (then ? connect(then) : connect().catch(orElse(nobody)))
    });
}

/**
 * Whether pg or graphile-worker itself threw this error, as they do when a session ends. Such a rejection must not end
 * the process; every other one must.
 */
export function isPostgresFailure(error: unknown) {
    if (!(error instanceof Error)) return false;
    const frames =
        error.stack?.split('\n').filter((line) => /^ +at /.test(line) && !line.includes('node:')) ?? [];
    return /\/node_modules\/(pg|pg-[a-z]+|graphile-worker)\//.test(frames[0]?.replaceAll('\\', '/') ?? '');
}
