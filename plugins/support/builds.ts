import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { cancelBuild, retryBuild } from '../../db/build-repairs.ts';
import type { RunRow } from '../../db/builds.ts';
import type { App } from '../app.ts';
import { byOf } from '../surfaces/auth.ts';
import { staffRest } from '../surfaces/rest.ts';

const params = { run_id: Joi.string().max(100).required() };

export function buildRoutes(app: App): ServerRoute[] {
    const { store, now } = app;
    return [
        staffRest<{ run_id: string }>(app, {
            method: 'POST',
            path: '/admin/builds/{run_id}/retry',
            summary: 'A failed build goes on from its failed step, paid by a new hold.',
            params,
            body: {},
            run: async ({ run_id }, request) => {
                const act = { by: byOf(request), at: now() };
                return { build: buildOf(await store.write((tx) => retryBuild(tx, run_id, act))) };
            }
        }),
        staffRest<{ run_id: string }>(app, {
            method: 'POST',
            path: '/admin/builds/{run_id}/cancel',
            summary: 'Ends a running build and gives its hold back.',
            params,
            body: {},
            run: async ({ run_id }, request) => {
                const act = { by: byOf(request), at: now() };
                return { build: buildOf(await store.write((tx) => cancelBuild(tx, run_id, act))) };
            }
        })
    ];
}

function buildOf({ runId, sageId, state, startedAt, deadlineAt, failure }: RunRow) {
    return {
        run_id: runId,
        sage_id: sageId,
        state,
        failure,
        started_at: new Date(startedAt).toISOString(),
        deadline_at: new Date(deadlineAt).toISOString()
    };
}
