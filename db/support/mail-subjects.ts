// Whether the subject of an email is still open. An email with an invalid link is not sent.
import { isResetOpen } from '../accounts/password-resets.ts';
import { isWaiting } from '../accounts/pending-changes.ts';
import { type MailKind, type MailRow, type Mails, mailsOfScreen } from '../jobs/mails.ts';
import { isNews } from '../accounts/news.ts';
import { isStillWaiting } from '../judgement/reviewer-mails.ts';
import { isOfferAccepted, isOfferOpen } from '../sales/deal-moves.ts';
import { trueNews } from '../sales/news.ts';
import { findScreen } from '../screens/screens.ts';
import type { Reader } from '../store/index.ts';
import { hour } from '../store/time.ts';

type Subject = Pick<MailRow, 'id' | 'kind' | 'about' | 'toEmail'>;
type StillOpen<Kind extends MailKind> = (
    on: Reader,
    about: Mails[Kind],
    mail: Subject & { at: number }
) => Promise<boolean>;

/** Whether the subject of an email is over, so that it is no longer needed. */
export async function isOver(on: Reader, mail: Subject, at: number) {
    const { kind, about } = mail;
    if (isNews(kind)) return (await trueNews(on, mail)).length === 0;
    const goesOn = stillOpen[kind] as StillOpen<MailKind> | undefined;
    return goesOn !== undefined && !(await goesOn(on, about, { ...mail, at }));
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

/** The last day has ended everywhere. */
const isPastDay = (validUntil: string | null, at: number) =>
    validUntil !== null && Date.parse(validUntil) + 36 * hour < at;

const stillOpen: { [Kind in MailKind]?: StillOpen<Kind> } = {
    review_waits: isStillWaiting,
    screen_decided: isStillDecided,
    screen_invitation: isInvited,
    screen_reminder: isInvited,
    password_reset: isLinkOpen,
    user_invited: isLinkOpen,
    deal_accepted: (on, { dealId, issue }) => isOfferAccepted(on, dealId, issue),
    deal_offer: isOpen,
    deal_reminder: async (on, about, mail) =>
        !isPastDay(about.validUntil, mail.at) && isOpen(on, about, mail),
    verify_email: isAskedFor,
    verify_password: isAskedFor
};
