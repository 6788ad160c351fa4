// The audit log and the tool calls: over JSON, and in a browser.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { listAudit } from '../../db/record/audit.ts';
import { iso } from '../../db/store/time.ts';
import type { App } from '../app.ts';
import { listOf, pageOf, type Paging, paging, shortText, viewPage, day } from '../surfaces/http/fields.ts';
import { maybeText, moment as momentField, wholeId } from '../surfaces/http/response-fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { findUser, namesById, userIn } from '../../db/accounts/users.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html } from '../surfaces/pages/layout.ts';
import { clockOf, moment, type Clock } from '../surfaces/pages/parts/moment.ts';
import type { Column } from '../surfaces/pages/parts/table.ts';
import { dayBounds } from '../surfaces/pages/calendar.ts';
import { auditTabs } from '../shared/audit-tabs.ts';
import { linked, supportScope } from './pages/links.ts';
import { listView } from '../shared/list-view.ts';
import { listToolCalls, toolOutcomes } from '../../db/agents/calls.ts';
import { onWire } from '../shared/wire.ts';
import { toolCallStates } from '../../words/states/jobs.ts';
import { stateBadge } from '../surfaces/pages/parts/badge.ts';

export interface AuditQuery extends Paging {
    target?: string;
    act?: string;
    actor?: string;
    since?: string;
    until?: string;
}

const time = Joi.string().isoDate();

const auditQuery = {
    target: shortText,
    act: shortText,
    actor: shortText,
    since: time.description('A day or a time, in UTC if it has no zone.'),
    until: time.description('Only entries before this time. A date means its first moment.'),
    ...paging
};

/** `start` and `end`: the bounds of what was given as a time. */
function searchOf(
    { target, act, actor, since, until, ...page }: AuditQuery,
    start: (text: string) => number = Date.parse,
    end = start
) {
    const bounds = {
        since: since === undefined ? undefined : start(since),
        until: until === undefined ? undefined : end(until)
    };
    return { target, act, actor, ...bounds, ...pageOf(page) };
}

export const auditRoute = (app: App): ServerRoute =>
    staffRest<AuditQuery>(app, {
        name: 'listAuditEntries',
        method: 'GET',
        path: '/admin/audit',
        summary: 'Lists the audit log, newest first. `act` matches the start of the name of an act.',
        query: auditQuery,
        response: listOf(audited),
        run: async (asked) =>
            viewPage(await listAudit(app.store.read, searchOf(asked)), ({ at, ...act }) => ({
                ...act,
                at: iso(at)
            }))
    });

const audited = {
    id: wholeId,
    at: momentField,
    actor: Joi.string().required(),
    act: Joi.string().required(),
    target: Joi.string().required(),
    before: maybeText,
    after: maybeText,
    note: maybeText,
    address: maybeText.description('A keyed hash of the address.')
};

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
    // The days are those of the times that the page shows, the last one included.
    const dayOf = (text: string) => dayBounds(app.zone.name(), text);
    const search = searchOf(
        { ...asked, ...(actor && { actor }) },
        (text) => dayOf(text).start,
        (text) => dayOf(text).end
    );
    const found = await listAudit(read, search);
    return {
        title: 'Audit',
        tabs: auditTabs(visit),
        body: listView(visit, {
            found,
            asked,
            choices: auditChoices,
            none: 'No entries match these filters.',
            caption: 'Audit log',
            columns: await auditColumns(visit, found.items)
        })
    };
}

const auditChoices = [
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

async function auditColumns(visit: PageContext, entries: readonly Entry[]): Promise<Column<Entry>[]> {
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

export interface ToolCallsQuery extends Paging {
    tool?: string;
    token?: string;
}

const toolCallsQuery = { tool: shortText, token: shortText, ...paging };

export const toolCallsRoute = (app: App): ServerRoute =>
    staffRest<ToolCallsQuery>(app, {
        name: 'listToolCalls',
        method: 'GET',
        path: '/admin/tool-calls',
        summary:
            'Lists the tool calls, newest first: token, tool, outcome, and digests of arguments and result.',
        query: toolCallsQuery,
        response: listOf(callFields),
        run: async ({ tool, token, ...page }) => {
            const search = { tool, token, ...pageOf(page) };
            return viewPage(await listToolCalls(app.store.read, search), callOf);
        }
    });

const callFields = {
    id: Joi.number().integer().required(),
    at: Joi.string().isoDate().required(),
    token: Joi.string().required().description('The name of the token.'),
    tool: Joi.string().required(),
    outcome: Joi.string()
        .valid(...toolOutcomes)
        .required(),
    ms: Joi.number().integer().required(),
    arguments_digest: Joi.string().required().description('SHA-256 of the arguments as JSON.'),
    answer_digest: Joi.string()
        .allow(null)
        .required()
        .description('SHA-256 of the result as JSON, or null without a result.')
};

type Call = Awaited<ReturnType<typeof listToolCalls>>['items'][number];

const callOf = (row: Call) =>
    onWire(row, 'id', 'at', 'token', 'tool', 'outcome', 'ms', 'argumentsDigest', 'answerDigest');

export const callsPage = (app: App): ServerRoute =>
    consolePage<ToolCallsQuery>(app, {
        id: 'showToolCalls',
        path: '/audit/tool-calls',
        description: 'Shows the tool calls.',
        scope: supportScope,
        query: toolCallsQuery,
        show: showCalls
    });

async function showCalls({ tool, token, ...paging }: ToolCallsQuery, visit: PageContext): Promise<View> {
    const { app } = visit;
    const found = await listToolCalls(app.store.read, { tool, token, ...pageOf(paging) });
    return {
        title: 'Tool calls',
        tabs: auditTabs(visit),
        body: html`<p>Tool calls by token, newest first. Only checksums of arguments and results are stored.</p>
            ${listView(visit, {
                found,
                asked: paging,
                choices: [
                    { name: 'tool', label: 'Tool' },
                    { name: 'token', label: 'Token' }
                ],
                none: 'No tool calls match these filters.',
                caption: 'Tool calls',
                columns: callColumns(clockOf(app))
            })}`
    };
}

const digest = (sha256: string | null) =>
    sha256 !== null && html`<code title="${sha256}">${sha256.slice(0, 12)}</code>`;

const callColumns = (clock: Clock): Column<Call>[] => [
    { title: 'When', cell: ({ at }) => moment(at, clock) },
    { title: 'Tool', cell: ({ tool }) => html`<code>${tool}</code>` },
    { title: 'Token', cell: ({ token }) => token },
    { title: 'Outcome', cell: ({ outcome }) => stateBadge(toolCallStates[outcome]) },
    { title: 'Took (ms)', cell: ({ ms }) => ms, number: true, minor: true },
    { title: 'Arguments', cell: ({ argumentsDigest }) => digest(argumentsDigest), minor: true },
    { title: 'Result', cell: ({ answerDigest }) => digest(answerDigest), minor: true }
];
