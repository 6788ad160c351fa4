// The commission rates: for each rep the share of the price that a commission is, valid from a day.
import { users } from '../accounts/users.ts';
import { type Done, record } from '../record/audit.ts';
import { code, integer, serial } from '../store/columns.ts';
import { and, desc, eq, lte, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { folded } from '../store/query.ts';
import type { Reader, Tx } from '../store/index.ts';
import { Refusal } from '../store/refusal.ts';
import { commissionOf, fromCents } from './commissions.ts';
import { type DealRow, findSeller, isSalesAdmin, type SalesUser } from './deals.ts';

export const commissionRates = sqliteTable(
    'commission_rates',
    {
        id: serial(),
        repId: integer().references(() => users.id),
        validFrom: code(), // a day, like 2026-11-30
        rate: integer() // in hundredths of a percent
    },
    (t) => [uniqueIndex('commission_rates_by_rep').on(t.repId, t.validFrom)]
);

/** A rate in hundredths of a percent, valid from a day like 2026-11-30 until the next one of the same rep. */
export type Rate = Omit<typeof commissionRates.$inferSelect, 'id'>;

const { repId: rep, validFrom: from, rate: share } = commissionRates;

/** Returns the rate of a rep that is valid on a day, in hundredths of a percent; undefined where there is none. */
export async function rateOn(on: Reader, repId: number | null, day = ''): Promise<number | undefined> {
    const isTheirs = and(eq(rep, repId ?? 0), lte(from, day));
    const valid = on.select({ share }).from(commissionRates).where(isTheirs).orderBy(desc(from)).limit(1);
    return (await valid)[0]?.share;
}

/** Returns the commission, in cents, of a deal created on `day` for which none was entered. Refuses: invalid_field without a rate. */
export async function commissionByRate(
    on: Reader,
    { repId, revenue }: Pick<DealRow, 'repId' | 'revenue'>,
    day?: string
) {
    const rate = await rateOn(on, repId, day);
    if (rate !== undefined) return commissionOf(revenue, rate);
    throw new Refusal('invalid_field', 'commission is required.', { field: 'commission' });
}

/** Returns the rates that this seller may see: of each rep the latest first. They are set by hand, so there are few. */
export const listRates = (on: Reader, seller: SalesUser) =>
    on
        .select({ repId: rep, validFrom: from, rate: share, name: users.displayName })
        .from(commissionRates)
        .innerJoin(users, eq(users.id, rep))
        .where(isSalesAdmin(seller) ? undefined : eq(rep, seller.id))
        .orderBy(folded(users.displayName), rep, desc(from));

/** Sets the rate of a rep from a day on, in place of one of that day. Refuses: invalid_field for a user who does not sell. */
export async function setRate(tx: Tx, { repId, validFrom, rate }: Rate, done: Done) {
    if (!(await findSeller(tx, repId)))
        throw new Refusal('invalid_field', 'rep_id must be a user with a sales role.', { field: 'rep_id' });
    const added = tx.insert(commissionRates).values({ repId, validFrom, rate });
    await added.onConflictDoUpdate({ target: [rep, from], set: { rate } });
    const after = `${fromCents(rate)}% from ${validFrom}`;
    await record(tx, { act: 'commission-rate.set', target: `user:${repId}`, after, ...done });
}
