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
import { badge } from '../surfaces/pages/parts/badge.ts';
import { pluralize } from '../surfaces/pages/parts/count.ts';
import { clockOf, formatDuration, moment } from '../surfaces/pages/parts/moment.ts';
import { formatTotal } from '../surfaces/pages/parts/pager.ts';
import { day } from '../../db/store/time.ts';
import { block, nextBox, shown, type Work } from './block.ts';

export async function supporting(visit: PageContext): Promise<Work> {
    const { actor, app } = visit;
    if (!actor.capabilities.some((held) => staff.some((one) => one === held)))
        return { next: undefined, blocks: [] };
    const failed = await listFailedMails(app.store.read, { ...shown, at: app.now() });
    return {
        next: toFailedMail(visit, failed),
        blocks: [
            await health(visit, failed),
            await jobsBlock(visit, {
                title: 'Failed jobs',
                query: 'state=dead',
                search: { state: 'dead' }
            }),
            await jobsBlock(visit, {
                title: 'Jobs being retried',
                query: 'delayed=1',
                search: { delayed: true }
            }),
            await failedMails(visit, failed)
        ]
    };
}

function toFailedMail({ app, request }: PageContext, { items, total, deliveries }: Failed) {
    const [first] = items;
    if (!first || first.createdAt < app.now() - 7 * day) return undefined; // what nobody mends must not hide the work
    return nextBox({
        title: total === 1 ? '1 email failed' : `${total} emails failed`,
        says: html`To ${first.toEmail}. ${deliveries.get(first.id)?.lastWords ?? undefined}`,
        href: pageAt(request.server, '/jobs/mails/{id}', { id: first.id }),
        button: 'Look at it',
        tone: 'bad'
    });
}

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
            ? 'The queue is empty.'
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

interface Kind {
    title: string;
    /** Of the page of the jobs, for the same list. */
    query: string;
    search: { state?: 'dead'; delayed?: true };
}

async function jobsBlock({ app, request }: PageContext, { title, query, search }: Kind) {
    const found = await listJobs(app.store.read, { ...search, ...shown });
    if (found.total === 0) return undefined;
    const clock = clockOf(app);
    const list = pageAt(request.server, '/jobs');
    const subjects = await subjectsOf(app.store.read, found.items);
    return block({
        title,
        all: { count: formatTotal(found), href: list && `${list}?${query}` },
        lines: await Promise.all(
            found.items.map(async (job) => ({
                what: await nameOf(app, job, subjects.get(job.id)),
                href: pageAt(request.server, '/jobs/{id}', { id: job.id }),
                about: job.lastWords ?? job.lastError ?? undefined,
                when: html`<small>${moment(job.createdAt, clock)}</small>`
            }))
        )
    });
}

/** Its subject: that of its email, or its sage. */
async function nameOf(app: PageContext['app'], { task }: JobRow, { mail, sage }: Subject = {}) {
    if (mail) return (await app.readMail(mail)).subject;
    const words = task.charAt(0).toUpperCase() + task.slice(1).replaceAll('-', ' ');
    return sage ? `${words}: ${sage.name}` : words;
}

/** Those that can still be sent. */
async function failedMails({ app, request }: PageContext, found: Failed) {
    if (found.total === 0) return undefined;
    const clock = clockOf(app);
    const list = pageAt(request.server, '/jobs/mails');
    return block({
        title: 'Failed emails',
        all: { count: formatTotal(found), href: list && `${list}?state=failed` },
        lines: await Promise.all(
            found.items.map(async (mail) => ({
                what: (await app.readMail(mail)).subject,
                href: pageAt(request.server, '/jobs/mails/{id}', { id: mail.id }),
                about: html`To ${mail.toEmail}. ${found.deliveries.get(mail.id)?.lastWords ?? undefined}`,
                when: html`<small>${moment(mail.createdAt, clock)}</small>`
            }))
        )
    });
}
