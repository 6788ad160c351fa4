// Loaded into the server that is measured: reports how long the last request took, the longest stop of the event loop
// since the last report, and the memory.
import { subscribe } from 'node:diagnostics_channel';
import { openSync, readSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const turn = 1;
const schedule = openSchedule();
const read = Buffer.alloc(64);

function openSchedule() {
    try {
        return openSync('/proc/self/schedstat', 'r');
    } catch {
        return undefined;
    }
}

/** The milliseconds that this thread waited for a core, which no server can change; 0 where the system does not report it. */
function waitedForCore() {
    if (schedule === undefined) return 0;
    const length = readSync(schedule, read, 0, read.length, 0);
    return Number(read.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}

/** The time without that in which other programs had the core. */
const clock = () => performance.now() - waitedForCore();

let last = clock();
let longestStop = 0;

const watching = setInterval(() => {
    const now = clock();
    longestStop = Math.max(longestStop, now - last - turn);
    last = now;
}, turn);

interface Exchange {
    request: IncomingMessage;
    server: Server;
}

const began = new WeakMap<IncomingMessage, number>();
let took = 0;
subscribe('http.server.request.start', (exchange) => {
    const { request, server } = exchange as Exchange;
    if (server !== watch) began.set(request, clock());
});
subscribe('http.server.response.finish', (exchange) => {
    const start = began.get((exchange as Exchange).request);
    if (start !== undefined) took = clock() - start;
});

const watch = createServer((_, response) => {
    response.end(JSON.stringify({ took, longestStop, resident: process.memoryUsage.rss() / 1e6 }));
    longestStop = 0;
});
if (isMainThread) watch.listen(Number(process.env['WATCH_PORT']), '127.0.0.1');
else clearInterval(watching); // in a thread nothing is measured
