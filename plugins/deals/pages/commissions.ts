// The commissions: this month so far, twelve months as a chart with its table, and the closed and paid deals of them.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { currencyOf } from '../../../db/installation/installation.ts';
import { type DealMoney, earningsOf, effectiveRate } from '../../../db/sales/commissions.ts';
import { isSalesAdmin } from '../../../db/sales/deals.ts';
import type { App } from '../../app.ts';
import { formInteger, pageOf, type Paging, paging } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html, type Part, type Html } from '../../surfaces/pages/layout.ts';
import { countedIn, priceOf } from '../../shared/money.ts';
import { type Address, addressIn, addressWith } from '../../surfaces/pages/parts/address.ts';
import { badge, stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { dealStates } from '../../../words/states/sales.ts';
import {
    type Earned,
    type EarnedDeal,
    listEarned,
    type Stretch,
    sumEarned,
    type Whose
} from '../../../db/sales/earned.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { sales, pathOf, ratesPath } from '../rights.ts';
import { repFilter, repsOf } from './reps.ts';
import { listView } from '../../shared/list-view.ts';
import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../../../db/store/index.ts';
import { monthOf, monthStart } from '../../surfaces/pages/calendar.ts';
import { monthIn, shortMonthIn } from '../../surfaces/pages/dates.ts';

interface Query extends Paging {
    /** The last of the twelve months. */
    to?: string;
    /** The one month whose deals are listed. */
    month?: string;
    rep_id?: number;
}

const month = Joi.string().pattern(/^(19[89]|20\d|21\d)\d-(0[1-9]|1[0-2])$/, 'a month, like 2026-11');

export const commissionsPage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showCommissions',
        path: '/commissions',
        description: 'Shows the closed and paid deals with their commissions, month by month.',
        scope: sales,
        navigation: { word: 'Commissions' },
        query: { to: month, month, rep_id: formInteger, ...paging },
        show: showCommissions
    });

type Price = (cents: number) => string;

async function showCommissions(
    { to, month: one, rep_id: repId, ...page }: Query,
    visit: PageContext
): Promise<View> {
    const { app, actor, request } = visit;
    const { read } = app.store;
    const isAdmin = isSalesAdmin(actor);
    const whose = { seller: actor, repId };
    const months = await monthsTo(read, { timeZone: app.zone.name(), now: app.now(), to }, whose);
    const listed = months.filter(({ text }) => one === undefined || text === one);
    const [first, last] = [listed.at(0), listed.at(-1)];
    const stretch = { start: first?.start ?? 0, next: last?.next ?? 0 };
    const rows = await listEarned(read, stretch, { ...whose, ...pageOf(page) });
    const price = await priceOf(app);
    const currency = await currencyOf(app.store.read, app.config.currency);
    const now = app.now();
    const present = months.find(({ start, next }) => start <= now && now < next);
    const address = addressIn(request);
    return {
        title: isAdmin ? 'Commissions' : 'Your commissions',
        styles: ['deals.css'],
        actions: html`<a role="button" class="secondary" href="${ratesPath}">Rates</a>
            <a role="button" class="secondary" href="${app.config.paths.rest}/commissions.csv" download>Download all (CSV)</a>`,
        body: html`${isAdmin && filters(address, [await repFilter(read, repId)])}
            ${present && soFar(present, price)}
            <section><h2>${months.at(0)?.words} to ${months.at(-1)?.words}</h2>
                <figure><figcaption>${chartTitle}${currency && ` in ${currency}`}: commission minus margin deduction and referral fee</figcaption>
                    ${monthChart(months, price)}</figure>${years(address, months, now)}
                ${byMonth(months, price, address)}</section>
            <section><h2>${one === undefined ? 'Deals of these months' : `Deals of ${first?.words ?? one}`}</h2>
                ${one !== undefined && html`<p><a href="${addressWith(address, { month: undefined, page: undefined })}">Show all twelve months</a></p>`}
                ${listView(visit, {
                    found: { items: rows, total: totalOf(listed).count },
                    asked: page,
                    none: 'No deals were closed in this period.',
                    caption: 'Closed and paid deals',
                    columns: await columnsFor(visit, rows, price),
                    href: ({ id }) => pathOf(id)
                })}</section>`
    };
}

const chartTitle = 'Earnings by month';

const soFar = ({ words, earned }: Month, price: Price) =>
    html`<section aria-label="This month"><h2>${words} so far</h2>
        <p><strong>${price(earningsOf(earned))}</strong> earnings ${countedIn(earned)}</p></section>`;

function years(address: Address, months: readonly Month[], now: number) {
    const [first, last] = [months.at(0), months.at(-1)];
    if (!first || !last) return undefined;
    const at = (count: number) =>
        addressWith(address, { to: monthBy(last.text, count), month: undefined, page: undefined });
    return html`<nav class="pager" aria-label="Years"><ul><li><a rel="prev" href="${at(-12)}">Previous 12 months</a></li>
        ${last.next <= now && html`<li><a rel="next" href="${at(12)}">Next 12 months</a></li>`}</ul></nav>`;
}

interface Line {
    title: Part;
    earned: Earned;
    month?: string;
}

/** The table of the chart: the months that have anything, the newest first, with the total below. */
function byMonth(months: readonly Month[], price: Price, address: Address) {
    const lines: Line[] = months
        .filter(({ earned }) => earned.count > 0)
        .toReversed()
        .map(({ words, text, earned }) => ({ title: words, earned, month: text }));
    return table<Line>({
        caption: chartTitle,
        columns: [
            { title: 'Month', cell: ({ title }) => title },
            { title: 'Deals', cell: ({ earned }) => earned.deals, number: true },
            ...moneyColumns<Line>(({ earned }) => earned, price)
        ],
        rows: [...lines, { title: html`<strong>Total</strong>`, earned: totalOf(months) }],
        href: (line) =>
            line.month === undefined
                ? undefined
                : addressWith(address, { month: line.month, page: undefined })
    });
}

const effective = (money: DealMoney) => `${effectiveRate(money).toFixed(2)}%`;

const moneyColumns = <Row>(of: (row: Row) => DealMoney, price: Price): Column<Row>[] => [
    { title: 'Revenue', cell: (row) => price(of(row).revenue), number: true, minor: true },
    { title: 'Commission', cell: (row) => price(of(row).commission), number: true, minor: true },
    { title: 'Earnings', cell: (row) => price(earningsOf(of(row))), number: true },
    { title: 'Effective rate', cell: (row) => effective(of(row)), number: true, minor: true }
];

async function columnsFor(
    { app, actor }: PageContext,
    rows: readonly EarnedDeal[],
    price: Price
): Promise<Column<EarnedDeal>[]> {
    const clock = clockOf(app);
    const repOf = isSalesAdmin(actor) ? await repsOf(app.store.read, rows) : undefined;
    return [
        { title: 'Customer', cell: ({ customerName }) => customerName },
        { title: 'Contact', cell: ({ contactName }) => contactName, minor: true },
        ...(repOf ? [{ title: 'Rep', cell: ({ repId }: EarnedDeal) => repOf(repId), minor: true }] : []),
        ...moneyColumns<EarnedDeal>((deal) => deal, price),
        {
            title: 'Closed',
            cell: ({ closedAt }) => closedAt !== null && moment(closedAt, clock),
            minor: true
        },
        {
            title: 'State',
            cell: ({ sign, status }) => (sign < 0 ? badge('Reversed', 'bad') : stateBadge(dealStates[status]))
        }
    ];
}

const width = 400;
const height = 160;
const edge = { left: 8, right: 8, top: 22, bottom: 24 };

/** The first month first. */
function monthChart(months: readonly Month[], price: (cents: number) => string): Html {
    const all = months.map(({ earned }) => earningsOf(earned));
    const bottom = Math.min(0, ...all);
    const top = Math.max(bottom === 0 ? 1 : 0, ...all); // zero alone is the bottom line
    const span = top - bottom;
    const room = height - edge.top - edge.bottom;
    const y = (cents: number) => round(edge.top + ((top - cents) / span) * room);
    const step = (width - edge.left - edge.right) / months.length;
    const zero = y(0);
    return html`<svg class="chart columns-chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="months-title months-words">
        <title id="months-title">${chartTitle}</title>
        <desc id="months-words">${months.map(({ words }, place) => `${words}: ${price(all[place] ?? 0)}. `)}</desc>
        ${months.map(({ short }, place) => {
            const earnings = all[place] ?? 0;
            const middle = round(edge.left + (place + 0.5) * step);
            const at = y(earnings);
            return html`${
                earnings !== 0 &&
                html`<rect class="${earnings < 0 ? 'below' : 'above'}" x="${round(middle - step * 0.32)}" y="${Math.min(at, zero)}" width="${round(step * 0.64)}" height="${round(Math.max(1, Math.abs(at - zero)))}" />
                <text x="${middle}" y="${Math.min(at, zero) - 6}" text-anchor="middle">${compact(earnings)}</text>`
            }
                <text x="${middle}" y="${height - 8}" text-anchor="middle">${short}</text>`;
        })}
        <line class="tick" x1="${edge.left}" x2="${width - edge.right}" y1="${zero}" y2="${zero}" /></svg>`;
}

const round = (place: number) => Math.round(place * 10) / 10;

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const compact = (cents: number) => short.format(cents / 100);

interface Month extends Stretch {
    /** Like `2026-11`. */
    text: string;
    /** Like `November 2026`. */
    words: string;
    /** Like `Nov`. */
    short: string;
    earned: Earned;
}

const monthsShown = 12;

/** In the middle of the month, where every time zone is in the same one. */
const middleOf = (month: string) => Date.parse(`${month}-15T12:00:00Z`);

/** The first and the last moment of the months up to `last`, the first month first. */
function stretchesTo(timeZone: string, last: number): Stretch[] {
    const stretches: Stretch[] = [];
    let start = monthStart(timeZone, last);
    let next = monthStart(timeZone, start + 40 * 24 * 60 * 60_000);
    for (let n = 0; n < monthsShown; n += 1) {
        stretches.unshift({ start, next });
        next = start;
        start = monthStart(timeZone, start - 1);
    }
    return stretches;
}

interface Until extends Clock {
    /** The last month; this one by default. */
    to?: string | undefined;
}

/** What was earned in each of twelve months. */
async function monthsTo(on: Reader, { timeZone, now, to }: Until, whose: Whose): Promise<Month[]> {
    const months: Month[] = [];
    const last = to === undefined ? now : middleOf(to);
    for (const stretch of stretchesTo(timeZone, last)) {
        const text = monthOf(timeZone)(stretch.start);
        months.push({
            ...stretch,
            text,
            words: monthIn('UTC', middleOf(text)),
            short: shortMonthIn('UTC', middleOf(text)),
            earned: await sumEarned(on, stretch, whose)
        });
        await setImmediate(); // a month of a large store takes some milliseconds
    }
    return months;
}

/** All of them together. */
function totalOf(months: readonly Month[]): Earned {
    const total = (name: keyof Earned) => months.reduce((sum, { earned }) => sum + earned[name], 0);
    return {
        count: total('count'),
        deals: total('deals'),
        revenue: total('revenue'),
        commission: total('commission'),
        marginDeduction: total('marginDeduction'),
        referralFee: total('referralFee')
    };
}

/** The month so many before or after this one. */
function monthBy(month: string, count: number) {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
