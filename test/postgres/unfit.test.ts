// Databases that the service must not begin on: one line that says what to do, and exit code 78, at a start and for a command.
// What else makes a database unfit is in start.test.ts.
import test, { type ExecutionContext } from 'ava';
import { assertSharedSecrets, ensureInstallation, installation } from '../../db/installation/installation.ts';
import { type Store, openStoreAt } from '../../db/store/index.ts';
import { openPooler } from '../doubles/forgetful-pooler.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { secrets, secretSettings } from '../support/people/roles.ts';
import { spawnServer } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

/** Starts what must not start. */
async function start(t: ExecutionContext, url: string, env: Record<string, string> = {}) {
    const server = await spawnServer({
        dataDir: folderFor(t),
        env: { ...secretSettings, DATABASE_URL: url, DEMO_DATA: 'off', ...env }
    });
    t.teardown(() => server.child.kill('SIGKILL'));
    return { code: await server.end(), line: server.output().trim() };
}

async function refusedTwice(t: ExecutionContext, url: string, line: string) {
    t.deepEqual(await start(t, url), { code: 78, line });
    const { code, out, err } = await typed(folderFor(t), ['doctor'], {
        env: { ...secretSettings, DATABASE_URL: url }
    });
    t.deepEqual([code, out, err], [78, '', `${line}\n`]);
}

async function inStore(url: string, work: (store: Store) => Promise<unknown>) {
    const store = await openStoreAt({ file: '', database: { url, named: true } });
    try {
        await work(store);
    } finally {
        await store.close();
    }
}

test('a database with tables of something else is refused, by a start and by a command', async (t) => {
    const { url, run } = await createDatabase();
    await run('create table other (id int)');
    await refusedTwice(
        t,
        url,
        'The database of DATABASE_URL contains other tables. Use a separate database for Sage Council.'
    );
});

test('a node with other secrets than its database does not start, and shows no secret', async (t) => {
    const { url } = await createDatabase();
    await inStore(url, (store) => store.write((tx) => assertSharedSecrets(tx, secrets)));
    const { code, line } = await start(t, url, { NONCE_SECRET: 'x'.repeat(40) });
    t.is(code, 78);
    t.regex(
        line,
        /^The secrets of this node differ from those of the other nodes. Use the same secrets. .*`secrets forget`\.$/
    );
    t.false(line.includes('xxx'));
});

test('a database whose data were moved is refused until `store reopen` enables it', async (t) => {
    const { url } = await createDatabase();
    await inStore(url, (store) =>
        store.write(async (tx) => {
            await ensureInstallation(tx);
            await tx.update(installation).set({ movedTo: '/data/app.db' });
        })
    );
    await refusedTwice(
        t,
        url,
        'The data was moved to /data/app.db. Use it there, or run `store reopen` to use this copy again.'
    );
    const command = async (...args: string[]) =>
        (await typed(folderFor(t), args, { env: { ...secretSettings, DATABASE_URL: url } })).code;
    t.is(await command('store', 'reopen'), 0);
    t.is(await command('credits', 'show'), 0);
    t.is(await command('store', 'reopen'), 1, 'it is no more');
});

test('a pooler without prepared statements is refused, unless DATABASE_STATEMENTS allows it', async (t) => {
    const { url } = await createDatabase();
    await inStore(url, (store) => store.write(ensureInstallation));
    const pooled = await openPooler(t, url);
    await refusedTwice(
        t,
        pooled,
        'DATABASE_URL is a pooler without prepared statements. Set DATABASE_STATEMENTS=unnamed.'
    );
    const { code, err } = await typed(folderFor(t), ['credits', 'show'], {
        env: { ...secretSettings, DATABASE_URL: pooled, DATABASE_STATEMENTS: 'unnamed' }
    });
    t.is(code, 0, err);
});
