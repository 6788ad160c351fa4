// The customer's page: the approved offer, the form for the one reply to it, and then the reply. The private link
// gives access; customers have no login.
import type { Lifecycle, Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { replyToOffer, replyOf, type OfferReply, openOffer } from '../../db/sales/deal-moves.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import { currencyOf } from '../../db/installation/installation.ts';
import { Refusal } from '../../db/refusal.ts';
import type { App } from '../app.ts';
import { bodyOf, formPayload, readBody } from '../surfaces/http/bodies.ts';
import { validated } from '../surfaces/fields.ts';
import { exactLimiter } from '../surfaces/auth/exact-limits.ts';
import { priceIn } from '../surfaces/pages/money.ts';
import { type Html, html, page } from '../surfaces/pages/layout.ts';
import { outsideNotFound, outsidePage } from '../surfaces/openapi/route-docs.ts';
import { advice } from './advice.ts';

export function offerRoutes(app: App): ServerRoute[] {
    const offers = { find: offerFinder(app), termsOf: termsIn(app) };
    return [
        showRoute(offers),
        replyRoute(app, offers, 'accept'),
        replyRoute(app, offers, 'decline'),
        outsideNotFound(advice, '/deal')
    ];
}

/** Requests with a link that opens nothing are counted by address, so that nobody can guess links. */
function offerFinder(app: App): Offers['find'] {
    // RATE_DEMO_UNKNOWN limits requests with an unknown secret in the path, of whichever kind it is.
    const points = app.config.rates.demoUnknown;
    const unknownLinks = exactLimiter(app, { name: 'unknown offers', points, seconds: 60 });
    return async (request) => {
        const token = String(request.params['token']);
        try {
            return { token, deal: await openOffer(app.store.read, token) };
        } catch (error) {
            if (error instanceof Refusal) await unknownLinks.count(request.clientAddress);
            throw error;
        }
    };
}

interface Offers {
    find: (request: Request) => Promise<{ token: string; deal: DealRow }>;
    termsOf: (deal: DealRow) => Promise<Html>;
}

const showRoute = ({ find, termsOf }: Offers): ServerRoute => ({
    method: 'GET',
    path: '/deal/{token}',
    options: outsidePage(advice, 'showOffer', 'Shows the offer, or the reply that was given to it.', {
        also: [404, 429]
    }),
    handler: async (request) => {
        const { token, deal } = await find(request);
        const reply = replyOf(deal);
        const terms = await termsOf(deal);
        return reply ? repliedPage(reply, terms) : offerPage(`/deal/${token}`, deal, terms);
    }
});

const replyRoute = (app: App, offers: Offers, reply: OfferReply): ServerRoute => ({
    method: 'POST',
    path: `/deal/{token}/${reply}`,
    options: {
        ...outsidePage(advice, `${reply}Offer`, summaries[reply], { body: replyForm, also: [404, 409, 429] }),
        payload: formPayload,
        pre: [readBody]
    },
    handler: saveReply(app, offers, reply)
});

const summaries = { accept: 'Accepts the offer.', decline: 'Declines the offer.' };

const replyForm = Joi.object<{ reason: string }>({
    reason: Joi.string().allow('').max(1000).default('')
}).unknown();

function saveReply({ store, now }: App, { find, termsOf }: Offers, reply: OfferReply): Lifecycle.Method {
    return async (request) => {
        const { token } = await find(request);
        const { reason } = validated(replyForm, bodyOf(request), { convert: true });
        const replying = { reply, reason, at: now() };
        const deal = await store.write((tx) => replyToOffer(tx, token, replying));
        return repliedPage(reply, await termsOf(deal));
    };
}

/** The customer reads the price, and never what anybody earns by the deal. */
function termsIn({ store, config }: App) {
    const currency = async () => config.currency ?? (await currencyOf(store.read));
    return async ({ customerName, revenue }: DealRow) =>
        html`<dl>
            <dt>For</dt>
            <dd>${customerName}</dd>
            <dt>Price</dt>
            <dd class="amount">${priceIn(await currency())(revenue)}</dd>
        </dl>`;
}

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
            <p><small>You can reply once. If something is not right, write to the people who sent you this link.</small></p>`
    });
}

/** A customer sees this page after the reply, after the same reply sent twice, and whenever the link is opened again. */
function repliedPage(reply: OfferReply, terms: Html) {
    const [title, next] = {
        accept: ['Thank you', 'You have accepted the offer. We will be in touch with you.'],
        decline: [
            'Thank you for telling us',
            'You have declined the offer. You do not need to do anything else.'
        ]
    }[reply] as [string, string];
    return page({ outside: true, title, body: html`<h1>${title}</h1><p>${next}</p>${terms}` });
}
