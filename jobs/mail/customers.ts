// The emails to customers, in the language of who writes them.
import type { Mails } from '../../db/jobs/mails.ts';
import { wordsIn } from '../../words/index.ts';
import { hostOf, type Reading } from './candidates.ts';
import type { EmailContent } from './html.ts';
import { tokenOf } from './links.ts';
import type { Organisation } from './organisation.ts';

interface From extends Reading {
    baseUrl: string;
    links: string | undefined;
    organisation?: Organisation;
}

export const customerLetters = {
    deal_offer: (
        { dealId, issue, customer }: Mails['deal_offer'],
        { baseUrl, links, organisation, toName }: From
    ): EmailContent => {
        const { say, language } = wordsIn([organisation?.language]);
        const link = `${baseUrl}/deal/${tokenOf(links, 'deal', String(dealId), issue)}`;
        return {
            subject: say('mail.offer.subject', { customer }),
            paragraphs: [
                say('mail.greeting', { name: toName || 'none' }),
                say('mail.offer.says', { customer }),
                { link, says: say('mail.offer.open') },
                say('mail.offer.link'),
                organisation?.name ?? hostOf(baseUrl)
            ],
            language
        };
    }
};
