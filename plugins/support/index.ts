// What support staff do: jobs, builds and tool calls, the audit log and an overview.
import type { Plugin, ServerRoute, Lifecycle, Server } from '@hapi/hapi';
import Joi from 'joi';
import { settingsOf } from '../../db/record/settings.ts';
import { overview } from '../../db/support/listing.ts';
import { iso } from '../../db/store/time.ts';
import { retentionNoticePeriod, countDue, isRetentionEnabled } from '../../db/installation/retention.ts';
import { type Kind, mostAtOnce, retryDead } from '../../db/support/dead.ts';
import { record } from '../../db/record/audit.ts';
import { type App, feature } from '../app.ts';
import {
    byName,
    count,
    maybeMoment,
    oneOf,
    several,
    flag,
    message
} from '../surfaces/http/response-fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { auditActorOf } from '../surfaces/auth/requester.ts';
import { shortText } from '../surfaces/http/fields.ts';
import { limiter } from '../surfaces/auth/rate-limits.ts';
import { staff } from '../surfaces/auth/capability-sets.ts';
import { auditPage, auditRoute, callsPage, toolCallsRoute } from './audit.ts';
import { buildRoutes, buildsPage } from './builds.ts';
import { jobRoutes } from './jobs.ts';
import { mailPage, mailsPage, sendAgainRoute } from './mails.ts';
import { deadPage, jobsPage, newJobPage } from './pages/jobs-page.ts';
import { jobPage } from './pages/job-page.ts';
import { taskNames } from './catalogue.ts';

export const support = feature('support', ['auth', 'form-posts'], (app) => [
    calls,
    jobsPage(app),
    jobPage(app),
    mailsPage(app),
    mailPage(app),
    sendAgainRoute(app),
    buildsPage(app),
    deadPage(app),
    newJobPage(app),
    auditPage(app),
    callsPage(app)
]);

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

/** Retries all dead jobs of one kind, so that support need not retry them one by one after a mail server was down. */
const retryDeadRoute = (app: App): ServerRoute =>
    staffRest<Kind>(app, {
        name: 'retryDeadJobs',
        method: 'POST',
        path: '/admin/jobs/retry-dead',
        summary: `Retries the failed jobs of a task with an error code, the oldest ${mostAtOnce} at a time.`,
        body: { task: Joi.valid(...taskNames(app)).required(), error: shortText.required() },
        formPost: { backTo: () => '/jobs/dead' },
        bodyOfForm: ({ task, error }) => ({ task, error }),
        response: {
            ...message,
            retried: count,
            refused: count,
            more: flag.description('There are more of this kind.')
        },
        async run(kind, request) {
            const done = await retryDead(app.store, kind, {
                tasks: app.tasks,
                by: auditActorOf(request),
                now: app.now
            });
            return { message: inWords(done), ...done };
        }
    });

function inWords({ retried, refused, more }: Awaited<ReturnType<typeof retryDead>>) {
    const parts = [
        `${retried} ${retried === 1 ? 'job is' : 'jobs are'} queued again.`,
        ...(refused > 0 ? [`${refused} were skipped because they are no longer needed.`] : []),
        ...(more ? [`More failed jobs remain. These were the oldest ${mostAtOnce}.`] : [])
    ];
    return parts.join(' ');
}

/** Records requests to these routes by users without the right to them: ten a minute, and then the response is 429. */
function keepRefusals(server: Server, app: App) {
    // This runs after the user is known and before hapi refuses the request.
    server.ext('onCredentials', recordUnlessStaff(app), { sandbox: 'plugin' });
}

function recordUnlessStaff({ store, now }: App): Lifecycle.Method {
    const refused = limiter('refused support requests', 10, 60);
    return async (request, h) => {
        const held = [request.auth.credentials.scope ?? []].flat();
        if (staff.some((scope) => held.includes(scope))) return h.continue;
        const by = auditActorOf(request);
        await refused.count(by.name);
        const target = `${request.method.toUpperCase()} ${request.route.path}`;
        await store.write((tx) => record(tx, { by, act: 'admin.refused', target, at: now() }));
        return h.continue;
    };
}
