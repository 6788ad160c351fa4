// A store that cannot be reached: every caller is asked to retry, and no answer says that something is broken.
import test, { type ExecutionContext } from 'ava';
import { StoreUnavailable, StoreInDoubt } from '../../db/store/unavailable.ts';
import type { Store } from '../../db/store/index.ts';
import { agentOf } from '../support/clients/agent.ts';
import { formType } from '../support/people/accounts.ts';
import { paths } from '../support/clients/client.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { toolFailureOf } from '../../plugins/surfaces/tools/failures.ts';
import { createTestApp } from '../support/servers/test-app.ts';

type Agent = Awaited<ReturnType<typeof agentOf>>;

const away = () => {
    throw new StoreUnavailable('away');
};

/** A test app whose store cannot be reached any more. */
async function withoutStore(t: ExecutionContext, before?: (there: { agent: Agent }) => Promise<void>) {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const agent = await agentOf(testApp);
    await before?.({ agent });
    const read = new Proxy({} as Store['read'], { get: away });
    const gone = { ...testApp.store, read, write: async () => away(), writeSoon: async () => away() };
    Object.assign(testApp.app, { store: gone });
    return { ...testApp, author, agent };
}

test('readyz returns 503 as JSON while the store is away, and healthz stays ok', async (t) => {
    const { server } = await withoutStore(t);
    const { statusCode, headers, body } = await ask(server, { url: '/readyz' });
    t.is(statusCode, 503);
    t.is(headers['retry-after'], '5');
    t.deepEqual(body, { status: 'away', parts: { store: 'away', jobs: { state: 'running' } } });
    t.is((await ask(server, { url: '/healthz' })).statusCode, 200);
});

test('JSON, actions, tools and pages are 503 with Retry-After while the store is away', async (t) => {
    const { server, author, agent } = await withoutStore(t);
    const polled = await author.action('svc_get_step_status', { run_id: 'x' });
    const post = { method: 'POST', url: `${paths.rest}/login` } as const;
    const json = { 'content-type': 'application/json' };
    const answers = {
        action: polled,
        json: await author.get('/sages'),
        tool: await agent.call('task_get', { crm_id: '1' }),
        list: await agent.list(),
        login: await ask(server, { ...post, headers: json, payload: '{"login":"a","password":"b"}' }),
        page: await ask(server, { url: '/deal/a-guess', headers: { accept: 'text/html' } })
    };
    for (const [name, { statusCode, headers }] of Object.entries(answers)) {
        t.is(statusCode, 503, name);
        t.is(headers['retry-after'], '5', name);
    }
    t.like(answers.json.body, { success: false });
    t.deepEqual(answers.tool.body, { error: 'Unavailable' });
    t.true(String(answers.page.headers['content-type']).startsWith('text/html'));
});

test('a tool that loses the store while it runs returns 503, also to an MCP client', async (t) => {
    const { agent } = await withoutStore(t, async ({ agent: caller }) => {
        t.is((await caller.call('task_get', { crm_id: '1' })).statusCode, 200, 'now its token is cached');
    });
    const { statusCode, headers, body } = await agent.call('task_get', { crm_id: '1' });
    t.deepEqual([statusCode, headers['retry-after'], body], [503, '5', { error: 'Unavailable' }]);
    t.deepEqual(toolFailureOf(new StoreUnavailable('away')), { status: 503, body: { error: 'Unavailable' } });
});

test('a form that cannot reach the store shows an error on its page, with the typed values', async (t) => {
    const { server } = await withoutStore(t);
    const accept = 'text/html';
    const sent = await ask(server, {
        method: 'POST',
        url: `${paths.rest}/login`,
        headers: { ...formType, accept },
        payload: 'login=somebody&password=b'
    });
    t.is(sent.statusCode, 303);
    const cookie = String(sent.headers['set-cookie']).split(';')[0] ?? '';
    const { body } = await ask(server, { url: '/login', headers: { accept, cookie } });
    t.true(body.includes('Nothing was changed. Try again in a minute.'));
    t.false(body.includes('Wait a minute'));
    t.true(body.includes('value="somebody"'));
});

test('a form without a login is 503 as a page while the store is away, the set-up with what was typed', async (t) => {
    const { server } = await withoutStore(t);
    const send = async (url: string, payload: string) => {
        const headers = { ...formType, accept: 'text/html' };
        const answer = await ask(server, { method: 'POST', url, headers, payload });
        t.is(answer.statusCode, 503, url);
        t.is(answer.headers['retry-after'], '5', url);
        return pageOf(answer.body);
    };
    t.is((await send('/setup/a-key', 'login=ada&organisation=Acme')).field('Organisation')?.value, 'Acme');
    await send('/deal/a-link/decline', 'confirm=1&reason=Too+dear.');
});

test('a write with an unknown result is 503, without a hint that a repeat is safe', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const write: Store['write'] = async () => {
        throw new StoreInDoubt('the connection was lost during the commit');
    };
    Object.assign(testApp.app, { store: { ...testApp.store, write } });
    const { statusCode, headers, body } = await author.send('POST', '/sages', engineer);
    t.is(statusCode, 503);
    t.is(headers['retry-after'], undefined);
    t.is(body.data.message, 'We do not know whether this was saved. Check before you try again.');
});
