// Who an email to staff is about, who reads the answer to an email, and what the author of an invitation wrote: looked up when the email is written, so that no
// email stores it.
import type { MailRow, Mails } from '../../db/jobs/mails.ts';
import { findUserById } from '../../db/accounts/users.ts';
import { type Acceptance, findAcceptance } from '../../db/sales/acceptances.ts';
import { findDeal } from '../../db/sales/deals.ts';
import { findScreen } from '../../db/screens/screens.ts';
import type { Organisation } from './organisation.ts';
import type { Reader } from '../../db/store/index.ts';

export interface Person {
    name: string;
    email: string;
}

/** Undefined for other emails, and once the candidate is erased. */
export async function personOf(on: Reader, { kind, about }: MailRow): Promise<Person | undefined> {
    if (kind !== 'person_asked') return undefined;
    const screen = await findScreen(on, (about as Mails['person_asked']).screenId);
    if (!screen || screen.erasedAt !== null) return undefined;
    return { name: screen.candidateName, email: screen.candidateEmail };
}

/** The address that answers go to: of an offer its rep's, otherwise the contact of the organisation, where there is one. */
export async function answersTo(
    on: Reader,
    { kind, about }: MailRow,
    { contact }: Pick<Organisation, 'contact'>
) {
    const deal =
        (kind === 'deal_offer' || kind === 'deal_accepted') &&
        (await findDeal(on, (about as Mails['deal_offer']).dealId));
    const rep = deal && deal.repId !== null && (await findUserById(on, deal.repId));
    return rep && rep.disabledAt === null ? rep.email : contact;
}

/** What the customer accepted; undefined for emails about anything else. */
export async function acceptanceOf(on: Reader, { kind, about }: MailRow): Promise<Acceptance | undefined> {
    if (kind !== 'deal_accepted' && kind !== 'deal_answered') return undefined;
    const { dealId, reason } = about as Mails['deal_answered'];
    const isDeclined = kind === 'deal_answered' && !reason.startsWith('accepted'); // an earlier offer of the deal
    return isDeclined ? undefined : findAcceptance(on, dealId);
}

/** Returns the email with the words that a person wrote for it. */
export async function withOwnWords(on: Reader, mail: MailRow): Promise<MailRow> {
    if (mail.kind !== 'screen_invitation') return mail;
    const screen = await findScreen(on, (mail.about as Mails['screen_invitation']).screenId);
    return { ...mail, ownText: screen?.personalLine ?? null };
}
