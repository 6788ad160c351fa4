// Whether a sage can invite candidates: its status, its testing, its demo key.
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { findUserById } from '../accounts/users.ts';
import { type Done, listAudit, record } from '../record/audit.ts';
import { endRun, findOpenRun, findRun } from '../builds/runs.ts';
import { and, eq, isNotNull, isNull, lt, sql } from '../store/drizzle.ts';
import {
    cancelNextOf,
    cancelScreensOf,
    expireInvitations,
    hasOutstanding
} from '../screens/cancellations.ts';
import { Refusal } from '../store/refusal.ts';
import { getSage, type SageRef, type SageRow, sages, setFields } from '../sages/sages.ts';
import { workflow } from '../sages/workflow.ts';
import { findScreen, screens } from '../screens/screens.ts';
import { isStoreStuck, type Reader, type Store, type Tx } from '../store/index.ts';
import { minute } from '../store/time.ts';

/**
 * Turns a sage on or off. Off: its outstanding screens are cancelled and refunded, their candidates notified, and a build
 * in progress is cancelled with its hold released. Returns how many screens were cancelled. Refuses: not_found.
 * Each transaction cancels a part of the screens, so that others are answered meanwhile; `finishLeftOver` does what an
 * interruption of the process leaves, or a disk that fills up: the sage is off already, and a refusal would be read as
 * if it were not.
 */
export async function toggleSage(store: Store, ref: SageRef, { by, at }: Done) {
    const { sage, until, ...first } = await store.write((tx) => toggleSageStatus(tx, ref, { by, at }));
    let { cancelled, more } = first;
    while (more) {
        await setImmediate();
        const next = await store
            .write((tx) => cancelNextOf(tx, sage.id, { reason: closed, at, until }))
            .catch(nothingIfStuck);
        cancelled += next.cancelled;
        more = next.more;
    }
    return { sage, cancelled };
}

function nothingIfStuck(error: unknown) {
    if (!isStoreStuck(error)) throw error;
    return { cancelled: 0, more: false };
}

const closed = 'The position is no longer open.';

/**
 * Cancels some outstanding screens of a sage that was turned off more than a minute ago; there are some after a crash.
 * Returns whether there may be more.
 */
export async function cancelLeftOver(tx: Tx, at: number) {
    const [left] = await tx
        .select({ id: sages.id })
        .from(sages)
        .where(and(eq(sages.status, 'ss_inactive'), lt(sages.updatedAt, at - minute), hasOutstanding(tx)))
        .limit(1);
    if (left) await cancelNextOf(tx, left.id, { reason: closed, at, until: at });
    return left !== undefined;
}

/** Cancels all of them, in parts as `toggleSage` does. */
export async function finishLeftOver(
    { write }: Pick<Store, 'write'>,
    { now, yieldNow = setImmediate }: { now: () => number; yieldNow?: () => Promise<void> }
) {
    while (await write((tx) => cancelLeftOver(tx, now()))) await yieldNow();
}

/** The first transaction of `toggleSage`. */
export async function toggleSageStatus(tx: Tx, ref: SageRef, { by, at }: Done) {
    const { id } = await getSage(tx, ref);
    await expireInvitations(tx, at, eq(screens.sageId, id)); // an expired screen is not refunded, even if the periodic expiry has not run yet
    const sage = await setFields(tx, id, {
        status: sql`case when ${sages.status} = 'ss_active' then 'ss_inactive' else 'ss_active' end`,
        openedAt: sql`coalesce(${sages.openedAt}, ${at})`,
        updatedAt: at
    });
    const before = sage.status === 'ss_active' ? 'ss_inactive' : 'ss_active';
    await record(tx, { by, act: 'sage.status', target: `sage:${id}`, before, after: sage.status, at });
    const stopped =
        sage.status === 'ss_inactive' ? await stop(tx, sage, at) : { cancelled: 0, more: false, until: at };
    return { sage, ...stopped };
}

async function stop(tx: Tx, { id }: SageRow, at: number) {
    const stopped = await cancelScreensOf(tx, id, { reason: closed, at });
    const run = await findOpenRun(tx, id);
    if (run) await endRun(tx, run.runId, 'cancelled', { failure: 'deactivated', at });
    return stopped;
}

/** Skips the testing, on the record. Refuses: not_found; wrong_state unless the sage is in testing. */
export async function skipTesting(tx: Tx, ref: SageRef, { by, at }: Done) {
    return leaveTesting(tx, await getSage(tx, ref), { by, at, act: 'sage.skip_testing' });
}

/**
 * Confirms the test review. Refuses: not_found; wrong_state unless the sage is in testing and a user has read the test screen of
 * the build that proved it.
 */
export async function passTesting(tx: Tx, ref: SageRef, { by, at, note }: Done & { note: string }) {
    const sage = await getSage(tx, ref);
    if (sage.stepNumber === workflow.testing && !(await testScreenWasOpened(tx, sage))) {
        throw new Refusal('wrong_state', 'Read the test answers of the build first.');
    }
    return leaveTesting(tx, sage, { by, at, note, act: 'sage.pass_testing' });
}

/**
 * Who ended the testing of the release, with their words. Undefined while it is in testing, or where the log no longer has it.
 */
export async function testingOf(on: Reader, { id, stepNumber }: SageRow) {
    if (stepNumber !== workflow.deploy) return undefined;
    const acts = await Promise.all(
        (['sage.pass_testing', 'sage.skip_testing'] as const).map((act) =>
            listAudit(on, { act, target: `sage:${id}`, limit: 1, offset: 0 })
        )
    );
    const [last] = acts.flatMap(({ items }) => items).toSorted((a, b) => b.id - a.id);
    if (!last) return undefined;
    const [, userId = ''] = last.actor.split('user:');
    const user = await findUserById(on, Number(userId));
    const isSkipped = last.act === 'sage.skip_testing';
    return { at: last.at, by: user?.displayName ?? last.actor, note: last.note ?? '', isSkipped };
}

async function testScreenWasOpened(on: Reader, { releaseRunId }: SageRow) {
    const run = await findRun(on, releaseRunId ?? '');
    const screen = await findScreen(on, run?.testScreenId ?? '');
    return screen !== undefined && screen.openedAt !== null;
}

async function leaveTesting(
    tx: Tx,
    { id }: SageRow,
    { by, at, act, note }: Done & { act: string; note?: string }
) {
    const [sage] = await tx
        .update(sages)
        .set({ stepNumber: workflow.deploy, updatedAt: at })
        .where(and(eq(sages.id, id), eq(sages.stepNumber, workflow.testing)))
        .returning();
    if (!sage) throw new Refusal('wrong_state', 'This sage is not in testing.');
    await record(tx, {
        by,
        act,
        target: `sage:${id}`,
        before: '5',
        after: '6',
        ...(note !== undefined && { note }),
        at
    });
    return sage;
}

/**
 * With `toggle`, creates a demo key where there is none and clears an existing one; with `clear`, clears it. Returns the key, or
 * null. Refuses: not_found.
 */
export async function changeDemoKey(tx: Tx, ref: SageRef, action: 'toggle' | 'clear', { by, at }: Done) {
    const { id } = await getSage(tx, ref);
    const recordKey = (before: string, after: string) =>
        record(tx, { by, act: 'sage.demo_key', target: `sage:${id}`, before, after, at });
    const [cleared] = await tx
        .update(sages)
        .set({ demoKey: null, updatedAt: at })
        .where(and(eq(sages.id, id), isNotNull(sages.demoKey)))
        .returning();
    if (cleared) await recordKey('present', 'absent');
    if (cleared || action === 'clear') return { key: null, changed: cleared !== undefined };
    const key = await freshKey(tx);
    await tx
        .update(sages)
        .set({ demoKey: key, updatedAt: at })
        .where(and(eq(sages.id, id), isNull(sages.demoKey)));
    await recordKey('absent', 'present');
    return { key, changed: true };
}

/** 16 hex characters that no other sage has. */
async function freshKey(on: Reader): Promise<string> {
    const key = randomBytes(8).toString('hex');
    return (await findByDemoKey(on, key)) ? freshKey(on) : key;
}

export async function findByDemoKey(on: Reader, key: string) {
    const [sage] = await on.select().from(sages).where(eq(sages.demoKey, key));
    return sage;
}
