// The report card of a build.
import type { ServerRoute } from '@hapi/hapi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { buildReport } from '../../db/builds/report-cards.ts';
import { findRun } from '../../db/builds/runs.ts';
import { licenceState } from '../../db/judgement/licence-state.ts';
import { Refusal } from '../../db/refusal.ts';
import { type SageRef, visibleSage } from '../../db/sages/sages.ts';
import type { App } from '../app.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { sageRef } from '../surfaces/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { report } from './answers.ts';
import { reportCardOf } from './report-card.ts';
import { runId } from './run-id.ts';

export const reportRoute = (app: App): ServerRoute =>
    rest<{ id: SageRef; run_id: string }>(app, {
        method: 'GET',
        path: '/sages/{id}/builds/{run_id}/report',
        summary:
            'Returns the report card of a build: every gate, every failed case and the digests of the frozen artifacts.',
        scope: council,
        params: { id: sageRef.required(), run_id: runId },
        also: [404],
        response: { report },
        run: async ({ id, run_id }, actor) => ({ report: await reportOf(app, id, run_id, actor) })
    });

async function reportOf({ store, config }: App, ref: SageRef, run_id: string, actor: Actor) {
    const sage = await visibleSage(store.read, ref, { ...actor, access: config.sageAccess });
    const run = await findRun(store.read, run_id);
    if (!run || run.sageId !== sage.id) throw new Refusal('not_found', 'Run not found.');
    const licence = await licenceState(store.read, sage, run.runId);
    return reportCardOf(await buildReport(store.read, run), licence);
}
