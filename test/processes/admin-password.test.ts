// The length of a password where the start and the command line set it.
import test from 'ava';
import { loginPath } from '../support/people/people.ts';
import { administrator, runCommand, startServer } from '../support/servers/process.ts';
import { encode } from '../support/people/roles.ts';
import { folderFor } from '../support/runs/folder.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** As many characters in no order, each of which is two units of UTF-16. */
const beyond = (length: number) =>
    Array.from({ length }, (_, at) => ['𝔸', '𝔹', '𝔻', '𝔼', '𝔽'][(at * at + (at >> 2)) % 5]).join('');
const longest = beyond(256);

test('ADMIN_PASSWORD and the command line follow the same rule', async (t) => {
    const path = folderFor(t);
    const server = await startServer({ dataDir: path, env: { ADMIN_PASSWORD: longest, DEMO_DATA: 'off' } });
    t.teardown(() => server.child.kill('SIGKILL'));
    const used = async (login: string, password: string) =>
        fetch(server.url + loginPath, { method: 'POST', headers: form, body: encode({ login, password }) });
    t.is((await used(administrator.login, longest)).status, 200);
    const add = (password: string) =>
        runCommand(
            path,
            `user add --login eve --email eve@example.test --role support --password ${password}`.split(' ')
        );
    t.regex((await add(beyond(257))).err, /256 characters or fewer/);
    t.regex((await add('eve@example.test')).err, /must not be the login/);
    t.is((await add(longest)).code, 0);
    t.is((await used('eve', longest)).status, 200);
});

test('an ADMIN_PASSWORD that may not be one stops the start, by its name', async (t) => {
    const path = folderFor(t);
    await t.throwsAsync(() => startServer({ dataDir: path, env: { ADMIN_PASSWORD: beyond(257) } }), {
        message: 'ADMIN_PASSWORD: The password must have 256 characters or fewer.\n'
    });
});
