// The evidence of a report card, complete: conditions, steps, figures, failed cases, versions and checksums.
import type { CaseFailure, Gate } from '../../../db/builds/reports.ts';
import { runStates, stepStates } from '../../../words/states/builds.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import type { Figures } from '../../../db/judgement/licence/rules.ts';
import { dateIn, dayIn } from '../../surfaces/pages/dates.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import type { ReportCard } from '../report-card.ts';
import { agreementMatrix } from '../../shared/agreement-matrix.ts';
import { agreementOverTime } from './agreement-over-time.ts';
import { runBadge, gateState } from './run-badge.ts';
import type { CardView } from './verdict.ts';

export function evidenceFold(view: CardView): Html {
    const { card, figures, timeZone } = view;
    const { steps, frozen } = card;
    const gates = steps.flatMap((step) => step.gates);
    return html`<details class="fold evidence"><summary>Evidence for engineers <small>${pluralize(gates.length, 'condition')},
            ${steps.length} steps, ${pluralize(Object.keys(frozen).length, 'checksum')}</small></summary>
        ${otherForms(view)} ${stateLines(view)} ${casesSection(card)} ${stepsSection(card, timeZone)}
        ${agreementOverTime(card, timeZone)} ${agreementSection(figures)} ${frozenSection(card)}</details>`;
}

function otherForms({ card, restPath }: CardView) {
    const report = `${restPath}/sages/${card.sage_id}/builds/${card.run_id}/report`;
    return html`<p>Download as <a href="${report}">JSON</a> or <a href="${report}.xml">JUnit XML</a>.</p>`;
}

function stateLines({ card, timeZone }: CardView) {
    const { run_id, licence, started_at, ended_at, gates, state } = card;
    return html`<p><strong>${licence.first_line}</strong> ${licence.reasons.slice(1).join(' ')}</p>
        <p>${runBadge(state)} ${whatCame(card)} ${gates.passed} of ${gates.total} checks passed.
            ${gates.not_applicable > 0 && `${pluralize(gates.not_applicable, 'check')} did not apply.`}</p>
        <p><small>Run <code>${run_id}</code>. ${started_at !== null && html`Started on ${dateIn(timeZone, new Date(started_at))}.`}
            ${ended_at !== null && html`Ended on ${dateIn(timeZone, new Date(ended_at))}.`}</small></p>`;
}

function whatCame({ state, steps, failure }: ReportCard): Part {
    const step = steps.find((one) => one.state !== 'completed');
    if (state === 'running')
        return sentenceOf(runStates.running, { n: step?.step_order ?? steps.length, of: steps.length });
    if (state === 'completed') return runStates.completed.en.sentence;
    const at = step ? `step ${step.step_order} of ${steps.length}, ${step.label}` : 'its end';
    return `The build stopped at ${at}: ${failure ?? state}.`;
}

/** A page with hundreds of cases is of no use; the JSON form has them all. */
const mostShown = 50;

function casesSection({ steps }: ReportCard) {
    const failed = steps.flatMap(({ failures }) => failures);
    if (failed.length === 0) return undefined;
    const more = failed.length - mostShown;
    return html`<section><h2>Failed cases</h2>${failed.slice(0, mostShown).map(caseItem)}
        ${more > 0 && html`<p>${more} more cases are in the JSON report.</p>`}</section>`;
}

const caseItem = (one: CaseFailure & { again: string }) =>
    html`<details><summary><code>${one.gate_id}</code> <code>${one.case_id}</code></summary>
        <dl><dt>Expected</dt><dd>${one.expected}</dd><dt>Result</dt><dd>${one.came}</dd>
            ${one.remedy && html`<dt>Cause and fix</dt><dd>${one.remedy}</dd>`}
            <dt>Test answer</dt><dd class="answer" dir="auto">${one.answer}</dd>
            <dt>Run this case again</dt><dd><code>${one.again}</code></dd></dl></details>`;

/** The inputs of a build are stored unchanged, each part under its digest. */
function frozenSection({ frozen, release }: ReportCard) {
    const parts = Object.entries(frozen).toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (parts.length === 0) return undefined;
    return html`<section><h2>Saved build inputs</h2>
        <p>The inputs and results of this build are stored unchanged. Each part has a SHA-256 checksum.</p>
        <dl>${parts.map(([name, digest]) => html`<dt>${name}</dt><dd><code>${digest}</code></dd>`)}</dl>
        ${release !== null && html`<h3>Evaluator and versions</h3><pre tabindex="0">${JSON.stringify(release, null, 4)}</pre>`}</section>`;
}

function agreementSection(figures: Figures | null) {
    if (figures === null || figures.n === 0) return undefined;
    const { confusion, n, exact, kappa, kappaLow } = figures;
    return html`<section><h2>Agreement by level</h2>
        <p>On ${n} answers the evaluator gave the same level as your reviewers for ${Math.round(exact * 100)}% of the labels.
            Weighted kappa: ${kappa.toFixed(2)} (at least ${kappaLow.toFixed(2)}).</p>
        ${agreementMatrix(confusion)}</section>`;
}

/** The eight steps of a build in the evidence: each gate with what it required and what came, and what a step noted. */
function stepsSection({ steps, state }: ReportCard, timeZone: string) {
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
