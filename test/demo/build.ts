// npm run demo: a server of its own on a free port and a temporary folder, and one sage built over HTTP.
// With --fail: a sage whose rubric cannot hold.
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { engineer, motivation } from '../support/fixtures/sages.ts';
import { type HttpClient, login } from '../support/clients/client.ts';
import { startServer, temporaryFolder } from '../support/servers/process.ts';
import { gateStates, runStates } from '../../words/states/builds.ts';
import { type Bar, progressBars } from './progress-bars.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function demo(fail: boolean) {
    const folder = await temporaryFolder();
    const server = await startServer({ dataDir: folder.path });
    let passed = false;
    try {
        say(`The server runs at ${server.url} with a temporary folder.\n`);
        passed = await buildSage(await login(server.url), fail);
    } finally {
        await server.end('SIGTERM');
        if (passed) await folder.remove();
    }
    if (!passed)
        say(`\nThe data is in ${folder.path}. Set DATA_DIR to it to run the commands above, then delete it.`);
    return passed;
}

interface Plan {
    run_id: string;
    steps: { name: string; label: string; step_order: number }[];
}

async function buildSage(client: HttpClient, fail: boolean) {
    const { sage } = (await client.send('POST', '/sages', fail ? motivation : engineer)).body.data;
    say(`Building the sage "${sage.name}":`);
    const plan: Plan = (await client.action('svc_start_full_sage_build', { sage_id: sage.id })).body;
    await watch(client, plan);
    const { report } = (await client.get(`/sages/${sage.id}/builds/${plan.run_id}/report`)).body.data;
    show(report);
    if (report.test_screen_id) await showScreen(client, report.test_screen_id);
    return report.state === 'completed';
}

/** Polls as a frontend does, until the workflow is over. */
async function watch(client: HttpClient, { run_id, steps }: Plan) {
    const draw = progressBars(process.stdout);
    for (;;) {
        const { body } = await client.action('svc_get_step_status', { run_id });
        const { step_order, step_state, state } = body;
        const current = step_order ?? steps.length + 1;
        draw(
            steps.map(({ label, step_order: at }): Bar => ({
                label,
                state: at < current ? 'completed' : at === current ? step_state : 'pending'
            }))
        );
        if (state !== 'running') return;
        await sleep(100);
    }
}

interface Gate {
    title: string;
    blocking: boolean;
    passed: boolean;
    measured: string;
    required: string;
}
interface Failure {
    case_id: string;
    expected: string;
    came: string;
    answer: string;
    remedy?: string;
    again: string;
}
interface Step {
    label: string;
    gates: Gate[];
    failures: Failure[];
    cases: { run: number };
}
interface Report {
    licence: { first_line: string };
    run_id: string;
    state: keyof typeof runStates;
    gates: { passed: number; total: number };
    steps: Step[];
    test_screen_id: string | null;
}

function show({ licence, run_id, state, gates, steps }: Report) {
    const { tone, en } = runStates[state];
    const verdict = styleText(tone === 'good' ? 'green' : 'red', en.label);
    say(`\nBuild report of ${run_id}: ${verdict}, ${gates.passed} of ${gates.total} checks passed`);
    say(`${licence.first_line}\n`);
    for (const { label, gates: checks, cases } of steps.filter((step) => step.gates.length > 0)) {
        say(`  ${label}${cases.run > 0 ? `, ${cases.run} cases` : ''}`);
        for (const gate of checks)
            say(
                `    ${mark(gate)} ${gate.title} ${styleText('gray', `(Result: ${gate.measured}. Required: ${gate.required})`)}`
            );
    }
    for (const failure of steps.flatMap(({ failures }) => failures)) showFailure(failure);
}

function showFailure({ case_id, expected, came, answer, remedy, again }: Failure) {
    say(
        `\n  ${styleText('red', gateStates.missed.en.label)} ${case_id}: expected ${expected}, result ${came}`
    );
    say(`    "${answer.length > 300 ? `${answer.slice(0, 300)}…` : answer}"`);
    if (remedy) say(`    What to do: ${remedy}`);
    say(`    Run again: ${again}`);
}

function mark({ passed, blocking }: Gate) {
    if (passed) return styleText('green', '✓');
    return blocking ? styleText('red', '✗') : styleText('yellow', '!');
}

interface Finding {
    criterion_id: string;
    reason: string;
    evidence?: { quote: string; kind: string }[];
}

/** Shows what was found in each answer of the test screen, by kind. No level: a person gives that. */
async function showScreen(client: HttpClient, id: string) {
    const { verdict } = (await client.get(`/screens/${id}`)).body.data.screen;
    const findings: Finding[] = verdict.findings;
    say(`\n${verdict.evaluator.name} evaluated its test answers. A person gives the levels and decides.`);
    for (const { criterion_id, reason, evidence = [] } of findings) {
        say(`  ${criterion_id}: ${reason}`);
        for (const { quote, kind } of evidence) say(`    ${kind.padEnd(9)} "${quote}"`);
    }
    say('');
}

process.exitCode = (await demo(process.argv.includes('--fail'))) ? 0 : 1;
