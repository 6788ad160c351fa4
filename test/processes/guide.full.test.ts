// Runs every command of the docs in order on a new server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { startServer } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

const root = join(import.meta.dirname, '../..');

/** In the order in which they are read: each goes on from the ones before. */
const pages = [
    'tutorial/first-api-call',
    'how-to/write-a-rubric',
    'how-to/build-a-sage',
    'how-to/calibrate-a-sage',
    'how-to/review-candidates',
    'how-to/close-a-deal',
    'how-to/handle-enquiries',
    'how-to/fix-failed-jobs',
    'how-to/manage-users',
    'how-to/set-up-email',
    'how-to/connect-agents',
    'how-to/use-the-backend-api',
    'reference/api',
    'operate/monitor',
    'operate/upgrade',
    'operate/back-up-and-restore'
].map((name) => `docs/${name}.md`);

interface Block {
    /** The page and the line where it begins. */
    place: string;
    commands: string;
}

function blocksOf(page: string): Block[] {
    const text = readFileSync(join(root, page), 'utf8');
    return Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ({ 1: commands = '', index }) => ({
        place: `${page}:${text.slice(0, index).split('\n').length}`,
        commands
    }));
}

test('every command of the docs works on a new server, in order', async (t) => {
    t.timeout(600_000);
    const path = folderFor(t);
    const dataDir = join(path, 'data');
    const server = await startServer({ dataDir, env: { ADMIN_LOGIN: '', ADMIN_PASSWORD: '' } });
    t.teardown(() => server.child.kill('SIGKILL'));
    const { port } = new URL(server.url);

    const blocks = pages.flatMap((page) => {
        const found = blocksOf(page);
        t.true(found.length > 0, `${page} has no command`);
        return found;
    });
    const commands = withoutNpm(
        blocks.map((block) => block.commands.replaceAll('localhost:3000', `localhost:${port}`))
    );
    const env = {
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
        HOME: path,
        TMPDIR: path,
        DATA_DIR: dataDir,
        PORT: port,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') // each command line loads the same
    };
    const { status, said } = await runInOneShell(commands, join(path, 'said'), env);
    blocks.forEach(({ place }, i) => assertSaid(t, place, said(i)));
    t.is(status, 0);
    t.is(await server.end('SIGTERM'), 0);
});

/** npm alone takes a third of a second: the first command line goes through it, and then what its script says is run. */
function withoutNpm(commands: readonly string[]) {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        scripts: { cli: string };
    };
    const typed = 'npm run -s cli --';
    let wasRun = false;
    const nextLine = () => {
        const line = wasRun ? scripts.cli.replace(/^exec /, '') : typed; // this shell is to go on
        wasRun = true;
        return line;
    };
    return commands.map((lines) => lines.replaceAll(typed, nextLine));
}

/** Runs them up to the first that fails. */
async function runInOneShell(commands: readonly string[], folder: string, env: NodeJS.ProcessEnv) {
    mkdirSync(folder);
    const script = join(folder, 'script');
    const file = (i: number, name: string) => join(folder, `${i}.${name}`);
    const steps = commands.map(
        (lines, i) => `{\n${lines}} > '${file(i, 'out')}' 2> '${file(i, 'err')}'\n: > '${file(i, 'done')}'`
    );
    writeFileSync(script, ['set -eo pipefail', ...steps].join('\n'));
    const shell = spawn('bash', [script], { cwd: root, env, stdio: 'ignore' });
    const [status] = (await once(shell, 'exit')) as [number | null];
    const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');
    const said = (i: number): Said => ({
        out: read(file(i, 'out')),
        err: read(file(i, 'err')),
        done: existsSync(file(i, 'done'))
    });
    return { status, said };
}

interface Said {
    out: string;
    err: string;
    done: boolean;
}

function assertSaid(t: ExecutionContext, place: string, { out, err, done }: Said) {
    t.true(done, `${place} failed.\n${out}\n${err}`);
    t.notRegex(out, /^null$/m, `${place} prints null`);
}
