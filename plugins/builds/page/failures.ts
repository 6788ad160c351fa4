// What was missed on a report card: what was expected, what came, why, and what to do.
import type { CaseFailure, Gate } from '../../../db/builds/reports.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { ReportCard } from '../report-card.ts';
import { faultsOf, type Place, placeOf } from './places.ts';
import { isBlockingFailure } from './run-badge.ts';

type Missed = CaseFailure & { again?: string };

type Editor = Parameters<typeof placeOf>[0];

/** A page with hundreds of cases is of no use; the JSON form has them all. */
const mostShown = 50;

export function failuresSection({ sage_id, steps, cases }: ReportCard, criteria: readonly Criterion[]) {
    const gates = steps.flatMap((step) => step.gates);
    const editor = { sageId: sage_id, criteria, isRead: gates.some(({ id }) => id === 'shu.found') };
    const missed: Missed[] = [...steps.flatMap(({ failures }) => failures), ...cases.missed];
    const alone = gates.filter(
        (gate) => isBlockingFailure(gate) && !missed.some(({ gate_id }) => gate_id === gate.id)
    );
    if (missed.length + alone.length === 0) return undefined;
    const titles = new Map(gates.map(({ id, title }) => [id, title]));
    const more = missed.length - mostShown;
    return html`<section id="missed"><h2>${gates.some(isBlockingFailure) ? 'Failed checks' : 'Failed cases, within the allowed number'}</h2>
        ${alone.map((gate) => missedGate(gate, editor))}
        ${missed.slice(0, mostShown).map((one) => missedCase(one, titles.get(one.gate_id) ?? one.gate_id, editor))}
        ${more > 0 && html`<p>${more} more cases are in the JSON report below.</p>`}</section>`;
}

/** A gate without cases, such as one about the words of the rubric. */
function missedGate({ id, title, required, measured }: Gate, editor: Editor) {
    const faults = faultsOf(editor, measured).map(
        (fault) => html`<li>${fault.says} ${wayTo(placeOf(editor, id, fault))}</li>`
    );
    return html`<article><h3>${title}</h3>
        <dl><dt>Expected</dt><dd>${required}</dd><dt>Result</dt><dd><ul>${faults}</ul></dd></dl></article>`;
}

const wayTo = (place: Place | undefined) => place && html`<a href="${place.href}">Go to ${place.word}</a>`;

function missedCase(missed: Missed, title: string, editor: Editor): Html {
    const { case_id, criterion_id, expected, came, remedy = '', answer, again } = missed;
    const way = wayTo(placeOf(editor, missed.gate_id, { criterionId: criterion_id }));
    return html`<article><h3>${title}</h3>
        <dl>
            ${criterion_id !== null && html`<dt>Criterion</dt><dd>${criterion_id}</dd>`}
            <dt>Case</dt><dd>${case_id}</dd>
            <dt>Expected</dt><dd>${expected}</dd>
            <dt>Result</dt><dd>${came}</dd>
            ${remedy !== '' && html`<dt>Cause and fix</dt><dd>${remedy}</dd>`}
        </dl>
        ${way && html`<p>${way}</p>`}
        ${answer !== '' && html`<details><summary>Test answer</summary><p class="answer">${answer}</p></details>`}
        ${again !== undefined && html`<p><small>Run this case again:</small> <code>${again}</code></p>`}</article>`;
}
