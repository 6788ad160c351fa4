import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { startTurns } from '../../jobs/queue/shared-lock.ts';

test('what has to be alone waits for the others, and the others wait for it', async (t) => {
    const turns = startTurns();
    const seen: string[] = [];
    const work = (name: string) => async () => {
        seen.push(`${name} begins`);
        for (let i = 0; i < 3; i += 1) await setImmediate();
        seen.push(`${name} ends`);
    };
    await Promise.all([
        turns.together(work('a')),
        turns.together(work('b')),
        turns.alone(work('suspect')),
        turns.together(work('c')),
        turns.alone(work('other suspect'))
    ]);
    const at = (what: string) => seen.indexOf(what);
    t.true(at('b begins') < at('a ends'), 'those that share run at once');
    t.true(at('suspect begins') > Math.max(at('a ends'), at('b ends')));
    t.is(at('suspect ends'), at('suspect begins') + 1);
    t.is(at('other suspect ends'), at('other suspect begins') + 1);
});

test('what fails alone holds up nobody', async (t) => {
    const turns = startTurns();
    await t.throwsAsync(
        turns.alone(() => Promise.reject(new Error('no'))),
        { message: 'no' }
    );
    await turns.together(async () => void t.pass());
});
