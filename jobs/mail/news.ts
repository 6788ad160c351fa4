// The emails to staff about deals and enquiries: one or several of a kind, each with the fact that matters, and one button.
import type { DealFacts, ItemFacts } from '../../db/jobs/mails.ts';
import { earningsOf } from '../../db/sales/commissions.ts';
import { isAcceptance } from '../../db/sales/news.ts';
import { wordsIn } from '../../words/index.ts';
import { acceptedLines } from './customers.ts';
import type { EmailContent } from './html.ts';
import type { Addresses } from './links.ts';

interface Saying<Facts> {
    /** The subject for one, before the name, and for several, after their number: a reply always has an email of its own. */
    one: string;
    several?: string;
    says: (about: Facts) => string;
    /** Whether it says what the rep earns. */
    isOfEarnings?: boolean;
}

const dealIn = ({ dealId, customer }: DealFacts) => `deal ${dealId} with ${customer}`;
const reasonIn = ({ reason }: DealFacts) => (reason === '' ? '' : `\nReason: ${reason}`);

type Letter<Facts> = (about: Facts, addresses: Addresses) => EmailContent;

const dealLetter =
    ({ one, several, says, isOfEarnings }: Saying<DealFacts>): Letter<DealFacts> =>
    ({ more = [], ...first }, { baseUrl, acceptance, organisation, deals, price }) => {
        const { day } = wordsIn(['en']);
        const facts = ({ dealId, was }: DealFacts) => {
            const deal = deals?.get(dealId);
            if (!deal || acceptance) return '';
            const { revenue, earnings, validUntil } = was ?? { ...deal, earnings: earningsOf(deal) };
            const last = isOfEarnings ? null : validUntil;
            const until = last === null ? '' : `, until ${day(Date.parse(last), 'UTC')}`;
            const earns = isOfEarnings ? `\nEarnings: ${price?.(earnings)}` : '';
            return `\nPrice: ${price?.(revenue)}${until}${earns}`;
        };
        const all = [first, ...more];
        return {
            subject: all.length === 1 ? `${one}: ${first.customer}` : `${all.length} ${several}`,
            paragraphs: [
                ...all.map((it) => says(it) + facts(it)),
                ...(acceptance && all.length === 1
                    ? acceptedLines(wordsIn(['en']), acceptance, organisation?.timeZone)
                    : []),
                all.length === 1
                    ? { link: `${baseUrl}/deals/${first.dealId}`, says: 'Open the deal' }
                    : { link: `${baseUrl}/deals`, says: 'Open the deals' },
                switchedOff(baseUrl)
            ]
        };
    };

const itemLetter =
    ({ one, several, says }: Saying<{ who: string }>): Letter<ItemFacts> =>
    ({ more = [], ...first }, { baseUrl, items }) => {
        const all = [first, ...more];
        const titleOf = ({ itemId }: ItemFacts) => items?.get(itemId)?.title ?? `item ${itemId}`;
        const said = (it: ItemFacts) => {
            const { contactName = 'Someone', company = '' } = items?.get(it.itemId) ?? {};
            return `${says({ who: company === '' ? contactName : `${contactName}, ${company},` })}\nAbout: ${titleOf(it)}`;
        };
        return {
            subject: all.length === 1 ? `${one}: ${titleOf(first)}` : `${all.length} ${several}`,
            paragraphs: [
                ...all.map(said),
                all.length === 1
                    ? { link: `${baseUrl}/intake/${first.itemId}`, says: 'Open the enquiry' }
                    : { link: `${baseUrl}/intake`, says: 'Open the enquiries' },
                switchedOff(baseUrl)
            ]
        };
    };

const switchedOff = (baseUrl: string) =>
    `In your profile you choose which of these emails you get: ${baseUrl}/profile`;

export const newsLetters = {
    deal_answered: (about: DealFacts, addresses: Addresses) =>
        dealLetter({
            one: isAcceptance(about) ? 'Offer accepted' : 'Offer declined',
            says: ({ dealId, customer, reason }) =>
                `${customer} replied to the offer for deal ${dealId}. They ${reason.replace(/\.$/, '')}.`
        })(about, addresses),
    deal_approved: dealLetter({
        one: 'Deal approved',
        several: 'deals approved',
        says: (it) => `Your ${dealIn(it)} is approved. You can now send the offer to the customer.`
    }),
    deal_paid: dealLetter({
        one: 'Deal paid',
        several: 'deals paid',
        says: (it) => `Your ${dealIn(it)} is paid.`,
        isOfEarnings: true
    }),
    deal_rejected: dealLetter({
        one: 'Deal sent back',
        several: 'deals sent back',
        says: (it) =>
            `Your ${dealIn(it)} was not approved. Edit the draft, then submit it again.${reasonIn(it)}`
    }),
    deal_reopened: dealLetter({
        one: 'Deal reopened',
        several: 'deals reopened',
        says: (it) =>
            `Your ${dealIn(it)} was reopened. Edit the draft, then submit it for approval.${reasonIn(it)}`
    }),
    deal_reversed: dealLetter({
        one: 'Closing reversed',
        several: 'closings reversed',
        says: (it) =>
            `Your ${dealIn(it)} is no longer closed. Its commission is taken off until the deal is closed again.${reasonIn(it)}`,
        isOfEarnings: true
    }),
    deal_submitted: dealLetter({
        one: 'Deal to approve',
        several: 'deals to approve',
        says: ({ dealId, customer }) => `Deal ${dealId} with ${customer} is waiting for your approval.`
    }),
    intake_arrived: itemLetter({
        one: 'New enquiry',
        several: 'new enquiries',
        says: ({ who }) => `${who} sent an enquiry. No one has taken it yet.`
    }),
    intake_assigned: itemLetter({
        one: 'Enquiry for you',
        several: 'enquiries for you',
        says: ({ who }) => `The enquiry of ${who} was given to you to answer.`
    })
};
