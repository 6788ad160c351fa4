// The audit log and the tool calls: over JSON, and in a browser.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { countTargets, listAudit } from '../../db/record/audit.ts';
import { iso } from '../../db/store/time.ts';
import type { App } from '../app.ts';
import { listOf, pageOf, type Paging, paging, shortText, viewPage, day } from '../surfaces/http/fields.ts';
import { maybeText, moment as momentField, wholeId } from '../surfaces/http/response-fields.ts';
import { staffRest } from '../surfaces/rest.ts';
import { findUser, namesById, userIn } from '../../db/accounts/users.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { html, type Part } from '../surfaces/pages/layout.ts';
import { clockOf, moment, type Clock } from '../surfaces/pages/parts/moment.ts';
import type { Column } from '../surfaces/pages/parts/table.ts';
import { calendarDay } from '../surfaces/pages/dates.ts';
import { dayBounds } from '../surfaces/pages/calendar.ts';
import { auditTabs } from '../shared/audit-tabs.ts';
import { linked, supportScope } from './pages/links.ts';
import { sagesById } from '../../db/sages/sages.ts';
import { sentenceOfAct } from '../shared/acts.ts';
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
    { target: typed, act, actor, since, until, ...page }: AuditQuery,
    start: (text: string) => number = Date.parse,
    end = start
) {
    const bounds = {
        since: since === undefined ? undefined : start(since),
        until: until === undefined ? undefined : end(until)
    };
    return { target: typed && targetIn(typed), act, actor, ...bounds, ...pageOf(page) };
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

interface PageQuery extends AuditQuery {
    /** A row for each thing of an act on many. */
    each?: '1';
}

export const auditPage = (app: App): ServerRoute =>
    consolePage<PageQuery>(app, {
        id: 'showAudit',
        path: '/audit',
        description: 'Shows the audit log.',
        scope: supportScope,
        navigation: { word: 'Audit' },
        query: { ...auditQuery, since: day, until: day, each: Joi.valid('1') },
        show: showAudit
    });

type Entry = Awaited<ReturnType<typeof listAudit>>['items'][number];

async function showAudit({ each, ...asked }: PageQuery, visit: PageContext): Promise<View> {
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
    const folded = each === undefined && asked.target === undefined;
    const found = await listAudit(read, { ...search, folded });
    return {
        title: 'Audit',
        tabs: auditTabs(visit),
        body: listView(visit, {
            found,
            asked,
            choices: auditChoices,
            none: 'No entries match these filters.',
            caption: 'Audit log',
            columns: await auditColumns(visit, found.items, folded)
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

/** What an act was on, of one and of many. */
const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
    build: ['build', 'builds'],
    context: ['context', 'contexts'],
    deal: ['deal', 'deals'],
    'decision-mail': ['decision email', 'decision emails'],
    intake: ['enquiry', 'enquiries'],
    job: ['job', 'jobs'],
    mail: ['email', 'emails'],
    page: ['page', 'pages'],
    results: ['result template', 'result templates'],
    sage: ['sage', 'sages'],
    screen: ['candidate', 'candidates'],
    secret: ['secret', 'secrets'],
    setting: ['setting', 'settings'],
    splash: ['banner', 'banners'],
    storage: ['storage', 'storages'],
    task: ['task', 'tasks'],
    token: ['token', 'tokens'],
    user: ['user', 'users']
};

/** A target as it is stored, also where it was typed as the rows say it: `candidate 2` is `screen:2`. */
function targetIn(typed: string) {
    const [word, id, ...more] = typed.toLowerCase().split(' ');
    const kind = Object.keys(nouns).find((one) => nouns[one]?.[0] === word);
    return kind && id && more.length === 0 ? `${kind}:${id}` : typed;
}

const actors: Readonly<Record<string, string>> = {
    candidate: 'A candidate',
    cli: 'The command line',
    customer: 'The customer',
    public: 'A visitor'
};

async function auditColumns(
    visit: PageContext,
    entries: readonly Entry[],
    folded: boolean
): Promise<Column<Entry>[]> {
    const { app } = visit;
    const { read } = app.store;
    const clock = clockOf(app);
    const counts = folded ? await countTargets(read, entries) : undefined;
    const named = entries.flatMap(({ actor, target, after }) => [actor, target, after]);
    const names = await namesById(read, named.map(userIn));
    const sages = await sagesById(read, named.map(sageIn));
    const who = (actor: string) => {
        const name = names.get(userIn(actor));
        return name === undefined ? (actors[actor] ?? actor) : linked(visit, actor, name);
    };
    const what = (entry: Entry) => {
        const { id, target } = entry;
        const [kind = '', ...rest] = target.split(':');
        const [one, many] = Object.hasOwn(nouns, kind) ? (nouns[kind] ?? []) : [];
        const count = counts?.get(id) ?? 1;
        if (count > 1) return html`<a href="${eachOf(visit, entry)}">${count} ${many ?? target}</a>`;
        const name = names.get(userIn(target)) ?? sages.get(sageIn(target))?.name;
        const words = one === undefined ? target : `${one} ${name ?? shortened(rest.join(':'))}`;
        return linked(visit, target, html`<span title="${target}">${words}</span>`);
    };
    return [
        { title: 'When', cell: ({ at }) => moment(at, clock) },
        {
            title: 'What',
            cell: (entry) =>
                sentenceOfAct<Part>(entry.act, {
                    who: who(entry.actor),
                    what: what(entry),
                    after: names.get(userIn(entry.after)) ?? entry.after ?? 'no one'
                })
        },
        {
            title: 'Details',
            cell: ({ act, before, after, note }) =>
                html`<small><code>${act}</code> ${[before, after].filter((state) => state !== null).join(' → ')} ${note ?? ''}</small>`,
            minor: true
        }
    ];
}

/** The number of a sage in its name in the log; 0 for anything else. */
const sageIn = (target: string | null) => Number(/^sage:(\d{1,9})$/.exec(target ?? '')?.[1] ?? 0);

/** The rows of an act on many, as the filters find them. */
function eachOf({ app }: PageContext, { at, actor, act }: Entry) {
    const on = calendarDay(app.zone.name(), at);
    return `/audit?${new URLSearchParams({ actor, act, since: on, until: on, each: '1' }).toString()}`;
}

/** An id of 36 characters would take the room of everything else. */
const shortened = (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…` : id);

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
