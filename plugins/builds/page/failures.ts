// What was missed on a report card: what was expected, what came, why, and what to do.
import type { CaseFailure, Gate } from '../../../db/builds/reports.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { ReportCard } from '../report-card.ts';
import { isMissed } from './steps.ts';

type Missed = CaseFailure & { again?: string };

/** A page that shows hundreds of cases helps nobody; the JSON form holds them all. */
const mostShown = 50;

export function failuresSection({ steps, cases }: ReportCard) {
    const gates = steps.flatMap((step) => step.gates);
    const missed: Missed[] = [...steps.flatMap(({ failures }) => failures), ...cases.missed];
    const alone = gates.filter(
        (gate) => isMissed(gate) && !missed.some(({ gate_id }) => gate_id === gate.id)
    );
    if (missed.length + alone.length === 0) return undefined;
    const titles = new Map(gates.map(({ id, title }) => [id, title]));
    const more = missed.length - mostShown;
    return html`<section><h2>What was missed</h2>
        ${alone.map(missedGate)}
        ${missed.slice(0, mostShown).map((one) => missedCase(one, titles.get(one.gate_id) ?? one.gate_id))}
        ${more > 0 && html`<p>${more} more cases are in the JSON form below.</p>`}</section>`;
}

/** A gate without cases, such as one about the words of the rubric. */
const missedGate = ({ title, required, measured }: Gate) =>
    html`<article><h3>${title}</h3>
        <dl><dt>Expected</dt><dd>${required}</dd><dt>Came</dt><dd>${measured}</dd></dl></article>`;

function missedCase(missed: Missed, title: string): Html {
    const { case_id, criterion_id, expected, came, remedy = '', answer, again } = missed;
    return html`<article><h3>${title}</h3>
        <dl>
            ${criterion_id !== null && html`<dt>Criterion</dt><dd>${criterion_id}</dd>`}
            <dt>Case</dt><dd>${case_id}</dd>
            <dt>Expected</dt><dd>${expected}</dd>
            <dt>Came</dt><dd>${came}</dd>
            ${remedy !== '' && html`<dt>Why, and what to do</dt><dd>${remedy}</dd>`}
        </dl>
        ${answer !== '' && html`<details><summary>The text that was judged</summary><p class="answer">${answer}</p></details>`}
        ${again !== undefined && html`<p><small>Judge this case again:</small> <code>${again}</code></p>`}</article>`;
}
