import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { sharedLock } from '../../jobs/queue/shared-lock.ts';

test('exclusive work waits for shared work, and shared work waits for it', async (t) => {
    const lock = sharedLock();
    const seen: string[] = [];
    const work = (name: string) => async () => {
        seen.push(`${name} begins`);
        for (let i = 0; i < 3; i += 1) await setImmediate();
        seen.push(`${name} ends`);
    };
    await Promise.all([
        lock.shared(work('a')),
        lock.shared(work('b')),
        lock.exclusive(work('suspect')),
        lock.shared(work('c')),
        lock.exclusive(work('other suspect'))
    ]);
    const at = (what: string) => seen.indexOf(what);
    t.true(at('b begins') < at('a ends'), 'those that share run at once');
    t.true(at('suspect begins') > Math.max(at('a ends'), at('b ends')));
    t.is(at('suspect ends'), at('suspect begins') + 1);
    t.is(at('other suspect ends'), at('other suspect begins') + 1);
});

test('a failed exclusive task does not block other tasks', async (t) => {
    const lock = sharedLock();
    await t.throwsAsync(
        lock.exclusive(() => Promise.reject(new Error('no'))),
        { message: 'no' }
    );
    await lock.shared(async () => void t.pass());
});
