// P17 as a model: whatever happens to builds in whatever order, each ends once and is paid or given back once.
import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { buildTimeout, lastStep } from '../../db/builds/plan.ts';
import { completeBuild } from '../../db/council/steps.ts';
import { type Ending, startBuild } from '../../db/builds/runs.ts';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { toggleSageStatus } from '../../db/council/status.ts';
import { getSage } from '../../db/sages/sages.ts';
import { assertSettled, type BuildApp, type Landing, openBuildApp } from './build-app.ts';
import { any, command, pick } from './command.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';
import { casesOr, seeded } from '../support/runs/size.ts';

const histories = casesOr(60);
const longest = 60;
const credits = 4;
const sages = 2;
const sweepEvery = 30_000;

const folder = openStoreFolder();
let operations = 0;
test.after.always(folder.remove);

/** What is known of a build without looking into the store. */
interface Build {
    sage: number;
    deadline: number;
    step: number;
    attempt: number;
    ending?: Ending;
}

interface Model {
    builds: Map<string, Build>;
    active: Set<number>;
    /** Jobs that have ended, and so will never take effect again. */
    over: Set<string>;
}

const openBuilds = ({ builds }: Model, sage?: number) =>
    Array.from(builds.values()).filter(
        (build) => build.ending === undefined && (sage ?? build.sage) === build.sage
    );

const countOf = ({ builds }: Model, ending: Ending) =>
    Array.from(builds.values()).filter((build) => build.ending === ending).length;

const coverage = (model: Model) => {
    const held = openBuilds(model).length;
    const balance = credits - countOf(model, 'completed');
    return { balance, held, available: balance - held };
};

function timeOut(model: Model, at: number, sage?: number) {
    for (const build of openBuilds(model, sage)) if (build.deadline <= at) build.ending = 'timed_out';
}

async function start(model: Model, { store, now, sages }: BuildApp, choice: number) {
    const sage = pick(sages, choice) ?? 0;
    const at = now();
    const overdue = openBuilds(model, sage).filter(({ deadline }) => deadline <= at);
    const running = openBuilds(model, sage).length - overdue.length;
    const covered = coverage(model).available + overdue.length > 0;
    const started = await store
        .write(async (tx) =>
            startBuild(tx, await getSage(tx, sage), { by: null, mayRebuild: true, cost: 1, at })
        )
        .catch(reasonOf);
    if (running === 0 && !covered) return assert.equal(started, 'insufficient_credits');
    assert(typeof started === 'object', `refused: ${JSON.stringify(started)}`);
    assert.equal(started.resumed, running > 0);
    timeOut(model, at, sage);
    if (running === 0)
        model.builds.set(started.run.runId, { sage, deadline: at + buildTimeout, step: 1, attempt: 0 });
}

function reasonOf(error: unknown) {
    if (!(error instanceof Refusal)) throw error;
    return error.reason;
}

async function toggle(model: Model, { store, now, sages }: BuildApp, choice: number) {
    const sage = pick(sages, choice) ?? 0;
    await store.write((tx) => toggleSageStatus(tx, sage, { by: { name: 'model' }, at: now() }));
    if (!model.active.delete(sage)) model.active.add(sage);
    else for (const build of openBuilds(model, sage)) build.ending = 'cancelled';
}

/** Any job may be delivered, also one that is under way or has ended. */
async function deliver(model: Model, testApp: BuildApp, choice: number) {
    const jobs = await testApp.deliveries.rows();
    const waiting = jobs.filter(({ id }) => !model.over.has(id));
    const job = pick(choice % 5 === 0 || waiting.length === 0 ? jobs : waiting, choice);
    if (job) await begin(model, testApp, job.id);
}

async function begin(model: Model, testApp: BuildApp, jobId: string) {
    const flight = await testApp.begin(jobId);
    if (!flight) return;
    assert(!model.over.has(jobId), 'a job that had ended began once more');
    testApp.flights.push(flight);
    const build = model.builds.get(flight.begun?.runId ?? '');
    if (build) build.attempt += 1;
}

async function land(model: Model, testApp: BuildApp, { choice, landing }: Landed) {
    const [flight] = testApp.flights.splice(choice % Math.max(1, testApp.flights.length), 1);
    if (!flight) return;
    const ended = model.over.has(flight.jobId);
    await flight.land(landing);
    const { runId = '', step, attempt } = flight.begun ?? {};
    const build = model.builds.get(runId);
    const newest = build?.ending === undefined && build?.step === step && build?.attempt === attempt;
    if (build && newest && !ended) takeEffect(build, landing);
}

interface Landed {
    choice: number;
    landing: Landing;
}

function takeEffect(build: Build, landing: Landing) {
    if (landing === 'fails') build.ending = 'failed';
    if (landing !== 'passes') return;
    if (build.step === lastStep) build.ending = 'completed';
    build.step += 1;
    build.attempt = 0;
}

/** What goes well: the next steps of a build, one after the other. */
async function goOn(model: Model, testApp: BuildApp, count: number) {
    for (let step = 0; step < count; step += 1) {
        const waiting = (await testApp.deliveries.rows()).find(({ id }) => !model.over.has(id));
        if (!waiting) return;
        const flying = testApp.flights.length;
        await begin(model, testApp, waiting.id);
        if (testApp.flights.length > flying)
            await land(model, testApp, { choice: flying, landing: 'passes' });
        await learn(model, testApp);
    }
}

/** The tries under way are gone, or still come back from where they were given up. */
async function crash(_model: Model, testApp: BuildApp, comeBack: boolean) {
    if (!comeBack) testApp.flights.length = 0;
    await testApp.deliveries.reboot();
}

/** The sweeper looks twice a minute, whatever else happens. */
async function pass(model: Model, testApp: BuildApp, ms: number) {
    const until = testApp.now() + ms;
    while (testApp.now() < until) {
        testApp.pass(Math.min(sweepEvery, until - testApp.now()));
        if (openBuilds(model).some(({ deadline }) => deadline <= testApp.now())) await sweep(model, testApp);
    }
}

async function sweep(model: Model, testApp: BuildApp) {
    await testApp.sweep();
    timeOut(model, testApp.now());
}

/** The callback of a build comes too late or too early: the build completes itself. */
async function callBack(model: Model, { store, now }: BuildApp, choice: number) {
    const runId = pick(Array.from(model.builds.keys()), choice) ?? '';
    const answer = await store.write((tx) => completeBuild(tx, runId, now())).catch(reasonOf);
    assert.equal(answer, 'wrong_state');
}

/** Of a job only its end is looked up; what follows from it is for the model to say. */
async function learn(model: Model, { deliveries }: BuildApp) {
    for (const { id, state, payload } of await deliveries.rows()) {
        if (model.over.has(id) || !['done', 'dead'].includes(state)) continue;
        model.over.add(id);
        const build = model.builds.get('runId' in payload ? payload.runId : '');
        if (state === 'dead' && build) build.ending ??= 'failed';
    }
}

async function agree(model: Model, testApp: BuildApp) {
    await learn(model, testApp);
    const states = (await testApp.runs()).map(({ runId, state }) => [runId, state]);
    const expected = Array.from(model.builds, ([runId, { ending }]) => [runId, ending ?? 'running']);
    assert.deepEqual(Object.fromEntries(states), Object.fromEntries(expected));
    for (const [runId, { step }] of model.builds)
        assert.equal(await testApp.stepsPassed(runId), step - 1, 'a step that is not due was taken');
    assert.deepEqual(await account(testApp.store.read), coverage(model));
    assert.deepEqual(await auditCredits(testApp.store.read), []);
}

const landing = fc.constantFrom<Landing>('passes', 'fails', 'breaks');
const minutes = fc.constantFrom(0.1, 1, 7, 19, 20).map((count) => count * 60_000);
const commands = [
    step('start', any, start),
    step('toggle', any, toggle),
    step('deliver', any, deliver),
    step('land', fc.record({ choice: any, landing }), land),
    step('goOn', fc.integer({ min: 1, max: lastStep + 1 }), goOn),
    step('crash', fc.boolean(), crash),
    step('pass', minutes, pass),
    step('sweep', fc.constant(0), sweep),
    step('callBack', any, callBack)
];

/** After every command model and store agree. */
function step<Chosen>(name: string, chosen: fc.Arbitrary<Chosen>, run: Step<Chosen>) {
    return command<Chosen, Model, BuildApp>(name, chosen, async (model, testApp, choice) => {
        operations += 1;
        await run(model, testApp, choice);
        await agree(model, testApp);
    });
}
type Step<Chosen> = (model: Model, testApp: BuildApp, choice: Chosen) => Promise<void>;

/** All that was given up lands after all, and all that waits is delivered. */
async function comeToAnEnd(model: Model, testApp: BuildApp) {
    await pass(model, testApp, buildTimeout + sweepEvery);
    await agree(model, testApp);
    while (testApp.flights.length > 0) await land(model, testApp, { choice: 0, landing: 'passes' });
    await goOn(model, testApp, Infinity);
    await agree(model, testApp);
}

test('every build ends in one state within 20 minutes and 30 seconds, and is settled once', async (t) => {
    const property = fc.asyncProperty(
        fc.commands(commands, { maxCommands: longest, size: 'max' }),
        async (history) => {
            const store = await folder.fresh();
            try {
                const testApp = await openBuildApp({ store, sages, credits });
                const model: Model = { builds: new Map(), active: new Set(), over: new Set() };
                await fc.asyncModelRun(() => ({ model, real: testApp }), history);
                await comeToAnEnd(model, testApp);
                await assertSettled(testApp, buildTimeout + sweepEvery);
            } finally {
                await store.close();
            }
        }
    );
    await fc.assert(property, { numRuns: histories, ...seeded });
    t.log(`${operations} operations`);
    t.pass();
});
