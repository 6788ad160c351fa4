// The cases of a sage, judged ahead of its build: the button, and how far that is.
import { callsADay, findPreparation, isOpen, type Preparation } from '../../../db/builds/preparations.ts';
import { givesLevels, type SageRow } from '../../../db/sages/sages.ts';
import { sagePath } from '../../shared/sage-view.ts';
import { may } from '../../surfaces/auth/requester.ts';
import { live, type Live } from '../../surfaces/pages/console/live.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { preparers } from '../preparation.ts';

/** Undefined where no model judges. It fetches itself while cases are being judged. */
export async function preparationPart(visit: Visit, sage: SageRow): Promise<Live | undefined> {
    if (!visit.app.config.llm || !givesLevels(sage.evaluator)) return undefined;
    const found = await findPreparation(visit.app.store.read, sage.id);
    const isRunning = found !== undefined && isOpen(found);
    const button = postForm(visit, {
        to: { rest: `${sagePath(sage)}/preparation` },
        body: html`<button type="submit" class="secondary">Prepare</button>`
    });
    return live({
        id: 'preparation',
        path: sagePath(sage, 'build'),
        isRunning,
        every: 5,
        body: html`<section aria-live="polite"><h2>Prepare it for a slow model</h2>
            <p>A build gives its model minutes, and a slow one needs longer. Prepared, the sage has its test answers judged before:
                the build takes what has not changed since. This costs no credits. An author may ask a model ${callsADay} times a
                day, and the calls count in the limit of the month.</p>
            ${found && stateLine(visit, found, sage)}
            ${!isRunning && may(visit.actor, ...preparers) && button}</section>`
    });
}

function stateLine({ app }: Visit, found: Preparation, { revision }: SageRow): Html | undefined {
    const { state, judged, planned, failure, endedAt } = found;
    if (state === 'idle') return undefined;
    if (state === 'waiting') return html`<p>It waits for its turn.</p>`;
    const count = html`${Math.min(judged, planned)} of ${planned} answers`;
    if (state === 'running')
        return html`<p><progress value="${judged}" max="${planned || 1}" aria-label="Judged answers"></progress>
            ${planned === 0 ? 'It begins.' : html`${count} are judged.`} You may leave this page, and go on writing.</p>`;
    const ended = endedAt !== null && moment(endedAt, clockOf(app));
    if (state === 'failed')
        return html`<p class="notice">It stopped after ${count}, ${ended}. ${failure ?? ''} What is judged is kept.</p>`;
    const changed =
        revision !== found.revision && 'The sage was changed since: what that touches is judged again.';
    return html`<p>All ${planned} answers are judged, ${ended}. ${changed}</p>`;
}
