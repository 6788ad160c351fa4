// What an email of news says that is still true when it is sent: ten minutes later a move may be taken back, or its reader have left.
import { capabilitiesOf, holdsAny } from '../accounts/capabilities.ts';
import type { NewsKind } from '../accounts/news.ts';
import { findUser } from '../accounts/users.ts';
import type { DealFacts, ItemFacts, MailRow } from '../jobs/mails.ts';
import { inArray } from '../store/drizzle.ts';
import type { Reader } from '../store/index.ts';
import { deals, type DealStatus, sellers } from './deals.ts';
import { type IntakeRow, intakeItems } from './intake.ts';

/** What the state of a deal must still be. */
const states: { [Kind in NewsKind]?: (status: DealStatus) => boolean } = {
    deal_approved: (status) => status === 'ss_approved',
    deal_paid: (status) => status === 'ss_paid',
    deal_rejected: (status) => status === 'ss_draft',
    deal_reopened: (status) => status === 'ss_draft',
    deal_reversed: (status) => status !== 'ss_closed' && status !== 'ss_paid',
    deal_submitted: (status) => status === 'ss_pending_approval'
};

/** Whether the customer accepted, of the email about their reply. */
export const isAcceptance = ({ reason }: DealFacts) => reason.startsWith('accepted');

type News = Pick<MailRow, 'kind' | 'about' | 'toEmail'>;
type Fact = DealFacts | ItemFacts;

/** Returns the facts of an email, and the deals and enquiries that they are about, by their ids. */
export async function thingsIn(on: Reader, about: MailRow['about']) {
    const { more = [], ...first } = about as DealFacts & { more?: Fact[] };
    const all: Fact[] = [first, ...more];
    const dealIds = all.flatMap((it) => ('dealId' in it ? it.dealId : []));
    const itemIds = all.flatMap((it) => ('itemId' in it ? it.itemId : []));
    const ofDeals = dealIds.length > 0 && inArray(deals.id, dealIds);
    const ofItems = itemIds.length > 0 && inArray(intakeItems.id, itemIds);
    const foundDeals = ofDeals ? await on.select().from(deals).where(ofDeals) : [];
    const foundItems = ofItems ? await on.select().from(intakeItems).where(ofItems) : [];
    return {
        all,
        deals: new Map(foundDeals.map((deal) => [deal.id, deal])),
        items: new Map(foundItems.map((item) => [item.id, item]))
    };
}

/** Returns the facts that still hold; none for a reader who no longer sells. */
export async function trueNews(on: Reader, { kind, about, toEmail }: News): Promise<Fact[]> {
    const reader = await findUser(on, toEmail);
    if (reader && (reader.disabledAt !== null || !holdsAny(capabilitiesOf(reader), sellers))) return [];
    const { all, deals: known, items } = await thingsIn(on, about);
    const holds = states[kind as NewsKind] ?? (() => true);
    return all.filter((it) => {
        if ('itemId' in it) return isOpenFor(kind, items.get(it.itemId), reader?.id);
        const status = known.get(it.dealId)?.status;
        return status !== undefined && holds(status);
    });
}

const isOpenFor = (kind: MailRow['kind'], item: IntakeRow | undefined, reader: number | undefined) =>
    item?.status === 'intake_open' &&
    (kind === 'intake_arrived' ? item.ownerId === null : reader === undefined || item.ownerId === reader);
