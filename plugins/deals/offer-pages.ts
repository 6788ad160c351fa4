// The pages of an offer, in the language of its customer.
import { type Acceptance, digestOfOffer, type ShownOffer, totalOf } from '../../db/sales/acceptances.ts';
import type { OfferReply } from '../../db/sales/deal-moves.ts';
import { mailto } from '../../db/accounts/mailto.ts';
import { area, field, hidden, problem, tick } from '../surfaces/pages/form-controls.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { type Outside, publicPage } from '../surfaces/public-pages/outside.ts';
import { offerSheet, offerTerms } from './offer-sheet.ts';

/** A form that was refused, as it was typed. */
export interface Refused {
    error: string;
    /** The field that is wrong, by its id; undefined where it is none. */
    at?: 'name' | 'reason' | 'confirm' | undefined;
    name: string;
    reason: string;
    confirm: boolean;
}

const errorAt = (at: Refused['at'], refused: Refused | undefined) =>
    refused?.at === at ? refused?.error : undefined;

export const longestReason = 1000;

/** The seller of a deal. */
interface Rep {
    displayName: string;
    email: string;
}

interface Open {
    /** The customer's link. */
    base: string;
    dealId: number;
    /** Where a copy goes; `none` without a mail server. */
    email: string;
    offer: ShownOffer;
    /** Who answers questions; undefined where that is no one with an address. */
    rep?: Rep | undefined;
    refused?: Refused | undefined;
}

export function offerPage(outside: Outside, { base, dealId, offer, rep }: Open, isOver: boolean) {
    const { say, words } = outside;
    const subject = say('offer.ask.subject', { customer: offer.customer, id: String(dealId) });
    const ask =
        rep &&
        html`<a href="${mailto(rep.email, subject)}">${say('offer.ask', { name: rep.displayName })}</a>`;
    return offerDocument(
        outside,
        say('offer.title'),
        html`${offerSheet(offer, words)}${isOver && html`<p class="notice">${say('offer.over')}</p>`}
            <div class="acts replies">${!isOver && html`<a role="button" href="${base}/accept">${say('offer.accept')}</a>`}
                <a role="button" class="secondary" href="${base}/decline">${say('offer.decline')}</a>
                ${ask}</div>
            <p class="once"><small>${say('offer.once')}</small></p>`
    );
}

/** The whole offer again, so that the form is about what is above it. */
export function acceptPage(outside: Outside, open: Open) {
    const { offer, email, refused } = open;
    const { say, words } = outside;
    return replyPage(outside, 'accept', open, {
        before: offerTerms(offer, words),
        fields: html`${hidden({ shown: digestOfOffer(offer) })}
            ${field({
                name: 'name',
                label: say('offer.name'),
                help: say('offer.name-help', { email }),
                autocomplete: 'name',
                value: refused?.name,
                error: errorAt('name', refused)
            })}`,
        confirm: say('offer.confirm-accept', { customer: offer.customer }),
        button: html`<button type="submit">${say('offer.accept-for', { price: words.price(totalOf(offer), offer.currency) })}</button>`
    });
}

export function declinePage(outside: Outside, open: Open) {
    const { say } = outside;
    const { offer, refused } = open;
    return replyPage(outside, 'decline', open, {
        before: html`<p>${say('offer.heading', { customer: offer.customer })}</p>`,
        fields: area({
            name: 'reason',
            label: say('offer.reason'),
            value: refused?.reason,
            error: errorAt('reason', refused),
            maxlength: longestReason,
            rows: 4
        }),
        confirm: say('offer.confirm-decline'),
        button: html`<button type="submit" class="danger">${say('offer.really-decline')}</button>`
    });
}

interface ReplyForm {
    before?: Html;
    fields: Html;
    /** The label of the box to tick. */
    confirm: string;
    button: Html;
}

const titles = { accept: 'offer.accept.title', decline: 'offer.decline.title' } as const;

function replyPage(outside: Outside, reply: OfferReply, { base, refused }: Open, form: ReplyForm) {
    const { say } = outside;
    const title = say(titles[reply]);
    return offerDocument(
        outside,
        title,
        html`${problem(refused?.error, refused?.at ?? '')}<h1>${title}</h1>${form.before}
            <form method="post" action="${base}/${reply}" class="box reply">${form.fields}
                ${tick({ name: 'confirm', label: form.confirm, on: refused?.confirm ?? false, isRequired: true, error: errorAt('confirm', refused) })}
                <div class="acts">${form.button}<a role="button" class="secondary" href="${base}">${say('offer.back')}</a></div></form>`
    );
}

const replied = {
    accept: { title: 'offer.accepted.title', says: 'offer.accepted.says' },
    decline: { title: 'offer.declined.title', says: 'offer.declined.says' }
} as const;

/** A customer sees this page after the reply, after the same reply sent twice, and whenever the link is opened again. */
export function repliedPage(
    outside: Outside,
    reply: OfferReply,
    { acceptance, email, offer, refused }: Open & { acceptance: Acceptance | undefined }
) {
    const { say, moment, words } = outside;
    const title = say(replied[reply].title);
    const accepted =
        acceptance &&
        html`<p>${say('offer.accepted.by', { name: acceptance.name || 'none', when: moment(acceptance.at) })}
            ${say('offer.accepted.copy', { email })}</p>`;
    return offerDocument(
        outside,
        title,
        html`<h1>${title}</h1><p>${say(replied[reply].says)}</p>${accepted}${offerTerms(offer, words)}
            ${acceptance && html`<p class="digest"><small>SHA-256: ${acceptance.digest}</small></p>`}
            ${unsaved(outside, refused?.reason)}`
    );
}

/** What the customer typed, where it was not recorded. */
const unsaved = ({ say }: Outside, text = '') =>
    text !== '' &&
    html`<section><h2>${say('ended.unsaved')}</h2><p class="answer" dir="auto">${text}</p></section>`;

const offerDocument = (outside: Outside, title: string, body: Html) =>
    publicPage(outside, { styles: ['deals.css'], title, body });
