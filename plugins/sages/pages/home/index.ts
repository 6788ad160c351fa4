// The home of a sage: where it stands, what comes next, who is there.
import type { ServerRoute } from '@hapi/hapi';
import type { SageRow } from '../../../../db/sages/sages.ts';
import { testingOf } from '../../../../db/council/status.ts';
import { findOpenRun, type RunRow } from '../../../../db/builds/runs.ts';
import { countOutstanding } from '../../../../db/screens/cancellations.ts';
import { runStates } from '../../../../words/states/builds.ts';
import { sageStatuses } from '../../../../words/states/sages.ts';
import type { App } from '../../../app.ts';
import { checkProgress } from '../../../shared/check-progress.ts';
import { ofSage, type OfSage } from '../../../shared/owned.ts';
import { nameOf, sagePath, stateOf } from '../../../shared/sage-view.ts';
import { stageOf, nexts, type Stage, type StepOfSage, wayOfSage } from '../../../shared/stage.ts';
import { council } from '../../../surfaces/auth/capability-sets.ts';
import { may } from '../../../surfaces/auth/requester.ts';
import type { View } from '../../../surfaces/pages/console/frame.ts';
import { live } from '../../../surfaces/pages/console/live.ts';
import { consolePage } from '../../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../../surfaces/pages/console/visit.ts';
import { type Html, html } from '../../../surfaces/pages/layout.ts';
import { dialogButton, dialog } from '../../../surfaces/pages/parts/dialog.ts';
import { postForm } from '../../../surfaces/pages/parts/post-form.ts';
import { creditsRefunded, pluralize } from '../../../surfaces/pages/parts/count.ts';
import { mayChange, sageOf } from '../part.ts';
import { candidatesOf, candidatesSection, type Candidates } from './candidates.ts';
import { checkDialog, preparationPart } from './checking.ts';
import { nextBox } from './next.ts';

export const homePage = (app: App): ServerRoute =>
    consolePage<OfSage>(app, {
        id: 'showSage',
        path: '/sages/{id}',
        description: 'Shows how far a sage is, what comes next, and its candidates.',
        ...ofSage,
        scope: council,
        show: async (asked, visit) => showHome(visit, await sageOf(visit, asked))
    });

async function showHome(visit: PageContext, sage: SageRow): Promise<View> {
    const { app, actor } = visit;
    const stage = await stageOf(app, sage);
    const candidates = may(actor, 'council_screen') ? await candidatesOf(app, sage) : undefined;
    const tested = await testingOf(app.store.read, sage);
    const running = stage.last?.state === 'running' ? stage.last : undefined;
    const follow = live({
        id: 'check',
        path: sagePath(sage),
        isRunning: running !== undefined,
        every: 2,
        body: html`${running && (await checkProgress(visit, running))}`
    });
    const next = stage.next === 'checking' ? undefined : await nextBox(visit, sage, { ...stage, candidates });
    const close = sage.status === 'ss_active' && may(actor, 'ss_council_admin');
    const isChecked = ['try', 'open', 'candidates'].includes(nexts[stage.next]);
    const menu = [
        isChecked ? await checkDialog(visit, sage) : undefined,
        close ? await closeDialog(visit, sage) : undefined
    ].filter((one) => one !== undefined);
    const prepared = running ? [] : await preparationPart(visit, sage, isChecked);
    const isOpen = stage.next === 'meet';
    return {
        title: nameOf(sage),
        styles: ['sages.css'],
        mark: stateOf(sage),
        crumbs: [{ word: 'Sages', href: '/sages' }],
        actions: html`${isOpen && candidates && html`<a role="button" class="secondary" href="/screens/invite?sage_id=${sage.id}">Invite</a>`}
            ${more(visit, sage, { last: stage.last, buttons: menu.map(dialogButton) })}`,
        body: html`${strip(sage, { stage, tested, candidates })} ${next?.html} ${prepared.map((part) => part.html)} ${follow.html}
            ${candidates && (await candidatesSection(candidates, visit, sage))}`,
        dialogs: [...menu, ...(next?.dialogs ?? [])],
        live: [follow, ...prepared]
    };
}

interface Rare {
    last: Stage['last'];
    buttons: readonly Html[];
}

/** What is done rarely. */
function more(visit: PageContext, sage: SageRow, { last, buttons }: Rare) {
    const copy = postForm(visit, {
        to: { rest: `${sagePath(sage)}/copy` },
        body: html`<button type="submit" class="plain">Create a copy</button>`
    });
    return html`<details class="menu more"><summary role="button" class="secondary" aria-label="More">…</summary><div>
        <a href="${sagePath(sage, 'criteria')}">${mayChange(visit, sage) ? 'Edit questions' : 'Questions'}</a>
        ${last && html`<a href="${reportPath(sage, last)}">Latest check</a>`}
        <a href="${sagePath(sage, 'details')}">Advanced</a>
        ${may(visit.actor, 'ss_council_sage') && copy} ${buttons}</div></details>`;
}

/** Closing a sage: what it cancels, said before it happens. */
async function closeDialog(visit: PageContext, sage: SageRow) {
    const { read } = visit.app.store;
    const count = (await countOutstanding(read, [sage.id])).get(sage.id) ?? 0;
    const run = await findOpenRun(read, sage.id);
    return dialog(visit, {
        id: 'off',
        title: 'Close this sage?',
        says: html`<p>${whatIsCancelled(count, visit.app.config.screens.credits)}</p>
            ${run && html`<p>The running check is cancelled and its credits are released.</p>`}
            <p>Candidates who have started can finish. Submitted answers are kept.</p>`,
        to: { action: 'svc_toggle_sage_status' },
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

interface Shown {
    stage: Stage;
    tested: Awaited<ReturnType<typeof testingOf>>;
    /** Undefined for users who may not see them. */
    candidates: Candidates | undefined;
}

const titles: Record<StepOfSage, string> = {
    questions: 'Questions',
    check: 'Check',
    try: 'Try',
    open: sageStatuses.ss_active.en.label,
    candidates: 'Candidates'
};

/** The five steps from questions to candidates: what is done, what is now, and the way to each. */
function strip(sage: SageRow, shown: Shown) {
    const now = wayOfSage.indexOf(nexts[shown.stage.next]);
    const isFailed = shown.stage.next === 'failed' || shown.stage.next === 'stopped';
    const items = wayOfSage.map((step, place) => {
        const state = place < now ? 'done' : place > now ? 'later' : isFailed ? 'failed' : 'now';
        const says = place > now ? 'Then' : aboutOf(step, sage, shown);
        const isReached = place <= now || step === 'questions' || (shown.candidates?.waiting.total ?? 0) > 0;
        const href = isReached ? linkOf(step, sage, shown) : undefined;
        const inside = html`<b>${titles[step]}</b><small>${says}</small>${hiddenWords[state]}`;
        const current = place === now && html` aria-current="step"`;
        return html`<li class="${state}"${current}>${href === undefined ? html`<span class="in">${inside}</span>` : html`<a href="${href}">${inside}</a>`}</li>`;
    });
    return html`<ol class="strip" aria-label="From questions to candidates">${items}</ol>`;
}

const hiddenWords = {
    done: html`<span class="hide">, done</span>`,
    failed: html`<span class="hide">, failed</span>`,
    now: undefined,
    later: undefined
};

function aboutOf(step: StepOfSage, { criteria, status }: SageRow, { stage, tested, candidates }: Shown) {
    const { next, blockers } = stage;
    if (step === 'questions' && next === 'finish') return `${pluralize(blockers.length, 'thing')} missing`;
    if (step === 'questions')
        return criteria.length === 0 ? 'None yet' : pluralize(criteria.length, 'question');
    if (step === 'check') return checks[next] ?? runStates.completed.en.label;
    if (step === 'try')
        return tested ? (tested.isSkipped ? `Skipped by ${tested.by}` : `By ${tested.by}`) : 'Next';
    if (step === 'open') return status === 'ss_active' ? sageStatuses[status].en.label : 'Next';
    const waiting = candidates?.waiting.total ?? 0;
    return waiting > 0 ? `${waiting} to review` : 'Invite';
}

const checks: Partial<Record<Stage['next'], string>> = {
    check: 'Next',
    checking: runStates.running.en.label,
    failed: runStates.failed.en.label,
    stopped: 'Stopped',
    changed: 'Changed since'
};

const reportPath = (sage: SageRow, { runId }: Pick<RunRow, 'runId'>) => `${sagePath(sage)}/builds/${runId}`;

function linkOf(step: StepOfSage, sage: SageRow, { stage, candidates }: Shown) {
    if (step === 'questions') return sagePath(sage, 'criteria');
    if (step === 'check') return stage.last && reportPath(sage, stage.last);
    if (step === 'try' && candidates && stage.testScreenId) return `/screens/${stage.testScreenId}`;
    return step === 'candidates' && candidates ? `/screens?sage_id=${sage.id}` : undefined;
}
