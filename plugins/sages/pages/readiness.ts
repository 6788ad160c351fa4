// What is missing until a sage can be built: what the start of a build asks for, and the lint of its first steps.
import { faultsIn } from '../../../db/builds/blockers.ts';
import { type Criterion, givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import { missingTestAnswers } from '../../../db/sages/test-answers.ts';
import type { App } from '../../app.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { blockerList, readinessOf } from '../../shared/readiness.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';

export async function readiness(app: App, sage: SageRow, criteria: Criterion[]): Promise<Html> {
    const { gates, blockers } = await readinessOf(app, sage, criteria);
    const better = gates.filter(({ passed, blocking }) => !passed && !blocking).flatMap(faultsIn);
    const here = { criteria, isEditor: true } as const;
    const answers = givesLevels(sage.evaluator) ? criteria.flatMap(withoutAnswers) : [];
    const hints = [...criteria.flatMap(withFewIndicators), ...better, ...answers];
    return html`<h2>${heading(blockers.length)}</h2>
        ${blockers.length > 0 && blockerList(sage, blockers, here)}
        ${blockers.length === 0 && html`<p><a href="${sagePath(sage, 'build')}">Go to the check</a></p>`}
        ${hints.length > 0 && html`<h3>Suggestions</h3>${blockerList(sage, hints, here)}`}`;
}

function withoutAnswers(criterion: Criterion) {
    const missing = missingTestAnswers(criterion);
    const says = `${criterion.id}: test answers missing: ${missing.join('; ')}`;
    return missing.length > 0 ? [{ field: 'criteria', gate: 'shu.levels', says }] : [];
}

const enough = 4;

/** A build needs two of them; with four it seldom fails. */
function withFewIndicators({ id, indicators }: Criterion) {
    const more = pluralize(enough - indicators.length, 'more indicator');
    const says = `${id}: add ${more}. It has ${indicators.length}, and ${enough} or more work best`;
    return indicators.length < enough ? [{ field: 'criteria', gate: 'rubric.readable', says }] : [];
}

function heading(count: number) {
    if (count === 0) return 'Ready to check';
    return `${pluralize(count, 'thing')} left before you can run the check`;
}
