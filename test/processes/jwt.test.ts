// JWTs where the real server and the real command line make and read them.
import test from 'ava';
import { login } from '../support/clients/client.ts';
import { runCommand, startServer } from '../support/servers/process.ts';
import { folderFor } from '../support/runs/folder.ts';

test('jwt issue: a token from the command line is valid at the running server', async (t) => {
    const dataDir = folderFor(t);
    // A queue that is not there: nothing here waits for a job.
    const env = { JOBS_DATABASE_URL: 'postgres://127.0.0.1:1/none', LOG_LEVEL: 'silent' };
    const server = await startServer({ dataDir, env });
    t.teardown(() => server.child.kill('SIGKILL'));
    const admin = await login(server.url);
    const { sage } = (await admin.get('/sages/1')).body.data;
    const read = async (path: string, token: string) =>
        (await fetch(`${server.url}/pl${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    const statuses = async (token: string) => [
        await read(`/results/${sage.results_id}`, token),
        await read(`/council-sage/${sage.uuid}/prompt/results`, token)
    ];
    const issued = async (...args: string[]) => {
        const { code, out, err } = await runCommand(dataDir, [
            'jwt',
            'issue',
            '--user',
            'admin',
            '--json',
            ...args
        ]);
        t.deepEqual([code, err], [0, '']);
        const { token, ...more } = JSON.parse(out);
        t.deepEqual(more, {});
        return token as string;
    };
    t.deepEqual(await statuses(await issued()), [200, 200]);
    t.deepEqual(await statuses(await issued('--permissions', 'council_screen')), [200, 403]);
    t.deepEqual(await statuses(await issued('--permissions', 'council_sage')), [403, 200]);
    t.deepEqual(await statuses(await issued('--permissions', 'council_sage,council_screen')), [200, 200]);

    const rep = ['--login', 'rep', '--email', 'rep@example.test', '--password', 'a long enough secret'];
    t.is((await runCommand(dataDir, ['user', 'add', ...rep, '--role', 'sales_rep'])).code, 0);
    const wrong: [args: string[], code: number, says: string][] = [
        [[], 2, 'Missing: --user'],
        [['--user', 'admin', '--permissions', 'flying'], 2, '--permissions must be one of'],
        [['--user', 'admin', '--permissions', 'ss_admin_all'], 2, '--permissions must be one of'],
        [['--user', 'nobody'], 1, 'User not found.'],
        [['--user', 'rep'], 1, 'A token can have only permissions that the user has.']
    ];
    for (const [args, code, says] of wrong) {
        const said = await runCommand(dataDir, ['jwt', 'issue', ...args]);
        t.deepEqual([said.code, said.out], [code, ''], args.join(' '));
        t.true(said.err.includes(says), said.err);
    }
});
