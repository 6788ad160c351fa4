// The customer's page: the approved offer, the form for the one reply to it, and then the reply. The private link
// gives access; customers have no login.
import type { Lifecycle, Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { isPast, replyToOffer, replyOf, type OfferReply, openOffer } from '../../db/sales/deal-moves.ts';
import { historyOf } from '../../db/sales/deal-history.ts';
import type { DealRow } from '../../db/sales/deals.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Key, Words } from '../../words/index.ts';
import type { App } from '../app.ts';
import { bodyOf, formPayload, longTexts, readBody } from '../surfaces/http/bodies/index.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import { lines, validated } from '../surfaces/http/fields.ts';
import { strangerAt } from '../surfaces/auth/requester.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { problem } from '../surfaces/pages/form-controls.ts';
import { type Html, html, type Part } from '../surfaces/pages/layout.ts';
import { statuses } from '../surfaces/http/statuses.ts';
import type { FailurePage, FormPost } from '../surfaces/http/form-post.ts';
import { outsideNotFound, publicPageOptions, withForm } from '../surfaces/openapi/route-docs.ts';
import { assertConfirmed, confirmBox, confirmField } from '../surfaces/public-pages/confirm.ts';
import {
    type Outside,
    outsideFor,
    publicPage,
    type FailureKind,
    publicErrorPage
} from '../surfaces/public-pages/outside.ts';
import { exactLimiter } from '../surfaces/auth/attempt-limits.ts';
import { settingsOf } from '../../db/record/settings.ts';
import { priceOf } from '../shared/money.ts';
import { senderOf } from '../surfaces/public-pages/sender.ts';

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

interface Found {
    token: string;
    deal: DealRow;
}

type Find = (request: Request) => Promise<Found>;

const showRoute = (app: App, find: Find, failing: FailurePage): ServerRoute => ({
    method: 'GET',
    path: '/deal/{token}',
    options: publicPageOptions(failing, 'showOffer', 'Shows the offer, or the recorded reply.', {
        also: [404, 429]
    }),
    handler: async (request) => {
        const found = await find(request);
        return currentPage(app, await outsideFor(app, request), found);
    }
});

interface Shown extends Found {
    refused?: Refused;
}

/** A reply with its box not ticked, or a reason that is too long. */
interface Refused {
    reply: OfferReply;
    /** The field that is wrong, by its id. */
    at: string;
    error: string;
    reason: string;
}

/** The reply that is recorded, or else the offer with the forms for one. */
async function currentPage(app: App, outside: Outside, { token, deal, refused }: Shown) {
    const sheet = { history: await historyOf(app.store.read, deal.id), words: outside.words };
    const reply = replyOf(deal);
    if (reply)
        return repliedPage(outside, reply, [
            await offerTerms(app, deal, sheet),
            unsaved(outside, refused?.reason)
        ]);
    const isOver = isPast(deal, calendarDay(app.zone.name(), app.now()));
    const base = `/deal/${token}`;
    return offerPage(outside, await offerSheet(app, deal, sheet), { base, isOver, refused });
}

interface Replying {
    reply: OfferReply;
    failing: FailurePage;
}

const replyRoute = (app: App, find: Find, { reply, failing }: Replying): ServerRoute => ({
    method: 'POST',
    path: `/deal/{token}/${reply}`,
    options: withForm(
        {
            ...publicPageOptions(failing, `${reply}Offer`, summaries[reply], {
                body: replyForm,
                also: [404, 409, 429]
            }),
            payload: { ...formPayload, maxBytes: longTexts }, // a reason far too long is shown again
            pre: [readBody]
        },
        replyAgain(app, find, reply)
    ),
    handler: saveReply(app, find, reply)
});

const summaries = { accept: 'Accepts the offer.', decline: 'Declines the offer.' };

const longestReason = 1000;

const replyForm = Joi.object<{ reason: string; confirm?: string }>({
    reason: lines(longestReason).trim().default(''),
    ...confirmField
}).unknown();

/** The page again, with the reason as it was typed. */
const replyAgain = (app: App, find: Find, reply: OfferReply): FormPost => ({
    async showAgain(request, h, { reason: code, field, message }) {
        const reason = typed(bodyOf(request), 'reason');
        if (code !== 'invalid_field' && (reason === '' || !['wrong_state', 'unavailable'].includes(code)))
            return undefined;
        const found = await find(request);
        const outside = await outsideFor(app, request);
        const over = reason.trim().length - longestReason;
        const at = code === 'invalid_field' && field !== 'reason' ? `confirm-${reply}` : 'reason';
        const wrong = {
            invalid_field: field === 'reason' ? outside.say('offer.reason-too-long', { over }) : message,
            wrong_state: outside.say('offer.failure.409'),
            unavailable: outside.say('failure.503')
        }[code as string];
        const refused = { reply, reason, at, error: wrong ?? message };
        const page = await currentPage(app, outside, { ...found, refused });
        const isSame = code === 'invalid_field' && replyOf(found.deal);
        return h.response(page).code(isSame ? 200 : statuses[code]);
    }
});

/** What the customer typed, where it was not recorded. */
const unsaved = ({ say }: Outside, text = '') =>
    text !== '' &&
    html`<section><h2>${say('ended.unsaved')}</h2><p class="answer" dir="auto">${text}</p></section>`;

function saveReply(app: App, find: Find, reply: OfferReply): Lifecycle.Method {
    const { store, zone, now } = app;
    return async (request) => {
        const { token } = await find(request);
        const outside = await outsideFor(app, request);
        const { reason, confirm } = validated(replyForm, bodyOf(request), { convert: true });
        assertConfirmed({ confirm }, outside);
        const at = now();
        const by = strangerAt(request, 'customer');
        const replying = { reply, reason, by, at, today: calendarDay(zone.name(), at) };
        const deal = await store.write((tx) => replyToOffer(tx, token, replying));
        return currentPage(app, outside, { token, deal });
    };
}

interface Open {
    base: string;
    isOver: boolean;
    refused?: Refused | undefined;
}

function offerPage(outside: Outside, sheet: Html, { base, isOver, refused }: Open) {
    const { say } = outside;
    const isDeclining = refused?.reply === 'decline';
    return publicPage(outside, {
        styles: ['deals.css'],
        title: say('offer.title'),
        body: html`${problem(refused?.error, refused?.at ?? '')}${sheet}${isOver && html`<p class="notice">${say('offer.over')}</p>`}
            <div class="replies">${
                !isOver &&
                html`<form method="post" action="${base}/accept">
                ${confirmBox('confirm-accept', say('offer.confirm-accept'))}
                <button type="submit">${say('offer.accept')}</button></form>`
            }
            <details ${isDeclining && { html: 'open' }}><summary role="button" class="secondary">${say('offer.decline')}</summary>
                <form method="post" action="${base}/decline">
                <label for="reason">${say('offer.reason')}</label>
                <textarea id="reason" name="reason" rows="3" ${isDeclining && refused.at === 'reason' && { html: 'aria-invalid="true"' }}>
${refused?.reason}</textarea>
                ${confirmBox('confirm-decline', say('offer.confirm-decline'))}
                <button type="submit" class="secondary">${say('offer.really-decline')}</button></form></details></div>
            <p class="once"><small>${say('offer.once')}</small></p>`
    });
}

/** The page of a customer's request that was refused. */
const offerFailure =
    (app: App): FailurePage =>
    async (request, status) => {
        const isTooLate = status === 409 && (await isOver(app, String(request.params['token'])));
        return publicErrorPage(await outsideFor(app, request), status, (kind) => ({
            title: titles[kind],
            says: isTooLate ? 'offer.failure.over' : says[kind],
            next: isTooLate ? 'offer.failure.next.over' : `offer.failure.next.${kind}`
        }));
    };

type Keys = Partial<Record<FailureKind, Key>>;

const titles: Keys = { 404: 'offer.failure.title.404', 409: 'offer.failure.title.409' };
const says: Keys = { 404: 'offer.failure.404', 409: 'offer.failure.409', 429: 'offer.failure.429' };

/** Whether what was refused came after the last day, not after another reply. */
async function isOver({ store, zone, now }: App, token: string) {
    const deal = await openOffer(store.read, token).catch(() => undefined);
    return deal !== undefined && isPast(deal, calendarDay(zone.name(), now()));
}

const replied = {
    accept: { title: 'offer.accepted.title', says: 'offer.accepted.says' },
    decline: { title: 'offer.declined.title', says: 'offer.declined.says' }
} as const;

/** A customer sees this page after the reply, after the same reply sent twice, and whenever the link is opened again. */
function repliedPage(outside: Outside, reply: OfferReply, terms: Part) {
    const { say } = outside;
    const title = say(replied[reply].title);
    return publicPage(outside, {
        styles: ['deals.css'],
        title,
        body: html`<h1>${title}</h1><p>${say(replied[reply].says)}</p>${terms}`
    });
}

interface Sheet {
    history: readonly Pick<Awaited<ReturnType<typeof historyOf>>[number], 'move' | 'at'>[];
    words: Words;
    /** In the console the sheet follows other headings, and shows the sender at the top. */
    inConsole?: boolean;
}

export async function offerSheet(
    app: App,
    deal: DealRow,
    { history, words, inConsole = false }: Sheet
): Promise<Html> {
    const sender = inConsole && senderOf(app.config, await settingsOf(app));
    const title = words.say('offer.heading', { customer: deal.customerName });
    return html`<article class="offer">${sender && html`<p class="sender">${sender}</p>`}
        ${inConsole ? html`<h3>${title}</h3>` : html`<h1>${title}</h1>`}
        <p>${words.say('offer.greeting', { name: deal.contactName })}</p>
        ${await offerTerms(app, deal, { history, words, inConsole })}</article>`;
}

/** What the offer comes to: before the reply, and after it. */
async function offerTerms(
    app: App,
    deal: DealRow,
    { history, words, inConsole = false }: Sheet
): Promise<Html> {
    const sentAt = history.findLast(({ move }) => move === 'send')?.at ?? app.now();
    const { customerName, revenue, scope, validUntil } = deal;
    const { say, day, language } = words;
    const price = await priceOf(app, language);
    const heading = inConsole ? html`<h4>${say('offer.scope')}</h4>` : html`<h2>${say('offer.scope')}</h2>`;
    return html`${scope !== '' && html`${heading}<p class="scope">${scope}</p>`}
        <dl class="summary sums"><div><dt>${say('offer.customer')}</dt><dd>${customerName}</dd></div>
            <div><dt>${say('offer.date')}</dt><dd>${day(sentAt, app.zone.name())}</dd></div>
            ${validUntil !== null && html`<div><dt>${say('offer.valid-until')}</dt><dd>${day(Date.parse(validUntil), 'UTC')}</dd></div>`}
            <div class="total"><dt>${say('offer.price')}</dt><dd class="amount">${price(revenue)}</dd></div></dl>`;
}
