import type { Request } from '@hapi/hapi';
import test from 'ava';
import { bodyRoom } from '../../plugins/surfaces/http/body-budget.ts';

const asked = (headers: Record<string, string>) =>
    ({ headers, route: { settings: { payload: { maxBytes: 60, parse: 'gunzip' } } } }) as unknown as Request;

test('large bodies are read while there is room; the next one is told to come again', (t) => {
    const room = bodyRoom(100);
    const [first, second] = [asked({ 'content-length': '60' }), asked({ 'content-length': '41' })];
    room.take(first);
    t.throws(() => room.take(second), { message: 'Too many large requests at once.' });
    room.giveBack(second); // it took none
    room.take(asked({ 'content-length': '40' }));
    room.giveBack(first);
    room.take(second);
});

test('a body that does not say its size, or is packed, may grow to the most that is read', (t) => {
    for (const headers of [{}, { 'content-length': '1', 'content-encoding': 'gzip' }]) {
        const room = bodyRoom(100);
        room.take(asked(headers));
        t.throws(() => room.take(asked(headers)));
        room.take(asked({ 'content-length': '40' }));
    }
});
