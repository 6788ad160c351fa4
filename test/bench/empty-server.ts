// The smallest Node program to compare with: an HTTP server that responds and does nothing else.
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/servers/process.ts';

export async function spawnEmpty() {
    const port = await freePort();
    const program = `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`;
    const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    return { url: `http://127.0.0.1:${port}`, child };
}

/** Waits for the first 200: asks again and again, each time on a new connection. */
export async function firstAnswer(url: string) {
    const last = performance.now() + 60_000;
    while ((await statusOf(url)) !== 200) {
        if (performance.now() > last) throw new Error(`${url} did not answer within a minute`);
        await sleep(5);
    }
}

function statusOf(url: string) {
    const { promise, resolve } = Promise.withResolvers<number>();
    const asked = get(url, { agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
    });
    asked.on('error', () => resolve(0));
    return promise;
}
