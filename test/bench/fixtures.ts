// What the product and the servers that it is compared with are started with.
import { spawn } from 'node:child_process';
import { freePort, until } from '../support/servers/process.ts';

/** No limits, and no PostgreSQL to be found: nothing in the store may move by itself. */
export async function quietly(secret: string) {
    return {
        NODE_ENV: 'production',
        DEMO_DATA: 'on',
        RATE_ACTIONS: '0',
        RATE_PAGES: '0',
        NONCE_SECRET: secret,
        JWT_SECRET: secret,
        JOBS_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`
    };
}

export async function startTwin(program: string, [file, secret, ...more]: [string, string, ...string[]]) {
    const port = await freePort();
    const args = [program, file, String(port), secret, ...more];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const url = `http://127.0.0.1:${port}`;
    await until('the twin answers', () => answers(url), 10_000);
    return { child, url };
}

const answers = (url: string) =>
    fetch(url, { method: 'POST' }).then(
        () => true,
        () => false
    );
