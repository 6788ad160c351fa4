// The customer's pages: the approved offer, a form for each reply to it, and then the reply. The private link gives access;
// customers have no login.
import type { Lifecycle, Request, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import {
    isPast,
    noteOpening,
    replyToOffer,
    replyOf,
    type OfferReply,
    openOffer
} from '../../db/sales/deal-moves.ts';
import { findAcceptance } from '../../db/sales/acceptances.ts';
import { type DealRow, findSeller } from '../../db/sales/deals.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { Key } from '../../words/index.ts';
import type { App } from '../app.ts';
import { bodyOf, formPayload, longTexts, readBody } from '../surfaces/http/bodies/index.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import { lines, shortText, validated } from '../surfaces/http/fields.ts';
import { sessionCookie } from '../surfaces/auth/schemes.ts';
import { strangerAt } from '../surfaces/auth/requester.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { statuses } from '../surfaces/http/statuses.ts';
import type { FailurePage, FormPost } from '../surfaces/http/form-post.ts';
import { outsideNotFound, publicPageOptions, withForm } from '../surfaces/openapi/route-docs.ts';
import { assertConfirmed, confirmField } from '../surfaces/public-pages/confirm.ts';
import {
    type Outside,
    outsideFor,
    type FailureKind,
    publicErrorPage
} from '../surfaces/public-pages/outside.ts';
import { exactLimiter } from '../surfaces/auth/attempt-limits.ts';
import {
    acceptPage,
    declinePage,
    longestReason,
    offerPage,
    type Refused,
    repliedPage
} from './offer-pages.ts';
import { shownOffer } from './offer-sheet.ts';

export function offerRoutes(app: App): ServerRoute[] {
    const find = offerFinder(app);
    const failing = offerFailure(app);
    return [
        showRoute(app, find, { failing }),
        ...replies.flatMap((reply) => [
            showRoute(app, find, { reply, failing }),
            replyRoute(app, find, { reply, failing })
        ]),
        outsideNotFound(failing, '/deal')
    ];
}

const replies = ['accept', 'decline'] as const satisfies readonly OfferReply[];

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

interface Showing {
    /** Of the page with the form for one; otherwise the offer. */
    reply?: OfferReply;
    failing: FailurePage;
}

const shows = {
    accept: ['showAccepting', 'Shows the form to accept the offer, or the recorded reply.'],
    decline: ['showDeclining', 'Shows the form to decline the offer, or the recorded reply.']
} as const;

function showRoute(app: App, find: Find, { reply, failing }: Showing): ServerRoute {
    const [id, says] = reply ? shows[reply] : ['showOffer', 'Shows the offer, or the recorded reply.'];
    return {
        method: 'GET',
        path: reply ? `/deal/{token}/${reply}` : '/deal/{token}',
        options: publicPageOptions(failing, id, says, { also: [404, 429] }),
        handler: async (request) => {
            const found = await find(request);
            if (isFirstOpening(app, request, found.deal)) await noteOpened(app, found.deal);
            return currentPage(app, await outsideFor(app, request), { ...found, reply });
        }
    };
}

interface Shown extends Found {
    /** The one whose form is shown, until there is a reply. */
    reply?: OfferReply | undefined;
    refused?: Refused;
}

/** Not where staff look at it, who are signed in in this browser, and not a HEAD of a program that checks links. */
const isFirstOpening = (app: App, { method, state }: Request, { openedAt, status }: DealRow) =>
    method === 'get' &&
    openedAt === null &&
    status === 'ss_customer_sent' &&
    state[sessionCookie(app)] === undefined;

/** The offer can be read also while nothing can be written. */
const noteOpened = ({ store, now }: App, deal: DealRow) =>
    store.write((tx) => noteOpening(tx, deal, now())).catch(() => undefined);

/** The reply that is recorded, or else the offer or the form for one. */
async function currentPage(app: App, outside: Outside, { token, deal, reply, refused }: Shown) {
    const { store, config, now } = app;
    const acceptance = await findAcceptance(store.read, deal.id);
    const offer = acceptance?.offer ?? (await shownOffer(app, store.read, deal));
    const email = config.mail.url === undefined ? 'none' : deal.contactEmail;
    const rep = deal.repId === null ? undefined : await findSeller(store.read, deal.repId);
    const open = { base: `/deal/${token}`, dealId: deal.id, email, offer, rep, refused };
    const given = replyOf(deal);
    if (given) return repliedPage(outside, given, { ...open, acceptance });
    const isOver = isPast(deal, calendarDay(app.zone.name(), now()));
    if (reply === 'decline') return declinePage(outside, open);
    return reply === 'accept' && !isOver ? acceptPage(outside, open) : offerPage(outside, open, isOver);
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
                body: forms[reply],
                also: [404, 409, 412, 429]
            }),
            payload: { ...formPayload, maxBytes: longTexts }, // a reason far too long is shown again
            pre: [readBody]
        },
        replyAgain(app, find, reply)
    ),
    handler: saveReply(app, find, reply)
});

const summaries = { accept: 'Accepts the offer.', decline: 'Declines the offer.' };

interface ReplyForm {
    name?: string;
    shown?: string;
    reason: string;
    confirm?: string;
}

const declineForm = Joi.object<ReplyForm>({
    reason: lines(longestReason).trim().default(''),
    ...confirmField
}).unknown();

const forms = {
    accept: declineForm.keys({
        // The page always sends it. A program may leave it out, as before there was one; empty it is refused.
        name: shortText.description('The full name of the person who accepts.'),
        shown: Joi.string()
            .empty('')
            .max(64)
            .description('The digest of the offer that was read: another offer is refused with 412.')
    }),
    decline: declineForm
};

/** The refusals after which the form is shown again, with what was typed. */
const shownAgain: Readonly<Record<OfferReply, readonly string[]>> = {
    accept: ['invalid_field', 'version_conflict', 'unavailable'],
    decline: ['invalid_field', 'wrong_state', 'unavailable']
};

/** The page again, as it was typed. */
const replyAgain = (app: App, find: Find, reply: OfferReply): FormPost => ({
    async showAgain(request, h, { reason: code, field, message }) {
        const form = bodyOf(request);
        const confirm = form['confirm'] === '1';
        const wrote = { name: typed(form, 'name'), reason: typed(form, 'reason'), confirm };
        const isEmpty = reply === 'decline' && wrote.reason === '' && code !== 'invalid_field';
        if (isEmpty || !shownAgain[reply].includes(code)) return undefined;
        const found = await find(request);
        const outside = await outsideFor(app, request);
        const at = fields.find((one) => one === field);
        const over = wrote.reason.trim().length - longestReason;
        const byField = {
            name: outside.say('offer.name-wrong'),
            reason: outside.say('offer.reason-too-long', { over }),
            confirm: outside.say('refused.confirm')
        };
        const byCode: Readonly<Record<string, string>> = {
            wrong_state: outside.say('offer.failure.409'),
            version_conflict: outside.say('offer.changed'),
            unavailable: outside.say('failure.503')
        };
        const error = (at ? byField[at] : byCode[code]) ?? message;
        const page = await currentPage(app, outside, { ...found, reply, refused: { error, at, ...wrote } });
        const isSame = code === 'invalid_field' && replyOf(found.deal);
        return h.response(page).code(isSame ? 200 : statuses[code]);
    }
});

const fields = ['name', 'reason', 'confirm'] as const;

function saveReply(app: App, find: Find, reply: OfferReply): Lifecycle.Method {
    const { store, zone, now } = app;
    return async (request) => {
        const { token } = await find(request);
        const outside = await outsideFor(app, request);
        const form = validated(forms[reply], bodyOf(request), { convert: true });
        const { reason, confirm, name = '', shown: seen } = form;
        assertConfirmed({ confirm }, outside);
        const at = now();
        const by = strangerAt(request, 'customer');
        const replying = { reply, reason, by, at, today: calendarDay(zone.name(), at) };
        const { language } = outside.words;
        const deal = await store.write(async (tx) => {
            const offer = await shownOffer(app, tx, await openOffer(tx, token));
            return replyToOffer(tx, token, { ...replying, accepted: { name, offer, seen, language } });
        });
        return currentPage(app, outside, { token, deal });
    };
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
