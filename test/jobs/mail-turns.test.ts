import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { endInSendSlot, createSendQueue } from '../../jobs/send-mail.ts';

const { signal } = new AbortController();

test('the end of a text comes when the turns before it have ended', async (t) => {
    const turnUntil = createSendQueue();
    const [first, second] = [new DisposableStack(), new DisposableStack()];
    await turnUntil(first)();
    const ended: string[] = [];
    const reading = text(endInSendSlot(Readable.from(['Dear Ada']), turnUntil(second), signal));
    const read = reading.then((words) => ended.push(words));
    await new Promise(setImmediate);
    t.deepEqual(ended, []);
    first.dispose();
    await read;
    t.deepEqual(ended, ['Dear Ada']);
});

test('a text does not end when the process has to stop before its turn', async (t) => {
    const stopping = new AbortController();
    const turnUntil = createSendQueue();
    const first = new DisposableStack();
    await turnUntil(first)();
    const begin = turnUntil(new DisposableStack());
    const reading = text(endInSendSlot(Readable.from(['Dear Ada']), begin, stopping.signal));
    stopping.abort();
    first.dispose();
    await t.throwsAsync(reading, { name: 'AbortError' });
});

test('an attempt that ends before its turn does not block the next one', async (t) => {
    const turnUntil = createSendQueue();
    const [first, lost] = [new DisposableStack(), new DisposableStack()];
    await turnUntil(first)();
    const begun = turnUntil(lost)();
    const next = turnUntil(new DisposableStack())();
    lost.dispose();
    first.dispose();
    await begun;
    await t.notThrowsAsync(next);
});
