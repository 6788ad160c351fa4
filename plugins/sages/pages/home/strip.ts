// The five steps from questions to candidates: what is done, what is now, and the way to each.
import type { testingOf } from '../../../../db/council/status.ts';
import type { SageRow } from '../../../../db/sages/sages.ts';
import { runStates } from '../../../../words/states/builds.ts';
import { sageStatuses } from '../../../../words/states/sages.ts';
import { sagePath } from '../../../shared/sage-view.ts';
import { nexts, type Stage, type StepOfSage, wayOfSage } from '../../../shared/stage.ts';
import { html } from '../../../surfaces/pages/layout.ts';
import { pluralize } from '../../../surfaces/pages/parts/count.ts';
import type { Candidates } from './candidates.ts';

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

export function strip(sage: SageRow, shown: Shown) {
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

function linkOf(step: StepOfSage, sage: SageRow, { stage, candidates }: Shown) {
    if (step === 'questions') return sagePath(sage, 'criteria');
    if (step === 'check') return sagePath(sage, 'build');
    if (step === 'try' && candidates && stage.testScreenId) return `/screens/${stage.testScreenId}`;
    return step === 'candidates' && candidates ? `/screens?sage_id=${sage.id}` : undefined;
}
