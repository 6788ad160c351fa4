// A running check in words: what is being tried, and how much of it is done. The same rows that the contract's poll reads.
import { type BuildStepName, totalTime } from '../../db/builds/plan.ts';
import { type RunRow, stepsOf } from '../../db/builds/runs.ts';
import { stepStates } from '../../words/states/builds.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';

const words: Record<BuildStepName, string> = {
    starting: 'The sage is complete, and the evaluator answers',
    creating_sage: 'No word is vague or could disadvantage people',
    sage_generation: 'Test answers are written for each question',
    test_shu: 'It finds what people say, and nothing they do not say',
    test_ha: 'Names, pronouns, origins and style change nothing',
    test_ri: 'Attempts to trick it do not work',
    transcending_training: 'A whole set of sample answers is evaluated',
    enlightenment: 'The checked version is saved'
};

/** How far, how long at most, and each part with its state. */
export async function checkProgress({ app }: PageContext, { runId, startedAt }: RunRow): Promise<Html> {
    const steps = await stepsOf(app.store.read, runId);
    const share = steps.reduce((sum, step) => sum + shareOf(step), 0) / steps.length;
    const done = Math.round(share * 100);
    return html`<section class="next quiet" aria-live="polite" aria-labelledby="check-title"><div>
            <h2 id="check-title">Checking. ${done} % done</h2>
            <p>Running for ${minutes(app.now() - startedAt)}, at most ${minutes(totalTime)}. You can leave this page. We email you if the check fails.</p>
            <progress value="${done}" max="100" aria-label="Check"></progress></div></section>
        <section><h2>What is being checked</h2>
        <ol class="steps">${steps.map((step) => html`<li><span>${words[step.name]}</span> ${stateBadge(stepStates[step.state])}</li>`)}</ol></section>`;
}

function shareOf({ state, casesRun, casesPlanned }: Awaited<ReturnType<typeof stepsOf>>[number]) {
    if (state === 'completed') return 1;
    return casesPlanned === 0 ? 0 : casesRun / casesPlanned;
}

function minutes(milliseconds: number) {
    const whole = Math.floor(milliseconds / 60_000);
    return whole === 0 ? 'less than a minute' : `${whole} ${whole === 1 ? 'minute' : 'minutes'}`;
}
