// Who did what, to what, and when.
import type { ServerRoute } from '@hapi/hapi';
import { listAudit } from '../../../db/record/audit.ts';
import { findUser, namesById, userIn } from '../../../db/accounts/users.ts';
import type { App } from '../../app.ts';
import { day, pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { dayBounds } from '../../surfaces/pages/calendar.ts';
import { type AuditQuery, auditQuery } from '../audit.ts';
import { linked, auditTabs, supportScope } from './links.ts';
import { listView } from '../../shared/list-view.ts';

export const auditPage = (app: App): ServerRoute =>
    consolePage<AuditQuery>(app, {
        id: 'showAudit',
        path: '/audit',
        description: 'Shows the audit log.',
        scope: supportScope,
        navigation: { word: 'Audit' },
        query: { ...auditQuery, since: day, until: day },
        show: showAudit
    });

type Entry = Awaited<ReturnType<typeof listAudit>>['items'][number];

async function showAudit(asked: AuditQuery, visit: PageContext): Promise<View> {
    const { app } = visit;
    const { read } = app.store;
    const actor = asked.actor === undefined ? undefined : await actorNamed(visit, asked.actor);
    const found = await listAudit(read, searchOf({ ...asked, ...(actor && { actor }) }, app.config.timeZone));
    return {
        title: 'Audit',
        tabs: auditTabs(visit),
        body: listView(visit, {
            found,
            asked,
            choices,
            none: 'No entries match these filters.',
            caption: 'Audit log',
            columns: await columnsOf(visit, found.items)
        })
    };
}

/** The days are those of the times that the page shows, the last one included. */
const searchOf = ({ target, act, actor, since, until, ...page }: AuditQuery, timeZone: string) => ({
    target,
    act,
    actor,
    since: since === undefined ? undefined : dayBounds(timeZone, since).start,
    until: until === undefined ? undefined : dayBounds(timeZone, until).end,
    ...pageOf(page)
});

const choices = [
    { name: 'actor', label: 'Who', placeholder: 'login or token:name' },
    { name: 'act', label: 'What', placeholder: 'job.retry' },
    { name: 'target', label: 'Target', placeholder: 'sage:3' },
    { name: 'since', label: 'From', placeholder: '2026-01-31' },
    { name: 'until', label: 'To', placeholder: '2026-01-31' }
] as const;

/** The log names users by number; people know logins. */
async function actorNamed({ app }: PageContext, typed: string) {
    if (typed.includes(':')) return typed;
    const user = await findUser(app.store.read, typed);
    return user ? `user:${user.id}` : typed;
}

async function columnsOf(visit: PageContext, entries: readonly Entry[]): Promise<Column<Entry>[]> {
    const clock = clockOf(visit.app);
    const names = await namesById(
        visit.app.store.read,
        entries.map(({ actor }) => userIn(actor))
    );
    return [
        { title: 'When', cell: ({ at }) => moment(at, clock) },
        {
            title: 'Who',
            cell: ({ actor }) =>
                names.has(userIn(actor)) ? linked(visit, actor, names.get(userIn(actor))) : actor
        },
        { title: 'What', cell: ({ act }) => html`<code>${act}</code>` },
        { title: 'Target', cell: ({ target }) => linked(visit, target, shortened(target)) },
        { title: 'Before', cell: ({ before }) => before ?? '', minor: true },
        { title: 'After', cell: ({ after }) => after ?? '', minor: true },
        { title: 'Note', cell: ({ note }) => note ?? '', minor: true }
    ];
}

/** An id of 36 characters would take the room of everything else. */
const shortened = (target: string) =>
    html`<span title="${target}">${target.length > 22 ? `${target.slice(0, 20)}…` : target}</span>`;
