// The report card of a build as JUnit XML, which every build server can show: a suite for each step, a case for each gate.
import type { BuildReport } from '../../db/builds/report-cards.ts';
import type { CaseFailure, Gate } from '../../db/builds/reports.ts';
import { stepAt } from '../../db/builds/plan.ts';

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

const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\t': '&#9;',
    '\n': '&#10;',
    '\r': '&#13;'
};

/** XML knows no other control characters, not even escaped. */
const escaped = (text: string) =>
    text.toWellFormed().replace(/[&<>"\p{Cc}\ufffe\uffff]/gu, (character) => entities[character] ?? '\ufffd');
