// What customers accepted: the offer as it was shown, who accepted it and when. A row is never changed or deleted.
import { sha256 } from '../accounts/tokens.ts';
import { code, integer, json, others, serial, text, time, words } from '../store/columns.ts';
import { and, desc, eq, index, sql, sqliteTable } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { preparedInsert, query } from '../store/query.ts';
import { dealHistory } from './deal-history.ts';
import { deals } from './deals.ts';

/** An offer as its customer reads it, without words of a language. Its fields stay in this order, for the digest. */
export interface ShownOffer {
    /** Who offers; empty where the settings do not name it. */
    organisation: string;
    customer: string;
    contact: string;
    /** The day on which it was sent, like 2026-11-30. */
    date: string;
    scope: string;
    price: `${number}`;
    /** Empty where the installation has none. */
    currency: string;
    validUntil: string | null;
    /** Left out where there are none, so that offers of earlier versions keep their digest. */
    terms?: string;
    /** The same of the lines, and with them of their sums; `price` is the net one then. */
    lines?: ShownLine[];
    /** For each rate in percent. */
    taxes?: { rate: number; amount: `${number}` }[];
    total?: `${number}`;
}

interface ShownLine {
    text: string;
    quantity: number;
    unitPrice: `${number}`;
    /** In percent, as the tax. */
    discount: number;
    tax: number;
    net: `${number}`;
}

/** What the customer pays, with the tax of the lines. */
export const totalOf = ({ price, total = price }: ShownOffer) => total;

export const dealAcceptances = sqliteTable(
    'deal_acceptances',
    {
        id: serial(),
        dealId: integer().references(() => deals.id),
        name: text(others), // of the person who accepted, as typed
        offer: json<ShownOffer>(words),
        digest: code(),
        at: time()
    },
    (t) => [index('deal_acceptances_by_deal').on(t.dealId, t.id)]
);

export type Acceptance = typeof dealAcceptances.$inferSelect;

/** The text that the digest is of. */
export const textOfOffer = (offer: ShownOffer) => JSON.stringify(offer);

/** The SHA-256 of an offer, in hex: another one for each difference. */
export const digestOfOffer = (offer: ShownOffer) => sha256(textOfOffer(offer));

/** Whether the deal was not reopened since it was accepted last. */
const isInForce = sql`(select ${dealHistory.move} from ${dealHistory} where ${dealHistory.dealId} = ${dealAcceptances.dealId}
    and ${dealHistory.move} in ('accept', 'reopen') order by ${dealHistory.id} desc limit 1) = 'accept'`;
const newest = query((on) =>
    on
        .select()
        .from(dealAcceptances)
        .where(and(eq(dealAcceptances.dealId, sql.placeholder('dealId')), isInForce))
        .orderBy(desc(dealAcceptances.id))
        .limit(1)
);

/** Returns what the customer of this deal accepted; undefined once it was reopened, and for a deal accepted in an earlier version. */
export const findAcceptance = (on: Reader, dealId: number) => newest.first(on, { dealId });

/** Returns all that customers of this deal accepted, also what was reopened since. */
export const acceptancesOf = (on: Reader, dealId: number): Promise<Acceptance[]> =>
    on
        .select()
        .from(dealAcceptances)
        .where(eq(dealAcceptances.dealId, dealId))
        .orderBy(dealAcceptances.id)
        .execute();

export const insertAcceptance = preparedInsert(dealAcceptances, 'id');
