// Whether the subject of an email is still open. An email with an invalid link is not sent.
import { isResetOpen } from '../accounts/password-resets.ts';
import { isWaiting } from '../accounts/pending-changes.ts';
import { type MailKind, type MailRow, type Mails, mailsOfScreen } from '../jobs/mails.ts';
import { isStillWaiting } from '../judgement/reviewer-mails.ts';
import { isOfferOpen } from '../sales/deal-moves.ts';
import { type DealStatus, findDeal } from '../sales/deals.ts';
import { findScreen } from '../screens/screens.ts';
import type { Reader } from '../store/index.ts';

type Subject = Pick<MailRow, 'id' | 'kind' | 'about'>;
type StillOpen<Kind extends MailKind> = (
    on: Reader,
    about: Mails[Kind],
    mail: Subject & { at: number }
) => Promise<boolean>;

/** Whether the subject of an email is over, so that it is no longer needed. */
export async function isOver(on: Reader, { id, kind, about }: Subject, at: number) {
    const goesOn = stillOpen[kind] as StillOpen<MailKind> | undefined;
    return goesOn !== undefined && !(await goesOn(on, about, { id, kind, about, at }));
}

const isInvited = async (on: Reader, { screenId }: Mails['screen_invitation']) => {
    const status = (await findScreen(on, screenId))?.status;
    return status === 'ss_invited' || status === 'ss_started';
};

/** A decision is not emailed if it was changed before sending, or if another email reports it. */
const isStillDecided = async (
    on: Reader,
    { screenId, decision }: Mails['screen_decided'],
    { id: mailId }: Subject
) => {
    if ((await findScreen(on, screenId))?.decision !== decision) return false;
    const mails = await mailsOfScreen(on, screenId);
    return !mails.some(
        ({ id, kind, state }) => kind === 'screen_decided' && id !== mailId && state !== 'dead'
    );
};

const isAskedFor: StillOpen<'verify_email' | 'verify_password'> = (on, { changeId }, { at }) =>
    isWaiting(on, changeId, at);

const isLinkOpen: StillOpen<'password_reset' | 'user_invited'> = (on, about, { at }) =>
    isResetOpen(on, about, at);

const isOpen: StillOpen<'deal_offer' | 'deal_reminder'> = (on, { dealId, issue }) =>
    isOfferOpen(on, dealId, issue);

/** Whether one of the deals is still in this state: the move may have been taken back. */
function isOneStill(status: DealStatus): StillOpen<'deal_paid' | 'deal_submitted'> {
    return async (on, { more = [], ...first }) => {
        const all = await Promise.all([first, ...more].map(({ dealId }) => findDeal(on, dealId)));
        return all.some((deal) => deal?.status === status);
    };
}

const stillOpen: { [Kind in MailKind]?: StillOpen<Kind> } = {
    review_waits: isStillWaiting,
    screen_decided: isStillDecided,
    screen_invitation: isInvited,
    screen_reminder: isInvited,
    password_reset: isLinkOpen,
    user_invited: isLinkOpen,
    deal_paid: isOneStill('ss_paid'),
    deal_submitted: isOneStill('ss_pending_approval'),
    deal_offer: isOpen,
    deal_reminder: isOpen,
    verify_email: isAskedFor,
    verify_password: isAskedFor
};
