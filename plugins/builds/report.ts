// The report card of a build, as JSON and as JUnit XML; the page reads it here too.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import type { Actor } from '../../db/accounts/sessions.ts';
import { buildReport, type BuildReport } from '../../db/builds/report-cards.ts';
import { getRun, type RunRow } from '../../db/builds/runs.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import { measurementsOf } from '../../db/judgement/licence.ts';
import { licenceState } from '../../db/judgement/licence/state.ts';
import { Refusal } from '../../db/store/refusal.ts';
import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import { stepAt } from '../../db/builds/plan.ts';
import { entities } from '../../words/entities.ts';
import type { App } from '../app.ts';
import { council } from '../surfaces/auth/capability-sets.ts';
import { actorOf } from '../surfaces/auth/requester.ts';
import { ofSage, type OfSage, sageFor } from '../shared/owned.ts';
import { validated } from '../surfaces/http/fields.ts';
import { rest } from '../surfaces/rest.ts';
import { report, runId } from './responses.ts';
import { reportCardOf } from './report-card.ts';

export interface AskedReport extends OfSage {
    run_id: string;
}

export const ofReport = { ...ofSage, params: { ...ofSage.params, run_id: runId } };

export const reportRoute = (app: App): ServerRoute =>
    rest<AskedReport>(app, {
        name: 'getBuildReport',
        method: 'GET',
        path: '/sages/{id}/builds/{run_id}/report',
        summary:
            'Returns the report of a build: every gate, every failed case and the digests of the saved inputs.',
        scope: council,
        ...ofReport,
        also: [404],
        response: { report },
        async run(asked, actor) {
            const { build, licence, measured } = await readReport(app, await findChecked(app, asked, actor));
            return { report: reportCardOf(build, licence, measured) };
        }
    });

const paramsOfFile = Joi.object<AskedReport>(ofReport.params);

/** The same for a build server, which shows JUnit XML. */
export const reportFile = (app: App): ServerRoute => ({
    method: 'GET',
    path: `${app.config.paths.rest}/sages/{id}/builds/{run_id}/report.xml`,
    options: {
        id: 'getBuildReportFile',
        description:
            'Returns the report of a build as JUnit XML: a suite for each step, a case for each gate.',
        tags: ['rest'],
        auth: { strategy: 'session', scope: [...council] },
        app: {
            limit: 'actions',
            owned: ofReport.owned,
            docs: { surface: 'rest', params: paramsOfFile, types: ['application/xml'], also: [400, 404] }
        }
    },
    async handler(request, h) {
        const asked = validated<AskedReport>(paramsOfFile, request.params, { convert: true });
        const { build, licence } = await readReport(app, await findChecked(app, asked, actorOf(request)));
        return h.response(junitOf(build, licence.firstLine)).type('application/xml');
    }
});

export interface Checked {
    sage: SageRow;
    run: RunRow;
}

/** Refuses: not_found, where this user may not see the sage, or the run is not of it. */
export async function findChecked(app: App, { id, run_id }: AskedReport, actor: Actor): Promise<Checked> {
    const { read } = app.store;
    const sage = await sageFor(app, read, id, actor);
    const run = await getRun(read, run_id);
    if (run.sageId !== sage.id) throw new Refusal('not_found', 'Run not found.');
    return { sage, run };
}

/** Everything that is stored of a run, which can be megabytes. */
export async function readReport({ store: { read } }: App, { sage, run }: Checked) {
    return {
        build: await buildReport(read, run),
        licence: await licenceState(read, sage, run.runId),
        measured: await measurementsOf(read, sage.id)
    };
}

type Step = BuildReport['steps'][number];

/** `firstLine` shows whether recommendations are on; it comes first here too. */
export function junitOf(build: BuildReport, firstLine: string) {
    const stopped = stoppedAt(build);
    const suites = build.steps.map((step) => suite(step, step === stopped ? whyStopped(build) : undefined));
    const name = `Sage ${build.run.sageId}, ${build.run.runId}: ${firstLine}`;
    return ['<?xml version="1.0" encoding="UTF-8"?>', ...element('testsuites', { name }, suites), ''].join(
        '\n'
    );
}

/** The step in which a run ended without a failed gate, such as one that timed out. */
function stoppedAt({ run, steps }: BuildReport) {
    if (run.state === 'running' || steps.some(({ report }) => report.gates.some(isRed))) return undefined;
    return steps.find(({ step }) => step.state !== 'completed');
}

const whyStopped = ({ run }: BuildReport) => run.failure ?? run.state;

const isRed = ({ blocking, passed }: Gate) => blocking && !passed;
const isSkipped = ({ applies = true, passed, blocking }: Gate) => !applies || (!passed && !blocking);

function suite({ step, report }: Step, stopped: string | undefined) {
    const { gates, failures, notes } = report;
    const cases = gates.map((gate) => testcase(step.name, gate, failures));
    if (stopped !== undefined)
        cases.push(
            element('testcase', { classname: step.name, name: 'The step comes to its end.' }, [
                element('error', { type: stopped, message: notes.join(' ') || stopped })
            ])
        );
    const count = {
        tests: cases.length,
        failures: gates.filter(isRed).length,
        errors: stopped === undefined ? 0 : 1,
        skipped: gates.filter(isSkipped).length
    };
    const said = notes.length > 0 ? [element('system-out', {}, [[escaped(notes.join('\n'))]])] : [];
    const name = stepAt(step.stepOrder).label;
    return element('testsuite', { name, ...count, ...timesOf(step) }, [...cases, ...said]);
}

const seconds = 1000;

const timesOf = ({ startedAt, endedAt }: Step['step']) =>
    startedAt === null || endedAt === null
        ? {}
        : {
              time: (endedAt - startedAt) / seconds,
              timestamp: new Date(startedAt).toISOString().slice(0, 19)
          };

function testcase(classname: string, gate: Gate, failures: readonly CaseFailure[]) {
    const { id, title, measured } = gate;
    const about = { classname, name: `${id}: ${title}` };
    if (isSkipped(gate)) {
        const message = gate.passed
            ? measured
            : `This check failed but does not block the build: ${measured}`;
        return element('testcase', about, [element('skipped', { message })]);
    }
    if (gate.passed) return element('testcase', about);
    const missed = failures.filter(({ gate_id }) => gate_id === id).map(toldOf);
    const message = `${measured}; required: ${gate.required}`;
    const failure = element('failure', { type: id, message }, [[escaped(missed.join('\n\n'))]]);
    return element('testcase', about, [failure]);
}

const toldOf = ({ case_id, criterion_id, expected, came, remedy = '' }: CaseFailure) =>
    [
        `${case_id}${criterion_id === null ? '' : ` (${criterion_id})`}`,
        `expected: ${expected}`,
        `came: ${came}`,
        ...(remedy ? [`remedy: ${remedy}`] : [])
    ].join('\n');

/** The lines of an element; its attributes are escaped here, its content must be XML already. */
function element(name: string, attributes: Record<string, string | number>, content: string[][] = []) {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
    const lines = content.flat();
    const start = `<${name}${written.join('')}`;
    return lines.length === 0 ? [`${start}/>`] : [`${start}>`, ...lines, `</${name}>`];
}

const escapes: Record<string, string> = {
    ...entities,
    '\t': '&#9;',
    '\n': '&#10;',
    '\r': '&#13;'
};

/** XML knows no other control characters, not even escaped. */
const escaped = (text: string) =>
    text.toWellFormed().replace(/[&<>"\p{Cc}\ufffe\uffff]/gu, (character) => escapes[character] ?? '\ufffd');
