// Servers that several tests use one after the other: registering the routes takes far longer than most tests. Each test
// has a store, a clock and counters of its own all the same. With FRESH_SERVERS=1 every world gets a new server.
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, Server } from '@hapi/hapi';
import type { ExecutionContext } from 'ava';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { loadConfig } from '../../config.ts';
import type { App } from '../../plugins/app.ts';
import { createServer, type sendingTimes } from '../../server.ts';
import { assertOpenapiContract } from './openapi-contract.ts';

interface User {
    app: App;
    /** Is told of an answer that the document does not know. */
    fail: (message: string) => void;
}

/** Whose turn it is with a server. */
interface Turn {
    user: User | undefined;
    /** How many worlds have used it: what it counts, it counts for each of them anew. */
    users: number;
    /** The requests under way. */
    asked: Set<Request>;
    /** Whether a test has done to it what cannot be undone. */
    changed: boolean;
}

interface Place {
    server: Server;
    turn: Turn;
}

const fresh = process.env.FRESH_SERVERS === '1';
const idle = new Map<string, Place[]>();
const mostIdle = 24;

interface Setting {
    env: Record<string, string>;
    times: typeof sendingTimes | undefined;
    /** Whether the world wants a server that serves no other. */
    alone: boolean;
}

/** A server with these settings that serves `app` until the test has ended and its later teardowns are done. */
export async function serverFor(t: ExecutionContext, app: App, { env, times, alone }: Setting) {
    const fail = (message: string) => void t.fail(message);
    if (!alone && !fresh) return sharedServer(t, { app, fail }, env);
    const server = await createServer(app, times);
    assertOpenapiContract(fail, server, app.config);
    return server;
}

async function sharedServer(t: ExecutionContext, user: User, env: Setting['env']) {
    const key = JSON.stringify(Object.entries(env).toSorted());
    const place = idle.get(key)?.pop() ?? (await makePlace(env, user.app));
    const { server, turn } = place;
    turn.user = user;
    turn.users += 1;
    t.teardown(() => {
        turn.user = undefined;
        if (!turn.changed && turn.asked.size === 0) keep(key, place);
    });
    return server;
}

function keep(key: string, place: Place) {
    const others = idle.get(key) ?? [];
    idle.delete(key); // so that the newest key is the last
    idle.set(key, [...others, place]);
    const [oldest = key] = idle.keys();
    if (idle.size > mostIdle) idle.delete(oldest);
}

const making = new AsyncLocalStorage<Turn>();

async function makePlace(env: Setting['env'], { log, secrets }: App): Promise<Place> {
    const folder = mkdtempSync(join(tmpdir(), 'sage-council-server-'));
    const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, ...env });
    const turn: Turn = { user: undefined, users: 0, asked: new Set(), changed: false };
    const server = await making.run(turn, () => createServer(appOf(turn, { config, log, secrets })));
    rmSync(folder, { recursive: true }); // whoever wants stored objects has a server of its own
    assertOpenapiContract((message) => turn.user?.fail(message), server, config);
    watch(server, turn);
    return { server, turn };
}

/** What the plugins are given: each part is that of the world whose turn it is. */
function appOf(turn: Turn, fixed: Pick<App, 'config' | 'log' | 'secrets'>): App {
    const now = () => {
        if (!turn.user) throw new Error('a plugin asks for its world before there is one, or after its end');
        return turn.user.app;
    };
    return {
        ...fixed,
        store: {
            get read() {
                return now().store.read;
            },
            write: (work) => now().store.write(work),
            writeSoon: (work) => now().store.writeSoon(work),
            version: () => turn.users * 2 ** 32 + now().store.version(), // what was cached for another store is not current
            onCommit: (listener) => now().store.onCommit(listener),
            checkpoint: () => now().store.checkpoint(),
            check: () => now().store.check(),
            forgetDeleted: () => now().store.forgetDeleted(),
            close: () => now().store.close()
        },
        outgoing: {
            fetch: (url, request) => now().outgoing.fetch(url, request),
            close: () => now().outgoing.close()
        },
        now: () => now().now(),
        lint: (rubric) => now().lint(rubric),
        askModel: () => now().askModel(),
        jobs: () => now().jobs()
    };
}

const changes = ['decorate', 'ext', 'initialize', 'register', 'route', 'start'] as const;

/** Notes what is under way, and what must not be there for the next world. */
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

// A counter adds its prefix to every key: with the number of the world in it, no world counts on from another.
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
