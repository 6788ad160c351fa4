import test from 'ava';
import { program } from '../../config/program.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('healthz returns ok and the version of openapi.json, and readyz returns the state of jobs', async (t) => {
    const { server } = await createTestApp(t);
    const { version } = program;
    t.deepEqual((await ask(server, { url: '/healthz' })).body, { status: 'ok', version });
    t.is((await ask(server, { url: '/openapi.json' })).body.info.version, version);
    const { statusCode, body } = await ask(server, { url: '/readyz' });
    t.is(statusCode, 200);
    t.deepEqual(body, {
        status: 'ready',
        parts: { store: 'ok', jobs: { state: 'running', waiting: 0, dead: 0, delayed: 0, lag_ms: 0 } }
    });
});

test('readyz shows what must be changed before jobs can run, and is 503 while the service stops', async (t) => {
    const testApp = await createTestApp(t);
    const jobs = { state: 'degraded', problem: 'The jobs need session pooling.' };
    Object.assign(testApp.app, { jobs: () => jobs });
    t.like((await ask(testApp.server, { url: '/readyz' })).body, { status: 'degraded', parts: { jobs } });
    Object.assign(testApp.app, { jobs: () => ({ state: 'stopped' }) });
    const { statusCode, headers, body } = await ask(testApp.server, { url: '/readyz' });
    t.deepEqual([statusCode, headers['retry-after']], [503, '5']);
    t.like(body, { status: 'stopping', parts: { store: 'ok', jobs: { state: 'stopped' } } });
});

test('the start page shows a new operator the next step', async (t) => {
    const testApp = await createTestApp(t);
    t.true((await ask(testApp.server, { url: '/' })).body.includes('setup link'));
    await testApp.as('administrator');
    t.false((await ask(testApp.server, { url: '/' })).body.includes('setup link'));
});
