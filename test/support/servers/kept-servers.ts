// Servers that several tests use one after the other: registering the routes takes far longer than most tests. Each test
// has a store, a clock and counters of its own all the same. With FRESH_SERVERS=1 every test app gets a new server.
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, Server } from '@hapi/hapi';
import type { ExecutionContext } from 'ava';
import pino, { type Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../../../config/index.ts';
import type { App } from '../../../plugins/app.ts';
import { createServer, type sendingTimes } from '../../../server.ts';
import { assertOpenapiContract } from './openapi-contract.ts';

interface User {
    app: App;
    /** Called for an answer that the document does not contain. */
    fail: (message: string) => void;
}

/** Whose turn it is with a server. */
interface Turn {
    user: User | undefined;
    /** How many test apps have used it: what it counts, it counts for each of them from zero. */
    users: number;
    /** The requests under way. */
    asked: Set<Request>;
    /** Whether a test has done to it what cannot be undone. */
    changed: boolean;
}

interface Place {
    server: Server;
    turn: Turn;
    /** The settings that it was made by, and the level of its log: it serves test apps in which they are the same. */
    madeBy: ReadonlyMap<keyof Config, string>;
    level: string;
    /** Where its data folder is during a turn. */
    folder: string;
    /** The folders that it made in its data folder while it was made. */
    folders: readonly string[];
}

const fresh = process.env.FRESH_SERVERS === '1';
const mostIdle = 24;
let idle: Place[] = [];

interface Setting {
    times: typeof sendingTimes | undefined;
    /** Whether the test app wants a server that serves no other. */
    alone: boolean;
}

/** A server with these settings that serves `app` until the test has ended and its later teardowns are done. */
export async function serverFor(t: ExecutionContext, app: App, { times, alone }: Setting) {
    const fail = (message: string) => void t.fail(message);
    if (!alone && !fresh) return sharedServer(t, { app, fail });
    const server = await createServer(app, times);
    assertOpenapiContract(fail, server, app.config);
    return server;
}

async function sharedServer(t: ExecutionContext, user: User) {
    const place = idle.findLast((one) => fits(one, user.app)) ?? (await makePlace(user));
    idle = idle.filter((one) => one !== place);
    const { server, turn } = place;
    turn.user = user;
    turn.users += 1;
    leadTo(place, user.app.config.dataDir);
    t.teardown(() => {
        turn.user = undefined;
        rmSync(place.folder, { recursive: true });
        if (!turn.changed && turn.asked.size === 0) keep(place);
    });
    return server;
}

function keep(place: Place) {
    idle.push(place);
    if (idle.length > mostIdle) idle.shift();
}

const fits = ({ madeBy, level }: Place, { config, log }: App) =>
    log.level === level && Array.from(madeBy).every(([name, value]) => textOf(config[name]) === value);

const textOf = (setting: unknown) => JSON.stringify(setting);

/** A server knows one path of its data folder; that path leads to the folder of the test app whose turn it is. */
const dataOf = (folder: string) => join(folder, 'data');

function leadTo({ folder, folders }: Place, data: string) {
    mkdirSync(folder);
    symlinkSync(data, dataOf(folder));
    for (const path of folders) mkdirSync(join(data, path), { recursive: true, mode: 0o700 });
}

const making = new AsyncLocalStorage<Turn>();

async function makePlace(user: User): Promise<Place> {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-server-'));
    mkdirSync(dataOf(folder));
    const { level } = user.app.log;
    const turn: Turn = { user, users: 0, asked: new Set(), changed: false };
    const { config, read } = settingsOf(turn, dataOf(folder));
    const { secrets, tasks } = user.app;
    const fixed = { config, log: logOf(turn, level), secrets, tasks };
    const server = await making.run(turn, () => createServer(appOf(turn, fixed)));
    const madeBy = new Map([...read, ...keptByRoutes].map((name) => [name, textOf(user.app.config[name])]));
    assertOpenapiContract((message) => turn.user?.fail(message), server, config);
    watch(server, turn);
    const folders = readdirSync(dataOf(folder), { recursive: true, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return { server, turn, madeBy, level, folder, folders };
}

/** A route makes /openapi.json of them when it is asked first. */
const keptByRoutes = ['baseUrl', 'plainFailures'] as const;

/** The settings of the test app whose turn it is, but for the data folder; and which of them were read so far. */
function settingsOf(turn: Turn, dataDir: string) {
    const read = new Set<keyof Config>();
    const get = (_: Config, name: keyof Config) => {
        if (name === 'dataDir') return dataDir;
        read.add(name);
        return userOf(turn).app.config[name];
    };
    return { config: new Proxy({} as Config, { get }), read };
}

/** The log of the test app whose turn it is. What is said while a server is made, no test app hears. */
function logOf(turn: Turn, level: string): Logger {
    const silent = pino({ level }, { write: () => undefined });
    const get = (_: Logger, name: keyof Logger) => ((turn.users > 0 && turn.user?.app.log) || silent)[name];
    return new Proxy(silent, { get });
}

function userOf({ user }: Turn) {
    if (!user) throw new Error('a plugin asks for its test app before there is one, or after its end');
    return user;
}

/** What the plugins are given: each part is that of the test app whose turn it is. */
function appOf(turn: Turn, fixed: Pick<App, 'config' | 'log' | 'secrets' | 'tasks'>): App {
    const now = () => userOf(turn).app;
    return {
        ...fixed,
        store: {
            get read() {
                return now().store.read;
            },
            write: (work) => now().store.write(work),
            writeSoon: (work) => now().store.writeSoon(work),
            lack: () => now().store.lack(),
            proveRoom: (work) => now().store.proveRoom(work),
            version: () => turn.users * 2 ** 32 + now().store.version(), // what was cached for another store is not current
            onCommit: (listener) => now().store.onCommit(listener),
            checkpoint: () => now().store.checkpoint(),
            check: () => now().store.check(),
            forgetDeleted: () => now().store.forgetDeleted(),
            size: () => now().store.size(),
            close: () => now().store.close()
        },
        outgoing: {
            fetch: (url, request) => now().outgoing.fetch(url, request),
            close: () => now().outgoing.close()
        },
        now: () => now().now(),
        zone: { name: () => now().zone.name(), refresh: () => now().zone.refresh() },
        lint: (rubric) => now().lint(rubric),
        readMail: (mail) => now().readMail(mail),
        askModel: () => now().askModel(),
        settleDeadlines: () => now().settleDeadlines(),
        backups: {
            begin: () => now().backups.begin(),
            state: () => now().backups.state(),
            last: () => now().backups.last(),
            lastSentAt: () => now().backups.lastSentAt()
        },
        jobs: () => now().jobs()
    };
}

const changes = ['decorate', 'ext', 'initialize', 'register', 'route', 'start'] as const;

/** Notes what is under way, and what must not be there for the next test app. */
function watch(server: Server, turn: Turn) {
    server.ext('onRequest', (request, h) => {
        turn.asked.add(request);
        return h.continue;
    });
    server.events.on('response', (request) => void turn.asked.delete(request));
    for (const name of changes) {
        const plain = server[name].bind(server) as (...given: unknown[]) => unknown;
        const noting = (...given: unknown[]) => {
            turn.changed = true;
            return plain(...given);
        };
        Object.assign(server, { [name]: noting });
    }
}

// A counter adds its prefix to every key: with the number of the test app in it, no test app counts on from another.
const turns = new WeakMap<RateLimiterMemory, Turn>();
Object.defineProperty(RateLimiterMemory.prototype, 'keyPrefix', {
    get(this: RateLimiterMemory) {
        return String(turns.get(this)?.users ?? '');
    },
    set(this: RateLimiterMemory) {
        const turn = making.getStore();
        if (turn) turns.set(this, turn);
    }
});
