import test from 'ava';
import { keepServing } from '../../jobs/queue/back-off.ts';

/** Serves this long in each turn, until the last; `cameToServe` says what is thought of its end. */
async function pausesBetween(turns: readonly number[], cameToServe: boolean) {
    const stopping = new AbortController();
    const { signal } = stopping;
    const reason = new Error('no');
    const pauses: number[] = [];
    const heard: unknown[] = [];
    let time = 0;
    let turn = 0;
    const serve = async () => {
        time += turns[turn] ?? 0;
        if ((turn += 1) === turns.length) stopping.abort();
        throw reason;
    };
    const ended = (why: unknown) => {
        heard.push(why === reason);
        return cameToServe;
    };
    const pause = async (ms: number) => void pauses.push(ms);
    await keepServing(serve, { signal, ended }, { now: () => time, pause });
    return { pauses, heard };
}

test('what ends is served again until the signal; what never came to serve waits ever longer', async (t) => {
    const { pauses, heard } = await pausesBetween([320, 320, 320, 320], false);
    t.deepEqual(heard, [true, true, true], 'not of the end that was asked for');
    t.deepEqual(pauses, [200, 400, 800]);
});

test('a run under 0.3 s waits longer each time, up to 5 s, and a longer run resets the wait', async (t) => {
    const { pauses } = await pausesBetween([10, 299, 10, 10, 10, 10, 300, 10, 0], true);
    t.deepEqual(pauses, [200, 400, 800, 1600, 3200, 5000, 100, 200]);
});
