import { linkToken } from '../db/links.ts';
import { listMails, type MailKind, type MailRow, type Mails } from '../db/mails.ts';
import type { Reader } from '../db/store.ts';

interface Letter {
    subject: string;
    text: string;
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
    return { items: items.map((mail) => ({ ...shown(mail), ...mailText(mail, addresses) })), total };
}

/** What a mail says. */
export function mailText(mail: Pick<MailRow, 'kind' | 'about'>, addresses: Addresses): Letter {
    const write = texts[mail.kind] as (about: Mails[MailKind], addresses: Addresses) => Letter;
    return write(mail.about, addresses);
}

const texts: { [Kind in MailKind]: (about: Mails[Kind], addresses: Addresses) => Letter } = {
    build_failed: ({ sageId, runId, sageName, step }, { baseUrl, restPath }) => ({
        subject: `The build of ${sageName} did not pass`,
        text: [
            `The build of the sage "${sageName}" stopped at the step ${step}.`,
            'What was held for it has been given back.',
            'The report of the build says which check was missed, by which case, and how to run that case again:',
            `${baseUrl}${restPath}/sages/${sageId}/builds/${runId}/report`
        ].join('\n\n')
    }),
    screen_cancelled: ({ position }) => ({
        subject: `About ${position}`,
        text: [
            `You were asked some questions about "${position}". They are not open any more, and you need not answer them.`,
            'If you have questions, write to those who invited you.'
        ].join('\n\n')
    }),
    screen_invitation: (about, addresses) => ({
        subject: `Some questions about ${about.position}`,
        text: [
            `You are asked to answer some questions about "${about.position}", in your own words.`,
            'Software helps to judge the answers; a person decides. What happens with them stands on the first page:',
            screenLink(about, addresses),
            'The link is yours alone. You can leave and come back with it.'
        ].join('\n\n')
    }),
    screen_reminder: (about, addresses) => ({
        subject: `A reminder: some questions about ${about.position}`,
        text: [
            `The questions about "${about.position}" still wait for your answers:`,
            screenLink(about, addresses),
            'If you have decided against it, you need not do anything.'
        ].join('\n\n')
    }),
    test: (_, { baseUrl }) => ({
        subject: 'Mail works',
        text: `This is a test mail of the Sage Council at ${baseUrl}. Nothing needs to be done.`
    })
};

function screenLink({ screenId, issue }: Mails['screen_invitation'], { baseUrl, links }: Addresses) {
    return `${baseUrl}/screen/${linkToken(links, 'screen', screenId, issue)}`;
}
