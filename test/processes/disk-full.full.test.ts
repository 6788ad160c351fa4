// A disk without a free byte below the store, as the real server meets it.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { issueToken } from '../../db/accounts/service-tokens.ts';
import { sages } from '../../db/sages/sages.ts';
import { eq } from '../../db/store/drizzle.ts';
import { openStore } from '../../db/store/index.ts';
import { openSmallVolume } from '../support/servers/small-volume.ts';
import { login } from '../support/clients/client.ts';
import { valueOf } from '../support/servers/metrics.ts';
import { freePort, startServer, until } from '../support/servers/process.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { folderFor } from '../support/runs/folder.ts';

/** A server on a volume of its own, and a token for its figures. */
async function onSmallVolume(t: ExecutionContext) {
    const dataDir = folderFor(t);
    chmodSync(dataDir, 0o700);
    const file = join(dataDir, 'app.db');
    const store = openStore(file);
    const figures = { name: 'figures', scopes: ['metrics:read'], at: 1 };
    const { token } = await store.write((tx) => issueToken(tx, figures));
    await store.close();
    const volume = await openSmallVolume(dataDir, 160);
    t.teardown(() => volume.close());
    const none = `postgres://127.0.0.1:${await freePort()}/none`; // the queue is not needed
    const env = { JOBS_DATABASE_URL: none, BACKUP_EVERY: '0' };
    const server = await startServer({ dataDir, through: volume.through, env });
    t.teardown(() => server.child.kill('SIGKILL'));
    return { ...server, volume, token, file };
}

test('on a full disk readyz is away, logs and metrics show why, reads work, and nothing is torn [P13]', async (t) => {
    const { url, child, volume, token, file, ...server } = await onSmallVolume(t);
    const admin = await login(url);
    const ready = async () => {
        const response = await fetch(`${url}/readyz`);
        return { status: response.status, body: (await response.json()) as object };
    };
    const figures = async () => {
        const headers = { authorization: `Bearer ${token}` };
        const text = await (await fetch(`${url}/metrics`, { headers })).text();
        return valueOf(text, 'sage_council_store_lacks_room');
    };
    let made = 0;
    const writes = async () => {
        const { statusCode } = await admin.send('POST', '/sages', { ...engineer });
        made += Number(statusCode === 201);
        return statusCode;
    };
    const lines = () => server.output().match(/^.*database not writable.*$/gm) ?? [];

    t.is(await writes(), 201);
    t.is((await ready()).status, 200);
    t.is(await figures(), 0);

    await volume.fill(child.pid ?? 0);
    await until('a write is refused', async () => (await writes()) === 503, 60_000);
    t.like(await ready(), { status: 503, body: { status: 'away', parts: { store: 'away' } } });
    await until('the log says so', async () => lines().length > 0);
    t.like(JSON.parse(lines()[0] ?? ''), { level: 50 });
    t.regex(lines()[0] ?? '', /"code":"SQLITE_(FULL|IOERR\w*)"/);
    t.is(await figures(), 1);
    t.is((await admin.get('/sages')).statusCode, 200, 'what is there is read');
    t.is((await ready()).status, 503, 'and that it is read says nothing about writing');

    await volume.free(child.pid ?? 0);
    await until('it is ready', async () => (await ready()).status === 200);
    t.is(await writes(), 201);
    t.is(await figures(), 0);
    t.is(lines().length, 1, 'once a minute is enough');

    t.is(await server.end('SIGTERM'), 0);
    await volume.bringBack();
    const store = openStore(file);
    t.teardown(() => store.close());
    t.deepEqual(await store.check(), []);
    const kept = await store.read.select().from(sages).where(eq(sages.name, engineer.name));
    t.is(kept.length, made, 'each that was acknowledged, and no other');
});
