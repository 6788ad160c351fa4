// The eight steps of a build in the evidence: each gate with what it required and what came, and what a step noted.
import type { Gate } from '../../../db/builds/reports.ts';
import { stepStates } from '../../../words/states/builds.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { dayIn } from '../../surfaces/pages/dates.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import type { ReportCard } from '../report-card.ts';
import { gateState } from './run-badge.ts';

export function stepsSection({ steps, state }: ReportCard, timeZone: string) {
    return html`<section><h2>The eight steps</h2>
        <div class="wide" role="region" aria-label="Conditions by step" tabindex="0"><table><caption>Conditions by step</caption>
        <thead><tr><th scope="col">Condition</th><th scope="col">Required</th><th scope="col">Result</th></tr></thead>
        ${steps.map((step) => stepRows(step, { isRunning: state === 'running', timeZone }))}</table></div></section>`;
}

type Step = ReportCard['steps'][number];

function stepRows(step: Step, { isRunning, timeZone }: { isRunning: boolean; timeZone: string }) {
    const { step_order, label, state, gates, notes, cases } = step;
    const shown = stepStates[state === 'pending' && !isRunning ? 'not_run' : state];
    const ran = cases.planned > 0 && `${cases.run} of ${cases.planned} cases ran.`;
    return html`<tbody><tr><th scope="rowgroup" colspan="3">${step_order}. ${label} ${stateBadge(shown)}
            <small>${ran} ${notes.join(' ')}</small></th></tr>
        ${gates.map((gate) => gateRow(gate, timeZone))}</tbody>`;
}

const gateRow = (gate: Gate, timeZone: string) =>
    html`<tr><td><code>${gate.id}</code> ${stateBadge(gateState(gate))}<br />${gate.title}</td>
        <td>${gate.required}</td><td>${gate.measured}${aheadLine(gate, timeZone)}</td></tr>`;

function aheadLine({ ahead }: Gate, timeZone: string) {
    const { of = 0, judged = 0, from, to } = ahead ?? {};
    if (!from || !to) return undefined;
    const days = [from, to].map((at) => dayIn(timeZone, Date.parse(at)));
    return html`<br />${judged} of ${pluralize(of, 'answer')} evaluated in advance, on ${[...new Set(days)].join(' to ')}`;
}
