// The lines of a deal: what is offered, each with its price. Their net sum is the revenue of the deal.
import { integer, serial, text, words } from '../store/columns.ts';
import { index, sqliteTable } from '../store/drizzle.ts';
import { deals } from './deals.ts';

export const dealLines = sqliteTable(
    'deal_lines',
    {
        id: serial(), // in the order of the lines
        dealId: integer().references(() => deals.id),
        text: text(words),
        quantity: integer(), // in hundredths
        unitPrice: integer(), // in cents
        discount: integer(), // in hundredths of a percent
        tax: integer() // in hundredths of a percent
    },
    (t) => [index('deal_lines_by_deal').on(t.dealId, t.id)]
);
