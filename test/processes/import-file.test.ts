// An import while the real server has the same store open.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { findTask } from '../../db/agents/task-links.ts';
import { login } from '../support/clients/client.ts';
import { openStoreOf, settingsOf } from '../support/stores/databases.ts';
import { freePort, runCommand, startServer } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

test('rows are imported while a server runs, answers and writes', async (t) => {
    const dataDir = folderFor(t);
    const env = { RATE_ACTIONS: '0', JOBS_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` };
    const settings = await settingsOf(dataDir);
    const server = await startServer({ dataDir, env: { ...env, ...settings } });
    t.teardown(() => server.child.kill('SIGKILL'));
    const admin = await login(server.url);
    const rows = Array.from({ length: 3000 }, (_, i) => JSON.stringify({ crm_id: `C-${i}` }));
    const other = { ended: false };
    const file = join(dataDir, 'tasks.jsonl');
    writeFileSync(file, rows.join('\n'));
    const typedThere = ['tasks', 'import', '--file', file, '--json'];
    const loading = runCommand(dataDir, typedThere, settings).finally(() => (other.ended = true));
    const statuses = new Set<number>();
    for (let n = 0; !other.ended; n += 1)
        statuses.add((await admin.send('PUT', '/tasks', { todo_id: `T-${n}` })).statusCode);
    t.deepEqual(await loading, { code: 0, out: '{"imported":3000}\n', err: '' });
    t.deepEqual([...statuses], [200]);
    const { body } = await admin.send('PUT', '/tasks', { crm_id: 'C-2999', title: 'seen' });
    t.is((body as { data: { task: { title: string } } }).data.task.title, 'seen');
    t.is(await server.end('SIGTERM'), 0);
    const store = await openStoreOf(dataDir);
    t.is((await findTask(store.read, 'crmId', 'C-2999'))?.title, 'seen');
    await store.close();
});
