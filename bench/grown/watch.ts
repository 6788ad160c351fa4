// Loaded into the server that is measured: tells the longest stop of its event loop since it was asked last, and its memory.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

createServer((_, response) => {
    const watched = { longestStop: delay.max / 1e6, resident: process.memoryUsage.rss() / 1e6 };
    response.end(JSON.stringify(watched));
    delay.reset();
}).listen(Number(process.env['WATCH_PORT']), '127.0.0.1');
