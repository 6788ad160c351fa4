import type { MailKind, MailRow, Mails } from '../db/mails.ts';

interface Letter {
    subject: string;
    text: string;
}

/** What a mail says. Every link starts with `baseUrl`, never with what a request claimed. */
export function mailText(mail: Pick<MailRow, 'kind' | 'about'>, baseUrl: string): Letter {
    const write = texts[mail.kind] as (about: Mails[MailKind], baseUrl: string) => Letter;
    return write(mail.about, baseUrl);
}

const texts: { [Kind in MailKind]: (about: Mails[Kind], baseUrl: string) => Letter } = {
    build_failed: ({ runId, sageName, step }, baseUrl) => ({
        subject: `The build of ${sageName} did not pass`,
        text: [
            `The build of the sage "${sageName}" stopped at the step ${step}.`,
            'The credit that was held for it has been given back.',
            'The report of the build says which check was missed, by which case, and how to run that case again:',
            `${baseUrl}, run ${runId}`
        ].join('\n\n')
    }),
    test: (_, baseUrl) => ({
        subject: 'Mail works',
        text: `This is a test mail of the Sage Council at ${baseUrl}. Nothing needs to be done.`
    })
};
