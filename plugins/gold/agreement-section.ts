// Compares the evaluator with people: the metrics of GET /sages/{id}/agreement, in words and as a matrix.
import { two } from '../../db/judgement/licence/rules.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import { html } from '../surfaces/pages/layout.ts';
import { agreementFor } from './agreement-for.ts';

type Agreement = Awaited<ReturnType<typeof agreementFor>>;

const grades = ['absent', 'partial', 'strong'] as const;

export async function besidePeople(on: Reader, sage: SageRow) {
    const agreement = await agreementFor(on, sage);
    const { licence, levels, people } = agreement;
    const [, ...more] = licence.reasons;
    return html`<section><h2>Evaluator and reviewers compared</h2>
        <p class="notice"><strong>${licence.first_line}</strong></p>
        ${more.length > 0 && html`<ul>${more.map((reason) => html`<li>${reason}</li>`)}</ul>`}
        ${licence.next !== null && !licence.first_line.includes(licence.next) && html`<p>${licence.next}</p>`}
        <p>Blind labels: ${levels.absent} absent, ${levels.partial} partial, ${levels.strong} strong.</p>
        ${people.n > 0 && html`<p>Two reviewers labelled ${people.n === 1 ? '1 answer' : `${people.n} answers`}. Their weighted kappa: ${people.kappa === null ? '–' : two(people.kappa)}.</p>`}
        ${
            agreement.kappa !== null &&
            html`<p>Evaluator and reviewers on ${agreement.n} answers: weighted kappa ${two(agreement.kappa)}${interval(agreement)}.
            The same level for ${percent(agreement.exact)} of the labels.</p>`
        }
        ${agreement.confusion === null ? '' : matrix(agreement.confusion)}</section>
        ${agreement.changes.length > 0 && trials(agreement.changes)}`;
}

/** What refuses a licence first, then what is not shown yet; the rest is folded up. */
function trials(changes: Agreement['changes']) {
    const {
        matters = [],
        not_shown: open = [],
        no_matter: through = [],
        does_not_apply: apart = []
    } = Object.groupBy(changes, ({ result }) => result);
    const shown = [...matters, ...open];
    return html`<section><h2>Changes that must not affect the level</h2>
        <p>We use answers that two reviewers labelled. The evaluator reads each one twice: as written, and with a change of author or form.</p>
        ${shown.length > 0 && trialTable(shown)}
        ${through.length > 0 && html`<details><summary>${through.length} of ${changes.length} changes do not affect the level</summary>${trialTable(through)}</details>`}
        ${apart.length > 0 && html`<details><summary>${apart.length} changes apply to too few of these answers</summary>${trialTable(apart)}</details>`}</section>`;
}

const resultWords = {
    matters: 'Affects the level',
    no_matter: 'Harmless',
    not_shown: 'An effect is still possible',
    does_not_apply: 'Applies to too few answers'
} as const;

function trialTable(changes: Agreement['changes']) {
    const row = ({ says, pairs, lowered, lifted, result, hidden }: Agreement['changes'][number]) => html`<tr>
        <th scope="row">${says.charAt(0).toUpperCase() + says.slice(1)}</th>
        <td>${pairs === 0 ? 'Not tested yet' : resultWords[result]}${result === 'not_shown' && pairs > 0 && html`<br /><small>An effect of ${hidden.toFixed(1)} levels is still possible.</small>`}</td>
        <td class="number">${pairs}</td><td class="number">${lowered}</td><td class="number">${lifted}</td></tr>`;
    return html`<div class="list" tabindex="0" role="region" aria-label="Changes and results"><table>
        <thead><tr><th scope="col">Change</th><th scope="col">Result</th><th scope="col" class="number">Pairs</th>
            <th scope="col" class="number">Lowered</th><th scope="col" class="number">Raised</th></tr></thead>
        <tbody>${changes.map(row)}</tbody></table></div>`;
}

const interval = ({ kappa_low }: Agreement) => (kappa_low === null ? '' : ` (at least ${two(kappa_low)})`);

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);

function matrix(confusion: NonNullable<Agreement['confusion']>) {
    const most = Math.max(1, ...grades.flatMap((row) => grades.map((column) => confusion[row][column])));
    const cell = (row: (typeof grades)[number], column: (typeof grades)[number]) => {
        const count = confusion[row][column];
        return html`<td class="number shade-${Math.ceil((count / most) * 4)} ${row === column && 'same'}">${count}</td>`;
    };
    return html`<div class="list" tabindex="0" role="region" aria-label="How often the evaluator gave which level"><table class="matrix"><caption>Evaluator levels by reviewer level</caption>
        <thead><tr><th scope="col">Reviewers</th>${grades.map((grade) => html`<th scope="col" class="number">${grade}</th>`)}</tr></thead>
        <tbody>${grades.map((row) => html`<tr><th scope="row">${row}</th>${grades.map((column) => cell(row, column))}</tr>`)}</tbody></table></div>`;
}
