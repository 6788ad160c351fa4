// The lines of a deal: what is offered, each with its price. Their net sum is the revenue of the deal.
import { integer, serial, text, words } from '../store/columns.ts';
import { eq, getTableColumns, index, sqliteTable } from '../store/drizzle.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';
import { decimalOf, halfUp } from './commissions.ts';
import { type DealLine, type DealRow, deals } from './deals.ts';

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

/** In cents, like every amount: a billion of the currency. */
const mostRevenue = 100_000_000_000;

/** Returns what a line comes to before tax, in cents: quantity by unit price, less the discount, rounded half up. */
export const netOf = ({ quantity, unitPrice, discount }: DealLine) =>
    halfUp(BigInt(quantity) * BigInt(unitPrice) * BigInt(10_000 - discount), 1_000_000n);

/** Returns the sums of some lines in cents. The tax of each rate is rounded half up once, from the net sum of its lines. */
export function sumsOf(lines: readonly DealLine[]) {
    const sum = (some: readonly DealLine[]) => some.reduce((all, line) => all + netOf(line), 0);
    const net = sum(lines);
    const taxes = [...Map.groupBy(lines, ({ tax }) => tax)]
        .filter(([rate]) => rate > 0)
        .toSorted(([a], [b]) => a - b)
        .map(([rate, some]) => ({ rate, amount: halfUp(BigInt(sum(some)) * BigInt(rate), 10_000n) }));
    return { net, taxes, total: taxes.reduce((all, { amount }) => all + amount, net) };
}

/** Returns what the customer of a deal with these lines pays, with tax, in cents. */
export const totalDue = ({ revenue }: Pick<DealRow, 'revenue'>, lines: readonly DealLine[]) =>
    lines.length > 0 ? sumsOf(lines).total : revenue;

/**
 * Returns the revenue of a deal with these lines: their net sum; without lines the one that was sent, undefined where none was.
 * Refuses: invalid_field for another one than the sum, and for a sum above the most.
 */
export function revenueWith(lines: readonly DealLine[], sent: number | undefined) {
    if (lines.length === 0) return sent;
    const { net } = sumsOf(lines);
    if (net > mostRevenue)
        throw new Refusal('invalid_field', 'The lines must come to 1,000,000,000.00 or less.', {
            field: 'lines'
        });
    if (sent !== undefined && sent !== net)
        throw new Refusal(
            'invalid_field',
            `revenue must be the net sum of the lines, ${decimalOf(net)}, or be left out.`,
            {
                field: 'revenue'
            }
        );
    return net;
}

const { id: _id, dealId: _dealId, ...columns } = getTableColumns(dealLines);

/** Returns the lines of a deal in their order. */
export const linesOf = (on: Reader, dealId: number): Promise<DealLine[]> =>
    on.select(columns).from(dealLines).where(eq(dealLines.dealId, dealId)).orderBy(dealLines.id);

/** Writes the lines of a deal in place of those that it has. */
export async function writeLines(tx: Tx, dealId: number, lines: readonly DealLine[]) {
    await tx.delete(dealLines).where(eq(dealLines.dealId, dealId));
    if (lines.length > 0) await tx.insert(dealLines).values(lines.map((line) => ({ ...line, dealId })));
}

/** Lines as one text, for the history of their deal. */
export const textOfLines = (lines: readonly DealLine[]) =>
    lines
        .map(({ text, quantity, unitPrice, discount, tax }) => {
            const [count, price, less, more] = [quantity, unitPrice, discount, tax].map(decimalOf);
            return `${text}: ${count} × ${price}, discount ${less}%, tax ${more}%`;
        })
        .join('\n');
