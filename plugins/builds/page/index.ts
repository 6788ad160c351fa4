// The report card of a build as a page, for users who may read its JSON form. Emails link to it.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { council } from '../../surfaces/auth/capability-sets.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { type AskedReport, readReport, ofReport } from '../report.ts';
import { reportCardOf } from '../report-card.ts';
import { cardPage } from './card-page.ts';

export const reportPage = (app: App): ServerRoute =>
    consolePage<AskedReport>(app, {
        id: 'showBuildReport',
        path: '/sages/{id}/builds/{run_id}',
        description: 'Shows the report of a build.',
        ...ofReport,
        scope: council,
        show: (asked, { actor }) => showReport(app, asked, actor)
    });

async function showReport(app: App, asked: AskedReport, actor: PageContext['actor']) {
    const { sage, build, licence, measured } = await readReport(app, asked, actor);
    const card = reportCardOf(build, licence, measured);
    const { paths, timeZone } = app.config;
    const { confirmedWords } = build;
    return cardPage({ card, sage, figures: licence.figures, confirmedWords, restPath: paths.rest, timeZone });
}
