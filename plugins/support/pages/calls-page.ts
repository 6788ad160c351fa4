// The tool calls: which token called which tool, and how it went.
import type { ServerRoute } from '@hapi/hapi';
import { listToolCalls } from '../../../db/agents/calls.ts';
import { toolCallStates } from '../../../words/states/jobs.ts';
import type { App } from '../../app.ts';
import { pageOf } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { type ToolCallsQuery, toolCallsQuery } from '../tool-calls.ts';
import { auditTabs, supportScope } from './links.ts';
import { listView } from '../../shared/list-view.ts';

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
                columns: columnsOf(clockOf(app))
            })}`
    };
}

type Call = Awaited<ReturnType<typeof listToolCalls>>['items'][number];

const digest = (sha256: string | null) =>
    sha256 !== null && html`<code title="${sha256}">${sha256.slice(0, 12)}</code>`;

const columnsOf = (clock: Clock): Column<Call>[] => [
    { title: 'When', cell: ({ at }) => moment(at, clock) },
    { title: 'Tool', cell: ({ tool }) => html`<code>${tool}</code>` },
    { title: 'Token', cell: ({ token }) => token },
    { title: 'Outcome', cell: ({ outcome }) => stateBadge(toolCallStates[outcome]) },
    { title: 'Took (ms)', cell: ({ ms }) => ms, number: true, minor: true },
    { title: 'Arguments', cell: ({ argumentsDigest }) => digest(argumentsDigest), minor: true },
    { title: 'Result', cell: ({ answerDigest }) => digest(answerDigest), minor: true }
];
