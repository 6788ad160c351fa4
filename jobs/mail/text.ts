import { linkToken } from '../../db/tokens.ts';
import { listMails, type MailKind, type MailRow, type Mails } from '../../db/mails.ts';
import type { Reader } from '../../db/store.ts';
import { mailHtml, type Paragraph } from './html.ts';

interface Letter {
    subject: string;
    paragraphs: readonly Paragraph[];
}

/** What every link of a mail begins with; never what a request claimed. */
interface Addresses {
    baseUrl: string;
    restPath: string;
    /** The key that private links are derived with: they are made when the mail is, and rest nowhere. */
    links: string;
}

/** The newest 100 mails as they read, also those that no mail server took. */
export async function readMails(on: Reader, addresses: Addresses) {
    const { items, total } = await listMails(on, { limit: 100, offset: 0 });
    const shown = ({ id, toEmail: to, kind, state }: MailRow) => ({ id, to, kind, state });
    const read = (mail: MailRow) => {
        const { subject, text } = mailText(mail, addresses);
        return { ...shown(mail), subject, text };
    };
    return { items: items.map(read), total };
}

/** What a mail says, as plain text and as HTML. */
export function mailText(mail: Pick<MailRow, 'kind' | 'about'>, addresses: Addresses) {
    const write = letters[mail.kind] as (about: Mails[MailKind], addresses: Addresses) => Letter;
    const { subject, paragraphs } = write(mail.about, addresses);
    return { subject, text: plain(paragraphs), html: mailHtml(subject, paragraphs) };
}

const plain = (paragraphs: readonly Paragraph[]) =>
    paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n');

const letters: { [Kind in MailKind]: (about: Mails[Kind], addresses: Addresses) => Letter } = {
    build_failed: ({ sageId, runId, sageName, step }, { baseUrl, restPath }) => ({
        subject: `The build of ${sageName} did not pass`,
        paragraphs: [
            `The build of the sage "${sageName}" stopped at the step ${step}.`,
            'What was held for it has been given back.',
            'The report of the build says which check was missed, by which case, and how to run that case again:',
            { link: `${baseUrl}${restPath}/sages/${sageId}/builds/${runId}/report`, says: 'Read the report' }
        ]
    }),
    deal_answered: ({ dealId, customer, reason }) => ({
        subject: `${customer} has answered`,
        paragraphs: [`The customer has answered the offer of deal ${dealId}, ${customer}.`, `They ${reason}.`]
    }),
    deal_approved: ({ dealId, customer }) => ({
        subject: `Approved: ${customer}`,
        paragraphs: [`Your deal ${dealId} with ${customer} is approved. It can be sent to the customer.`]
    }),
    deal_offer: ({ dealId, issue, customer }, { baseUrl, links }) => ({
        subject: `An offer for ${customer}`,
        paragraphs: [
            `There is an offer for ${customer}. You can read it, and accept or decline it, here:`,
            {
                link: `${baseUrl}/deal/${linkToken(links, 'deal', String(dealId), issue)}`,
                says: 'Read the offer'
            },
            'The link is yours alone. If you did not expect it, you need not do anything.'
        ]
    }),
    deal_rejected: ({ dealId, customer, reason }) => ({
        subject: `Not approved: ${customer}`,
        paragraphs: [
            `Your deal ${dealId} with ${customer} was not approved. It is a draft again and can be changed.`,
            ...(reason ? [`The reason: ${reason}`] : [])
        ]
    }),
    deal_submitted: ({ dealId, customer }) => ({
        subject: `Waits for approval: ${customer}`,
        paragraphs: [`Deal ${dealId} with ${customer} waits for your approval.`]
    }),
    email_change_notice: ({ changeId }, addresses) => ({
        subject: 'Your email address is about to change',
        paragraphs: [
            `Somebody who is logged in as you at ${addresses.baseUrl} asked to change your email address to another one.`,
            'If that was you, nothing needs to be done here: follow the link in the mail to the new address.',
            'If it was not you, take it back within 72 hours. Everybody is then logged out, and a link to choose a new password is mailed to this address.',
            'If the new address counts already by then, your password no longer works either, for somebody else may have chosen it since.',
            { link: verifyLink('cancel', changeId, addresses), says: 'This was not me' }
        ]
    }),
    email_taken: (_, { baseUrl }) => ({
        subject: 'Somebody wanted to use your email address',
        paragraphs: [
            `Somebody at ${baseUrl} asked to change their email address to yours. It stays yours, and nothing was changed.`,
            'If that was you, log in with your own account instead.'
        ]
    }),
    password_changed: ({ login }, { baseUrl }) => ({
        subject: 'Your password was changed',
        paragraphs: [
            `The password of ${login} at ${baseUrl} was changed just now, and every other session was ended.`,
            'If that was not you, ask for a new password at once:',
            { link: `${baseUrl}/reset-password`, says: 'Choose a new password' }
        ]
    }),
    password_reset: ({ userId, issue, login }, { baseUrl, links }) => {
        const key = linkToken(links, 'reset', String(userId), issue);
        return {
            subject: 'Choose a new password',
            paragraphs: [
                `Somebody, we hope you, asked for a new password for ${login} at ${baseUrl}.`,
                'This link is good for one hour and for one new password:',
                {
                    link: `${baseUrl}/reset-password?${new URLSearchParams({ key, login }).toString()}`,
                    says: 'Choose a new password'
                },
                'If it was not you, you need not do anything: your password stays as it is.'
            ]
        };
    },
    screen_cancelled: ({ position }) => ({
        subject: `About ${position}`,
        paragraphs: [
            `You were asked some questions about "${position}". They are not open any more, and you need not answer them.`,
            'If you have questions, write to those who invited you.'
        ]
    }),
    screen_invitation: (about, addresses) => ({
        subject: `Some questions about ${about.position}`,
        paragraphs: [
            `You are asked to answer some questions about "${about.position}", in your own words.`,
            'Software helps to judge the answers; a person decides. What happens with them stands on the first page:',
            screenLink(about, addresses),
            'The link is yours alone. You can leave and come back with it.'
        ]
    }),
    screen_reminder: (about, addresses) => ({
        subject: `A reminder: some questions about ${about.position}`,
        paragraphs: [
            `The questions about "${about.position}" still wait for your answers:`,
            screenLink(about, addresses),
            'If you have decided against it, you need not do anything.'
        ]
    }),
    test: (_, { baseUrl }) => ({
        subject: 'Mail works',
        paragraphs: [`This is a test mail of the Sage Council at ${baseUrl}. Nothing needs to be done.`]
    }),
    verify_email: ({ changeId }, addresses) => ({
        subject: 'Confirm your new email address',
        paragraphs: [
            `You asked to use this address at ${addresses.baseUrl}. It counts once you confirm it, within 24 hours:`,
            { link: verifyLink('verify', changeId, addresses), says: 'Confirm this address' },
            'If it was not you, you need not do anything.'
        ]
    }),
    verify_password: ({ changeId }, addresses) => ({
        subject: 'Confirm your new password',
        paragraphs: [
            `You chose a new password at ${addresses.baseUrl}. It counts once you confirm it, within 24 hours:`,
            { link: verifyLink('verify', changeId, addresses), says: 'Confirm the new password' },
            'If it was not you, do not follow the link: somebody else is logged in as you. Ask for a new password, which ends every session:',
            { link: `${addresses.baseUrl}/reset-password`, says: 'Choose a new password' }
        ]
    })
};

function screenLink({ screenId, issue }: Mails['screen_invitation'], { baseUrl, links }: Addresses) {
    const link = `${baseUrl}/screen/${linkToken(links, 'screen', screenId, issue)}`;
    return { link, says: 'Open the questions' };
}

function verifyLink(kind: 'verify' | 'cancel', changeId: string, { baseUrl, links }: Addresses) {
    return `${baseUrl}/verify/${linkToken(links, kind, changeId, 1)}`;
}
