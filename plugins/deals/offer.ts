// The customer's page: the offer as it was approved, the one answer to it, and then what was answered. The link is the key; there is no login.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { replyToOffer, replyOf, type OfferReply, openOffer } from '../../db/sales/deal-moves.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import { Refusal } from '../../db/refusal.ts';
import type { App } from '../app.ts';
import { formPayload } from '../surfaces/actions.ts';
import { bodyOf } from '../surfaces/http/bodies.ts';
import { clientAddress } from '../surfaces/auth/client-address.ts';
import { checked } from '../surfaces/fields.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import { priceIn } from '../surfaces/pages/money.ts';
import { type Html, html, page } from '../surfaces/pages/layout.ts';
import { shownPage } from '../surfaces/openapi/route-docs.ts';

const answerForm = Joi.object<{ reason: string }>({
    reason: Joi.string().allow('').max(1000).default('')
}).unknown();

const does = { accept: 'Accepts the offer.', decline: 'Declines the offer.' };

export function offerRoutes(app: App): ServerRoute[] {
    const { store, config, now } = app;
    const addressOf = clientAddress(config.trustedProxies);
    const price = priceIn(config.currency);
    const terms = (deal: DealRow) => termsOf(deal.customerName, price(deal.revenue));
    const unknown = limiter(config.rates.demoUnknown, 60);
    /** Nobody may try links until one opens: those that open nothing are counted. */
    const offerAt = async (request: Request) => {
        const token = String(request.params['token']);
        try {
            return { token, deal: await openOffer(store.read, token) };
        } catch (error) {
            if (error instanceof Refusal) await unknown.count(addressOf(request));
            throw error;
        }
    };
    const answer = (answer: OfferReply): ServerRoute => ({
        method: 'POST',
        path: `/deal/{token}/${answer}`,
        options: {
            ...shownPage(does[answer], { body: answerForm, also: [429] }),
            payload: formPayload
        },
        async handler(request: Request, h: ResponseToolkit) {
            const { token } = await offerAt(request);
            const { reason } = checked(answerForm, bodyOf(request), { convert: true });
            const given = { reply: answer, reason, at: now() };
            const deal = await store.write((tx) => replyToOffer(tx, token, given));
            return h.response(answeredPage(answer, terms(deal)));
        }
    });
    return [
        {
            method: 'GET',
            path: '/deal/{token}',
            options: shownPage('The offer, or what was answered to it.', { also: [429] }),
            handler: async (request) => {
                const { token, deal } = await offerAt(request);
                const answered = replyOf(deal);
                return answered
                    ? answeredPage(answered, terms(deal))
                    : offerPage(`/deal/${token}`, deal, terms(deal));
            }
        },
        answer('accept'),
        answer('decline')
    ];
}

/** Only what the customer is offered: what it earns somebody is not theirs to read. */
const termsOf = (customerName: string, price: string) =>
    html`<dl>
        <dt>For</dt>
        <dd>${customerName}</dd>
        <dt>Price</dt>
        <dd class="amount">${price}</dd>
    </dl>`;

function offerPage(base: string, { customerName, contactName }: DealRow, terms: Html) {
    return page({
        outside: true,
        title: 'An offer for you',
        body: html`<h1>An offer for ${customerName}</h1>
            <p>Hello ${contactName}, please look at this offer and tell us what you think of it.</p>
            ${terms}
            <form method="post" action="${base}/accept">
                <button type="submit">Accept</button>
            </form>
            <form method="post" action="${base}/decline">
                <label for="reason">If you decline, you can say why</label>
                <textarea id="reason" name="reason" rows="3" maxlength="1000"></textarea>
                <button type="submit" class="secondary">Decline</button>
            </form>
            <p><small>You can answer once. If something is not right, write to those who sent you this link.</small></p>`
    });
}

/** The same after the answer, after the same one sent twice, and whenever the link is opened again. */
function answeredPage(answer: OfferReply, terms: Html) {
    const [title, next] = {
        accept: ['Thank you', 'You have accepted the offer. We will be in touch with you.'],
        decline: ['Thank you for telling us', 'You have declined the offer. You need not do anything else.']
    }[answer] as [string, string];
    return page({ outside: true, title, body: html`<h1>${title}</h1><p>${next}</p>${terms}` });
}
