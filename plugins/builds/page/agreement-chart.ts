// The agreement of a release's evaluator with people, by measurement: a chart and its table.
import { leastKappa, two } from '../../../db/judgement/licence/rules.ts';
import { dayIn } from '../../surfaces/pages/dates.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { ReportCard } from '../report-card.ts';

type Measurement = ReportCard['nights'][number];

export function agreementOverTime({ nights: measurements }: ReportCard, timeZone: string) {
    if (measurements.length === 0) return undefined;
    return html`<section><h2>Evaluator agreement over time</h2>
        <p>Each point is one measurement on labelled answers: weighted kappa with its interval. Filled:
            recommendations were on. Hollow: off.</p>
        <figure>${picture(measurements.toReversed(), timeZone)}</figure>
        <details><summary>Numbers as a table</summary>${table(measurements, timeZone)}</details></section>`;
}

const dayOf = (timeZone: string, { at }: Measurement) => dayIn(timeZone, new Date(at));

const interval = ({ kappa, kappa_low, kappa_high }: Measurement) =>
    `${two(kappa)} (${two(kappa_low)} to ${two(kappa_high)})`;

const width = 360;
const height = 190;
const edge = { left: 34, right: 12, top: 10, bottom: 28 };

/** Oldest first. Uses only attributes and classes: our content security policy forbids inline styles. */
function picture(measurements: readonly Measurement[], timeZone: string): Html {
    const lowest = Math.min(0, ...measurements.map(({ kappa_low }) => Math.floor(kappa_low * 2) / 2));
    const y = (kappa: number) =>
        round(edge.top + ((1 - kappa) / (1 - lowest)) * (height - edge.top - edge.bottom));
    const room = width - edge.left - edge.right - 16;
    const x = (place: number) =>
        round(
            edge.left +
                8 +
                (measurements.length === 1 ? room / 2 : (place * room) / (measurements.length - 1))
        );
    const ticks = Array.from({ length: (1 - lowest) * 2 + 1 }, (_, place) => lowest + place / 2);
    return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="agreement-title agreement-words">
        <title id="agreement-title">Agreement of the evaluator with reviewers over time</title>
        <desc id="agreement-words">${inWords(measurements, timeZone)}</desc>
        ${ticks.map((kappa) => tick(kappa, y(kappa)))}
        <line class="asked" x1="${edge.left}" x2="${width - edge.right}" y1="${y(leastKappa)}" y2="${y(leastKappa)}" />
        <polyline points="${measurements.map(({ kappa }, place) => `${x(place)},${y(kappa)}`).join(' ')}" />
        ${measurements.map((measurement, place) => mark(measurement, x(place), y))}
        <text x="${edge.left + 4}" y="${y(leastKappa) - 4}">required: ${two(leastKappa)}</text>
        ${dates(measurements, timeZone)}
    </svg>`;
}

const round = (place: number) => Math.round(place * 10) / 10;

const tick = (kappa: number, y: number) =>
    html`<line class="tick" x1="${edge.left}" x2="${width - edge.right}" y1="${y}" y2="${y}" />
        <text x="${edge.left - 6}" y="${y + 4}" text-anchor="end">${kappa.toFixed(1)}</text>`;

const mark = (
    { kappa, kappa_low, kappa_high, licensed }: Measurement,
    x: number,
    y: (kappa: number) => number
) =>
    html`<line class="interval" x1="${x}" x2="${x}" y1="${y(kappa_high)}" y2="${y(kappa_low)}" />
        <circle class="${licensed ? 'licensed' : 'unlicensed'}" cx="${x}" cy="${y(kappa)}" r="3.5" />`;

/** The day of the first measurement, and that of the last at the other end. */
function dates(measurements: readonly Measurement[], timeZone: string) {
    const [first, ...later] = measurements;
    const last = later.at(-1);
    return html`${first && html`<text x="${edge.left}" y="${height - 8}">${dayOf(timeZone, first)}</text>`}
        ${last && html`<text x="${width - edge.right}" y="${height - 8}" text-anchor="end">${dayOf(timeZone, last)}</text>`}`;
}

function inWords(measurements: readonly Measurement[], timeZone: string) {
    const last = measurements.at(-1);
    const kappas = measurements.map(({ kappa }) => kappa);
    const range = `from ${two(Math.min(...kappas))} to ${two(Math.max(...kappas))}`;
    const latest =
        last &&
        `the latest on ${dayOf(timeZone, last)}: ${interval(last)} on ${last.n} answers, recommendations ${last.licensed ? 'on' : 'off'}`;
    return `Measurements: ${measurements.length}, with a weighted kappa ${range}; ${latest ?? ''}. Required: ${two(leastKappa)}.`;
}

const table = (measurements: readonly Measurement[], timeZone: string) =>
    html`<div class="wide" role="region" aria-label="Numbers as a table" tabindex="0"><table>
        <thead><tr><th scope="col">Measured</th><th scope="col">Answers</th><th scope="col">Weighted kappa (interval)</th>
            <th scope="col">Recommendations</th></tr></thead>
        <tbody>${measurements.map((measurement) => row(measurement, timeZone))}</tbody></table></div>`;

const row = (measurement: Measurement, timeZone: string) =>
    html`<tr><td>${dayOf(timeZone, measurement)}${measurement.model !== null && html`<br /><small>${measurement.model}</small>`}</td>
        <td class="number">${measurement.n}</td><td class="number">${interval(measurement)}</td>
        <td>${measurement.licensed ? 'On' : 'Off'}</td></tr>`;
