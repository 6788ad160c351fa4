// Moving a deal from one state to the next: a route for each move, and the two form actions that recall one.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Capability } from '../../db/accounts/capabilities.ts';
import { moveDeal } from '../../db/sales/deal-moves.ts';
import type { AuditActor } from '../../db/record/audit.ts';
import type { SellerMove } from '../../db/sales/moves.ts';
import type { DealStatus, SalesUser } from '../../db/sales/deals.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { actBy } from '../surfaces/auth/requester.ts';
import { formInteger, freeText, lines } from '../surfaces/http/fields.ts';
import { message, wholeId } from '../surfaces/http/response-fields.ts';
import { mailField, mailWay } from '../surfaces/public-pages/mail-way.ts';
import { rest } from '../surfaces/rest.ts';
import { moveInForm, seenIn, shownIn } from './form-body.ts';
import { moveForms } from './pages/acts.ts';
import { sales, salesAdmins, writeNonces } from './rights.ts';
import { deal, dealOf, type OneDeal, versionOf } from './rows.ts';

type Recall = 'recall' | 'recall_from_customer';

interface MoveRoute {
    name: Exclude<SellerMove, Recall>;
    summary: string;
    scope: readonly Capability[];
    body?: Joi.ObjectSchema;
}

const reason = freeText.allow('').max(1000);
const reasonBody = Joi.object({ reason }).id('Reason');
const confirmedBody = Joi.object({
    reason,
    confirmed: Joi.boolean().description('Confirms a price of 0.00 or a commission above the price.')
}).id('ConfirmedMove');

const moves: readonly MoveRoute[] = [
    { name: 'submit', summary: 'Submits a deal for approval.', scope: sales, body: confirmedBody },
    { name: 'approve', summary: 'Approves a deal.', scope: salesAdmins },
    { name: 'reject', summary: 'Rejects a deal and returns it to its rep as a draft.', scope: salesAdmins },
    {
        name: 'send',
        summary: 'Sends the offer to the customer, with a private link.',
        scope: sales,
        body: confirmedBody
    },
    { name: 'close', summary: 'Closes a deal that the customer accepted.', scope: salesAdmins },
    { name: 'pay', summary: 'Marks a closed deal as paid.', scope: salesAdmins },
    { name: 'lose', summary: 'Marks an open deal as lost.', scope: sales },
    {
        name: 'reopen',
        summary: 'Reopens an approved or declined deal as a draft. The offer link stops working.',
        scope: sales,
        body: Joi.object({ reason: freeText.trim().min(1).max(1000).required() })
    }
];

export const moveRoutes = (app: App): ServerRoute[] => moves.map((move) => moveRoute(app, move));

const customerLink = Joi.string().uri().required().description('The private link that was emailed.');

const moveRoute = (app: App, { name, summary, scope, body = reasonBody }: MoveRoute): ServerRoute =>
    rest<{ id: number; reason?: string; confirmed?: boolean }, OneDeal>(app, {
        name: `${name}Deal`,
        method: 'POST',
        path: `/deals/{id}/${name}`,
        summary: `${summary} Use If-Match to avoid overwriting changes.`,
        scope,
        nonces: writeNonces,
        params: { id: formInteger.required() },
        formPost: moveForms(name),
        bodyOfForm: moveInForm,
        body,
        also: [404, 409],
        response: { deal, ...(name === 'send' && { link: customerLink, ...mailField }) },
        versionOf,
        run: async ({ id, reason, confirmed }, seller, request) => {
            const mover = { seller, reason, confirmed, seen: seenIn(request), ...actBy(app, request) };
            const { deal, token } = await move(app, id, name, mover);
            const sent = token && {
                link: `${app.config.baseUrl}/deal/${token}`,
                ...mailWay(app.config)
            };
            return { deal: dealOf(deal), ...sent };
        }
    });

interface MoveOptions {
    seller: SalesUser;
    reason?: string | undefined;
    confirmed?: boolean | undefined;
    by: AuditActor;
    at: number;
    /** The versions of the deal that were seen. */
    seen?: number[] | undefined;
}

function move({ store, secrets }: App, id: number, name: SellerMove, mover: MoveOptions) {
    const acting = { ...mover, secret: secrets.links };
    return store.write((tx) => moveDeal(tx, id, name, acting));
}

export const recallActions = (app: App): ServerRoute[] => [
    recallAction(app, {
        name: 'svc_recall_deal',
        summary: 'Recalls a deal from approval to draft.',
        move: 'recall'
    }),
    recallAction(app, {
        name: 'svc_recall_from_customer',
        summary: 'Withdraws an offer from the customer. The offer link stops working.',
        move: 'recall_from_customer'
    })
];

interface RecallAction {
    name: string;
    summary: string;
    move: Recall;
}

const recallAction = (app: App, { name, summary, move: recall }: RecallAction): ServerRoute =>
    action<{ deal_id: number; reason?: string }>({
        name,
        summary,
        scope: sales,
        formPost: moveForms(recall),
        fields: { deal_id: formInteger.required(), reason: lines(1000).trim() },
        also: [404, 409],
        response: { ...message, deal_id: wholeId },
        run: async ({ deal_id, reason }, seller, request) => {
            const mover = { seller, reason, seen: shownIn(request), ...actBy(app, request) };
            const { deal } = await move(app, deal_id, recall, mover);
            return { message: recalled[deal.status] ?? '', deal_id: deal.id };
        }
    });

const recalled: { [Status in DealStatus]?: string } = {
    ss_draft: 'Moved back to draft.',
    ss_approved: 'Offer withdrawn from the customer.'
};
