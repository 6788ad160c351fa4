// What must be in the store for every screen that was ever acknowledged or cancelled, once all jobs are done.
import { runs } from '../../db/builds/runs.ts';
import { account, auditCredits, credits as entries } from '../../db/accounts/credits.ts';
import { screenReference } from '../../db/screens/invitations.ts';
import { type ScreenRow, screens } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';
import { none } from './proof.ts';

type Entry = typeof entries.$inferSelect;

/** Lost screens and cancellations, and refunds that are missing, repeated or without a screen. */
export async function auditRefunds(on: Reader, acknowledged: ReadonlySet<string>) {
    const real = (await on.select().from(screens)).filter(({ kind }) => kind === 'real');
    const cancelled = real.filter(({ status }) => status === 'ss_cancelled');
    const booked = await on.select().from(entries);
    const refunds = booked.filter(({ kind }) => kind === 'refund').map(({ reference }) => reference);
    const paid = new Set(refunds);
    const due = new Set(cancelled.map(({ id }) => screenReference(id)));
    return [
        { count: cancelled.length, of: 'cancelled', atLeast: 1 },
        none('lost', lost(real, acknowledged)),
        none('refunded twice', refunds.length - paid.size),
        none('not refunded', due.difference(paid).size),
        none('refunded without a cause', paid.difference(due).size),
        none(
            'credits astray',
            Math.abs(await strayCredits(on, booked, due)) + (await auditCredits(on)).length
        )
    ];
}

function lost(real: ScreenRow[], acknowledged: ReadonlySet<string>) {
    const known = real.flatMap(({ id, status }) =>
        status === 'ss_cancelled' ? [`screen ${id}`, `cancelled ${id}`] : [`screen ${id}`]
    );
    return acknowledged.difference(new Set(known)).size;
}

/** What the account holds beyond the grants, less the builds and the screens that were not cancelled. */
async function strayCredits(on: Reader, booked: Entry[], due: ReadonlySet<string>) {
    const { balance, held } = await account(on);
    const built = (await on.select().from(runs)).filter(({ state }) => state === 'completed');
    const spends = booked.filter(({ kind, reference }) => kind === 'spend' && !due.has(reference));
    const grants = booked.filter(({ kind }) => kind === 'grant');
    const expected =
        sum(grants.map(({ amount }) => amount)) +
        sum(spends.map(({ amount }) => amount)) -
        sum(built.map(({ cost }) => cost));
    return balance - expected + held;
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
