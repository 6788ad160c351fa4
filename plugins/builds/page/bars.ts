// The eight steps of a running build as bars: the same rows that the poll of the contract reads.
import { buildPlan, totalTime } from '../../../db/builds/plan.ts';
import { type RunRow, stepsOf } from '../../../db/builds/runs.ts';
import { stepStates } from '../../../words/states/builds.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';

type Step = Awaited<ReturnType<typeof stepsOf>>[number];

export async function bars({ app }: PageContext, { runId, startedAt }: RunRow) {
    const now = app.now();
    const steps = await stepsOf(app.store.read, runId);
    const done = steps.filter(({ state }) => state === 'completed').length;
    return html`<section aria-live="polite"><h2>Checking: ${done} of ${steps.length} steps done</h2>
        <p><small>${seconds(now - startedAt)} of up to ${seconds(totalTime)}. You can leave this page. We email
            you if the check fails.</small></p>
        <ol class="bars">${steps.map((step) => bar(step, now))}</ol></section>`;
}

function bar(step: Step, now: number) {
    const { state, startedAt, endedAt, stepOrder } = step;
    const { label, max_time } = buildPlan[stepOrder - 1] ?? { label: step.name, max_time: 1 };
    const taken = startedAt === null ? 0 : (endedAt ?? now) - startedAt;
    return html`<li><span>${label}</span>
        <progress value="${Math.round(shareOf(step) * 100)}" max="100" aria-label="${label}"></progress>
        ${stateBadge(stepStates[state])}
        <small>${state === 'pending' ? `up to ${seconds(max_time)}` : `${seconds(taken)} of ${seconds(max_time)}`}</small></li>`;
}

function shareOf({ state, casesRun, casesPlanned }: Step) {
    if (state === 'completed') return 1;
    return casesPlanned === 0 ? 0 : casesRun / casesPlanned;
}

const seconds = (milliseconds: number) => `${Math.max(0, Math.round(milliseconds / 1000))} s`;
