// The commission rates: for each rep the share of the price that a commission is, valid from a day.
import { users } from '../accounts/users.ts';
import { code, integer, serial } from '../store/columns.ts';
import { sqliteTable, uniqueIndex } from '../store/drizzle.ts';

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
