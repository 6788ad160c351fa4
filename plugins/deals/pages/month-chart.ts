// The earnings by month as an SVG: it shows without scripts, prints, and has its table below it.
import { earningsOf } from '../../../db/sales/commissions.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { Month } from './months.ts';

const width = 400;
const height = 160;
const edge = { left: 8, right: 8, top: 22, bottom: 24 };

/** The first month first. */
export function monthChart(months: readonly Month[], price: (cents: number) => string): Html {
    const all = months.map(({ earned }) => earningsOf(earned));
    const top = Math.max(0, ...all);
    const bottom = Math.min(0, ...all);
    const span = top - bottom || 1;
    const room = height - edge.top - edge.bottom;
    const y = (cents: number) => round(edge.top + ((top - cents) / span) * room);
    const step = (width - edge.left - edge.right) / months.length;
    const zero = y(0);
    return html`<svg class="chart columns-chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="months-title months-words">
        <title id="months-title">Commissions by month</title>
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
