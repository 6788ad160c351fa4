// What others make of /openapi.json: two linters, and two generated clients that do the same on a new installation, form
// actions among it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { administrator, startServer, temporaryFolder } from '../test/support/servers/process.ts';

const folder = join(import.meta.dirname, 'openapi');
const document = './generated/openapi.json';

/** The linter would report each run to its makers. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a program of the folder. Throws unless it ends well. */
const run = (name: string, ...args: string[]) =>
    execFileSync(join(folder, 'node_modules/.bin', name), args, { cwd: folder, stdio: 'inherit', env });

async function main() {
    const { path, remove } = await temporaryFolder();
    const server = await startServer({ dataDir: path });
    try {
        mkdirSync(join(folder, 'generated'), { recursive: true });
        writeFileSync(join(folder, document), await (await fetch(`${server.url}/openapi.json`)).text());
        run('redocly', 'lint', document, '--config=redocly.yaml');
        run('spectral', 'lint', document, '--ruleset=spectral.yaml', '--fail-severity=warn');
        run('openapi-typescript', document, '--output=generated/openapi-typescript.ts');
        run('openapi-ts', '--input', document, '--output', 'generated/hey-api', '--no-log-file');
        run('tsc');
        for (const client of ['openapi-typescript', 'hey-api', 'form-actions']) {
            const args = [server.url, administrator.login, administrator.password];
            execFileSync(process.execPath, [join(folder, `generated/out/${client}.js`), ...args], {
                stdio: 'inherit'
            });
        }
    } finally {
        await server.end('SIGTERM');
        await remove();
    }
}

await main();
