// The status of a sage: on or off, its testing, its demonstration. Each act says what it does before it is done.
import type { ServerRoute } from '@hapi/hapi';
import { renderSVG } from 'uqr';
import { findOpenRun, findRun } from '../../../db/builds/runs.ts';
import { testingOf } from '../../../db/council/status.ts';
import { obstacleOf } from '../../../db/sages/obstacles.ts';
import type { SageRow } from '../../../db/sages/sages.ts';
import { workflow } from '../../../db/sages/workflow.ts';
import { countOutstanding } from '../../../db/screens/cancellations.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { Visit } from '../../surfaces/pages/console/visit.ts';
import { area, problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { sagePath, sageView } from '../../shared/sage-view.ts';
import { obstacles } from '../status.ts';
import { editors, sageOf } from './part.ts';
import { ofSage, type OfSage } from '../../shared/owned.ts';
import { creditsComeBack } from '../../surfaces/pages/parts/count.ts';

export const statusPage = (app: App): ServerRoute =>
    consolePage<OfSage>(app, {
        id: 'showSageStatus',
        path: '/sages/{id}/status',
        description: 'Shows whether a sage meets candidates, and what turning it on or off does.',
        ...ofSage,
        scope: council,
        show: async (asked, visit) => showStatus(visit, await sageOf(visit, asked))
    });

async function showStatus(visit: Visit, sage: SageRow): Promise<View> {
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

async function onOrOff(visit: Visit, sage: SageRow): Promise<Section> {
    const isOn = sage.status === 'ss_active';
    const obstacle = obstacleOf(sage);
    const mayToggle = may(visit.actor, 'ss_council_admin');
    const mayBeOn = isOn || !obstacle;
    const toggle = mayToggle && mayBeOn && (isOn ? await offDialog(visit, sage) : onDialog(visit, sage));
    return {
        html: html`<section><h2>${headingOf(isOn, obstacle)}</h2>
            <p>${isOn && !obstacle ? 'Candidates can be invited and answer.' : 'Nobody can be invited.'}
                ${obstacle && obstacles[obstacle]} ${obstacle && nextStep(sage, obstacle)}</p>
            ${toggle && html`<div class="acts">${dialogButton(toggle, isOn ? 'Turn it off' : 'Turn it on')}</div>`}
            ${!mayToggle && html`<p><small>A council administrator turns it on and off.</small></p>`}</section>`,
        dialogs: toggle ? [toggle] : []
    };
}

function headingOf(isOn: boolean, obstacle: Obstacle | undefined) {
    if (!isOn) return 'It is not active';
    return obstacle ? 'It is active, but not ready' : 'It is active';
}

type Obstacle = keyof typeof obstacles;

const nextStep = (sage: SageRow, obstacle: Obstacle) =>
    obstacle === 'untested'
        ? html`<a href="#testing">Go to its testing</a>.`
        : html`<a href="${sagePath(sage, 'build')}">Go to its build</a>.`;

const toggles = { action: 'svc_toggle_sage_status' } as const;

const onDialog = (visit: Visit, sage: SageRow) =>
    dialog(visit, {
        id: 'on',
        title: 'Turn this sage on?',
        says: html`<p>Candidates can be invited from then on. Nobody is written to by this alone.</p>`,
        to: toggles,
        hidden: { sage_id: sage.id },
        button: 'Turn it on'
    });

async function offDialog(visit: Visit, sage: SageRow) {
    const { read } = visit.app.store;
    const count = (await countOutstanding(read, [sage.id])).get(sage.id) ?? 0;
    const run = await findOpenRun(read, sage.id);
    return dialog(visit, {
        id: 'off',
        title: 'Turn this sage off?',
        says: html`<p>${whatIsCancelled(count, visit.app.config.screens.credits)}</p>
            ${run && html`<p>The build that is running is cancelled, and its credits come back.</p>`}
            <p>Whoever has begun to answer may finish. Answers that were handed in stay.</p>`,
        to: toggles,
        hidden: { sage_id: sage.id },
        button: 'Turn it off',
        isDangerous: count > 0
    });
}

function whatIsCancelled(count: number, cost: number) {
    if (count === 0) return 'No candidate waits: nothing is cancelled, and no mail goes out.';
    const back = count * cost;
    const credits = creditsComeBack(back);
    if (count === 1)
        return `1 candidate was asked and has not begun: they are cancelled, ${credits}, and 1 mail goes out.`;
    return `${count} candidates were asked and have not begun: they are cancelled, ${credits}, and ${count} mails go out.`;
}

async function testing(visit: Visit, sage: SageRow): Promise<Section | undefined> {
    if (sage.stepNumber !== workflow.testing) return tested(visit, sage);
    const { actor, app } = visit;
    const run = await findRun(app.store.read, sage.releaseRunId ?? '');
    const screen = run?.testScreenId ?? undefined;
    const skip = may(actor, 'ss_admin_all', 'ss_council_sage') && skipDialog(visit, sage);
    return {
        html: html`<section id="testing"><h2>Its testing</h2>
            <p>The build has answered its questions once, as a candidate would. Read that, then say that you did.</p>
            ${screen && may(actor, 'council_screen') && html`<p><a href="/screens/${screen}">Read the test screen</a></p>`}
            ${
                may(actor, ...editors) &&
                postForm(visit, {
                    to: { rest: `${sagePath(sage)}/testing/pass` },
                    body: html`${area({ name: 'note', label: 'What you saw', help: 'Kept with your name.', value: visit.flash?.typed['note'] ?? '', maxlength: 1000, rows: 2 })}
                    <button type="submit">Pass the testing</button>`
                })
            }
            ${skip && html`<div class="acts">${dialogButton(skip, 'Skip it')}</div>`}</section>`,
        dialogs: skip ? [skip] : []
    };
}

async function tested({ app }: Visit, sage: SageRow): Promise<Section | undefined> {
    const ended = await testingOf(app.store.read, sage);
    if (!ended) return undefined;
    const { by, at, note, isSkipped } = ended;
    return {
        html: html`<section><h2>Its testing</h2>
            <p>${isSkipped ? 'Skipped' : 'Passed'} by ${by} ${moment(at, clockOf(app))}.</p>
            ${note !== '' && html`<blockquote>${note}</blockquote>`}</section>`
    };
}

const skipDialog = (visit: Visit, sage: SageRow) =>
    dialog(visit, {
        id: 'skip',
        title: 'Skip the testing?',
        says: html`<p>The sage meets candidates although nobody has read its test screen. The audit log keeps that you said so.</p>`,
        to: { action: 'skip_testing_update_step' },
        hidden: { sage_id: sage.id },
        button: 'Skip the testing'
    });

function demonstration(visit: Visit, sage: SageRow): Section | undefined {
    if (!may(visit.actor, 'ss_admin_all', 'power_user')) return undefined;
    const to = { action: 'svc_toggle_demo_key' } as const;
    const fields = { sage_id: sage.id };
    if (sage.demoKey === null)
        return {
            html: html`<section><h2>Demonstration</h2>
                <p>A link by which anybody can answer its questions once and see what it finds. It costs no credit, and nothing
                    of it is sent by mail.</p>
                ${postForm(visit, { to, fields, body: html`<button type="submit" class="secondary">Make a link</button>` })}</section>`
        };
    const url = `${visit.app.config.baseUrl}/screen/demo/${sage.demoKey}`;
    const clear = dialog(visit, {
        id: 'clear-demo',
        title: 'Clear the link?',
        says: html`<p>Whoever has it cannot open the demonstration any more. A new link is another one.</p>`,
        to,
        hidden: { ...fields, action_type: 'clear' },
        button: 'Clear the link'
    });
    return {
        html: html`<section><h2>Demonstration</h2>
            <p>Whoever has this link can answer its questions and see what it finds:<br /><a href="${url}">${url}</a></p>
            <figure class="qr">${{ html: renderSVG(url, { border: 2 }) }}<figcaption>The same link for a phone</figcaption></figure>
            <div class="acts">${dialogButton(clear, 'Clear the link')}</div></section>`,
        dialogs: [clear]
    };
}
