import type { Request } from '@hapi/hapi';
import test from 'ava';
import { bodyBudget } from '../../plugins/surfaces/http/body-budget.ts';

const asked = (headers: Record<string, string>) =>
    ({ headers, route: { settings: { payload: { maxBytes: 60, parse: 'gunzip' } } } }) as unknown as Request;

test('large bodies are read while there is room; the next one is told to come again', (t) => {
    const budget = bodyBudget(100);
    const [first, second] = [asked({ 'content-length': '60' }), asked({ 'content-length': '41' })];
    budget.acquire(first);
    t.throws(() => budget.acquire(second), { message: 'Too many large requests at once.' });
    budget.release(second); // it took none
    budget.acquire(asked({ 'content-length': '40' }));
    budget.release(first);
    budget.acquire(second);
});

test('a body that does not say its size, or is packed, may grow to the most that is read', (t) => {
    for (const headers of [{}, { 'content-length': '1', 'content-encoding': 'gzip' }]) {
        const budget = bodyBudget(100);
        budget.acquire(asked(headers));
        t.throws(() => budget.acquire(asked(headers)));
        budget.acquire(asked({ 'content-length': '40' }));
    }
});
