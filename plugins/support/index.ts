// The support staff's routes: jobs, builds and tool calls, the audit log and an overview.
import type { Plugin, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { listAudit } from '../../db/accounts/audit.ts';
import { overview } from '../../db/jobs/listing.ts';
import { iso } from '../../db/store/iso.ts';
import { announcedFor, countDue, retains } from '../../db/screens/retention.ts';
import type { App } from '../app.ts';
import {
    byName,
    count,
    maybeMoment,
    maybeText,
    moment,
    oneOf,
    several,
    wholeId
} from '../surfaces/openapi/response-fields.ts';
import { listOf, pageOf, type Paging, paging, shortText, viewPage } from '../surfaces/fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { buildRoutes } from './builds.ts';
import { jobRoutes } from './jobs.ts';
import { keepRefusals } from './refusals.ts';
import { toolCallsRoute } from './tool-calls.ts';

export const support: Plugin<App> = {
    name: 'support',
    dependencies: ['auth'],
    register(server, app) {
        keepRefusals(server, app);
        server.route([
            ...jobRoutes(app),
            ...buildRoutes(app),
            toolCallsRoute(app),
            auditRoute(app),
            overviewRoute(app)
        ]);
    }
};

const auditRoute = (app: App): ServerRoute =>
    staffRest<AuditQuery>(app, {
        name: 'listAuditEntries',
        method: 'GET',
        path: '/admin/audit',
        summary: 'Lists the audit log, newest first. `act` matches the beginning of the name of an act.',
        query: { target: shortText, act: shortText, ...paging },
        response: listOf(audited),
        run: async ({ target, act, ...page }) => {
            const search = { target, act, ...pageOf(page) };
            return viewPage(await listAudit(app.store.read, search), ({ at, ...act }) => ({
                ...act,
                at: iso(at)
            }));
        }
    });

const overviewRoute = (app: App): ServerRoute =>
    staffRest(app, {
        name: 'getOverview',
        method: 'GET',
        path: '/admin/overview',
        summary:
            'Returns how many jobs, builds, screens and mails are in each state, the credits and the state of the queue.',
        response: standing,
        run: async () => {
            const { oldestWaitingAt, ...counts } = await overview(app.store.read);
            return {
                ...counts,
                candidates_due: await dueWithinWeek(app),
                oldest_waiting_at: oldestWaitingAt && iso(oldestWaitingAt),
                queue: app.jobs().state
            };
        }
    });

async function dueWithinWeek({ store, config, now }: App) {
    if (!(await retains(store.read))) return 0;
    return countDue(store.read, { days: config.keepCandidatesDays, at: now() + announcedFor }, 1000);
}

const audited = {
    id: wholeId,
    at: moment,
    actor: Joi.string().required(),
    act: Joi.string().required(),
    target: Joi.string().required(),
    before: maybeText,
    after: maybeText,
    note: maybeText,
    address: maybeText.description('A keyed hash of the address.')
};

const standing = {
    jobs: byName(count),
    builds: byName(count),
    screens: byName(count),
    mails: byName(count),
    more: several(Joi.string()).description('The counts that stopped at 10,000, such as `jobs.done`.'),
    credits: Joi.object({ balance: count, held: count, available: count }).required(),
    delayed: count,
    candidates_due: count.description('Candidates who are erased by their age within a week; 1,000 at most.'),
    oldest_waiting_at: maybeMoment,
    queue: oneOf('starting', 'running', 'degraded', 'stopped')
};

interface AuditQuery extends Paging {
    target?: string;
    act?: string;
}
