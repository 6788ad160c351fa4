// What an email says that its row does not store, looked up when it is written: whom it is about, who wrote it, what they offered.
import type { DealFacts, ItemFacts, MailRow, Mails } from '../../db/jobs/mails.ts';
import { isNews } from '../../db/accounts/news.ts';
import { findUserById } from '../../db/accounts/users.ts';
import { currencyOf } from '../../db/installation/installation.ts';
import { decimalOf } from '../../db/sales/commissions.ts';
import { type Acceptance, findAcceptance } from '../../db/sales/acceptances.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import type { IntakeRow } from '../../db/sales/intake.ts';
import { linesOf, sumsOf, totalDue } from '../../db/sales/deal-lines.ts';
import { isAcceptance, thingsIn, trueNews } from '../../db/sales/news.ts';
import { findScreen } from '../../db/screens/screens.ts';
import type { Reader } from '../../db/store/index.ts';
import { wordsIn } from '../../words/index.ts';

export interface Person {
    name: string;
    email: string;
}

export interface LookedUp {
    /** The candidate that an email to staff is about. */
    person?: Person | undefined;
    /** What the customer accepted. */
    acceptance?: Acceptance | undefined;
    deals?: ReadonlyMap<number, DealRow>;
    items?: ReadonlyMap<number, IntakeRow>;
    /** What the customer of an offer pays, with tax, and until when. */
    offered?: { total: number; hasTax: boolean; validUntil: string | null } | undefined;
    /** Formats cents in the currency of the installation. */
    price?: (cents: number, language?: string) => string;
    /** The colleague in whose name it comes. */
    sender?: Person | undefined;
    /** The address that answers go to. */
    replyTo?: string | undefined;
}

/** `currency`: of the environment; it overrides that of the installation. */
export async function lookUp(on: Reader, row: MailRow, currency?: string): Promise<LookedUp> {
    const { all, ...found } = await thingsIn(on, row.about);
    const inUse = found.deals.size > 0 ? ((await currencyOf(on, currency)) ?? '') : '';
    return {
        ...found,
        person: await personOf(on, row),
        acceptance: await acceptanceOf(on, row),
        offered: await offeredIn(on, row, found.deals),
        price: (cents, language = 'en') => wordsIn([language]).price(decimalOf(cents), inUse),
        ...(all.length === 1 &&
            (await senderOf(on, row.kind, row.about as Partial<DealFacts & ItemFacts>, found)))
    };
}

/** Undefined for other emails, and once the candidate is erased. */
async function personOf(on: Reader, { kind, about }: MailRow): Promise<Person | undefined> {
    if (kind !== 'person_asked') return undefined;
    const screen = await findScreen(on, (about as Mails['person_asked']).screenId);
    if (!screen || screen.erasedAt !== null) return undefined;
    return { name: screen.candidateName, email: screen.candidateEmail };
}

const ofRep = new Set<MailRow['kind']>(['deal_offer', 'deal_reminder', 'deal_accepted', 'deal_submitted']);

/** Answers go to the colleague who did it, to the rep of an offer, or to who wrote from outside: whose name is in no header. */
async function senderOf(
    on: Reader,
    kind: MailRow['kind'],
    { dealId = 0, itemId = 0, by }: Partial<DealFacts & ItemFacts>,
    { deals: known, items }: Required<Pick<LookedUp, 'deals' | 'items'>>
): Promise<Pick<LookedUp, 'sender' | 'replyTo'>> {
    const from =
        kind === 'deal_answered' ? known.get(dealId) : kind === 'intake_arrived' && items.get(itemId);
    if (from) return { replyTo: from.contactEmail };
    const id = ofRep.has(kind) ? known.get(dealId)?.repId : by;
    const user = id && (await findUserById(on, id));
    if (!user || user.disabledAt !== null) return {};
    const { displayName: name, email } = user;
    return { sender: { name, email }, replyTo: email };
}

/** What the customer accepted; undefined for emails about anything else. */
async function acceptanceOf(on: Reader, { kind, about }: MailRow): Promise<Acceptance | undefined> {
    if (kind !== 'deal_accepted' && kind !== 'deal_answered') return undefined;
    const reply = about as Mails['deal_answered'];
    const isDeclined = kind === 'deal_answered' && !isAcceptance(reply); // an earlier offer of the deal
    return isDeclined ? undefined : findAcceptance(on, reply.dealId);
}

/** Undefined for emails about anything else. */
async function offeredIn(on: Reader, { kind, about }: MailRow, known: ReadonlyMap<number, DealRow>) {
    if (kind !== 'deal_offer' && kind !== 'deal_reminder') return undefined;
    const deal = known.get((about as Mails['deal_offer']).dealId);
    if (!deal) return undefined;
    const lines = await linesOf(on, deal.id);
    return {
        total: totalDue(deal, lines),
        hasTax: sumsOf(lines).taxes.length > 0,
        validUntil: deal.validUntil
    };
}

/** Returns the email with the words that a person wrote for it, and of news with what is still true. */
export async function withOwnWords(on: Reader, mail: MailRow): Promise<MailRow> {
    if (isNews(mail.kind)) {
        const [first, ...more] = await trueNews(on, mail);
        return first
            ? { ...mail, about: { ...first, ...(more.length > 0 && { more }) } as MailRow['about'] }
            : mail;
    }
    if (mail.kind !== 'screen_invitation') return mail;
    const screen = await findScreen(on, (mail.about as Mails['screen_invitation']).screenId);
    return { ...mail, ownText: screen?.personalLine ?? null };
}
