// The customer's page: the approved offer, the form for the one reply to it, and then the reply. The private link
// gives access; customers have no login.
import type { Lifecycle, Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { isPast, replyToOffer, replyOf, type OfferReply, openOffer } from '../../db/sales/deal-moves.ts';
import { historyOf } from '../../db/sales/deal-history.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { bodyOf, formPayload, readBody } from '../surfaces/http/bodies/index.ts';
import { lines, validated } from '../surfaces/http/fields.ts';
import { strangerAt } from '../surfaces/auth/requester.ts';
import { exactLimiter } from '../surfaces/auth/exact-limits.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import type { FailurePage } from '../surfaces/http/form-post.ts';
import { outsideNotFound, publicPageOptions } from '../surfaces/openapi/route-docs.ts';
import { type Outside, outsideFor, publicPage } from '../surfaces/public-pages/outside.ts';
import { offerFailure } from './offer-failure.ts';
import { offerSheet, offerTerms } from './offer-sheet.ts';

export function offerRoutes(app: App): ServerRoute[] {
    const find = offerFinder(app);
    const failing = offerFailure(app);
    return [
        showRoute(app, find, failing),
        replyRoute(app, find, { reply: 'accept', failing }),
        replyRoute(app, find, { reply: 'decline', failing }),
        outsideNotFound(failing, '/deal')
    ];
}

/** Requests with an invalid link are counted by address, so that links cannot be guessed. */
function offerFinder(app: App): Find {
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

type Find = (request: Request) => Promise<{ token: string; deal: DealRow }>;

const showRoute = (app: App, find: Find, failing: FailurePage): ServerRoute => ({
    method: 'GET',
    path: '/deal/{token}',
    options: publicPageOptions(failing, 'showOffer', 'Shows the offer, or the recorded reply.', {
        also: [404, 429]
    }),
    handler: async (request) => {
        const { token, deal } = await find(request);
        const reply = replyOf(deal);
        const history = await historyOf(app.store.read, deal.id);
        const outside = await outsideFor(app, request);
        const sheet = { history, words: outside.words };
        if (reply) return repliedPage(outside, reply, await offerTerms(app, deal, sheet));
        const today = calendarDay(app.config.timeZone, app.now());
        return offerPage(outside, await offerSheet(app, deal, sheet), {
            base: `/deal/${token}`,
            isOver: isPast(deal, today)
        });
    }
});

interface Replying {
    reply: OfferReply;
    failing: FailurePage;
}

const replyRoute = (app: App, find: Find, { reply, failing }: Replying): ServerRoute => ({
    method: 'POST',
    path: `/deal/{token}/${reply}`,
    options: {
        ...publicPageOptions(failing, `${reply}Offer`, summaries[reply], {
            body: replyForm,
            also: [404, 409, 429]
        }),
        payload: formPayload,
        pre: [readBody]
    },
    handler: saveReply(app, find, reply)
});

const summaries = { accept: 'Accepts the offer.', decline: 'Declines the offer.' };

const replyForm = Joi.object<{ reason: string }>({
    reason: lines(1000).trim().default('')
}).unknown();

function saveReply(app: App, find: Find, reply: OfferReply): Lifecycle.Method {
    const { store, config, now } = app;
    return async (request) => {
        const { token } = await find(request);
        const { reason } = validated(replyForm, bodyOf(request), { convert: true });
        const at = now();
        const by = strangerAt(request, 'customer');
        const replying = { reply, reason, by, at, today: calendarDay(config.timeZone, at) };
        const deal = await store.write((tx) => replyToOffer(tx, token, replying));
        const history = await historyOf(store.read, deal.id);
        const outside = await outsideFor(app, request);
        const terms = await offerTerms(app, deal, { history, words: outside.words });
        return repliedPage(outside, reply, terms);
    };
}

interface Open {
    base: string;
    isOver: boolean;
}

function offerPage(outside: Outside, sheet: Html, { base, isOver }: Open) {
    const { say } = outside;
    return publicPage(outside, {
        styles: ['deals.css'],
        title: say('offer.title'),
        body: html`${sheet}${isOver && html`<p class="notice">${say('offer.over')}</p>`}
            <div class="replies">${
                !isOver &&
                html`<form method="post" action="${base}/accept">
                <button type="submit">${say('offer.accept')}</button></form>`
            }
            <details><summary role="button" class="secondary">${say('offer.decline')}</summary>
                <form method="post" action="${base}/decline">
                <label for="reason">${say('offer.reason')}</label>
                <textarea id="reason" name="reason" rows="3" maxlength="1000"></textarea>
                <button type="submit" class="secondary">${say('offer.really-decline')}</button></form></details></div>
            <p class="once"><small>${say('offer.once')}</small></p>`
    });
}

const replied = {
    accept: { title: 'offer.accepted.title', says: 'offer.accepted.says' },
    decline: { title: 'offer.declined.title', says: 'offer.declined.says' }
} as const;

/** A customer sees this page after the reply, after the same reply sent twice, and whenever the link is opened again. */
function repliedPage(outside: Outside, reply: OfferReply, terms: Html) {
    const { say } = outside;
    const title = say(replied[reply].title);
    return publicPage(outside, {
        styles: ['deals.css'],
        title,
        body: html`<h1>${title}</h1><p>${say(replied[reply].says)}</p>${terms}`
    });
}
