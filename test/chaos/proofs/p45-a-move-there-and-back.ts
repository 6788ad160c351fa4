// P45: a store with rows in every table is moved to PostgreSQL and back. Each move is killed once in the middle.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentsOf, fillStore } from '../../support/stores/full-store.ts';
import { inherited, until } from '../../support/servers/process.ts';
import { openDatabase } from '../databases.ts';
import { none, type Proof, without } from '../proof.ts';

const rowsOfTable = 300;
const root = join(import.meta.dirname, '../../..');
const secrets = Object.fromEntries(
    ['CHALLENGE', 'JWT', 'LINKS', 'NONCE', 'POSTGRES'].map((name) => [`${name}_SECRET`, 'x'.repeat(40)])
);

export const proof: Proof = {
    name: 'P45',
    promise:
        'What is moved to a database and back is the same, and a move that was killed has changed nothing.',
    rounds: { short: 1, long: 20 },
    async run({ rounds, report }) {
        const found = { rows: 0, changed: 0, failed: 0, halves: 0 };
        for (let round = 0; round < rounds; round += 1) {
            await thereAndBack(found);
            report(round + 1, rounds);
        }
        return [
            { count: 2 * rounds, of: 'moves' },
            { count: 2 * rounds, of: 'killed before them' },
            { count: found.rows, of: 'rows', atLeast: rounds * rowsOfTable },
            none('failed', found.failed),
            none('left half of it where it could be used', found.halves),
            none('tables that are not the same', found.changed)
        ];
    },
    sabotages: [
        without('another name for a file that is not whole', {
            file: 'db/store/move/index.ts',
            find: 'const draft = `${file}.moving`;',
            replace: 'const draft = file;'
        }),
        without('going on with the numbers', {
            file: 'db/store/move/index.ts',
            find: 'if (last !== undefined) await target.setLastNumber(table, last);'
        })
    ]
};

async function thereAndBack(found: { rows: number; changed: number; failed: number; halves: number }) {
    const folder = await mkdtemp(join(tmpdir(), 'sage-council-move-'));
    const database = await openDatabase();
    const [file, back] = [join(folder, 'app.db'), join(folder, 'back.db')];
    const there = { folder, to: database.url, env: {} };
    const home = { folder, to: back, env: { ...secrets, DATABASE_URL: database.url } };
    try {
        await fillStore(file, rowsOfTable);
        await killed(there, async () => (await lockedTables(database)) > 0);
        await until('the database has let go', async () => (await lockedTables(database)) === 0);
        if ((await rowsIn(database)) > 0) found.halves += 1;
        found.failed += await moved(there);
        const left = contentsOf(file);
        await killed(home, async () => existsSync(`${back}.moving`) || existsSync(back));
        if (existsSync(back)) return void (found.halves += 1); // it looks like a whole one
        await until('the database has let go', async () => (await lockedTables(database)) === 0);
        found.failed += await moved(home);
        const returned = existsSync(back) ? contentsOf(back) : {};
        const differs = ([table, rows]: [string, unknown]) =>
            table !== 'installation' && JSON.stringify(rows) !== JSON.stringify(returned[table]);
        found.changed += Object.entries(left).filter(differs).length;
        found.rows += Object.values(left).flat().length;
    } finally {
        await database.remove();
        await rm(folder, { recursive: true, force: true });
    }
}

interface Going {
    folder: string;
    to: string;
    env: Record<string, string>;
}

const start = ({ folder, to, env }: Going) =>
    spawn(process.execPath, ['cli/main.ts', 'store', 'move', '--to', to], {
        cwd: root,
        env: { ...inherited, ...env, DATA_DIR: folder },
        stdio: 'ignore'
    });

async function killed(going: Going, isUnderWay: () => Promise<boolean>) {
    const child = start(going);
    const ended = once(child, 'exit');
    await until('the move is under way', async () => child.exitCode !== null || isUnderWay());
    child.kill('SIGKILL');
    await ended;
}

async function moved(going: Going) {
    const [code] = (await once(start(going), 'exit')) as [number | null];
    return code === 0 ? 0 : 1;
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

const locks =
    "select count(*)::int as count from pg_locks join pg_class on pg_class.oid = relation where relname = 'users' and mode = 'ExclusiveLock'";
const countOf = (answers: unknown[][]) => (answers.flat() as { count: number }[])[0]?.count ?? 0;
const lockedTables = async ({ ask }: Database) => countOf(await ask(locks));
const rowsIn = async ({ ask }: Database) => countOf(await ask('select count(*)::int as count from users'));
