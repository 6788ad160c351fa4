// Traces of the steps of routines, sent to a log service or stored here.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { keepTrace, listTraces, type Trace, traceStatuses } from '../../../db/agents/traces.ts';
import { traceStates } from '../../../words/states/jobs.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import {
    validated,
    listOf,
    pageOf,
    viewPage,
    freeText,
    identifier,
    meets,
    type Paging,
    paging,
    shortText
} from '../../surfaces/http/fields.ts';
import { anyText } from '../../surfaces/http/response-fields.ts';
import { staffRest } from '../../surfaces/rest.ts';
import { tool } from '../../surfaces/tools/index.ts';
import type { Tool } from '../../surfaces/tools/tool.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { addressWith } from '../../surfaces/pages/parts/address.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { auditTabs } from '../../shared/audit-tabs.ts';
import { listView } from '../../shared/list-view.ts';
import type { Column } from '../../surfaces/pages/parts/table.ts';
import { inColumns, onWire, type Wire } from '../../shared/wire.ts';
import { iso } from '../../../db/store/time.ts';
import { ToolFailure, callFailed } from '../../surfaces/tools/failures.ts';

type TraceBody = Wire<Trace>;

const name = (description: string) =>
    identifier
        .custom(meets((text) => (text.trim() === '' ? 'must be a non-empty text' : undefined)))
        .max(200)
        .required()
        .description(description);
const traceStatus = Joi.string().valid(...traceStatuses);

const traceFields = {
    run_id: name('The Run ID, created once when the run starts.'),
    actor: name('The piece that emits, by its registry key; never the name of the routine.')
        .disallow(Joi.ref('routine'))
        .messages({ 'any.invalid': '{#label} must be the piece that emits, not the routine' }),
    routine: name('Which routine ran.'),
    cadence: name('Which cadence fired.'),
    status: traceStatus.required(),
    notes: freeText.allow('').max(20_000).default('').description('What it did, counts, what went wrong.')
};
const traceBody = Joi.object<TraceBody>(traceFields);

/** The filters of the traces, of the JSON route and of the page. */
interface TracesQuery extends Paging {
    run_id?: string;
    routine?: string;
    status?: Trace['status'];
}

const tracesQuery = { run_id: shortText, routine: shortText, status: traceStatus, ...paging };

/** Resolves when the step was accepted. Throws a ToolFailure. */
type Send = (trace: TraceBody, signal: AbortSignal) => Promise<void>;

export const traceRoutes = (app: App): ServerRoute[] => [
    tool(app, emitTrace(senderOf(app))),
    listRoute(app),
    listPage(app)
];

const listRoute = (app: App): ServerRoute =>
    staffRest<TracesQuery>(app, {
        name: 'listTraces',
        method: 'GET',
        path: '/admin/traces',
        summary:
            'Lists the traces of routines, newest first. They are stored here while TRACE_DRIVER is local.',
        query: tracesQuery,
        response: listOf(keptFields),
        run: async ({ run_id, routine, status, ...page }) => {
            const search = { runId: run_id, routine, status, ...pageOf(page) };
            return viewPage(await listTraces(app.store.read, search), keptOf);
        }
    });

const keptFields = {
    run_id: anyText,
    actor: anyText,
    routine: anyText,
    cadence: anyText,
    status: traceStatus.required(),
    notes: anyText,
    id: Joi.number().integer().required(),
    at: Joi.string().isoDate().required()
};

const keptOf = (row: Row) =>
    onWire(row, 'id', 'runId', 'actor', 'routine', 'cadence', 'status', 'notes', 'at');

const outcome = Joi.object({
    status: Joi.string().valid('ok', 'error').required(),
    error: Joi.string().description('With error: which field was wrong, or what the log service did.'),
    result: Joi.string().required().description('The same as JSON.')
});

/** An invalid step is a result of this tool with status `error`; only unknown arguments are refused. */
const emitTrace = (send: Send): Tool<object> => ({
    name: 'emit_trace',
    title: 'Emit a trace of one routine step',
    description:
        'Emits the trace of one step (one process or snippet execution) of a routine run to the log.',
    input: traceBody,
    accepts: Joi.object(Object.fromEntries(Object.keys(traceFields).map((name) => [name, Joi.any()]))),
    output: outcome,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    timeout: patience + 500, // the time limit of the log service ends first, so that the result can report it
    maxBytes: 2 * 1024 * 1024,
    failed: (error) => withResult({ status: 'error', error }),
    async run(input, signal) {
        await send(validated(traceBody, input, { convert: false }), signal);
        return withResult({ status: 'ok' });
    }
});

/** The contract requires a JSON string in `result`; clients that read the body find the same fields next to it. */
const withResult = <Outcome extends object>(outcome: Outcome) => ({
    ...outcome,
    result: JSON.stringify(outcome)
});

/** Milliseconds for the log service to accept a step. */
const patience = 5000;

function senderOf(app: App): Send {
    const { driver, url = '' } = app.config.traces;
    const service = { app, url, timeout: patience };
    const drivers: Record<typeof driver, Send> = {
        local: keepHere(app),
        http: toHttp(service),
        loki: toLoki(service)
    };
    return drivers[driver];
}

/** While a write waits, the caller may already have got the response that the call failed. */
const keepHere =
    ({ store, now }: App): Send =>
    (trace, signal) =>
        store.write(async (tx) => {
            signal.throwIfAborted();
            await keepTrace(tx, inColumns(trace), now());
        });

/** The traces of routines as a page, for users who may read the JSON route. */
const listPage = (app: App): ServerRoute =>
    consolePage<TracesQuery>(app, {
        id: 'showTraces',
        path: '/settings/traces',
        description: 'Shows the traces of routines.',
        scope: ['ss_admin_all', 'ss_support'],
        query: tracesQuery,
        show: showList
    });

async function showList(
    { run_id, routine, status, ...page }: TracesQuery,
    visit: PageContext
): Promise<View> {
    const { app } = visit;
    const search = { runId: run_id, routine, status, ...pageOf(page) };
    const found = await listTraces(app.store.read, search);
    const isFiltered = [run_id, routine, status].some((one) => one !== undefined);
    return {
        title: 'Traces',
        tabs: auditTabs(visit),
        body: html`${about(visit)}
            ${listView(visit, {
                found,
                asked: page,
                choices: [
                    { name: 'routine', label: 'Routine' },
                    { name: 'run_id', label: 'Run' },
                    { name: 'status', label: 'State', options: labelsOf(traceStates) }
                ],
                none: isFiltered
                    ? 'No traces match these filters.'
                    : 'No traces yet. Agents send them with emit_trace.',
                caption: 'Traces',
                columns: columnsOf(visit)
            })}`
    };
}

function about({ app: { config } }: PageContext) {
    const isAway = config.traces.driver !== 'local';
    return html`<p>Steps that agents reported with <code>emit_trace</code>, newest first${
        config.keepDays > 0 && `, stored for ${config.keepDays} days`
    }.</p>
        ${notice(isAway && 'Traces currently go to the service at TRACE_URL and are not stored here (setting TRACE_DRIVER).')}`;
}

type Row = Awaited<ReturnType<typeof listTraces>>['items'][number];

function columnsOf({ app, request: { path } }: PageContext): Column<Row>[] {
    const clock = clockOf(app);
    const toRun = (run: string) => addressWith({ path, query: {} }, { run_id: run });
    return [
        { title: 'Routine', cell: ({ routine }) => routine },
        { title: 'State', cell: ({ status }) => stateBadge(traceStates[status]) },
        { title: 'When', cell: ({ at }) => moment(at, clock) },
        { title: 'By', cell: ({ actor }) => actor, minor: true },
        { title: 'Run', cell: ({ runId }) => html`<a href="${toRun(runId)}">${runId}</a>`, minor: true },
        { title: 'Cadence', cell: ({ cadence }) => cadence, minor: true },
        { title: 'Notes', cell: ({ notes }) => shortened(notes), minor: true }
    ];
}

const shownAtOnce = 200;

function shortened(notes: string) {
    if (notes.length <= shownAtOnce) return notes;
    return html`<details><summary>${notes.slice(0, shownAtOnce)}…</summary>${notes}</details>`;
}

interface LogService {
    app: App;
    url: string;
    /** Milliseconds for one call. */
    timeout: number;
}

const toHttp = (service: LogService) => (trace: TraceBody, signal: AbortSignal) =>
    post(service, service.url, { dt: iso(service.app.now()), ...trace }, signal);

/** No token that is sent as Bearer has a colon: one that has is a user and a password. */
const authorizationOf = (token: string) =>
    token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`;

/** Only the status of the response is reported: its body may repeat the token of the request. */
async function post({ app, timeout }: LogService, url: string, body: object, signal: AbortSignal) {
    const { token, tenant } = app.config.traces;
    const headers = {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: authorizationOf(token) }),
        ...(tenant !== undefined && { 'x-scope-orgid': tenant })
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body), timeout, signal };
    const response = await app.outgoing.fetch(url, request).catch(callFailed);
    if (response.ok) {
        await response.arrayBuffer().catch(callFailed); // read to its end, so that the connection can serve the next step
    } else {
        await response.body?.cancel().catch(() => undefined);
        throw new ToolFailure(`The log service answered ${response.status}.`);
    }
}

/** Queries select by the labels; the line holds the whole record. */
function toLoki(service: LogService) {
    const url = `${service.url.replace(/(?<!\/)\/+$/, '')}/loki/api/v1/push`;
    return (trace: TraceBody, signal: AbortSignal) => {
        const { actor, routine, cadence, status } = trace;
        const stream = { job: 'sage-council', actor, routine, cadence, status };
        const values = [[`${service.app.now()}000000`, JSON.stringify(trace)]]; // nanoseconds
        return post(service, url, { streams: [{ stream, values }] }, signal);
    };
}
