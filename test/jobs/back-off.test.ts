import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { keepServing } from '../../jobs/queue/back-off.ts';

test('what ends is served again until the signal; what never came to serve waits ever longer', async (t) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const reason = new Error('no');
    const ends: number[] = [];
    const waits: number[] = [];
    const serve = async () => {
        if (ends.length > 0) waits.push(performance.now() - Number(ends.at(-1)));
        if (waits.length === 3) stopping.abort();
        await sleep(320);
        throw reason;
    };
    const heard: unknown[] = [];
    const ended = (why: unknown) => {
        heard.push(why);
        ends.push(performance.now());
        return false;
    };
    await keepServing(serve, { signal, ended });
    t.deepEqual(heard, [reason, reason, reason], 'not of the end that was asked for');
    [200, 400, 800].forEach((least, turn) => t.true(Number(waits[turn]) >= least - 5, String(waits)));
});
