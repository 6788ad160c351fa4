// What people, frontends and agents do with a service all day: each of them does one thing, rests, and does it again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../../db/store/index.ts';
import { paths } from '../../support/clients/client.ts';
import { backendClient } from '../backend-client.ts';
import { expected, inTurn } from '../in-turn.ts';
import { makeActiveSage } from '../screen-load.ts';
import { buildAndScreen, forget, openPeople, sell } from '../whole-ways.ts';

interface Habit {
    name: string;
    /** In milliseconds, from one answer to the next question. */
    rest: number;
    act: () => Promise<unknown>;
}

interface Place {
    url: string;
    store: Store;
    /** What has arrived at the mail server. */
    arrivals: readonly Buffer[];
    /** Of an agent that may use all tools. */
    token: string;
    /** Receives how many milliseconds each poll took. */
    polled: (milliseconds: number) => void;
}

type Fixtures = Place & { turn: ReturnType<typeof inTurn>; people: Awaited<ReturnType<typeof openPeople>> };

/** All of them. Each throws where it is not answered as it should be. */
export async function openHabits(place: Place): Promise<Habit[]> {
    const turn = inTurn([place.url]);
    const people = await openPeople({ ...place, turn });
    const fixtures = { ...place, turn, people };
    let forgotten = 0;
    return [
        { name: 'candidates', rest: 4000, act: () => buildAndScreen(fixtures, people) },
        { name: 'deals', rest: 2000, act: () => sell(fixtures, people) },
        { name: 'passwords', rest: 4000, act: () => forget(fixtures, `forgetful-${(forgotten += 1)}`) },
        { name: 'polls', rest: 10, act: await polls(fixtures) },
        { name: 'contexts', rest: 1000, act: await contexts(fixtures) },
        { name: 'calls of tools', rest: 200, act: await tools(fixtures) },
        { name: 'pages', rest: 250, act: pages(fixtures) },
        { name: 'refusals', rest: 400, act: refusals(fixtures) }
    ];
}

/** Continues until it is stopped; what fails is remembered, and tried again. */
export function follow(habits: readonly Habit[]) {
    const ending = new AbortController();
    const { signal } = ending;
    const done = new Map(habits.map(({ name }) => [name, 0]));
    const failures: string[] = [];
    const goOn = async ({ name, rest, act }: Habit) => {
        while (!signal.aborted) {
            const failed = await act().then(
                () => undefined,
                (error: Error) => error
            );
            if (failed) failures.push(`${name}: ${failed.message}`);
            else done.set(name, (done.get(name) ?? 0) + 1);
            await sleep(rest, undefined, { signal }).catch(() => undefined);
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
async function polls({ people: { council }, polled }: Fixtures) {
    const sage_id = await makeActiveSage(council);
    const { run_id } = await expected(200, council.action('svc_start_full_sage_build', { sage_id }));
    return async () => {
        const began = performance.now();
        await expected(200, council.action('svc_get_step_status', { run_id }));
        polled(performance.now() - began);
    };
}

async function contexts({ url }: Fixtures) {
    const { ask } = await backendClient(url);
    const written = { name: 'How we work', context: 'Decisions are written down. '.repeat(2000) };
    return async () => {
        const { id } = await expected(201, ask('POST', '/pl/context/', written));
        await expected(200, ask('GET', `/pl/context/${id}`));
    };
}

type Answer = ReturnType<typeof expected>;

/** An agent: objects under eight names, which it writes over, traces, and a task. */
async function tools({ turn, token, people: { council } }: Fixtures): Promise<() => Answer> {
    await expected(200, council.send('PUT', '/tasks', { crm_id: 'crm-1', planner_id: 'planner-1' }));
    const call = (tool: string, payload: object) =>
        expected(
            200,
            turn.ask({
                method: 'POST',
                url: `/tools/${tool}`,
                headers: { 'x-service-token': token, 'content-type': 'application/json' },
                payload: JSON.stringify(payload)
            })
        );
    const content_base64 = Buffer.alloc(60_000, 'a report ').toString('base64');
    const trace = {
        run_id: 'nightly',
        actor: 'screener',
        routine: 'nightly',
        cadence: 'daily',
        status: 'ok'
    };
    const calls = [
        () => call('task_get', { crm_id: 'crm-1' }),
        (turn: number) => call('write_storage_object', { name: `report-${turn % 8}.txt`, content_base64 }),
        () => call('emit_trace', { ...trace, notes: 'all is well' })
    ];
    return inOrder(calls);
}

const shown = [
    '/',
    '/sages',
    '/screens',
    '/deals',
    '/commissions',
    '/intake',
    '/jobs',
    '/audit',
    '/people',
    '/settings'
];

/** A user who looks at the console. */
function pages({ turn, people: { council } }: Fixtures): () => Answer {
    const look = (url: string) => () =>
        expected(200, turn.ask({ method: 'GET', url, headers: { cookie: council.cookie } }));
    return inOrder(shown.map(look));
}

/** What is refused must leave nothing behind either. */
function refusals({ turn, people: { council } }: Fixtures): () => Answer {
    const json = { 'content-type': 'application/json' };
    const login = { method: 'POST', url: `${paths.rest}/login`, headers: json } as const;
    const nobody = JSON.stringify({ login: 'nobody', password: 'not the password' });
    return inOrder([
        () => expected(401, turn.ask({ ...login, payload: nobody })),
        () => expected(400, turn.ask({ ...login, payload: '{"login":' })),
        () => expected(404, turn.get('/no/such/page')),
        () => expected(401, turn.ask({ ...login, url: '/tools/task_get', payload: '{}' })),
        () => expected(403, council.action('svc_get_workflow_status', { nonce: 'another' })),
        () => expected(400, council.send('POST', '/sages', { title: 7 }))
    ]);
}

/** Does the next of these each time. */
function inOrder(acts: readonly ((turn: number) => Answer)[]) {
    let turn = -1;
    return async () => {
        turn += 1;
        return acts[turn % acts.length]?.(turn);
    };
}
