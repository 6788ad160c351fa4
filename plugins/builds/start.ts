// Starting a build.
import type { ServerRoute } from '@hapi/hapi';
import { buildPlan, totalTime } from '../../db/builds/plan.ts';
import { startBuild } from '../../db/builds/runs.ts';
import type { Actor } from '../../db/accounts/sessions.ts';
import { type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import { action } from '../surfaces/actions.ts';
import { may } from '../surfaces/auth/requester.ts';
import { readinessOf } from '../shared/readiness.ts';
import { viewerOf } from '../shared/viewer.ts';
import { sageRef } from '../surfaces/http/fields.ts';
import { started } from './responses.ts';

export const startAction = (app: App): ServerRoute =>
    action<{ sage_id: SageRef }>({
        name: 'svc_start_full_sage_build',
        summary: 'Starts the build of a sage, or resumes the build in progress.',
        owned: 'sage_id',
        fields: { sage_id: sageRef.required() },
        formPost: {
            backTo: ({ sage_id }, done, data) =>
                typeof sage_id !== 'string'
                    ? '/sages'
                    : `/sages/${encodeURIComponent(sage_id)}${done ? `/builds/${(data as Started).run_id}` : ''}`,
            says: 'Check started.'
        },
        response: started,
        also: [402, 404, 409],
        envelope: 'top',
        run: ({ sage_id }, actor) => start(app, sage_id, actor)
    });

interface Started {
    run_id: string;
}

async function start(app: App, ref: SageRef, actor: Actor) {
    const { store, config } = app;
    await app.settleDeadlines();
    const viewer = viewerOf(app, actor);
    const { gates } = await readinessOf(app, await visibleSage(store.read, ref, viewer));
    const at = app.now();
    const { run, resumed } = await store.write(async (tx) => {
        const sage = await visibleSage(tx, ref, viewer);
        const mayRebuild = may(actor, 'ss_admin_all', 'ss_council_admin');
        return startBuild(tx, sage, { by: actor.id, mayRebuild, cost: config.buildCredits, gates, at });
    });
    return {
        run_id: run.runId,
        total_time: totalTime,
        steps: buildPlan,
        resumed,
        ...(resumed && { build_start_time: String(Math.floor(run.startedAt / 1000)) })
    };
}
