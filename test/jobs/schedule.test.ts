import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { pino } from 'pino';
import { patiently, startSchedule } from '../../jobs/queue/schedule.ts';
import { steadyFrom } from '../support/runs/clocks.ts';
import { until } from '../support/servers/jobs.ts';

const now = steadyFrom(Date.UTC(2026, 0, 15, 12));

test('scheduled work repeats, also after a failure, and never runs twice in parallel', async (t) => {
    const schedule = startSchedule({ log: pino({ level: 'silent' }), now });
    let [turns, running, most] = [0, 0, 0];
    schedule.every('work', 1, async () => {
        most = Math.max(most, (running += 1));
        turns += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (turns === 1) throw new Error('once');
    });
    await until(() => turns >= 3);
    await schedule.stop();
    t.deepEqual([running, most], [0, 1], 'it ends with the work under way');
});

test('long work ends where it yields after the schedule stopped, without a failure', async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const schedule = startSchedule({ log, now });
    let parts = 0;
    schedule.every('work', 1, async (yieldNow) => {
        for (;;) {
            parts += 1;
            await yieldNow();
        }
    });
    await until(() => parts >= 3);
    await schedule.stop();
    const after = parts;
    await setImmediate();
    t.is(parts, after);
    t.deepEqual(lines, []);
});

test('a jump of the clock skips one period and is logged', async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    let jump = 0;
    const schedule = startSchedule({ log, now: () => now() + jump });
    let turns = 0;
    schedule.every('work', 5, () => void (turns += 1));
    await until(() => turns >= 1);
    jump = -3_600_000;
    await until(() => lines.length >= 1);
    const skipped = turns;
    await until(() => turns > skipped);
    await schedule.stop();
    t.regex(String(lines), /clock jump detected/);
    t.is(lines.length, 1);
});

test('a schedule calls the jump handler instead of the work when the clock jumps', async (t) => {
    const hour = 3_600_000;
    let by = 0;
    const schedule = startSchedule({ log: pino({ level: 'silent' }), now: () => now() + by });
    let jumps = 0;
    schedule.every(
        'work',
        1,
        () => undefined,
        () => void (jumps += 1)
    );
    for (const step of [hour, -2 * hour]) {
        const before = jumps;
        by += step;
        await until(() => jumps > before);
    }
    await schedule.stop();
    t.is(jumps, 2);
});

test('patient work waits after a failure, whichever way the clock jumps, and then continues', async (t) => {
    let [at, turns, fails] = [0, 0, true];
    const work = patiently(
        async () => {
            turns += 1;
            if (fails) throw new Error('failed');
        },
        { wait: 60, now: () => at }
    );
    const turnsAt = async (time: number) => {
        at = time;
        await work(setImmediate).catch(() => undefined);
        return turns;
    };
    t.deepEqual([await turnsAt(0), await turnsAt(59), await turnsAt(60), await turnsAt(-1)], [1, 1, 2, 3]);
    fails = false;
    t.deepEqual([await turnsAt(58), await turnsAt(59), await turnsAt(60), await turnsAt(61)], [3, 4, 5, 6]);
});
