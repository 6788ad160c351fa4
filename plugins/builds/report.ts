// The report card of a build, as JSON and as JUnit XML; the page reads it here too.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { buildReport } from '../../db/builds/report-cards.ts';
import { findRun } from '../../db/builds/runs.ts';
import { nightsOf } from '../../db/judgement/licence.ts';
import { licenceState } from '../../db/judgement/licence/state.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { App } from '../app.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { actorOf } from '../surfaces/auth/requester.ts';
import { ofSage, type OfSage, sageFor } from '../shared/owned.ts';
import { validated } from '../surfaces/http/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { report } from './responses.ts';
import { junitOf } from './junit.ts';
import { reportCardOf } from './report-card.ts';
import { runId } from './run-id.ts';

export interface AskedReport extends OfSage {
    run_id: string;
}

export const ofReport = { ...ofSage, params: { ...ofSage.params, run_id: runId } };

export const reportRoute = (app: App): ServerRoute =>
    rest<AskedReport>(app, {
        name: 'getBuildReport',
        method: 'GET',
        path: '/sages/{id}/builds/{run_id}/report',
        summary:
            'Returns the report of a build: every gate, every failed case and the digests of the saved inputs.',
        scope: council,
        ...ofReport,
        also: [404],
        response: { report },
        async run(asked, actor) {
            const { build, licence, measured } = await readReport(app, asked, actor);
            return { report: reportCardOf(build, licence, measured) };
        }
    });

const paramsOfFile = Joi.object<AskedReport>(ofReport.params);

/** The same for a build server, which shows JUnit XML. */
export const reportFile = (app: App): ServerRoute => ({
    method: 'GET',
    path: `${app.config.paths.rest}/sages/{id}/builds/{run_id}/report.xml`,
    options: {
        id: 'getBuildReportFile',
        description:
            'Returns the report of a build as JUnit XML: a suite for each step, a case for each gate.',
        tags: ['rest'],
        auth: { strategy: 'session', scope: [...council] },
        app: {
            limit: 'actions',
            owned: ofReport.owned,
            docs: { surface: 'rest', params: paramsOfFile, types: ['application/xml'], also: [404] }
        }
    },
    async handler(request, h) {
        const asked = validated<AskedReport>(paramsOfFile, request.params, { convert: true });
        const { build, licence } = await readReport(app, asked, actorOf(request));
        return h.response(junitOf(build, licence.firstLine)).type('application/xml');
    }
});

/** Refuses: not_found, where this user may not see the sage, or the run is not of it. */
export async function readReport(app: App, { id, run_id }: AskedReport, actor: Actor) {
    const { store } = app;
    const sage = await sageFor(app, store.read, id, actor);
    const run = await findRun(store.read, run_id);
    if (!run || run.sageId !== sage.id) throw new Refusal('not_found', 'Run not found.');
    return {
        sage,
        build: await buildReport(store.read, run),
        licence: await licenceState(store.read, sage, run.runId),
        measured: await nightsOf(store.read, sage.id)
    };
}
