// What is missing until a sage can be built: what the start of a build asks for, and the lint of its first steps.
import { faultsIn } from '../../../db/builds/blockers.ts';
import { type Criterion, givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import { missingTestAnswers } from '../../../db/sages/test-answers.ts';
import type { App } from '../../app.ts';
import { blockerList, readinessOf } from '../../shared/readiness.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { percent, sumOf } from './criterion-card.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';

export async function readiness(app: App, sage: SageRow, criteria: Criterion[]): Promise<Html> {
    const { gates, blockers } = await readinessOf(app, sage, criteria);
    const better = gates.filter(({ passed, blocking }) => !passed && !blocking).flatMap(faultsIn);
    const here = { criteria, isEditor: true } as const;
    const answers = givesLevels(sage.evaluator) ? criteria.flatMap(withoutAnswers) : [];
    const hints = [...better, ...answers].map((says) => ({ field: 'criteria', says }));
    return html`<h2>${heading(blockers.length)}</h2>
        ${blockers.length > 0 && blockerList(sage, blockers, here)}
        ${hints.length > 0 && html`<h3>Suggestions</h3>${blockerList(sage, hints, here)}`}
        ${criteria.length > 0 && weights(criteria)}`;
}

function withoutAnswers(criterion: Criterion) {
    const missing = missingTestAnswers(criterion);
    return missing.length > 0 ? [`${criterion.id}: test answers missing: ${missing.join('; ')}`] : [];
}

function heading(count: number) {
    if (count === 0) return 'Ready to check';
    return `${pluralize(count, 'thing')} left before you can run the check`;
}

function weights(criteria: readonly Criterion[]) {
    const sum = sumOf(criteria);
    return html`<h3>Weights</h3><dl class="weights">${criteria.map(({ id, weight }, place) => {
        const share = percent(weight, sum);
        return html`<dt><a href="#c${place}_weight">${id}</a></dt>
            <dd><progress value="${share}" max="100" aria-label="Weight of ${id}"></progress> <small>${share}</small></dd>`;
    })}</dl>`;
}
