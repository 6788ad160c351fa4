// What is missing until a sage can be built: what the start of a build asks for, and the lint of its first steps.
import type { Gate } from '../../../db/builds/reports.ts';
import type { Criterion, SageRow } from '../../../db/sages/sages.ts';
import { missingParts } from '../../../db/sages/workflow.ts';
import type { App } from '../../app.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { percent, sumOf } from './criterion-card.ts';
import { counted } from '../../surfaces/pages/parts/count.ts';

/** What keeps the sage, with these criteria, from being built, and what could be better. */
async function whatIsMissing({ lint }: Pick<App, 'lint'>, sage: SageRow, criteria: Criterion[]) {
    const missing = missingParts({ ...sage, criteria, hasTemplate: sage.resultsId !== null });
    const gates = criteria.length === 0 ? [] : await lint({ criteria, confirmedWords: sage.confirmedWords });
    const missed = gates.filter(({ passed }) => !passed);
    const unasked = criteria
        .filter(({ question }) => question === '')
        .map(({ id }) => `${id}: the question is missing`);
    return {
        must: [...missing.map(({ says }) => `It lacks ${says}.`), ...unasked, ...faultsOf(missed, true)],
        better: faultsOf(missed, false)
    };
}

const faultsOf = (gates: readonly Gate[], blocking: boolean) =>
    gates.filter((gate) => gate.blocking === blocking).flatMap(({ measured }) => measured.split('; '));

export async function readiness(app: App, sage: SageRow, criteria: Criterion[]): Promise<Html> {
    const { must, better } = await whatIsMissing(app, sage, criteria);
    return html`<h2>${heading(must.length)}</h2>
        ${must.length > 0 && faultList(must, criteria)}
        ${better.length > 0 && html`<h3>Could be better</h3>${faultList(better, criteria)}`}
        ${criteria.length > 0 && weights(criteria)}`;
}

function heading(count: number) {
    if (count === 0) return 'It can be built';
    return `${counted(count, 'more thing')} until this can be built`;
}

/** A fault that begins with the name of a criterion leads to its card. */
function faultList(faults: readonly string[], criteria: readonly Criterion[]) {
    const place = (fault: string) => criteria.findIndex(({ id }) => fault.startsWith(`${id}: `));
    return html`<ul>${faults.map((fault) => {
        const at = place(fault);
        return html`<li>${at === -1 ? fault : html`<a href="#c${at}_question">${fault}</a>`}</li>`;
    })}</ul>`;
}

function weights(criteria: readonly Criterion[]) {
    const sum = sumOf(criteria);
    return html`<h3>Weights</h3><dl class="weights">${criteria.map(({ id, weight }, place) => {
        const share = percent(weight, sum);
        return html`<dt><a href="#c${place}_weight">${id}</a></dt>
            <dd><progress value="${share}" max="100" aria-label="Weight of ${id}"></progress> <small>${share}</small></dd>`;
    })}</dl>`;
}
