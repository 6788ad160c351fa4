import type { MailKind, MailRow, Mails } from '../db/mails.ts';

interface Letter {
    subject: string;
    text: string;
}

/** What every link of a mail begins with; never what a request claimed. */
interface Addresses {
    baseUrl: string;
    restPath: string;
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
    test: (_, { baseUrl }) => ({
        subject: 'Mail works',
        text: `This is a test mail of the Sage Council at ${baseUrl}. Nothing needs to be done.`
    })
};
