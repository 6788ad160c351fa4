import { findMail, listMails, type MailKind, type MailRow, type Mails } from '../../db/jobs/mails.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Reader } from '../../db/store/index.ts';
import { candidateLetters, type Reading } from './candidates.ts';
import { customerLetters } from './customers.ts';
import { type Letter, mailHtml, type Paragraph } from './html.ts';
import { keyOfMail, tokenOf } from './links.ts';
import { mailto } from '../../db/accounts/mailto.ts';
import { type Person, personOf } from './asked-by.ts';
import type { Organisation } from './organisation.ts';

/** The beginning of every link in a mail. It comes from the settings, never from a request. */
interface Addresses {
    baseUrl: string;
    restPath: string;
    /**
     * The key that private links are derived with. A link is derived when its mail is written, and stored nowhere.
     * Without the key the text is that of the mail, but its links open nothing.
     */
    links: string | undefined;
    /** Who asks candidates, and offers to customers. */
    organisation?: Organisation;
    /** The candidate whom a mail to staff is about. */
    person?: Person | undefined;
}

interface KeyedAddresses extends Addresses {
    /** While their secret is being rotated: those that links in the store may have been made with. */
    keys?: readonly [string, ...string[]];
}

/** The newest 100 mails with their texts, those that were not sent included. */
export async function readMails(on: Reader, addresses: KeyedAddresses) {
    const { items, total } = await listMails(on, { limit: 100, offset: 0 });
    return { items: await Promise.all(items.map((mail) => read(on, mail, addresses))), total };
}

/** One mail with its text. Refuses: not_found. */
export async function readMail(on: Reader, id: string, addresses: KeyedAddresses) {
    const mail = await findMail(on, id);
    if (!mail) throw new Refusal('not_found', 'Mail not found.');
    return read(on, mail, addresses);
}

async function read(on: Reader, mail: MailRow, { keys, ...addresses }: KeyedAddresses) {
    const { id, toEmail: to, kind, state } = mail;
    const links = keys && (await keyOfMail(on, mail, keys));
    const person = await personOf(on, mail);
    const { subject, text } = mailText(mail, { ...addresses, ...(links !== undefined && { links }), person });
    return { id, to, kind, state, subject, text };
}

/** The name and what the person wrote are in the text of some kinds, and in no subject. */
type Written = Pick<MailRow, 'kind' | 'about'> & Partial<Reading>;

/** The subject of a mail, and its text as plain text and as HTML. */
export function mailText({ kind, about, toName, ownText }: Written, addresses: Addresses) {
    const write = letters[kind] as (about: Mails[MailKind], from: Addresses & Reading) => Letter;
    const letter = write(about, { ...addresses, toName, ownText });
    return { subject: letter.subject, text: plain(letter.paragraphs), html: mailHtml(letter) };
}

const contactOf = ({ name, email }: Person): Paragraph[] => [
    `Please contact them: ${name}, ${email}`,
    { link: mailto(email), says: `Email ${name}` }
];

const plain = (paragraphs: readonly Paragraph[]) =>
    paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n');

const letters: { [Kind in MailKind]: (about: Mails[Kind], addresses: Addresses) => Letter } = {
    build_failed: ({ sageId, runId, sageName, step }, { baseUrl }) => ({
        subject: `The build of ${sageName} did not pass`,
        paragraphs: [
            `The build of the sage "${sageName}" stopped at the step ${step}.`,
            'The credits that were reserved for it have been released.',
            'Its report card shows what was missed, why, and what to do:',
            { link: reportPage({ sageId, runId }, baseUrl), says: 'Read the report card' }
        ]
    }),
    deal_answered: ({ dealId, customer, reason }) => ({
        subject: `${customer} has replied to the offer`,
        paragraphs: [
            `The customer ${customer} has replied to the offer of deal ${dealId}.`,
            `They ${reason}.`
        ]
    }),
    deal_approved: ({ dealId, customer }) => ({
        subject: `Approved: ${customer}`,
        paragraphs: [`Your deal ${dealId} with ${customer} is approved. It can be sent to the customer.`]
    }),
    deal_rejected: ({ dealId, customer, reason }) => ({
        subject: `Not approved: ${customer}`,
        paragraphs: [
            `Your deal ${dealId} with ${customer} was not approved. It is a draft again and can be changed.`,
            ...(reason ? [`The reason: ${reason}`] : [])
        ]
    }),
    deal_reopened: ({ dealId, customer, reason }) => ({
        subject: `A draft again: ${customer}`,
        paragraphs: [
            `Your deal ${dealId} with ${customer} was opened again. It is a draft and must be approved again before it is sent.`,
            `The reason: ${reason}`
        ]
    }),
    deal_submitted: ({ dealId, customer }) => ({
        subject: `Approval needed: ${customer}`,
        paragraphs: [`Deal ${dealId} with ${customer} needs your approval.`]
    }),
    email_change_notice: ({ changeId }, addresses) => ({
        subject: 'Your email address is about to change',
        paragraphs: [
            `Someone who is logged in as you at ${addresses.baseUrl} asked to change your email address.`,
            'If that was you, you do not need to do anything here: follow the link in the mail to the new address.',
            'If it was not you, cancel the change within 72 hours. This logs everyone out, and a link to choose a new password is mailed to this address.',
            'If the new address is already in use by then, your password is disabled too, because someone else may have changed it.',
            { link: verifyLink('cancel', changeId, addresses), says: 'This was not me' }
        ]
    }),
    email_taken: (_, { baseUrl }) => ({
        subject: 'Someone wanted to use your email address',
        paragraphs: [
            `Someone at ${baseUrl} asked to change their email address to yours. It is still yours, and nothing was changed.`,
            'If that was you, log in with your own account instead.'
        ]
    }),
    licence_lost: ({ sageId, runId, sageName, reason }, { baseUrl, restPath }) => ({
        subject: `${sageName} does not advise any more`,
        paragraphs: [
            `The sage "${sageName}" was licensed to advise, for it agreed with people on answers that they had labelled. It no longer is.`,
            reason,
            'It still reads and judges. Every screen is handed to a person, whose levels and decisions count as before.',
            {
                link:
                    runId === undefined
                        ? `${baseUrl}${restPath}/sages/${sageId}/agreement`
                        : reportPage({ sageId, runId }, baseUrl),
                says: 'Read the figures'
            }
        ]
    }),
    licence_refused: ({ sageId, runId, sageName, reason }, { baseUrl }) => ({
        subject: `${sageName} gets no licence to advise`,
        paragraphs: [
            `The sage "${sageName}" was built, and the cases that the build had no time for were judged at night.`,
            reason,
            'The build stays good: the sage reads and judges, and every screen is handed to a person. Only another build can bring a licence.',
            { link: reportPage({ sageId, runId }, baseUrl), says: 'Read the report card' }
        ]
    }),
    password_changed: ({ login }, { baseUrl }) => ({
        subject: 'Your password was changed',
        paragraphs: [
            `The password of ${login} at ${baseUrl} was just changed, and every other session was ended.`,
            'If that was not you, ask for a new password immediately:',
            { link: `${baseUrl}/reset-password`, says: 'Choose a new password' }
        ]
    }),
    password_reset: (about, addresses) => ({
        subject: 'Choose a new password',
        paragraphs: [
            `Someone, hopefully you, asked for a new password for ${about.login} at ${addresses.baseUrl}.`,
            'This link is valid for one hour and can be used once:',
            { link: resetLink(about, addresses), says: 'Choose a new password' },
            'If it was not you, you can ignore this mail: your password stays as it is.'
        ]
    }),
    person_asked: ({ sageName, screenId }, { baseUrl, person }) => ({
        subject: `Somebody would rather be asked by a person: ${sageName}`,
        paragraphs: [
            `A candidate of the sage "${sageName}" would rather be asked by a person. Their questions are closed, and no software reads what they wrote.`,
            ...(person ? contactOf(person) : []),
            'This page shows what they wrote, and is where you decide:',
            { link: `${baseUrl}/screens/${screenId}`, says: 'Open the candidate' }
        ]
    }),
    rebuild_requested: ({ sageId, sageName, asker, reason }, { baseUrl }) => ({
        subject: `Please build again: ${sageName}`,
        paragraphs: [
            `${asker} asks at ${baseUrl} for another build of the sage "${sageName}" (number ${sageId}). It was built before, so only a council administrator can build it again.`,
            ...(reason ? [`The reason: ${reason}`] : []),
            'There is at most one mail a day about this sage. The audit log has every request.'
        ]
    }),
    ...candidateLetters,
    ...customerLetters,
    test: (_, { baseUrl }) => ({
        subject: 'Mail works',
        paragraphs: [
            `This is a test mail from the Sage Council at ${baseUrl}. You do not need to do anything.`
        ]
    }),
    user_invited: (about, addresses) => ({
        subject: 'Choose your password',
        paragraphs: [
            `${about.inviter} invites you to ${addresses.baseUrl}, where you log in as ${about.login}.`,
            'Choose your password first. This link is valid for three days and can be used once:',
            { link: resetLink(about, addresses), says: 'Choose your password' },
            'If it is too late, ask there for another link. If you did not expect this mail, you can ignore it.'
        ]
    }),
    verify_email: ({ changeId }, addresses) => ({
        subject: 'Confirm your new email address',
        paragraphs: [
            `You asked to use this address at ${addresses.baseUrl}. To start using it, confirm it within 24 hours:`,
            { link: verifyLink('verify', changeId, addresses), says: 'Confirm this address' },
            'If it was not you, you can ignore this mail.'
        ]
    }),
    verify_password: ({ changeId }, addresses) => ({
        subject: 'Confirm your new password',
        paragraphs: [
            `You chose a new password at ${addresses.baseUrl}. To start using it, confirm it within 24 hours:`,
            { link: verifyLink('verify', changeId, addresses), says: 'Confirm the new password' },
            'If it was not you, do not follow the link: someone else is logged in as you. Ask for a new password, which ends every session:',
            { link: `${addresses.baseUrl}/reset-password`, says: 'Choose a new password' }
        ]
    })
};

const reportPage = ({ sageId, runId }: Pick<Mails['build_failed'], 'sageId' | 'runId'>, baseUrl: string) =>
    `${baseUrl}/sages/${sageId}/builds/${runId}`;

function resetLink({ userId, issue, login }: Mails['password_reset'], { baseUrl, links }: Addresses) {
    const key = tokenOf(links, 'reset', String(userId), issue);
    return `${baseUrl}/reset-password?${new URLSearchParams({ key, login }).toString()}`;
}

function verifyLink(kind: 'verify' | 'cancel', changeId: string, { baseUrl, links }: Addresses) {
    return `${baseUrl}/verify/${tokenOf(links, kind, changeId, 1)}`;
}
