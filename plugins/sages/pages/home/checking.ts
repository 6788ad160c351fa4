// Running the check from the home of a sage: what it costs, who may, whom the others ask, and preparing a slow model for it.
import { account } from '../../../../db/accounts/credits.ts';
import { callsADay, findPreparation, isOpen, type Preparation } from '../../../../db/builds/preparations.ts';
import { givesLevels, type SageRow } from '../../../../db/sages/sages.ts';
import { jobStatuses } from '../../../../words/states/jobs.ts';
import { sagePath } from '../../../shared/sage-view.ts';
import { mayCheck } from '../../../shared/stage.ts';
import { lackOfCredits } from '../../../shared/spending.ts';
import { editors } from '../../../surfaces/auth/capability-sets.ts';
import { may } from '../../../surfaces/auth/requester.ts';
import { live, type Live } from '../../../surfaces/pages/console/live.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { area } from '../../../surfaces/pages/form-controls.ts';
import { type Html, html } from '../../../surfaces/pages/layout.ts';
import { pluralize } from '../../../surfaces/pages/parts/count.ts';
import { type Dialog, dialog } from '../../../surfaces/pages/parts/dialog.ts';
import { postForm } from '../../../surfaces/pages/parts/post-form.ts';

/** What the check costs, and the way to credits where there are too few. */
export async function priceOfCheck(visit: PageContext): Promise<{ says: string; act?: Html | undefined }> {
    const { app, actor } = visit;
    const { buildCredits } = app.config;
    const what = 'The sage is tested with test answers. This takes a few minutes';
    if (!may(actor, ...editors)) return { says: `${what}.` };
    const { available } = await account(app.store.read);
    const cost = `${what} and costs ${pluralize(buildCredits, 'credit')} of ${available}, which you get back if it fails.`;
    return (await lackOfCredits(visit, buildCredits, available)) ?? { says: cost };
}

/** The question behind the button of a check that is not the next step: to run it again, or to ask for it. */
export async function checkDialog(visit: PageContext, sage: SageRow): Promise<Dialog | undefined> {
    if (!mayCheck(visit.actor, sage)) return requestDialog(visit, sage);
    const { says, act } = await priceOfCheck(visit);
    return dialog(visit, {
        id: 'check-again',
        title: 'Run the check again?',
        says: html`<p>${says}</p>${act}`,
        to: { action: 'svc_start_full_sage_build' },
        hidden: { sage_id: sage.id },
        button: 'Run the check',
        word: 'Run the check again'
    });
}

/** An author does not check a sage again: they ask, or take a copy. */
export const requestDialog = (visit: PageContext, sage: SageRow) =>
    may(visit.actor, 'ss_council_sage')
        ? dialog(visit, {
              id: 'request',
              title: 'Request a check?',
              says: html`<p>Only a council administrator can run the check of this sage again. We email them.</p>`,
              fields: area({
                  name: 'reason',
                  label: 'Reason (optional)',
                  value: visit.flash?.typed['reason'] ?? '',
                  maxlength: 1000,
                  rows: 2
              }),
              to: { rest: `${sagePath(sage)}/rebuild-request` },
              button: 'Request a check'
          })
        : undefined;

/** None without a language model; after a check only what is under way, or stopped. */
export async function preparationPart(
    visit: PageContext,
    sage: SageRow,
    isChecked: boolean
): Promise<Live[]> {
    const { store, config } = visit.app;
    if (!config.llm || !givesLevels(sage.evaluator)) return [];
    const found = await findPreparation(store.read, sage.id);
    const isRunning = found !== undefined && isOpen(found);
    if (isChecked && !isRunning && found?.state !== 'failed') return [];
    const mayAsk = !isRunning && may(visit.actor, ...editors);
    const button = html`<button type="submit" class="secondary">Prepare</button>`;
    const body = html`<section aria-live="polite"><h2>Prepare the check with a slow model</h2>
        <p>A check gives its model a few minutes. If that is too short, evaluate the test answers in advance. The check then uses
            all results that are still current. This costs no credits. Limit: ${callsADay} requests a day for each author.</p>
        ${found && stateLine(found, sage)}
        ${mayAsk && postForm(visit, { to: { rest: `${sagePath(sage)}/preparation` }, body: button })}</section>`;
    return [live({ id: 'preparation', path: sagePath(sage), isRunning, every: 5, body })];
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
