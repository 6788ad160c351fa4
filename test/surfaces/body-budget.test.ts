import type { Request } from '@hapi/hapi';
import test from 'ava';
import { bodyBudget } from '../../plugins/surfaces/http/bodies/budget.ts';
import { agentOf } from '../support/clients/agent.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const kib = 1024;
const room = { machine: 1000 * kib, user: 500 * kib, stranger: 200 * kib };
const machine = { token: { id: 1, name: 'agent' } };

const asked = (length: number, credentials: object | null = machine, headers: Record<string, string> = {}) =>
    ({
        headers: { 'content-length': String(length * kib), ...headers },
        auth: { credentials },
        route: { settings: { payload: { maxBytes: 600 * kib } } }
    }) as unknown as Request;

test('large bodies are read while there is room, and the next one is asked to retry', (t) => {
    const budget = bodyBudget(room);
    const [first, second] = [asked(600), asked(410)];
    budget.acquire(first);
    budget.acquire(first); // it is the same body
    t.throws(() => budget.acquire(second), { message: 'Too many large requests at the same time.' });
    budget.release(second); // it took none
    budget.acquire(asked(400));
    budget.release(first);
    budget.acquire(second);
});

test('a body of unknown size, or a compressed one, counts with the largest size', (t) => {
    for (const odd of [asked(NaN), asked(1, machine, { 'content-encoding': 'gzip' })]) {
        const budget = bodyBudget(room);
        budget.acquire(odd);
        t.throws(() => budget.acquire(asked(410)));
        budget.acquire(asked(400));
    }
});

test('strangers cannot use up what users and machines need, and small bodies count for nothing', (t) => {
    const budget = bodyBudget(room);
    const stranger = asked(200, null);
    budget.acquire(stranger);
    t.throws(() => budget.acquire(asked(65, null)));
    for (let sent = 0; sent < 100; sent += 1) budget.acquire(asked(64, null));
    budget.acquire(asked(500, { user: { id: 1 } }));
    t.throws(() => budget.acquire(asked(65, { user: { id: 2 } })));
    budget.acquire(asked(600));
    budget.release(stranger);
    budget.acquire(asked(65, null));
});

test('the memory of a body is released with its response', async (t) => {
    const testApp = await createTestApp(t);
    const agent = await agentOf(testApp);
    const large = JSON.stringify({ name: 'x', content_base64: '!'.repeat(9 * kib * kib) });
    for (let sent = 0; sent < 12; sent += 1)
        t.is((await agent.call('write_storage_object', large)).statusCode, 400);
});
