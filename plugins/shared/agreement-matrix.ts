// How the evaluator and the reviewers agree on each level, as a table.
import { type Grade, grades } from '../../db/judgement/licence/agreement.ts';
import type { Figures } from '../../db/judgement/licence/rules.ts';
import { html } from '../surfaces/pages/layout.ts';

/** A row for each level of reviewers, a column for each of the evaluator; the darker, the more often. */
export function agreementMatrix(confusion: Figures['confusion']) {
    const most = Math.max(1, ...grades.flatMap((row) => grades.map((column) => confusion[row][column])));
    const cell = (row: Grade, column: Grade) => {
        const count = confusion[row][column];
        return html`<td class="number shade-${Math.ceil((count / most) * 4)} ${row === column && 'same'}">${count}</td>`;
    };
    return html`<div class="list" tabindex="0" role="region" aria-label="How often the evaluator gave which level"><table class="matrix"><caption>Evaluator levels by reviewer level</caption>
        <thead><tr><th scope="col">Reviewers</th>${grades.map((grade) => html`<th scope="col" class="number">${grade}</th>`)}</tr></thead>
        <tbody>${grades.map((row) => html`<tr><th scope="row">${row}</th>${grades.map((column) => cell(row, column))}</tr>`)}</tbody></table></div>`;
}
