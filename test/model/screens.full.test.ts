// P19 as a model: whatever happens to screens in whatever order, each is refunded and notified as often as is due.
import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createTestScreen, startDemo, startScreen, submitScreen } from '../../db/screens/answering.ts';
import { account } from '../../db/accounts/credits.ts';
import { createScreen, inviteCandidate } from '../../db/screens/invitations.ts';
import { cancelScreen, expireScreens } from '../../db/screens/cancellations.ts';
import { decideScreen } from '../../db/judgement/decisions.ts';
import { toggleSageStatus } from '../../db/council/status.ts';
import { getSage } from '../../db/sages/sages.ts';
import { findScreen, type ScreenRow } from '../../db/screens/screens.ts';
import { any, command, pick } from './command.ts';
import { openStoreFolder } from '../support/stores/fresh-store.ts';
import { casesOr, seeded } from '../support/runs/size.ts';
import {
    agree,
    assertSettled,
    cost,
    expire,
    type Model,
    newModel,
    outstanding,
    stop
} from './screen-model.ts';
import {
    by,
    type Landing,
    openScreenApp,
    type ScreenApp,
    secret,
    createScreens,
    unlessRefused
} from './screen-app.ts';

const histories = casesOr(40);
const longest = 80;
const fixtures = { sages: 2, credits: 24 };
const days = 14;
const minutes = 60;
const hour = 60 * 60_000;

const folder = openStoreFolder();
test.after.always(folder.remove);

const chosenSage = ({ sages }: ScreenApp, choice: number) => pick(sages, choice) ?? 0;
const chosenScreen = (model: Model, choice: number) => pick(Array.from(model.screens), choice);

function remember(model: Model, { id, sageId, kind, status, deadlineAt }: ScreenRow) {
    const until = deadlineAt ?? Infinity;
    model.screens.set(id, { sage: sageId, kind, status, until, decided: false });
}

async function create(model: Model, testApp: ScreenApp, choice: number) {
    const sage = chosenSage(testApp, choice);
    const candidate = { name: 'Ada', email: 'ada@example.test' };
    const covered = (await account(testApp.store.read)).available >= cost;
    const made = await unlessRefused(testApp, async (tx) =>
        createScreen(tx, await getSage(tx, sage), { candidate, cost, by: by.id, at: testApp.now() })
    );
    assert.equal(made !== undefined, model.active.has(sage) && covered);
    if (made) remember(model, made);
}

async function invite(model: Model, testApp: ScreenApp, choice: number) {
    const [id, screen] = chosenScreen(model, choice) ?? [];
    if (!id || !screen) return;
    const invited = await unlessRefused(testApp, (tx) =>
        inviteCandidate(tx, id, { secret, days, at: testApp.now() })
    );
    assert.equal(invited !== undefined, screen.status === 'ss_draft' && model.active.has(screen.sage));
    if (invited) Object.assign(screen, { status: 'ss_invited', until: testApp.now() + days * 24 * hour });
}

async function start(model: Model, testApp: ScreenApp, choice: number) {
    const [id, screen] = chosenScreen(model, choice) ?? [];
    const row = await findScreen(testApp.store.read, id ?? '');
    if (!row || !screen) return;
    const at = testApp.now();
    const begun = await unlessRefused(testApp, async (tx) => {
        await startScreen(tx, row, { minutes, notice: null, at });
        return true;
    });
    const begins = screen.status === 'ss_invited' && screen.until > at;
    assert.equal(begun === true, begins || screen.status === 'ss_started');
    if (begins) Object.assign(screen, { status: 'ss_started', until: at + minutes * 60_000 });
}

async function submit(model: Model, testApp: ScreenApp, choice: number) {
    const [id, screen] = chosenScreen(model, choice) ?? [];
    if (!id || !screen) return;
    const submitted = await unlessRefused(testApp, (tx) => submitScreen(tx, id, testApp.now()));
    const before = screen.status;
    assert.equal(submitted !== undefined, ['ss_started', 'ss_submitted', 'ss_evaluated'].includes(before));
    if (before === 'ss_started') screen.status = 'ss_submitted';
}

async function cancel(model: Model, testApp: ScreenApp, choice: number) {
    const [id, screen] = chosenScreen(model, choice) ?? [];
    if (!id || !screen) return;
    const act = { by, reason: 'Not needed any more.', at: testApp.now() };
    const cancelled = await unlessRefused(testApp, (tx) => cancelScreen(tx, id, act));
    assert.equal(cancelled !== undefined, screen.kind === 'real' && outstanding.includes(screen.status));
    if (!cancelled) return;
    if (screen.status === 'ss_draft') screen.untold = true;
    screen.status = 'ss_cancelled';
    model.cancelledCount += 1;
}

async function decide(model: Model, testApp: ScreenApp, choice: number) {
    const [id, screen] = chosenScreen(model, choice) ?? [];
    if (!id || !screen) return;
    const decision = { decision: 'advanced', note: '', by, at: testApp.now() } as const;
    const decided = await unlessRefused(testApp, (tx) => decideScreen(tx, id, decision));
    const isFirst = screen.kind === 'real' && screen.status === 'ss_evaluated' && !screen.decided;
    assert.equal(decided !== undefined, isFirst, 'a later decision needs a note');
    if (decided) screen.decided = true;
}

async function toggle(model: Model, testApp: ScreenApp, choice: number) {
    const sage = chosenSage(testApp, choice);
    const { cancelled } = await testApp.store.write((tx) =>
        toggleSageStatus(tx, sage, { by, at: testApp.now() })
    );
    model.cancelledCount += cancelled;
    if (model.active.delete(sage)) assert.equal(cancelled, stop(model, sage));
    else model.active.add(sage);
}

async function visit(model: Model, testApp: ScreenApp, choice: number) {
    const token = `visitor ${model.screens.size}`;
    const begun = await unlessRefused(testApp, async (tx) =>
        startDemo(tx, await getSage(tx, chosenSage(testApp, choice)), {
            token,
            minutes,
            notice: null,
            at: testApp.now()
        })
    );
    assert(begun);
    remember(model, begun);
}

/** As a build does. */
async function makeTestScreen(model: Model, { store, ...testApp }: ScreenApp, choice: number) {
    const sageId = pick(testApp.sages, choice) ?? 0;
    const made = { sageId, runId: `run ${model.screens.size}`, answers: {}, at: testApp.now() };
    const id = await store.write((tx) => createTestScreen(tx, made));
    const row = await findScreen(store.read, id);
    if (row) remember(model, row);
}

async function pass(model: Model, { store, now, pass }: ScreenApp, ms: number) {
    pass(ms);
    await store.write((tx) => expireScreens(tx, now()));
    expire(model, now());
}

/** Any job may be delivered at any time, also one that is under way or has ended. */
async function deliver(_model: Model, { deliveries, flights }: ScreenApp, choice: number) {
    const job = pick(await deliveries.rows(), choice);
    const flight = job && (await deliveries.begin(job.id));
    if (flight) flights.push(flight);
}

async function land(model: Model, { flights }: ScreenApp, { choice, landing }: Landed) {
    const [flight] = flights.splice(choice % Math.max(1, flights.length), 1);
    if (landing === 'breaks') model.breaks += 1;
    await flight?.land(model.breaks > 5 ? 'ends' : landing);
}

interface Landed {
    choice: number;
    landing: Landing;
}

/** What was under way is gone, or comes back after all. */
async function crash(model: Model, { deliveries, flights }: ScreenApp, comesBack: boolean) {
    if (model.crashes === 2) return;
    model.crashes += 1;
    if (!comesBack) flights.length = 0;
    await deliveries.reboot();
}

/** The oldest jobs that wait, one after the other. */
async function work(_model: Model, { deliveries }: ScreenApp, count: number) {
    const waiting = (await deliveries.rows()).filter(({ state }) => state === 'pending');
    for (const { id } of waiting.slice(0, count)) await (await deliveries.begin(id))?.land('ends');
}

const landing = fc.constantFrom<Landing>('ends', 'ends', 'breaks');
const hours = fc.constantFrom(0.1, 1, 24, 14 * 24).map((count) => count * hour);
const commands = [
    step('create', any, create),
    step('create', any, create),
    step('invite', any, invite),
    step('invite', any, invite),
    step('start', any, start),
    step('submit', any, submit),
    step('cancel', any, cancel),
    step('decide', any, decide),
    step('toggle', any, toggle),
    step('visit', any, visit),
    step('makeTestScreen', any, makeTestScreen),
    step('pass', hours, pass),
    step('deliver', any, deliver),
    step('land', fc.record({ choice: any, landing }), land),
    step('crash', fc.boolean(), crash),
    step('work', fc.integer({ min: 1, max: 9 }), work)
];

/** After every command model and store agree. */
function step<Chosen>(name: string, chosen: fc.Arbitrary<Chosen>, run: Step<Chosen>) {
    return command<Chosen, Model, ScreenApp>(name, chosen, async (model, testApp, choice) => {
        await run(model, testApp, choice);
        await agree(model, testApp);
    });
}
type Step<Chosen> = (model: Model, testApp: ScreenApp, choice: Chosen) => Promise<void>;

async function comeToAnEnd(model: Model, testApp: ScreenApp) {
    while (testApp.flights.length > 0) await land(model, testApp, { choice: 0, landing: 'ends' });
    await work(model, testApp, Infinity);
    await agree(model, testApp);
    await assertSettled(model, testApp, fixtures.credits);
}

test('every cancelled screen is refunded once and its candidate gets one email, and no other', async (t) => {
    const { made: sages, open } = await folder.after((store) => createScreens(store, fixtures));
    const property = fc.asyncProperty(
        fc.commands(commands, { maxCommands: longest, size: 'max' }),
        async (history) => {
            const store = await open();
            try {
                const testApp = openScreenApp(store, sages);
                const model = newModel(sages);
                await fc.asyncModelRun(() => ({ model, real: testApp }), history);
                await comeToAnEnd(model, testApp);
            } finally {
                await store.close();
            }
        }
    );
    await fc.assert(property, { numRuns: histories, ...seeded });
    t.pass();
});
