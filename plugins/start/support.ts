// What waits for the support staff: jobs that failed or are late, mail that nobody took, parts that are not well.
import { listJobs } from '../../db/jobs/listing.ts';
import { listMails } from '../../db/mails.ts';
import { staff } from '../surfaces/auth/capability-sets.ts';
import { pageAt } from '../surfaces/pages/console/navigation.ts';
import type { Visit } from '../surfaces/pages/console/visit.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { badge } from '../surfaces/pages/parts/badge.ts';
import { clockOf, moment } from '../surfaces/pages/parts/moment.ts';
import { countOf } from '../surfaces/pages/parts/pager.ts';
import { block, shown } from './block.ts';

export async function supporting(visit: Visit): Promise<(Html | undefined)[]> {
    const { actor } = visit;
    if (!actor.capabilities.some((held) => staff.some((one) => one === held))) return [];
    return [
        degraded(visit),
        await jobsBlock(visit, {
            title: 'Jobs that failed for good',
            query: 'state=dead',
            search: { state: 'dead' }
        }),
        await jobsBlock(visit, {
            title: 'Jobs that wait for another attempt',
            query: 'delayed=1',
            search: { delayed: true }
        }),
        await deadMails(visit)
    ];
}

function degraded({ app, request }: Visit) {
    const { state, problem } = app.jobs();
    const isWell = state === 'running';
    return block({
        title: 'Health',
        lines: [
            {
                what: 'Jobs',
                href: pageAt(request.server, '/jobs'),
                about: html`${isWell ? badge('running', 'good') : badge(state, 'bad')} ${problem}`
            }
        ]
    });
}

interface Kind {
    title: string;
    /** Of the page of the jobs, for the same list. */
    query: string;
    search: { state?: 'dead'; delayed?: true };
}

async function jobsBlock({ app, request }: Visit, { title, query, search }: Kind) {
    const found = await listJobs(app.store.read, { ...search, ...shown });
    if (found.total === 0) return undefined;
    const clock = clockOf(app);
    const list = pageAt(request.server, '/jobs');
    return block({
        title,
        all: { count: countOf(found), href: list && `${list}?${query}` },
        lines: found.items.map(({ id, task, lastWords, lastError, createdAt }) => ({
            what: task,
            href: pageAt(request.server, '/jobs/{id}', { id }),
            about: lastWords ?? lastError ?? undefined,
            when: html`<small>${moment(createdAt, clock)}</small>`
        }))
    });
}

async function deadMails({ app, request }: Visit) {
    const found = await listMails(app.store.read, { state: 'dead', ...shown });
    if (found.total === 0) return undefined;
    const clock = clockOf(app);
    const list = pageAt(request.server, '/jobs/mails');
    return block({
        title: 'Mail that could not be sent',
        all: { count: countOf(found), href: list && `${list}?state=dead` },
        lines: found.items.map(({ id, kind, createdAt }) => ({
            what: kind.replaceAll('_', ' '),
            href: pageAt(request.server, '/jobs/mails/{id}', { id }),
            when: html`<small>${moment(createdAt, clock)}</small>`
        }))
    });
}
