// GET /sages/{id}/builds/{run_id}/report.xml: the report card for a build server.
import test, { type ExecutionContext } from 'ava';
import type { BuildReport } from '../../db/builds/report-cards.ts';
import { junitOf } from '../../plugins/builds/report.ts';
import { endedBuild } from '../support/people/support-staff.ts';
import { createTestApp } from '../support/servers/test-app.ts';

interface Element {
    name: string;
    attributes: Record<string, string>;
    children: Element[];
    text: string;
}

const token = /<\?xml[^>]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
const notXml = /&(?!(?:amp|lt|gt|quot|#9|#10|#13);)|(?![\n])[\p{Cc}\ufffe\uffff]/u;
const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (text: string) =>
    text.replace(/&(#?)(\w+);/g, (_, number, name: string) =>
        number ? String.fromCharCode(Number(name)) : (names[name] ?? '')
    );

/** Reads XML of elements, attributes and text, and fails on whatever is not well-formed. */
function parsed(t: ExecutionContext, xml: string): Element {
    t.notRegex(xml, notXml);
    t.true(xml.isWellFormed());
    const root: Element = { name: '', attributes: {}, children: [], text: '' };
    const open = [root];
    let read = 0;
    for (const [whole, closing, name, attributes = '', empty, text] of xml.matchAll(token)) {
        read += whole.length;
        const parent = open.at(-1) as Element;
        if (text !== undefined) parent.text += plain(text);
        else if (closing) t.is(open.pop()?.name, name);
        else if (name !== undefined) {
            const pairs = Array.from(
                attributes.matchAll(/([a-z]+)="([^"]*)"/g),
                ([, key = '', value = '']) => [key, plain(value)]
            );
            const child = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
            parent.children.push(child);
            if (!empty) open.push(child);
        }
    }
    t.is(read, xml.length);
    t.is(open.length, 1);
    t.is(root.children.length, 1);
    return root.children[0] as Element;
}

const casesOf = (suites: readonly Element[]) =>
    suites.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
const markedAs = (kind: string, cases: readonly Element[]) =>
    cases.filter(({ children }) => children.some(({ name }) => name === kind));

test('the report card as JUnit XML has a suite for each step and a case for each gate', async (t) => {
    const { author, path } = await endedBuild(await createTestApp(t));
    const { report } = (await author.get(`${path}/report`)).body.data;
    const { statusCode, headers, body } = await author.get(`${path}/report.xml`);
    t.is(statusCode, 200);
    t.regex(String(headers['content-type']), /^application\/xml/);
    const { name, attributes, children: suites } = parsed(t, body);
    t.is(name, 'testsuites');
    t.true(attributes['name']?.endsWith(report.licence.first_line));
    t.deepEqual(
        suites.map(({ attributes }) => attributes['name']),
        report.steps.map(({ label }: { label: string }) => label)
    );
    const cases = casesOf(suites);
    t.is(cases.length, report.gates.total + report.gates.not_applicable);
    t.is(markedAs('failure', cases).length, 0);
    t.is(markedAs('skipped', cases).length, report.gates.not_applicable);
});

const nasty = 'a "<b>" & ]]> \u0000\u0008\ud800 \uffff\n\ttail';

function reportOf(state: 'failed' | 'timed_out', passed: boolean): BuildReport {
    const step = { name: 'test_shu', stepOrder: 4, state: 'failed', startedAt: 0, endedAt: 1500 };
    const missed = { case_id: nasty, gate_id: 'shu.order', criterion_id: 'c', answer: '' };
    const gate = { id: 'shu.order', title: nasty, blocking: true, passed, measured: nasty, required: 'all' };
    const failures = passed ? [] : [{ ...missed, expected: nasty, came: 'absent', remedy: 'Say <it>.' }];
    const report = { gates: [gate], failures, cases: { run: 1, planned: 1 }, notes: [nasty] };
    const run = { runId: 'run_1', sageId: 1, state, failure: passed ? 'over_budget' : 'gate' };
    return { run, steps: [{ step, report }], release: null, digests: {} } as unknown as BuildReport;
}

test('a failure contains the expected value, the actual value and the remedy, correctly escaped', (t) => {
    const suite = parsed(t, junitOf(reportOf('failed', false), nasty)).children[0];
    t.is(suite?.attributes['time'], '1.5');
    t.like(suite?.attributes, { errors: '0', failures: '1' });
    const reported = suite?.children[0]?.children[0]?.text ?? '';
    const kept = 'a "<b>" & ]]> \ufffd\ufffd\ufffd \ufffd\n\ttail';
    t.true(reported.includes(`expected: ${kept}\ncame: absent\nremedy: Say <it>.`));
});

test('a build that ended without a red gate is not green', (t) => {
    const suite = parsed(t, junitOf(reportOf('timed_out', true), 'x')).children[0];
    t.is(suite?.attributes['errors'], '1');
    t.is(markedAs('error', suite?.children ?? [])[0]?.children[0]?.attributes['type'], 'over_budget');
});
