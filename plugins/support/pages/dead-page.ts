// The jobs that failed for good, by task and reason.
import type { ServerRoute } from '@hapi/hapi';
import { deadKinds, mostAtOnce } from '../../../db/support/dead.ts';
import type { TaskName } from '../../../db/jobs/ledger.ts';
import type { App } from '../../app.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { pluralize } from '../../surfaces/pages/parts/count.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { taskWord } from '../catalogue.ts';
import { jobTabs, supportScope } from './links.ts';

export const deadPage = (app: App): ServerRoute =>
    consolePage(app, {
        id: 'showDeadJobs',
        path: '/jobs/dead',
        description: 'Shows the failed jobs by kind.',
        scope: supportScope,
        show: (_, visit) => showDead(visit)
    });

interface DeadKind {
    task: TaskName;
    error: string;
    count: number;
    lastAt: number;
}

async function showDead(visit: PageContext): Promise<View> {
    const found = await deadKinds(visit.app.store.read);
    const kinds = found.map(({ error, ...kind }) => ({ ...kind, error: error ?? '' }));
    const rows = kinds.map((kind, place) => ({
        kind,
        ask: Object.hasOwn(visit.app.tasks, kind.task) ? askOf(visit, kind, place) : undefined
    }));
    const list = table({ caption: 'Failed jobs', columns: columnsOf(visit), rows });
    return {
        title: 'Failed jobs',
        tabs: jobTabs(visit),
        body: html`<p>Jobs that failed after all attempts, grouped by type and error. Fix the cause, then retry.</p>
            ${rows.length === 0 ? emptyState({ says: 'No failed jobs.' }) : list}`,
        dialogs: rows.flatMap(({ ask }) => ask ?? [])
    };
}

interface Row {
    kind: DeadKind;
    /** None for a task that this program does not have: neither it nor a filter can name it. */
    ask: Dialog | undefined;
}

const columnsOf = ({ app }: PageContext) => [
    { title: 'Kind', cell: ({ kind: { task } }: Row) => taskWord(app, task) },
    { title: 'Error', cell: ({ kind: { error } }: Row) => html`<code>${error}</code>` },
    {
        title: 'Jobs',
        cell: ({ kind: { task, error, count }, ask }: Row) =>
            ask === undefined
                ? count
                : html`<a href="/jobs?state=dead&amp;task=${task}&amp;q=${encodeURIComponent(error)}">${count}</a>`,
        number: true
    },
    { title: 'Last', cell: ({ kind: { lastAt } }: Row) => moment(lastAt, clockOf(app)), minor: true },
    { title: 'Retry', cell: ({ ask }: Row) => ask && dialogButton(ask) }
];

const askOf = (visit: PageContext, { task, error, count }: DeadKind, place: number) =>
    dialog(visit, {
        id: `retry-${place}`,
        title: 'Retry all of this kind?',
        says: html`<p>${pluralize(Math.min(count, mostAtOnce), 'job')} that failed with <code>${error}</code> ${count === 1 ? 'is' : 'are'} queued again. Jobs that are no longer needed are skipped.</p>
            ${count > mostAtOnce && html`<p>These are the oldest ${mostAtOnce} of ${count}. Retry the others afterwards.</p>`}`,
        to: { rest: '/admin/jobs/retry-dead' },
        hidden: { task, error },
        word: 'Retry all',
        button: 'Retry jobs'
    });
