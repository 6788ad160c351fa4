// What a command that was killed has left of a backup that it had fetched.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { hour } from '../../db/store/time.ts';
import { startUpkeep } from '../../jobs/upkeep/index.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

/** Starts the chores, has those of this period come once, and ends them. */
async function chores({ app, store, now }: TestApp, period: number) {
    const ticks: (() => void)[] = [];
    const own = globalThis.setInterval;
    const noted = (tick: () => void, ms: number) => {
        if (ms === period) ticks.push(tick);
        return own(() => undefined, ms);
    };
    globalThis.setInterval = noted as typeof own;
    const { log, config, zone } = app;
    const nothing = () => Promise.resolve();
    const backups = { makeIfDue: nothing, stop: nothing };
    const others = { backups, deadlines: { settle: nothing }, membership: undefined };
    const upkeep = startUpkeep({ ...config, store, zone, log, now, secrets: {}, ...others });
    globalThis.setInterval = own;
    for (const tick of ticks) tick();
    await upkeep.stop();
}

test('the running service removes a left fetched backup after a day', async (t) => {
    const testApp = await createTestApp(t);
    const left = (name: string, hours: number) => {
        const folder = join(testApp.folder, name);
        mkdirSync(folder);
        writeFileSync(join(folder, 'store.db'), 'candidates');
        const at = new Date(testApp.now() - hours * hour);
        utimesSync(folder, at, at);
    };
    left('fetched-now', 23);
    left('fetched-left', 25);
    left('mine', 25);
    await chores(testApp, hour);
    const names = readdirSync(testApp.folder);
    t.deepEqual(
        ['fetched-now', 'fetched-left', 'mine'].map((name) => names.includes(name)),
        [true, false, true]
    );
});
