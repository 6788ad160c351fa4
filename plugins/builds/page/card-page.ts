// The page of a report card: whether recommendations are on, the result of the build, and the reasons.
import type { Figures } from '../../../db/judgement/licence/rules.ts';
import type { BuildReport } from '../../../db/builds/report-cards.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import { dateIn } from '../../surfaces/pages/dates.ts';
import { runStates } from '../../../words/states/builds.ts';
import { sentenceOf } from '../../../words/states/state.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { live } from '../../surfaces/pages/console/live.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';
import type { ReportCard } from '../report-card.ts';
import { agreementSection } from './charts.ts';
import { failuresSection } from './failures.ts';
import { gatesSection } from './gate-charts.ts';
import { nightsSection } from './nights.ts';
import { runBadge } from './run-badge.ts';
import { stepsSection } from './steps.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';

interface CardView {
    card: ReportCard;
    sage: Pick<SageRow, 'name' | 'criteria'>;
    /** The evaluator's results on answers that people labelled; null where nothing was measured. */
    figures: Figures | null;
    confirmedWords: BuildReport['confirmedWords'];
    /** Below which the other forms of the report are. */
    restPath: string;
    timeZone: string;
}

/** While the build runs, the card fetches itself again. */
export function cardPage(view: CardView): View {
    const { card, sage, figures, timeZone } = view;
    const isRunning = card.state === 'running';
    const path = `/sages/${card.sage_id}/builds/${card.run_id}`;
    const whole = html`${licenceLines(view)} ${confirmedLines(view)} ${unreadLine(card)} ${stateLines(view)}
        ${failuresSection(card, sage.criteria)} ${gatesSection(card)} ${stepsSection(card, timeZone)}
        ${trainingSection(card)} ${nightsSection(card, timeZone)} ${agreementSection(figures)}
        ${frozenSection(card)}`;
    const part = live({ id: 'card', path, isRunning, every: 5, body: whole });
    return {
        title: `Build report: ${sage.name}`,
        crumbs: [
            { word: 'Sages', href: '/sages' },
            { word: sage.name, href: `/sages/${card.sage_id}` },
            { word: 'Build', href: `/sages/${card.sage_id}/build` }
        ],
        narrow: true,
        body: html`${part.html} ${otherForms(view)}`,
        live: [part]
    };
}

/** The verdict in a sentence. */
function licenceLines({ card, figures }: CardView) {
    const { licence } = card;
    const [, ...more] = licence.reasons; // the first reason is part of the first line
    return html`<p class="notice"><strong>${licence.first_line}</strong> ${obeys(card)} ${agrees(figures)}</p>
        ${more.length > 0 && html`<ul>${more.map((reason) => html`<li>${reason}</li>`)}</ul>`}`;
}

function obeys({ state, gates }: ReportCard) {
    if (state === 'running') return undefined;
    const missed = gates.total - gates.passed;
    if (state !== 'completed') return 'This build failed: the sage does not yet follow its rubric.';
    return missed === 0
        ? `The sage follows its rubric: all ${gates.total} checks that apply passed.`
        : `The sage follows its rubric, with ${pluralize(missed, 'warning')}.`;
}

const agrees = (figures: Figures | null) =>
    figures !== null &&
    figures.n > 0 &&
    `The evaluator gave the same level as your reviewers for ${Math.round(figures.exact * 100)}% of the labels.`;

function stateLines({ card, timeZone }: CardView) {
    const { state, started_at, ended_at, gates } = card;
    return html`<p>${runBadge(state)} ${whatCame(card)}</p>
            <p><small>${gates.passed} of ${gates.total} checks passed${state === 'running' && ' so far'}.
            ${gates.not_applicable > 0 && `${pluralize(gates.not_applicable, 'check')} did not apply.`}
            ${started_at !== null && html`Started on ${dateIn(timeZone, new Date(started_at))}.`}
            ${ended_at !== null && html`Ended on ${dateIn(timeZone, new Date(ended_at))}.`}</small></p>`;
}

/** The present step of a build; undefined once all are completed. */
const reached = ({ steps }: ReportCard) => steps.find(({ state }) => state !== 'completed');

function whatCame(card: ReportCard): Part {
    const { state, steps } = card;
    const step = reached(card);
    if (state === 'running')
        return sentenceOf(runStates.running, { n: step?.step_order ?? steps.length, of: steps.length });
    if (state === 'completed') return runStates.completed.en.sentence;
    const at = step ? `step ${step.step_order} of ${steps.length}, ${step.label}` : 'its end';
    return html`The build stopped at ${at}. ${whyStopped(card)}`;
}

function whyStopped({ state, failure, steps }: ReportCard): Part {
    const { sentence } = runStates[state].en;
    if (state !== 'failed') return sentence;
    if (failure === 'gate') return html`${sentence} <a href="#missed">See the details</a> below.`;
    const notes = steps.filter((step) => step.state === 'failed').flatMap((step) => step.notes);
    const why = notes.join(' ') || `The reason: ${failure ?? 'unknown'}.`;
    return `${why} The reserved credits were released.`;
}

/** A sage in a language that the reader does not read. */
function unreadLine({ steps }: ReportCard) {
    const found = steps.flatMap(({ gates }) => gates).find(({ id }) => id === 'shu.found');
    return found?.applies === false && html`<p class="notice">${found.measured}</p>`;
}

/** The most prominent part: which words may name a protected attribute, why they are used, and who confirmed it. */
function confirmedLines({ confirmedWords }: CardView) {
    if (confirmedWords.length === 0) return undefined;
    return html`<section class="notice"><p>These rubric words may refer to a protected characteristic. A person confirmed that they are about
        the job, and is responsible for that:</p>
        <dl>${confirmedWords.map(({ word, reason, by }) => html`<dt>${word}</dt><dd>${reason} <small>(${by ?? 'a user who was removed'})</small></dd>`)}</dl></section>`;
}

function trainingSection({ training }: ReportCard) {
    if (training === null) return undefined;
    const { applies, adopted, n, before, after, why } = training;
    const isAdopted = adopted
        ? 'The labelled examples are now part of the prompt.'
        : 'No examples were added to the prompt.';
    return html`<section><h2>Training</h2>
        <p>${isAdopted} ${why}</p>
        ${
            applies &&
            html`<dl>
                <dt>Held-out answers with reviewer labels</dt><dd>${n ?? 0}</dd>
                <dt>Weighted kappa with reviewers, without the examples</dt><dd>${figure(before)}</dd>
                <dt>Weighted kappa with reviewers, with the examples</dt><dd>${figure(after)}</dd></dl>`
        }</section>`;
}

const figure = (kappa: number | null) => (kappa === null ? 'not measured' : kappa.toFixed(2));

/** The inputs of a build are stored unchanged, each part under its digest. */
function frozenSection({ frozen }: ReportCard) {
    const parts = Object.entries(frozen).toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (parts.length === 0) return undefined;
    return html`<section><h2>Saved build inputs</h2>
        <p>The inputs and results of this build are stored unchanged. Each part has a SHA-256 checksum.</p>
        <details><summary>The ${parts.length} parts</summary>
        <dl>${parts.map(([name, digest]) => html`<dt>${name}</dt><dd><code>${digest}</code></dd>`)}</dl></details></section>`;
}

function otherForms({ card, restPath }: CardView) {
    const report = `${restPath}/sages/${card.sage_id}/builds/${card.run_id}/report`;
    return html`<section><h2>For programs</h2>
        <p>Download as <a href="${report}">JSON</a> or <a href="${report}.xml">JUnit XML</a>.</p>
        </section>`;
}
