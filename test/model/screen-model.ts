// What must be true of screens, computed without looking into the store; and whether the store agrees.
import assert from 'node:assert/strict';
import { account, auditCredits, credits as entries } from '../../db/accounts/credits.ts';
import { eq } from '../../db/store/drizzle.ts';
import { query } from '../../db/store/query.ts';
import { screenReference } from '../../db/screens/invitations.ts';
import { mails } from '../../db/jobs/mails.ts';
import { grace } from '../../db/screens/saving.ts';
import { type ScreenRow, type ScreenStatus, screens } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';
import type { ScreenApp } from './screen-app.ts';

export const cost = 2;
/** Of a real screen only these are cancelled; of a demonstration also one that is under way. */
export const outstanding: readonly ScreenStatus[] = ['ss_draft', 'ss_invited'];

interface Screen {
    sage: number;
    kind: ScreenRow['kind'];
    status: ScreenStatus;
    /** The last moment to start, or to hand in. */
    until: number;
    decided: boolean;
    /** Cancelled automatically before it was sent: there is no candidate to notify. */
    untold?: true;
}

export interface Model {
    screens: Map<string, Screen>;
    active: Set<number>;
    /** As the answer to the cancellation said. */
    cancelledCount: number;
    /** A job that crashes or breaks too often is given up by design; these stay below that. */
    crashes: number;
    breaks: number;
}

export const newModel = (sages: readonly number[]): Model => ({
    screens: new Map(),
    active: new Set(sages),
    cancelledCount: 0,
    crashes: 0,
    breaks: 0
});

const allOf = (model: Model) => Array.from(model.screens.values());

/** A sage stops. Answers how many screens count as cancelled. */
export function stop(model: Model, sage: number) {
    const own = allOf(model).filter((screen) => screen.sage === sage);
    const counted = own.filter(({ kind, status }) => kind === 'real' && outstanding.includes(status));
    const silent = own.filter(({ kind, status }) => kind === 'demo' && status === 'ss_started');
    for (const screen of [...counted, ...silent]) screen.status = 'ss_cancelled';
    return counted.length;
}

/** What was not taken up expires; what was not handed in is handed in. */
export function expire(model: Model, at: number) {
    for (const screen of allOf(model)) {
        if (screen.status === 'ss_invited' && screen.until <= at) screen.status = 'ss_expired';
        if (screen.status === 'ss_started' && screen.until <= at - grace) screen.status = 'ss_submitted';
    }
}

// Prepared, for they are asked after each of some thousand commands.
const states = query((on) =>
    on.select({ id: screens.id, status: screens.status, decision: screens.decision }).from(screens)
);
const reported = query((on) =>
    on
        .select({ about: mails.about, state: mails.state })
        .from(mails)
        .where(eq(mails.kind, 'screen_cancelled'))
);
const refunds = query((on) =>
    on
        .select({ reference: entries.reference, amount: entries.amount })
        .from(entries)
        .where(eq(entries.kind, 'refund'))
);

/** Of an evaluation only its end is looked up. */
async function learnVerdicts({ screens }: Model, { deliveries }: ScreenApp) {
    for (const { task, state, payload } of await deliveries.rows()) {
        const screen = screens.get('screenId' in payload ? payload.screenId : '');
        if (task === 'evaluate-screen' && state === 'done' && screen?.status === 'ss_submitted')
            screen.status = 'ss_evaluated';
    }
}

const cancelledIn = (model: Model) =>
    Array.from(model.screens)
        .filter(([, { kind, status }]) => kind === 'real' && status === 'ss_cancelled')
        .map(([id]) => id)
        .sort();

/** Model and store say the same, at any time. */
export async function agree(model: Model, testApp: ScreenApp) {
    await learnVerdicts(model, testApp);
    const { read } = testApp.store;
    for (const { id, status, decision } of await states.all(read)) {
        const screen = model.screens.get(id);
        if (screen) assert.deepEqual([status, decision !== 'not_reviewed'], [screen.status, screen.decided]);
    }
    const cancelled = cancelledIn(model);
    assert.equal(model.cancelledCount, cancelled.length, 'whoever cancelled was told another number');
    assert.deepEqual(
        (await toldOf(read)).map(({ id }) => id),
        cancelled.filter((id) => !model.screens.get(id)?.untold),
        'told of'
    );
    const due = new Set(cancelled.map(screenReference));
    assert.deepEqual(
        (await refundsIn(read)).filter((reference) => !due.has(reference)),
        [],
        'refunded'
    );
    assert.deepEqual(await auditCredits(read), []);
}

/** Once nothing is left to do: every cancelled screen is refunded and notified once, and nothing else is paid back. */
export async function assertSettled(model: Model, testApp: ScreenApp, granted: number) {
    const { read } = testApp.store;
    const cancelled = cancelledIn(model);
    assert.deepEqual(await refundsIn(read), cancelled.map(screenReference), 'refunded');
    assert.deepEqual(
        (await toldOf(read)).filter(({ state }) => state !== 'kept'),
        [],
        'not told'
    );
    const paid = allOf(model).filter(({ kind }) => kind === 'real').length - cancelled.length;
    const balance = granted - cost * paid;
    assert.deepEqual(await account(read), { balance, held: 0, available: balance });
}

/** The screens whose candidates get an email about a cancellation, once for each email. */
async function toldOf(on: Reader) {
    const rows = await reported.all(on);
    return rows
        .map(({ about, state }) => ({ id: 'screenId' in about ? about.screenId : '', state }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function refundsIn(on: Reader) {
    const rows = await refunds.all(on);
    assert(rows.every(({ amount }) => amount === cost));
    return rows.map(({ reference }) => reference).sort();
}
