// The setup link from the command line, on a database that several nodes share.
import test from 'ava';
import { isSetupKey } from '../../db/installation/installation.ts';
import { openStoreAt } from '../../db/store/index.ts';
import { typed } from '../support/servers/command-line.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { secretSettings } from '../support/people/roles.ts';
import { folderFor } from '../support/runs/folder.ts';

test('a new link opens the setup and voids the old one, until there is a user', async (t) => {
    const folder = folderFor(t);
    const { url } = await createDatabase();
    const env = { DATABASE_URL: url, ...secretSettings };
    const at = Date.UTC(2026, 0, 15, 12);
    const command = (line: string) => typed(folder, line.split(' '), { env, now: () => at });
    const keyOf = async () => {
        const { link } = JSON.parse((await command('setup link --json')).out) as { link: string };
        t.regex(link, /^http:\/\/localhost:3000\/setup\/[\w-]{43}$/);
        return link.slice(-43);
    };
    const store = await openStoreAt({ file: '', database: { url, named: true } }); // as a start makes it
    t.teardown(() => store.close());
    const [first, second] = [await keyOf(), await keyOf()];
    t.false(await isSetupKey(store.read, first, at));
    t.true(await isSetupKey(store.read, second, at));
    await command(
        'user add --login root --email root@example.test --role administrator --password a-long-secret-1'
    );
    const { code, err } = await command('setup link');
    t.deepEqual([code, err], [1, 'This server is already set up.\n']);
});
