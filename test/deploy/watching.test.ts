// The files for those who watch: the alerts of Prometheus and the dashboard of Grafana, against what a server prints.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { agentOf } from '../support/clients/agent.ts';
import { offsite } from '../support/stores/backups.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
    alert: string;
    expr: string;
}

const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

interface Panel {
    type: string;
    description?: string;
    targets?: { expr: string }[];
}

const dashboard = JSON.parse(read('deploy/grafana/sage-council.json')) as { panels: Panel[] };
const drawn = dashboard.panels.filter(({ type }) => type !== 'row');

/** As Grafana asks it, with its variables filled in. */
const filled = (expr: string) => expr.replaceAll('$__rate_interval', '2m').replaceAll('$instance', '.+');

interface Selector {
    metric: string;
    /** The labels that must be equal, or among these. */
    wanted: { label: string; values: string[] }[];
}

/** The selectors of an expression. Throws where it is none. */
function selectorsOf(expr: string): Selector[] {
    const found: Selector[] = [];
    const textOf = ({ from, to }: { from: number; to: number }) => expr.slice(from, to);
    parser.parse(expr).iterate({
        enter({ type, node }) {
            if (type.isError) throw new Error(`no PromQL at ${node.from}: ${expr}`);
            if (type.name !== 'VectorSelector') return;
            const name = node.getChild('Identifier');
            const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
            found.push({
                metric: name ? textOf(name) : '',
                wanted: matchers.flatMap((matcher) => {
                    const [label, sign, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) => {
                        const child = matcher.getChild(part);
                        return child ? textOf(child) : '';
                    });
                    const isWanted = sign === '=' || sign === '=~';
                    return isWanted
                        ? [{ label: label ?? '', values: (value ?? '').slice(1, -1).split('|') }]
                        : [];
                })
            });
        }
    });
    return found;
}

/** What a server prints of which every kind of figure has at least one sample. */
async function printed(t: ExecutionContext) {
    const sending = {
        ...offsite({ endpoint: 'http://127.0.0.1:9', place: '127.0.0.1:9' }),
        BACKUP_TO: 'offsite'
    };
    const testApp = await createTestApp(t, { env: sending, rates: { tools: 1 }, alone: true });
    const { server } = testApp;
    const { observeAttempt, observeEvaluation } = server.plugins.metrics;
    for (const outcome of ['done', 'failed'] as const) {
        observeAttempt({ task: 'send-mail', outcome, seconds: 1 });
        observeEvaluation({ evaluator: 'evidence', outcome, seconds: 1 });
    }
    const { token } = await agentOf(testApp, { scopes: ['metrics:read', 'tool:*'] });
    const get = (url: string) => server.inject({ url, headers: { 'x-service-token': token } });
    for (const url of ['/tools/list', '/tools/list']) await get(url);
    return (await get('/metrics')).payload;
}

// A scrape adds these by itself.
const addedLabels = ['job', 'instance'];

/** Returns what is wrong with a selector: a metric that does not exist, or a label that it does not have. */
function faultsOf({ metric, wanted }: Selector, text: string) {
    if (metric === 'up') return []; // of Prometheus itself
    const ofHistogram = text.includes(`# TYPE ${metric.replace(/_(bucket|count|sum)$/, '')} histogram\n`);
    if (!ofHistogram && !text.includes(`\n# TYPE ${metric} `)) return [`${metric} is not printed`];
    const samples = text.split('\n').filter((line) => line.startsWith(`${metric}{`));
    if (samples.length === 0) return []; // no build is at any step
    return wanted
        .filter(({ label }) => !addedLabels.includes(label))
        .flatMap(({ label, values }) => values.map((value) => `${label}="${value}"`))
        .filter((pair) => !pair.includes('.') && !samples.some((sample) => sample.includes(pair)))
        .map((pair) => `${metric} has no ${pair}`);
}

test('every alert and panel uses metrics and labels that a server prints', async (t) => {
    const text = await printed(t);
    const exprs = [...rules, ...drawn.flatMap(({ targets = [] }) => targets)].map(({ expr }) => filled(expr));
    t.true(exprs.length > 60);
    const selectors = exprs.flatMap(selectorsOf);
    t.true(selectors.length > 60);
    t.deepEqual(
        selectors.flatMap((selector) => faultsOf(selector, text)),
        []
    );
    t.deepEqual(faultsOf({ metric: 'sage_council_nonsense', wanted: [] }, text), [
        'sage_council_nonsense is not printed'
    ]);
    t.throws(() => selectorsOf('sum by (rate(x[5m])'), { message: /no PromQL/ });
});

test('each alert has a row in docs/operate/monitor.md and a test, and panels name alerts that exist', (t) => {
    const operations = read('docs/operate/monitor.md');
    const tried = read('deploy/prometheus/alerts.test.yaml');
    for (const { alert } of rules) {
        t.regex(operations, new RegExp(`^\\| (?:\`\\w+\`, )*\`${alert}\`.* \\|`, 'm'), alert);
        t.true(tried.includes(`{alertname="${alert}"}`), `${alert} is not tried`);
    }
    const named = drawn.flatMap(({ description = '' }) => description.match(/SageCouncil\w+/g) ?? []);
    t.deepEqual(
        named.filter((name) => !rules.some(({ alert }) => alert === name)),
        []
    );
});
