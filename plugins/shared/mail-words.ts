// What an email is about, without a word of its text.
import type { MailKind, MailRow, Mails } from '../../db/jobs/mails.ts';

type About<Kind extends MailKind> = (about: Mails[Kind]) => string;

const kinds: { [Kind in MailKind]: About<Kind> } = {
    build_failed: ({ sageName }) => `Email about a failed build of ${sageName}`,
    deal_accepted: ({ customer }) => `Copy of the accepted offer to ${customer}`,
    deal_answered: ({ customer }) => `Email about the answer of ${customer}`,
    deal_approved: ({ customer }) => `Email about the approved deal with ${customer}`,
    deal_offer: ({ customer }) => `Offer to ${customer}`,
    deal_paid: ({ customer }) => `Email about the paid deal with ${customer}`,
    deal_rejected: ({ customer }) => `Email about the deal with ${customer} that was sent back`,
    deal_reminder: ({ customer }) => `Reminder of the offer to ${customer}`,
    deal_reopened: ({ customer }) => `Email about the reopened deal with ${customer}`,
    deal_reversed: ({ customer }) => `Email about the deal with ${customer} that is no longer closed`,
    deal_submitted: ({ customer }) => `Email about the deal with ${customer} that awaits approval`,
    email_change_notice: () => 'Notice of a changed email address',
    email_taken: () => 'Notice about an email address that is already used',
    intake_arrived: () => 'Email about a new enquiry',
    intake_assigned: () => 'Email about an enquiry that was assigned',
    intake_answer: ({ title }) => `Answer to the enquiry ${title}`,
    licence_lost: ({ sageName }) => `Email: recommendations off for ${sageName}`,
    licence_refused: ({ sageName }) => `Email: recommendations stay off for ${sageName}`,
    password_changed: () => 'Notice of a changed password',
    password_reset: () => 'Link to choose a new password',
    person_asked: ({ sageName }) => `Notice that a candidate of ${sageName} asked for a person`,
    rebuild_requested: ({ sageName }) => `Request to rebuild ${sageName}`,
    review_waits: () => 'Email about candidates who wait for a review',
    screen_cancelled: ({ position }) => `Cancellation for a candidate of ${position}`,
    screen_decided: ({ position }) => `Decision to a candidate of ${position}`,
    screen_invitation: ({ position }) => `Invitation of a candidate of ${position}`,
    screen_received: ({ position }) => `Receipt to a candidate of ${position}`,
    screen_reminder: ({ position }) => `Reminder to a candidate of ${position}`,
    test: () => 'Test email',
    user_invited: () => 'Invitation of a user',
    verify_email: () => 'Link to confirm a new email address',
    verify_password: () => 'Link to confirm a new password'
};

export const describeEmail = ({ kind, about }: Pick<MailRow, 'kind' | 'about'>) =>
    (kinds[kind] as (about: Mails[MailKind]) => string)(about);
