// The status of a sage: on or off, its testing, its demo. Each action shows its effect before it is confirmed.
import type { ServerRoute } from '@hapi/hapi';
import { renderSVG } from 'uqr';
import { findOpenRun, findRun } from '../../../db/builds/runs.ts';
import { testingOf } from '../../../db/council/status.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import { workflow } from '../../../db/sages/workflow.ts';
import { countOutstanding } from '../../../db/screens/cancellations.ts';
import { sageChecks, sageStatuses } from '../../../words/states/sages.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { area, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { sagePath, sageView, stateOf } from '../../shared/sage-view.ts';
import { editors, sageOf } from './part.ts';
import { ofSage, type OfSage } from '../../shared/owned.ts';
import { creditsRefunded } from '../../surfaces/pages/parts/count.ts';

export const statusPage = (app: App): ServerRoute =>
    consolePage<OfSage>(app, {
        id: 'showSageStatus',
        path: '/sages/{id}/status',
        description: 'Shows whether a sage is open, and the effects of opening or closing it.',
        ...ofSage,
        scope: council,
        show: async (asked, visit) => showStatus(visit, await sageOf(visit, asked))
    });

async function showStatus(visit: PageContext, sage: SageRow): Promise<View> {
    const { flash } = visit;
    const parts = [await onOrOff(visit, sage), await testing(visit, sage), demonstration(visit, sage)];
    return sageView(visit, sage, {
        here: 'status',
        narrow: true,
        problem: problem(
            flash && !flash.done ? flash.message : undefined,
            flash?.field === 'note' ? 'note' : ''
        ),
        body: html`${parts.map((part) => part?.html)}`,
        dialogs: parts.flatMap((part) => part?.dialogs ?? [])
    });
}

interface Section {
    html: ReturnType<typeof html>;
    dialogs?: Dialog[];
}

async function onOrOff(visit: PageContext, sage: SageRow): Promise<Section> {
    const isOn = sage.status === 'ss_active';
    const obstacle = obstacleOf(sage);
    const mayToggle = may(visit.actor, 'ss_council_admin');
    const mayBeOn = isOn || !obstacle;
    const toggle = mayToggle && mayBeOn && (isOn ? await offDialog(visit, sage) : onDialog(visit, sage));
    return {
        html: html`<section><h2>${stateOf(sage)}</h2>
            <p>${(obstacle ? sageChecks[obstacle] : sageStatuses[sage.status]).en.sentence} ${obstacle && nextStep(sage, obstacle)}</p>
            ${toggle && html`<div class="acts">${dialogButton(toggle, isOn ? 'Close' : 'Open')}</div>`}
            ${!mayToggle && html`<p><small>Only a council administrator can open or close this sage.</small></p>`}</section>`,
        dialogs: toggle ? [toggle] : []
    };
}

const nextStep = (sage: SageRow, obstacle: ReturnType<typeof obstacleOf>) =>
    obstacle === 'untested'
        ? html`<a href="#testing">Go to the test review</a>.`
        : html`<a href="${sagePath(sage, 'build')}">Go to the check</a>.`;

const toggles = { action: 'svc_toggle_sage_status' } as const;

const onDialog = (visit: PageContext, sage: SageRow) =>
    dialog(visit, {
        id: 'on',
        title: 'Open this sage?',
        says: html`<p>You can then invite candidates. This does not send any email.</p>`,
        to: toggles,
        hidden: { sage_id: sage.id },
        button: 'Open'
    });

async function offDialog(visit: PageContext, sage: SageRow) {
    const { read } = visit.app.store;
    const count = (await countOutstanding(read, [sage.id])).get(sage.id) ?? 0;
    const run = await findOpenRun(read, sage.id);
    return dialog(visit, {
        id: 'off',
        title: 'Close this sage?',
        says: html`<p>${whatIsCancelled(count, visit.app.config.screens.credits)}</p>
            ${run && html`<p>The running check is cancelled and its credits are released.</p>`}
            <p>Candidates who have started can finish. Submitted answers are kept.</p>`,
        to: toggles,
        hidden: { sage_id: sage.id },
        button: 'Close',
        isDangerous: count > 0
    });
}

function whatIsCancelled(count: number, cost: number) {
    if (count === 0) return 'No open invitations. Nothing is cancelled, and no email is sent.';
    const back = count * cost;
    const credits = creditsRefunded(back);
    if (count === 1)
        return `1 invited candidate has not started. Their invitation is cancelled, ${credits}, and we email them.`;
    return `${count} invited candidates have not started. Their invitations are cancelled, ${credits}, and we email them.`;
}

async function testing(visit: PageContext, sage: SageRow): Promise<Section | undefined> {
    if (sage.stepNumber !== workflow.testing) return tested(visit, sage);
    const { actor, app } = visit;
    const run = await findRun(app.store.read, sage.releaseRunId ?? '');
    const screen = run?.testScreenId ?? undefined;
    const skip = may(actor, 'ss_admin_all', 'ss_council_sage') && skipDialog(visit, sage);
    return {
        html: html`<section id="testing"><h2>Test review</h2>
            <p>The check answered the questions once, as a candidate would. Read the test answers, then confirm.</p>
            ${screen && may(actor, 'council_screen') && html`<p><a href="/screens/${screen}">Read the test answers</a></p>`}
            ${
                may(actor, ...editors) &&
                postForm(visit, {
                    to: { rest: `${sagePath(sage)}/testing/pass` },
                    body: html`${area({ name: 'note', label: 'Note', help: 'Required. Saved with your name.', value: visit.flash?.typed['note'] ?? '', maxlength: 1000, rows: 2 })}
                    <button type="submit">Confirm test review</button>`
                })
            }
            ${skip && html`<div class="acts">${dialogButton(skip, 'Skip review')}</div>`}</section>`,
        dialogs: skip ? [skip] : []
    };
}

async function tested({ app }: PageContext, sage: SageRow): Promise<Section | undefined> {
    const ended = await testingOf(app.store.read, sage);
    if (!ended) return undefined;
    const { by, at, note, isSkipped } = ended;
    return {
        html: html`<section><h2>Test review</h2>
            <p>${isSkipped ? 'Skipped' : 'Confirmed'} by ${by} ${moment(at, clockOf(app))}.</p>
            ${note !== '' && html`<blockquote>${note}</blockquote>`}</section>`
    };
}

const skipDialog = (visit: PageContext, sage: SageRow) =>
    dialog(visit, {
        id: 'skip',
        title: 'Skip the test review?',
        says: html`<p>Candidates can be invited although no one has read the test answers. The audit log records that you skipped it.</p>`,
        to: { action: 'skip_testing_update_step' },
        hidden: { sage_id: sage.id },
        button: 'Skip review'
    });

function demonstration(visit: PageContext, sage: SageRow): Section | undefined {
    if (!may(visit.actor, 'ss_admin_all', 'power_user')) return undefined;
    const to = { action: 'svc_toggle_demo_key' } as const;
    const fields = { sage_id: sage.id };
    if (sage.demoKey === null)
        return {
            html: html`<section><h2>Demo</h2>
                <p>A demo link. Each visitor can answer the questions once and see the findings. It costs no credits and sends no email.</p>
                ${postForm(visit, { to, fields, body: html`<button type="submit" class="secondary">Create demo link</button>` })}</section>`
        };
    const url = `${visit.app.config.baseUrl}/screen/demo/${sage.demoKey}`;
    const clear = dialog(visit, {
        id: 'clear-demo',
        title: 'Remove the demo link?',
        says: html`<p>The current link stops working for everyone. A new link will be different.</p>`,
        to,
        hidden: { ...fields, action_type: 'clear' },
        button: 'Remove link'
    });
    return {
        html: html`<section><h2>Demo</h2>
            <p>Anyone with this link can answer the questions and see the findings:<br /><a href="${url}">${url}</a></p>
            <figure class="qr">${{ html: renderSVG(url, { border: 2 }) }}<figcaption>The same link for a phone</figcaption></figure>
            <div class="acts">${dialogButton(clear, 'Remove link')}</div></section>`,
        dialogs: [clear]
    };
}
