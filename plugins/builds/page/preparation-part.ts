// The cases of a sage, evaluated in advance of its build: the button, and the progress.
import { callsADay, findPreparation, isOpen, type Preparation } from '../../../db/builds/preparations.ts';
import { givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { live, type Live } from '../../surfaces/pages/console/live.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { jobStatuses } from '../../../words/states/jobs.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';

/** None without a language model. */
export async function preparationPart(visit: PageContext, sage: SageRow): Promise<Live[]> {
    const { store, config } = visit.app;
    if (!config.llm || !givesLevels(sage.evaluator)) return [];
    const found = await findPreparation(store.read, sage.id);
    const isRunning = found !== undefined && isOpen(found);
    const mayAsk = !isRunning && may(visit.actor, 'ss_council_sage', 'ss_council_admin', 'ss_admin_all');
    const button = html`<button type="submit" class="secondary">Prepare</button>`;
    const body = html`<section aria-live="polite"><h2>Prepare a build with a slow model</h2>
        <p>A build gives its model a few minutes. If that is too short, evaluate the cases in advance. The build then uses
            all results that are still current. This costs no credits. Limit: ${callsADay} requests a day for each author.</p>
        ${found && stateLine(found, sage)}
        ${mayAsk && postForm(visit, { to: { rest: `${sagePath(sage)}/preparation` }, body: button })}</section>`;
    return [live({ id: 'preparation', path: sagePath(sage, 'build'), isRunning, every: 5, body })];
}

function stateLine(found: Preparation, sage: SageRow): Html {
    const { state, judged, planned, failure } = found;
    const count = `${Math.min(judged, planned)} of ${planned} answers are evaluated.`;
    if (state === 'waiting') return html`<p>${jobStatuses.pending.en.label}.</p>`;
    if (state === 'failed') return html`<p class="notice">Stopped: ${count} ${failure ?? ''}</p>`;
    const bar = html`<progress value="${judged}" max="${planned || 1}" aria-label="Evaluated answers"></progress>`;
    if (state === 'running')
        return html`<p>${bar} ${planned > 0 && count} You can leave this page and continue writing.</p>`;
    const isOld = found.revision !== sage.revision;
    return html`<p>${count}${isOld && ' The sage was changed since. Prepare again to evaluate the changed cases.'}</p>`;
}
