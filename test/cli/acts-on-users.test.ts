// What commands do to users: all of it is in the audit log.
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listAudit } from '../../db/record/audit.ts';
import { openStore, type Store } from '../../db/store/index.ts';
import { typed } from '../support/servers/command-line.ts';
import { folderFor } from '../support/runs/folder.ts';

async function acts({ store }: { store: Store }) {
    const { items } = await listAudit(store.read, { limit: 50, offset: 0 });
    return items
        .toReversed()
        .map(({ act, actor, target: on, before, after }) => [act, actor, on, before, after]);
}

async function typedInto(t: ExecutionContext, lines: readonly string[]) {
    const dataDir = folderFor(t);
    for (const line of lines) {
        const { code, err } = await typed(dataDir, line.split(' '), { input: '', env: {} });
        t.is(code, 0, err);
    }
    const store = openStore(join(dataDir, 'app.db'));
    t.teardown(() => store.close());
    return store;
}

test('each command on a user is in the audit log, without passwords and addresses', async (t) => {
    const store = await typedInto(t, [
        'setup link',
        'user add --login root --email root@example.test --password correct-horse-1 --role administrator',
        'user add --login ada --email ada@example.test --password correct-horse-2 --role reviewer --grant power_user',
        'user grant --login ada --grant ss_support',
        'user passwd --login ada --password another-long-one',
        'user disable --login ada',
        'user enable --login ada',
        'secrets forget'
    ]);
    t.deepEqual(await acts({ store }), [
        ['setup.link', 'cli', 'installation', null, null],
        ['user.add', 'cli', 'user:1', null, 'administrator'],
        ['user.add', 'cli', 'user:2', null, 'reviewer power_user'],
        ['user.access', 'cli', 'user:2', 'reviewer power_user', 'reviewer ss_support'],
        ['user.password', 'cli', 'user:2', null, null],
        ['user.disable', 'cli', 'user:2', null, null],
        ['user.enable', 'cli', 'user:2', null, null],
        ['secrets.forget', 'cli', 'installation', null, null]
    ]);
    const { items } = await listAudit(store.read, { limit: 50, offset: 0 });
    t.notRegex(JSON.stringify(items), /correct-horse|another-long|example\.test/);
});
