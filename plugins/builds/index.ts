import type { Plugin } from '@hapi/hapi';
import Joi from 'joi';
import { buildPlan, testScreenStep, totalTime } from '../../db/builds/plan.ts';
import { buildReport } from '../../db/builds/report-cards.ts';
import { completeBuild, recordTestScreen } from '../../db/builds/steps.ts';
import { findProgress, findRun, startBuild } from '../../db/builds/runs.ts';
import { Refusal } from '../../db/refusal.ts';
import { findSage, isOwnOrAdministered, type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import type { Reader } from '../../db/store.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { message } from '../surfaces/openapi/response-fields.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { may } from '../surfaces/auth/requester.ts';
import { bodyOf } from '../surfaces/http/bodies.ts';
import { validated, sageRef } from '../surfaces/fields.ts';
import { jsonPayload } from '../surfaces/json-routes.ts';
import { rest, success } from '../surfaces/rest.ts';
import { restDocs } from '../surfaces/openapi/route-docs.ts';
import { progress, report, runState, started } from './answers.ts';
import { reportCardOf } from './report-card.ts';

export const builds: Plugin<App> = {
    name: 'builds',
    dependencies: ['actions', 'auth'],
    register(server, app) {
        server.route([
            action<{ sage_id: SageRef }>({
                name: 'svc_start_full_sage_build',
                summary: 'Starts the build of a sage, or resumes the build in progress.',
                fields: { sage_id: sageRef.required() },
                response: started,
                also: [402],
                envelope: 'top',
                run: ({ sage_id }, actor) => start(app, sage_id, actor)
            }),
            action<{ run_id: string; sage_id?: SageRef }>({
                name: 'svc_get_step_status',
                summary: 'Returns the first step of a build that is not completed.',
                limit: 'polls',
                fields: { run_id: runId, sage_id: sageRef.empty('') },
                response: progress,
                envelope: 'top',
                run: ({ run_id, sage_id }, actor) => stepStatus(app, { run_id, sage_id }, actor)
            }),
            action<{ run_id: string }>({
                name: 'svc_get_workflow_status',
                summary: 'Returns whether a build is running, completed, failed, timed_out or cancelled.',
                limit: 'polls',
                fields: { run_id: runId },
                response: { state: runState },
                envelope: 'top',
                run: async ({ run_id }, actor) => ({
                    state: (await visibleProgress(app, run_id, actor)).state
                })
            }),
            rest<{ id: SageRef; run_id: string }>(app, {
                method: 'GET',
                path: '/sages/{id}/builds/{run_id}/report',
                summary:
                    'Returns the report card of a build: every gate, every failed case and the digests of the frozen artifacts.',
                scope: council,
                params: { id: sageRef.required(), run_id: runId },
                response: { report },
                run: async ({ id, run_id }, actor) => ({ report: await reportOf(app, id, run_id, actor) })
            }),
            {
                method: 'POST',
                path: `${app.config.paths.rest}/callback/build`,
                options: {
                    ...restDocs('Receives the callback of a build: its test screen, or its completion.', {
                        body: callback,
                        response: Joi.object(message)
                    }),
                    auth: { strategy: 'service-token', scope: ['callback:build'] },
                    payload: jsonPayload
                },
                handler: async (request) => {
                    await receive(app, validated(callback, bodyOf(request), { convert: false }));
                    return success({ message: 'Received.' });
                }
            }
        ]);
    }
};

const runId = Joi.string().max(20_000).required();

const callback = Joi.object<Callback>({
    event: Joi.valid('test_screen', 'complete').required(),
    run_id: runId,
    test_screen_id: Joi.string()
        .max(100)
        .when('event', { is: 'test_screen', then: Joi.required(), otherwise: Joi.forbidden() })
});

interface Callback {
    event: 'test_screen' | 'complete';
    run_id: string;
    test_screen_id: string;
}

async function start({ store, config, now }: App, ref: SageRef, actor: Actor) {
    const at = now();
    const { run, resumed } = await store.write(async (tx) => {
        const sage = await visibleSage(tx, ref, { ...actor, access: config.sageAccess });
        const mayRebuild = may(actor, 'ss_admin_all', 'ss_council_admin');
        return startBuild(tx, sage, { by: actor.id, mayRebuild, cost: config.buildCredits, at });
    });
    return {
        run_id: run.runId,
        total_time: totalTime,
        steps: buildPlan,
        resumed,
        ...(resumed && { build_start_time: String(Math.floor(run.startedAt / 1000)) })
    };
}

async function stepStatus(
    app: App,
    { run_id, sage_id }: { run_id: string; sage_id: SageRef | undefined },
    actor: Actor
) {
    const run = await visibleProgress(app, run_id, actor);
    const open = run.state === 'running' || run.state === 'failed';
    const reached = !open || run.stepOrder === null || run.stepOrder >= testScreenStep;
    const asked = sage_id !== undefined && (await isSage(app.store.read, sage_id, run.sageId));
    return {
        current_step: open ? run.step : null,
        step_state: open ? run.stepState : null,
        step_order: open ? run.stepOrder : null,
        ...(asked && reached && run.testScreenId !== null && { test_screen_id: run.testScreenId })
    };
}

async function isSage(on: Reader, ref: SageRef, id: number) {
    return typeof ref === 'number' ? ref === id : (await findSage(on, ref))?.id === id;
}

/** The progress of a run whose sage this user may see. Refuses: not_found, with the same message for an unknown run and a hidden sage. */
async function visibleProgress({ store, config }: App, run_id: string, actor: Actor) {
    const run = await findProgress(store.read, run_id);
    const seen = run && (config.sageAccess === 'all' || (await seesSage(store.read, run.sageId, actor)));
    if (!run || !seen) throw new Refusal('not_found', 'Run not found.');
    return run;
}

async function seesSage(on: Reader, sageId: number, actor: Actor) {
    const sage = await findSage(on, sageId);
    return sage !== undefined && isOwnOrAdministered(actor, sage);
}

async function reportOf({ store, config }: App, ref: SageRef, run_id: string, actor: Actor) {
    const sage = await visibleSage(store.read, ref, { ...actor, access: config.sageAccess });
    const run = await findRun(store.read, run_id);
    if (!run || run.sageId !== sage.id) throw new Refusal('not_found', 'Run not found.');
    return reportCardOf(await buildReport(store.read, run));
}

function receive({ store, now }: App, { event, run_id, test_screen_id }: Callback) {
    return store.write(async (tx) => {
        if (!(await findRun(tx, run_id))) throw new Refusal('not_found', 'Run not found.');
        if (event === 'complete') await completeBuild(tx, run_id, now());
        else await recordTestScreen(tx, run_id, test_screen_id);
    });
}
