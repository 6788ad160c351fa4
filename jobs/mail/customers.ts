// The emails to customers.
import type { MailKind, Mails } from '../../db/jobs/mails.ts';
import { type Acceptance, totalOf } from '../../db/sales/acceptances.ts';
import { type Words, wordsIn } from '../../words/index.ts';
import { type Reading, signatureOf } from './candidates.ts';
import type { EmailContent, Paragraph } from './html.ts';
import { type Addresses, tokenOf } from './links.ts';

type From = Addresses & Reading;
export type CustomerMail = 'deal_accepted' | 'deal_offer' | 'deal_reminder' | 'intake_answer';
type Letter<Kind extends MailKind> = (about: Mails[Kind], from: From) => EmailContent;

/** The offer in the language of the organisation, and its copy in that of the page where it was accepted. */
export const customerLetters: { [Kind in CustomerMail]: Letter<Kind> } = {
    deal_accepted: (about, from) => {
        const words = wordsIn([about.language]);
        const { acceptance, organisation } = from;
        return letter(about, from, words, {
            subject: words.say('mail.accepted.subject', { customer: about.customer }),
            before: [
                words.say('mail.accepted.says'),
                ...(acceptance ? acceptedLines(words, acceptance, organisation?.timeZone) : [])
            ],
            open: words.say('mail.accepted.open'),
            after: words.say('mail.accepted.keep')
        });
    },
    deal_offer: (about, from) => offerLetter('mail.offer', about, from),
    deal_reminder: (about, from) => offerLetter('mail.offer-reminder', about, from),
    intake_answer: ({ title, text, sender }, from) => {
        const { say, language } = wordsIn([from.organisation?.language]);
        return {
            subject: say('mail.answer.subject', { title }),
            paragraphs: [greetingOf(from, say), text, `${sender}\n${signatureOf(from)}`],
            language
        };
    }
};

const greetingOf = ({ toName }: From, say: Words['say']) => say('mail.greeting', { name: toName || 'none' });

interface Texts {
    subject: string;
    before: readonly Paragraph[];
    /** The label of the button. */
    open: string;
    after: string;
}

/** An offer that can be answered, or the reminder of one. */
function offerLetter(
    kind: 'mail.offer' | 'mail.offer-reminder',
    about: Mails['deal_offer'],
    from: From
): EmailContent {
    const words = wordsIn([from.organisation?.language]);
    const { customer } = about;
    return letter(about, from, words, {
        subject: words.say(`${kind}.subject`, { customer }),
        before: [words.say(`${kind}.says`, { customer }), ...offeredLines(words, from)],
        open: words.say('mail.offer.open'),
        after: words.say('mail.offer.link')
    });
}

/** The price and the last day of an offer. */
function offeredLines({ say, day, language }: Words, { offered, price }: From): string[] {
    if (!offered || !price) return [];
    const { total, hasTax, validUntil } = offered;
    const lines = [`${say(hasTax ? 'offer.total' : 'offer.price')}: ${price(total, language)}`];
    if (validUntil !== null) lines.push(`${say('offer.valid-until')}: ${day(Date.parse(validUntil), 'UTC')}`);
    return [lines.join('\n')];
}

function letter(
    { dealId, issue }: Pick<Mails['deal_offer'], 'dealId' | 'issue'>,
    from: From,
    { say, language }: Words,
    { subject, before, open, after }: Texts
): EmailContent {
    const link = `${from.baseUrl}/deal/${tokenOf(from.links, 'deal', String(dealId), issue)}`;
    const paragraphs = [greetingOf(from, say), ...before, { link, says: open }, after, signatureOf(from)];
    return { subject, paragraphs, language };
}

/** The accepted offer, and who accepted it. */
export function acceptedLines(
    { say, day, moment, price }: Words,
    { name, at, digest, offer }: Acceptance,
    timeZone = 'UTC'
): string[] {
    const { organisation, customer, contact, date, scope, terms = '', validUntil, currency } = offer;
    const { lines: offered = [], taxes = [] } = offer;
    const what = offered.map(
        (line) =>
            `${line.text} (${say('offer.line.says', { ...line, price: price(line.unitPrice, currency) })}): ${price(line.net, currency)}`
    );
    const lines = [
        [say('offer.from'), organisation],
        [say('offer.customer'), `${customer}, ${contact}`],
        [say('offer.date'), day(Date.parse(date), 'UTC')],
        [say('offer.valid-until'), validUntil === null ? '' : day(Date.parse(validUntil), 'UTC')],
        ...(taxes.length > 0 ? [[say('offer.net'), price(offer.price, currency)]] : []),
        ...taxes.map(({ rate, amount }) => [say('offer.tax', { rate }), price(amount, currency)]),
        [say(taxes.length > 0 ? 'offer.total' : 'offer.price'), price(totalOf(offer), currency)],
        [say('offer.accepted-by'), name],
        [say('offer.accepted-at'), moment(at, timeZone)],
        ['SHA-256', digest]
    ];
    const facts = lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
    const texts = [
        [say('offer.scope'), [scope, ...what].filter(Boolean).join('\n')],
        [say('offer.terms'), terms]
    ];
    return [...texts.flatMap(([label, text]) => (text ? [`${label}:\n${text}`] : [])), facts.join('\n')];
}
