// What people, frontends and agents do with a service all day: each of them does one thing, rests, and does it again.
import { setTimeout as sleep } from 'node:timers/promises';
import { backendClient } from '../backend-client.ts';
import { expected } from '../expected.ts';
import { makeActiveSage } from '../screen-load.ts';
import type { Talk } from '../talkative-load.ts';
import { buildAndScreen, sell } from './whole-ways.ts';

interface Habit {
    name: string;
    /** In milliseconds, from one answer to the next question. */
    pause: number;
    act: () => Promise<unknown>;
}

interface Place {
    url: string;
    talk: Talk;
    /** Receives how many milliseconds each poll took. */
    polled: (milliseconds: number) => void;
}

/** All of them. Each throws where it cannot go on. */
export async function openHabits({ url, talk, polled }: Place): Promise<Habit[]> {
    return [
        ...talk.ways.map((way) => ({ ...way, pause: 2000 })),
        { name: 'builds', pause: 4000, act: () => buildAndScreen(talk) },
        { name: 'deals', pause: 2000, act: await sell(talk) },
        { name: 'polls', pause: 10, act: await polls(talk, polled) },
        { name: 'contexts', pause: 1000, act: await contexts(url) },
        { name: 'pages', pause: 250, act: pages(talk) }
    ];
}

/** Continues until it is stopped; what fails is remembered, and tried again. */
export function follow(habits: readonly Habit[]) {
    const ending = new AbortController();
    const { signal } = ending;
    const done = new Map(habits.map(({ name }) => [name, 0]));
    const failures: string[] = [];
    const goOn = async ({ name, pause, act }: Habit) => {
        while (!signal.aborted) {
            const failed = await act().then(
                () => undefined,
                (error: Error) => error
            );
            if (failed) failures.push(`${name}: ${failed.message}`);
            else done.set(name, (done.get(name) ?? 0) + 1);
            await sleep(pause, undefined, { signal }).catch(() => undefined);
        }
    };
    const underWay = Promise.all(habits.map(goOn));
    return {
        /** How often each was done, by its name. */
        done: done as ReadonlyMap<string, number>,
        failures: failures as readonly string[],
        async end() {
            ending.abort();
            await underWay;
        }
    };
}

/** A frontend that looks how far a build is. */
async function polls({ admin }: Talk, polled: Place['polled']) {
    const sage_id = await makeActiveSage(admin);
    const { run_id } = await expected(200, admin.action('svc_start_full_sage_build', { sage_id }));
    return async () => {
        const began = performance.now();
        await expected(200, admin.action('svc_get_step_status', { run_id }));
        polled(performance.now() - began);
    };
}

async function contexts(url: string) {
    const { ask } = await backendClient(url);
    const written = { name: 'How we work', context: 'Decisions are written down. '.repeat(2000) };
    return async () => {
        const { id } = await expected(201, ask('POST', '/pl/context/', written));
        await expected(200, ask('GET', `/pl/context/${id}`));
    };
}

const shown = '/ /sages /screens /deals /commissions /intake /jobs /audit /people /settings'.split(' ');

/** A user who looks at one page of the console after the other. */
function pages({ ask, admin }: Talk) {
    let turn = 0;
    return () => {
        const url = shown[(turn += 1) % shown.length] ?? '/';
        return expected(200, ask({ method: 'GET', url, headers: { cookie: admin.cookie } }));
    };
}
