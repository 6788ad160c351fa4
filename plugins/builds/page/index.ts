// The report card of a build as a page, for whoever may read its JSON form. Mails link to it.
import type { Request, ResponseToolkit, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../../db/accounts/sessions.ts';
import { Refusal } from '../../../db/refusal.ts';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { assertMay } from '../../surfaces/auth/requester.ts';
import { personPage } from '../../surfaces/pages/signed-in-page.ts';
import { type AskedReport, readReport, reportParams } from '../report.ts';
import { reportCardOf } from '../report-card.ts';
import { cardPage } from './card-page.ts';

const params = Joi.object<AskedReport>(reportParams);

export const reportPage = (app: App): ServerRoute =>
    personPage({
        id: 'showBuildReport',
        path: '/sages/{id}/builds/{run_id}',
        description: 'Shows the report card of a build.',
        params,
        show: (actor, request, h) => showReport(app, actor, request, h)
    });

async function showReport(app: App, actor: Actor, request: Request, h: ResponseToolkit) {
    assertMay(actor, council);
    const { sage, build, licence, measured } = await readReport(app, askedIn(request), actor);
    const card = reportCardOf(build, licence, measured);
    const { paths, timeZone } = app.config;
    const { confirmedWords } = build;
    const body = cardPage({ card, sageName: sage.name, confirmedWords, restPath: paths.rest, timeZone });
    const response = h.response(body);
    return card.state === 'running' ? response.header('refresh', '5') : response;
}

/** An address that cannot be one of a build is a page that is not there. */
function askedIn(request: Request): AskedReport {
    const { value, error } = params.validate(request.params);
    if (error) throw new Refusal('not_found', 'Run not found.');
    return value;
}
