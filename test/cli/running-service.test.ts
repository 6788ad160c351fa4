// What the running service says of its jobs, as `doctor` reports it.
import { createServer, type RequestListener } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { jobsProblem } from '../../cli/installation/running-service.ts';
import { listenOnLoopback } from '../doubles/ports.ts';

async function problemOf(t: ExecutionContext, answer: RequestListener, host = '0.0.0.0') {
    const server = createServer(answer);
    t.teardown(() => {
        server.close();
        server.closeAllConnections();
    });
    return jobsProblem({ host, port: await listenOnLoopback(server) }, 300);
}

const jobs =
    (of: object): RequestListener =>
    ({ url }, response) =>
        void response.end(JSON.stringify(url === '/readyz' ? { parts: { jobs: of } } : {}));

test('a queue of the running service that does not answer is a problem, with its cause where it is known', async (t) => {
    t.is(await problemOf(t, jobs({ state: 'degraded', problem: 'The cause.' })), 'The cause.');
    t.regex((await problemOf(t, jobs({ state: 'degraded' }))) ?? '', /does not answer: see its log/);
    t.regex(
        (await problemOf(t, () => undefined, '127.0.0.1')) ?? '',
        /^The service at .* does not answer\.$/
    );
});

test('jobs that run or start are none, nor a service that does not run, nor another program at its port', async (t) => {
    for (const state of ['running', 'starting', 'stopped'])
        t.is(await problemOf(t, jobs({ state })), undefined);
    t.is(await problemOf(t, (_request, response) => void response.end('hello')), undefined);
    t.is(await problemOf(t, (_request, response) => void response.end('null')), undefined);
    t.is(await jobsProblem({ host: '::', port: 1 }), undefined);
});
