// What waits for the sales side: deals by what is to be done with them, intake, and what this month earns.
import { listDeals, type DealStatus, isSalesAdmin } from '../../db/sales/deals.ts';
import { earnedSince } from '../../db/sales/earned-deals.ts';
import { listIntake } from '../../db/sales/intake.ts';
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { Visit } from '../surfaces/pages/console/visit.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { priceIn } from '../surfaces/pages/money.ts';
import { badge, type Tone } from '../surfaces/pages/parts/badge.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { countOf } from '../surfaces/pages/parts/pager.ts';
import { monthStart } from '../surfaces/pages/times.ts';
import { block, shown } from './block.ts';
import { counted } from '../surfaces/pages/parts/count.ts';

interface Stage {
    status: DealStatus;
    title: string;
    word: string;
    tone: Tone;
    /** Only for those who approve, close and pay. */
    isForAdmins?: boolean;
}

/** The customer's replies first: somebody waits. */
const stages: readonly Stage[] = [
    { status: 'ss_customer_approved', title: 'Customers who said yes', word: 'accepted', tone: 'good' },
    { status: 'ss_customer_declined', title: 'Customers who said no', word: 'declined', tone: 'bad' },
    {
        status: 'ss_pending_approval',
        title: 'Deals that wait for approval',
        word: 'waits for approval',
        tone: 'waiting'
    },
    { status: 'ss_approved', title: 'Approved, not sent yet', word: 'approved', tone: 'busy' },
    {
        status: 'ss_closed',
        title: 'Closed, not paid yet',
        word: 'closed',
        tone: 'waiting',
        isForAdmins: true
    },
    { status: 'ss_draft', title: 'Drafts', word: 'draft', tone: 'quiet' }
];

export async function selling(visit: Visit): Promise<(Html | undefined)[]> {
    if (!may(visit.actor, 'ss_sales', 'ss_sales_admin', 'ss_admin_all')) return [];
    const mine = stages.filter(({ isForAdmins }) => !isForAdmins || isSalesAdmin(visit.actor));
    const blocks: (Html | undefined)[] = [await earning(visit)];
    for (const stage of mine) blocks.push(await dealsBlock(visit, stage));
    return [...blocks, await intakeBlock(visit)];
}

async function dealsBlock(visit: Visit, { status, title, word, tone }: Stage) {
    const { app, actor, request } = visit;
    const found = await listDeals(app.store.read, { seller: actor, status, ...shown });
    if (found.total === 0) return undefined;
    const list = pageAt(request.server, '/deals');
    return block({
        title,
        all: { count: countOf(found), href: list && `${list}?status=${status}` },
        lines: found.items.map(({ id, customerName, updatedAt }) => ({
            what: customerName,
            href: pageAt(request.server, '/deals/{id}', { id }),
            about: badge(word, tone),
            when: html`<small>${moment(updatedAt, clockOf(visit.app))}</small>`
        }))
    });
}

async function earning({ app, actor, request }: Visit) {
    const { store, config, now } = app;
    const { count, earnings } = await earnedSince(store.read, actor, monthStart(config.timeZone, now()));
    const whose = isSalesAdmin(actor) ? 'All commissions' : 'Your commissions';
    const page = pageAt(request.server, '/commissions');
    return block({
        title: 'This month',
        lines: [
            {
                what: priceIn(config.currency)(earnings),
                href: page,
                about: html`${whose} of this month, from ${counted(count, 'deal')} that ${count === 1 ? 'was' : 'were'} closed.`
            }
        ]
    });
}

async function intakeBlock(visit: Visit) {
    const { app, actor, request } = visit;
    const found = await listIntake(app.store.read, { worker: actor, status: 'intake_open', ...shown });
    if (found.total === 0) return undefined;
    const list = pageAt(request.server, '/intake');
    return block({
        title: 'Open intake',
        all: { count: countOf(found), href: list && `${list}?status=intake_open` },
        lines: found.items.map(({ id, title, company, createdAt }) => ({
            what: title,
            about: company === '' ? undefined : company,
            href: pageAt(request.server, '/intake/{id}', { id }),
            when: html`<small>${moment(createdAt, clockOf(visit.app))}</small>`
        }))
    });
}
