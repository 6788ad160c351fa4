// The two polls of a build in progress: its current step, and its state. Both return the progress, and the reason of a failure.
import type { ServerRoute } from '@hapi/hapi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { completedBefore, lastStep, testScreenStep } from '../../db/builds/plan.ts';
import { findProgress } from '../../db/builds/runs.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { findSage, mayView, type SageRef, type Viewer } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { hotAction } from '../surfaces/actions.ts';
import { viewerOf } from '../shared/viewer.ts';
import { sageRef } from '../surfaces/http/fields.ts';
import { runProgress, stepProgress, runId } from './responses.ts';

export const stepAction = (app: App): ServerRoute =>
    hotAction<{ run_id: string; sage_id?: SageRef }>({
        name: 'svc_get_step_status',
        summary:
            'Returns the current step of a build, its state, its progress, and why it failed. Polling this action is enough. After the end of the build there is no current step.',
        limit: 'polls',
        owned: 'run_id',
        fields: { run_id: runId, sage_id: sageRef.empty('') },
        also: [404, 409],
        response: stepProgress,
        envelope: 'top',
        run: ({ run_id, sage_id }, actor) => stepStatus(app, { run_id, sage_id }, actor)
    });

export const statusAction = (app: App): ServerRoute =>
    hotAction<{ run_id: string }>({
        name: 'svc_get_workflow_status',
        summary:
            'Returns whether a build is running, completed, failed, timed_out or cancelled, its progress, and why it failed.',
        limit: 'polls',
        owned: 'run_id',
        fields: { run_id: runId },
        also: [404, 409],
        response: runProgress,
        envelope: 'top',
        run: async ({ run_id }, actor) => endOf(await visibleProgress(app, run_id, actor))
    });

interface Polled {
    run_id: string;
    sage_id: SageRef | undefined;
}

async function stepStatus(app: App, { run_id, sage_id }: Polled, actor: Actor) {
    const run = await visibleProgress(app, run_id, actor);
    const open = run.state === 'running' || run.state === 'failed';
    const reached = !open || run.stepOrder === null || run.stepOrder >= testScreenStep;
    const asked = sage_id !== undefined && (await isSage(app.store.read, sage_id, run.sageId));
    return {
        current_step: run.state === 'running' ? run.step : null, // the contract has its clients ask for the state of the run then
        step_state: open ? run.stepState : null,
        step_order: open ? run.stepOrder : null,
        ...endOf(run),
        ...(asked && reached && run.testScreenId !== null && { test_screen_id: run.testScreenId })
    };
}

type Progress = NonNullable<Awaited<ReturnType<typeof findProgress>>>;

/** How far a run is, and where and why it failed. */
function endOf({ state, step, stepOrder, failure }: Progress) {
    const progress = completedBefore(stepOrder) / lastStep;
    return {
        state,
        progress,
        ...((state === 'failed' || state === 'timed_out') && { failed_step: step, failure })
    };
}

async function isSage(on: Reader, ref: SageRef, id: number) {
    return typeof ref === 'number' ? ref === id : (await findSage(on, ref))?.id === id;
}

/** The progress of a run whose sage this user may see. Refuses: not_found, with the same message for an unknown run and a hidden sage. */
async function visibleProgress(app: App, run_id: string, actor: Actor) {
    const { read } = app.store;
    const viewer = viewerOf(app, actor);
    const run = await findProgress(read, run_id);
    const seen = run && (viewer.access === 'all' || (await seesSage(read, run.sageId, viewer)));
    if (!run || !seen) throw new Refusal('not_found', 'Run not found.');
    return run;
}

async function seesSage(on: Reader, sageId: number, viewer: Viewer) {
    const sage = await findSage(on, sageId);
    return sage !== undefined && mayView(viewer, sage);
}
