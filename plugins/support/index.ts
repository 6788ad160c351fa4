// What support staff do: jobs, builds and tool calls, the audit log and an overview.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { settingsOf } from '../../db/record/settings.ts';
import { overview } from '../../db/support/listing.ts';
import { iso } from '../../db/store/time.ts';
import { retentionNoticePeriod, countDue, isRetentionEnabled } from '../../db/installation/retention.ts';
import { type App, feature } from '../app.ts';
import { byName, count, maybeMoment, oneOf, several } from '../surfaces/http/response-fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { auditRoute } from './audit.ts';
import { buildRoutes } from './builds.ts';
import { retryDeadRoute } from './dead.ts';
import { jobRoutes } from './jobs.ts';
import { supportPages } from './pages/index.ts';
import { keepRefusals } from './refusals.ts';
import { toolCallsRoute } from './tool-calls.ts';

export const support = feature('support', ['auth', 'form-posts'], (app) => [calls, ...supportPages(app)]);

/** Routes that programs may call too are in a separate plugin, which records the callers that it refuses. */
const calls: Plugin<App> = {
    name: 'support-calls',
    dependencies: ['auth'],
    register(server, app) {
        keepRefusals(server, app);
        server.route([
            ...jobRoutes(app),
            ...buildRoutes(app),
            retryDeadRoute(app),
            toolCallsRoute(app),
            auditRoute(app),
            overviewRoute(app)
        ]);
    }
};

const overviewRoute = (app: App): ServerRoute =>
    staffRest(app, {
        name: 'getOverview',
        method: 'GET',
        path: '/admin/overview',
        summary:
            'Returns how many jobs, builds, screens and emails are in each state, the credits and the state of the queue.',
        response: standing,
        run: async () => {
            const { oldestWaitingAt, ...counts } = await overview(app.store.read, app.now());
            return {
                ...counts,
                candidates_due: await dueWithinWeek(app),
                oldest_waiting_at: oldestWaitingAt && iso(oldestWaitingAt),
                last_backup_at: iso((await app.backups.last())?.madeAt ?? null),
                queue: app.jobs().state
            };
        }
    });

async function dueWithinWeek({ store, config, now }: App) {
    if (!(await isRetentionEnabled(store.read))) return 0;
    const { keepCandidatesDays: days } = await settingsOf({ store, config });
    return countDue(store.read, { days, at: now() + retentionNoticePeriod }, 1000);
}

const standing = {
    jobs: byName(count),
    builds: byName(count),
    screens: byName(count),
    mails: byName(count),
    more: several(Joi.string()).description('The counts that stopped at 10,000, such as `jobs.done`.'),
    credits: Joi.object({ balance: count, held: count, available: count }).required(),
    delayed: count,
    candidates_due: count.description('Candidates who are deleted automatically within a week, up to 1,000.'),
    oldest_waiting_at: maybeMoment,
    last_backup_at: maybeMoment.description('In BACKUP_DIR of this node.'),
    queue: oneOf('starting', 'running', 'degraded', 'stopped')
};
