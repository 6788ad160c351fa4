// The start page for support staff: failed parts, failed or late jobs, emails that were not accepted.
import { listFailedMails } from '../../db/support/failed-mails.ts';
import { listNodes } from '../../db/jobs/nodes.ts';
import type { JobRow } from '../../db/jobs/ledger.ts';
import { listJobs } from '../../db/support/listing.ts';
import { type Subject, subjectsOf } from '../../db/support/subjects.ts';
import { jobTally } from '../../db/jobs/tally.ts';
import { staff } from '../surfaces/auth/capability-sets.ts';
import { may } from '../surfaces/auth/requester.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { badge, stateBadge } from '../surfaces/pages/parts/badge.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { clockOf, formatDuration, moment } from '../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../surfaces/pages/parts/pager.ts';
import { day } from '../../db/store/time.ts';
import { jobStatuses } from '../../words/states/jobs.ts';
import { block, type Line, nextBox, shown, type Work } from './block.ts';

export async function supporting(visit: PageContext): Promise<Work> {
    const { actor, app } = visit;
    if (!actor.capabilities.some((held) => staff.some((one) => one === held)))
        return { next: undefined, blocks: [] };
    const { read } = app.store;
    const failed = await listFailedMails(read, { ...shown, at: app.now() });
    const ofJobs = { except: 'send-mail', ...shown } as const; // an email is listed itself
    const dead = await listJobs(read, { state: 'dead', ...ofJobs });
    const again = await listJobs(read, { delayed: true, ...ofJobs });
    const lines = [
        ...(await mailLines(visit, failed)),
        ...(await jobLines(visit, [...dead.items, ...again.items]))
    ];
    const next = lines[0] && first(lines[0], failed, dead, app.now());
    const left = next ? lines.slice(1) : lines;
    const total = failed.total + dead.total + again.total;
    const count = failed.more || dead.more || again.more ? `more than ${total}` : total;
    const all = { count: String(count), href: pageAt(visit.request.server, '/jobs') };
    return {
        next,
        blocks: [
            left.length > 0 ? block({ title: 'Trouble', all, lines: left }) : undefined,
            await health(visit, failed)
        ]
    };
}

/** The first trouble on top of the page, and so in no list below it. What nobody mends in a week must not hide the work. */
function first({ what, about, href }: Line, failed: Failed, dead: Listed, now: number) {
    const at = (failed.items[0] ?? dead.items[0])?.createdAt ?? 0;
    if (at < now - 7 * day) return undefined;
    const title = failed.total > 0 ? pluralize(failed.total, 'email') : pluralize(dead.total, 'job');
    return nextBox({
        title: `${title} failed`,
        says: html`${what}. ${about}`,
        href,
        button: 'Look at it',
        tone: 'bad'
    });
}

type Listed = Awaited<ReturnType<typeof listJobs>>;
type Failed = Awaited<ReturnType<typeof listFailedMails>>;

/** The parts of /readyz, and whether emails are sent: for the support staff, and where one of them fails for administrators too. */
async function health({ app, actor, request }: PageContext, failed: Failed) {
    const { state, problem } = app.jobs();
    const again = await listJobs(app.store.read, { task: 'send-mail', delayed: true, ...shown });
    const isFine = state === 'running' && failed.total + again.total === 0;
    if (isFine && may(actor, 'ss_admin_all')) return undefined;
    const { waiting, oldestAt } = await jobTally(app.store.read, app.now());
    const waits =
        waiting === 0
            ? 'No job is due.'
            : `${pluralize(waiting, 'job')} queued, the oldest for ${formatDuration(app.now() - oldestAt)}.`;
    const jobs = {
        what: 'Jobs',
        href: pageAt(request.server, '/jobs'),
        about: html`${state === 'running' ? badge('Running', 'good') : badge(state, 'bad')} ${problem} ${waits}`
    };
    const mail = {
        what: 'Email',
        href: pageAt(request.server, '/jobs/mails'),
        about: app.config.mail.url
            ? sendingOf(failed, again)
            : html`${badge('Not sent', 'waiting')} No mail server is set up. Emails are not sent.`
    };
    return block({ title: 'Health', lines: [jobs, mail, ...(await nodes(app))] });
}

/** Emails that were given up and those that are retried, with what the server said: it may refuse every one of them. */
function sendingOf(failed: Failed, again: Awaited<ReturnType<typeof listJobs>>) {
    if (failed.total + again.total === 0)
        return html`${badge('Ready', 'good')} A mail server is set up, and no emails failed.`;
    return html`${badge('Failing', 'bad')} Not sent: ${formatTotal(failed)}. Retrying: ${formatTotal(again)}. ${again.items[0]?.lastWords ?? undefined}`;
}

/** Only a store that is shared has nodes. */
async function nodes({ store, config }: PageContext['app']) {
    if (!config.database) return [];
    const { length } = await listNodes(store.read);
    return [{ what: 'Nodes', href: undefined, about: `${pluralize(length, 'node')} running.` }];
}

async function jobLines({ app, request }: PageContext, jobs: readonly JobRow[]): Promise<Line[]> {
    const subjects = await subjectsOf(app.store.read, jobs);
    return jobs.map((job) => ({
        what: nameOf(app, job, subjects.get(job.id)),
        href: pageAt(request.server, '/jobs/{id}', { id: job.id }),
        about: html`${stateBadge(jobStatuses[job.state === 'dead' ? 'dead' : 'delayed'])} ${job.lastWords ?? job.lastError ?? undefined}`,
        when: html`<small>${moment(job.createdAt, clockOf(app))}</small>`
    }));
}

/** Of a task of another version of the program only its name is known. */
const nameOf = ({ tasks }: PageContext['app'], { task }: JobRow, { sage, step }: Subject = {}) =>
    Object.hasOwn(tasks, task) ? tasks[task].inWords(sage ? ` of ${sage.name}` : '', { step }) : task;

/** Those that can still be sent. */
const mailLines = ({ app, request }: PageContext, { items, deliveries }: Failed): Promise<Line[]> =>
    Promise.all(
        items.map(async (mail) => ({
            what: (await app.readMail(mail)).subject,
            href: pageAt(request.server, '/jobs/mails/{id}', { id: mail.id }),
            about: html`To ${mail.toEmail}. ${deliveries.get(mail.id)?.lastWords ?? undefined}`,
            when: html`<small>${moment(mail.createdAt, clockOf(app))}</small>`
        }))
    );
