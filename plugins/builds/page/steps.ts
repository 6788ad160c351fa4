// The eight steps of a build on its report card, each with its gates.
import type { Gate } from '../../../db/builds/reports.ts';
import { stepStates } from '../../../words/states/builds.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { dayIn } from '../../surfaces/pages/dates.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import type { ReportCard } from '../report-card.ts';
import { gateState } from './run-badge.ts';

type Step = ReportCard['steps'][number];

export function stepsSection({ steps, cases, state }: ReportCard, timeZone: string) {
    return html`<section><h2>The eight steps</h2>
        <p>A build uses answers that were written for it. It shows whether the software follows this rubric, not whether it evaluates people correctly.</p>
        ${steps.map((step) => stepPart(step, { isRunning: state === 'running', timeZone }))} ${nightCases(cases)}</section>`;
}

function stepPart(step: Step, { isRunning, timeZone }: { isRunning: boolean; timeZone: string }): Html {
    const { step_order, label, state, gates, notes } = step;
    const shown = stepStates[state === 'pending' && !isRunning ? 'not_run' : state];
    const isOpen = state === 'failed' || state === 'running';
    return html`<details ${isOpen && { html: 'open' }}>
        <summary>${step_order}. ${label} ${stateBadge(shown)} <small>${counts(step)}</small>
            ${greenBar(step)}</summary>
        ${notes.map((note) => html`<p>${note}</p>`)}
        ${gates.length > 0 && html`<ul>${gates.map((gate) => gateItem(gate, timeZone))}</ul>`}
        ${gates.length + notes.length === 0 && html`<p>${shown.en.sentence}</p>`}</details>`;
}

function applying(gates: readonly Gate[]) {
    const some = gates.filter(({ applies = true }) => applies);
    return { green: some.filter(({ passed }) => passed).length, of: some.length };
}

/** How many of its gates are green, as a bar after the numbers. */
function greenBar({ gates, label }: Step) {
    const { green, of } = applying(gates);
    return (
        of > 0 &&
        html`<progress class="gates" value="${green}" max="${of}" aria-label="Passed checks of ${label}"></progress>`
    );
}

function counts({ gates, cases }: Step) {
    const { green, of } = applying(gates);
    return [
        ...(of > 0 ? [`${green} of ${of} checks passed`] : []),
        ...(gates.length > of ? [`${pluralize(gates.length - of, 'check')} not applicable`] : []),
        ...(cases.planned > 0 ? [`${cases.run} of ${cases.planned} cases ran`] : [])
    ].join(', ');
}

const gateItem = (gate: Gate, timeZone: string) =>
    html`<li>${gate.title} ${stateBadge(gateState(gate))}<br />
        <small>Required: ${gate.required}<br />Result: ${gate.measured}${aheadLine(gate, timeZone)}</small></li>`;

function aheadLine({ ahead }: Gate, timeZone: string) {
    const { of = 0, judged = 0, from, to } = ahead ?? {};
    if (!from || !to) return undefined;
    const days = [from, to].map((at) => dayIn(timeZone, Date.parse(at)));
    return html`<br />${judged} of ${pluralize(of, 'answer')} evaluated in advance, on ${[...new Set(days)].join(' to ')}`;
}

/** A model is asked about a part of the cases in the build, and about the others at night. */
function nightCases({ run, planned, at_night, missed_at_night }: ReportCard['cases']) {
    if (planned === 0) return undefined;
    return html`<p>${run} of ${planned} test cases have run${at_night > 0 && `, ${at_night} of them in nightly runs after the build`}.
        ${missed_at_night > 0 && `${missed_at_night} failed a check in a nightly run.`}</p>`;
}
