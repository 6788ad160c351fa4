// What waits for the sales side: deals to approve, what customers replied, intake, and what this month earns.
import { listDeals, listFollowUps, listReplies } from '../../db/sales/deal-list.ts';
import { isSalesAdmin } from '../../db/sales/deals.ts';
import { type IntakeFilter, listIntake } from '../../db/sales/intake.ts';
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { countedIn, priceOf } from '../shared/money.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';
import { dealStates } from '../../words/states/sales.ts';
import { sumEarned } from '../../db/sales/earned.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../surfaces/pages/parts/pager.ts';
import { calendarDay, dayIn } from '../surfaces/pages/dates.ts';
import { monthStart } from '../surfaces/pages/calendar.ts';
import { block, nextBox, shown, type Work } from './block.ts';
import { earningsOf } from '../../db/sales/commissions.ts';

export async function selling(visit: PageContext): Promise<Work> {
    const { actor } = visit;
    if (!may(actor, 'ss_sales', 'ss_sales_admin', 'ss_admin_all')) return { next: undefined, blocks: [] };
    const isAdmin = isSalesAdmin(actor);
    const replied = await replies(visit);
    const asked = isAdmin ? await dealsIn(visit, 'ss_pending_approval') : undefined;
    return {
        next: asked?.next ?? replied?.next,
        blocks: [
            asked?.html,
            replied?.html,
            (await dealsIn(visit, 'ss_draft'))?.html,
            (await dealsIn(visit, 'ss_approved'))?.html,
            isAdmin ? (await dealsIn(visit, 'ss_closed'))?.html : undefined,
            await followUps(visit),
            await intakeBlock(visit, 'Unassigned items', 'nobody'),
            await intakeBlock(visit, 'Your open items', 'me'),
            await earning(visit)
        ]
    };
}

/** Waiting for the next step. */
async function replies({ app, actor, request }: PageContext) {
    const found = await listReplies(app.store.read, actor, shown.limit);
    const [first] = found;
    if (!first) return undefined;
    const hrefOf = (id: number) => pageAt(request.server, '/deals/{id}', { id });
    return {
        next: nextBox({
            title: `${first.customerName} replied: ${dealStates[first.status].en.label}`,
            says: first.reason,
            href: hrefOf(first.dealId),
            button: 'Open the deal'
        }),
        html: block({
            title: 'Customer replies',
            lines: found.map(({ dealId, customerName, status, reason, at }) => ({
                what: customerName,
                href: hrefOf(dealId),
                about: html`${stateBadge(dealStates[status])} ${reason}`,
                when: html`<small>${moment(at, clockOf(app))}</small>`
            }))
        })
    };
}

/** The notes on their own deals whose day has come. */
async function followUps({ app, actor, request }: PageContext) {
    const due = calendarDay(app.zone.name(), app.now());
    const found = await listFollowUps(app.store.read, actor, due, { ...shown, limit: 50 });
    const lines = found.items.map(({ id, customerName, followUp, followUpOn }) => ({
        what: customerName,
        href: pageAt(request.server, '/deals/{id}', { id }),
        about: followUp,
        when: html`<small>${dayIn('UTC', Date.parse(followUpOn ?? ''))}</small>`
    }));
    return lines.length > 0
        ? block({ title: 'Follow-ups', all: { count: formatTotal(found), href: undefined }, lines })
        : undefined;
}

/** What a seller does with the deals in a state: administrators with all of the first and the last, each with their own of the others. */
const todo = {
    ss_pending_approval: 'Deals to approve',
    ss_draft: 'Drafts to submit',
    ss_approved: 'Offers to send',
    ss_closed: 'Deals to mark as paid'
};

async function dealsIn({ app, actor, request }: PageContext, status: keyof typeof todo) {
    const own = (status === 'ss_draft' || status === 'ss_approved') && { repId: actor.id };
    const found = await listDeals(app.store.read, { seller: actor, status, ...own, ...shown });
    const [first] = found.items;
    if (!first) return undefined;
    const price = await priceOf(app);
    const hrefOf = (id: number) => pageAt(request.server, '/deals/{id}', { id });
    const list = pageAt(request.server, '/deals');
    const isOne = found.total === 1;
    const mine = own && isSalesAdmin(actor) ? `&rep_id=${actor.id}` : '';
    return {
        next:
            status === 'ss_pending_approval' &&
            nextBox({
                title: `${isOne ? '1 deal needs' : `${formatTotal(found)} deals need`} your approval`,
                says: `${isOne ? '' : 'The newest: '}${first.customerName}, ${price(first.revenue)}.`,
                href: hrefOf(first.id),
                button: 'Open the deal'
            }),
        html: block({
            title: todo[status],
            all: { count: formatTotal(found), href: list && `${list}?status=${status}${mine}` },
            lines: found.items.map(({ id, customerName, revenue, updatedAt }) => ({
                what: customerName,
                href: hrefOf(id),
                about: price(revenue),
                when: html`<small>${moment(updatedAt, clockOf(app))}</small>`
            }))
        })
    };
}

async function earning({ app, actor, request }: PageContext) {
    const { store, zone, now } = app;
    const month = { start: monthStart(zone.name(), now()), next: Number.MAX_SAFE_INTEGER };
    const earned = await sumEarned(store.read, month, { seller: actor });
    if (earned.count === 0) return undefined;
    const whose = isSalesAdmin(actor) ? 'All earnings' : 'Your earnings';
    const page = pageAt(request.server, '/commissions');
    return block({
        title: 'This month',
        lines: [
            {
                what: (await priceOf(app))(earningsOf(earned)),
                href: page,
                about: html`${whose} of this month ${countedIn(earned)}.`
            }
        ]
    });
}

async function intakeBlock(
    { app, actor, request }: PageContext,
    title: string,
    owner: IntakeFilter['owner']
) {
    const search = { worker: actor, status: 'intake_open', owner, sort: 'added' } as const;
    const found = await listIntake(app.store.read, { ...search, ...shown });
    if (found.total === 0) return undefined;
    const list = pageAt(request.server, '/intake');
    return block({
        title,
        all: {
            count: formatTotal(found),
            href: list && `${list}?status=intake_open&owner=${owner}&sort=added`
        },
        lines: found.items.map(({ id, title, company, contactName, createdAt }) => ({
            what: title,
            about: company || contactName,
            href: pageAt(request.server, '/intake/{id}', { id }),
            when: html`<small>${moment(createdAt, clockOf(app))}</small>`
        }))
    });
}
