// Screens that a language model judges: through the settings, the build, the job and the page.
import test, { type ExecutionContext } from 'ava';
import { countCall, usedInMonth } from '../../db/judgement/model-usage.ts';
import { findScreen } from '../../db/screens/screens.ts';
import { evaluateScreen } from '../../jobs/evaluate-screen.ts';
import { formVersion } from '../../jobs/evaluation/model/messages.ts';
import { makeEvaluators } from '../../jobs/evaluation/index.ts';
import { keptEvidence as evidence } from '../support/fixtures/kept-readings.ts';
import { anAttempt } from '../support/servers/attempt.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { goodAnswers } from '../support/fixtures/judged.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { pageOf } from '../support/people/page.ts';
import { endedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';
import { type Asked, type JudgeReply, refuse, startModelServer, tokensOf } from '../doubles/model-server.ts';

/** A judge who counts what the reader finds said. */
async function good({ criterion: id, answer }: Asked): Promise<JudgeReply> {
    const criterion = engineer.criteria.find((one) => one.id === id);
    if (!criterion) throw new Error(`no criterion ${id}`);
    const input = { criteria: [criterion], answers: { [id]: answer }, prompt: '' };
    const [finding] = await evidence.find(input, new AbortController().signal);
    const said = (finding?.evidence ?? []).filter(
        ({ kind, indicator }) => kind === 'said' && criterion.indicators.includes(indicator)
    );
    const count = new Set(said.map(({ indicator }) => indicator)).size;
    const level = count * 2 > criterion.indicators.length ? 'strong' : count > 0 ? 'partial' : 'absent';
    return { level, quotes: said.map(({ quote }) => quote).slice(0, 3), reason: 'Counted.' };
}

async function withModel(t: ExecutionContext, env: Record<string, string> = {}) {
    const state = { down: false };
    const server = await startModelServer(t, (asked, response) => {
        if (asked.before < 4) testApp.pass(500); // so slow that the build judges one round
        return state.down ? refuse(response, 401) : good(asked);
    });
    const testApp = await createTestApp(t, { env: { ...server.env, ...env } });
    return { testApp, server, state };
}

/** A candidate of a sage with a model, who has sent these answers. */
async function answered(testApp: TestApp, answers: Record<string, string> = goodAnswers) {
    const fixtures = await withActiveSage(testApp, { ...engineer, evaluator: 'model' });
    const { id, page, post } = await invited(testApp, fixtures, 1);
    const { body } = await page();
    await post('start', { consent: '1' });
    for (const [criterion, text] of Object.entries(answers)) await post('answer', { criterion, text });
    await post('submit');
    return { id, council: fixtures.council, firstPage: pageOf(body).text };
}

/** What became of a build of a sage with this evaluator. */
async function builtWith(testApp: TestApp, evaluator: string) {
    const { author, path } = await endedBuild(testApp, { ...engineer, evaluator });
    const { report } = (await author.get(`${path}/report`)).body.data;
    const gates = report.steps[0].gates as { id: string; passed: boolean; measured: string }[];
    return { author, state: report.state, gates };
}

test('a sage with a model is built by it, and its screens have levels, quotes and no advice', async (t) => {
    const { testApp, server } = await withModel(t);
    const { id, council } = await answered(testApp);
    const before = server.calls.length;
    await testApp.drain();
    t.is(server.calls.length, before + 2, 'one call for each criterion');
    const { screen } = (await council.get(`/screens/${id}?show=verdict`)).body.data;
    t.like(screen.verdict, {
        recommendation: 'needs_review',
        evaluator: { name: 'model', version: `1.${formVersion}:judge` }
    });
    const [debugging] = screen.verdict.findings;
    t.is(debugging.level, 'partial');
    t.true(goodAnswers.debugging.includes(debugging.quotes[0]));
    t.like(debugging.call, { model: 'judge-2026', completion_tokens: 10 });
    const used = await usedInMonth(testApp.store.read, testApp.now());
    const tokens = server.calls.reduce((sum, call) => sum + tokensOf(call), 0);
    t.like(used, { calls: server.calls.length, tokens });
});

test('at the monthly limit the model evaluates no candidate, and no screen is lost', async (t) => {
    const { testApp, server } = await withModel(t, { LLM_MONTHLY_LIMIT: '200000' });
    const { id } = await answered(testApp, { debugging: goodAnswers.debugging });
    const { tokens } = await usedInMonth(testApp.store.read, testApp.now());
    t.true(tokens < 200_000, 'the build alone does not reach it');
    const rest = { prompt: 200_000, completion: 0 };
    await testApp.store.write((tx) => countCall(tx, rest, { at: testApp.now(), demo: false }));
    const before = server.calls.length;
    await testApp.drain();
    t.is(server.calls.length, before);
    const screen = await findScreen(testApp.store.read, id);
    t.is(screen?.status, 'ss_evaluated');
    t.like(screen?.verdict, { fault: 'evaluator_unavailable', score: null, recommendation: 'needs_review' });
});

test('a build whose model refuses shows this, blames no indicator and releases its credit', async (t) => {
    const { testApp, state } = await withModel(t);
    state.down = true;
    const { author, state: ended, gates } = await builtWith(testApp, 'model');
    t.is(ended, 'failed');
    const gate = gates.find(({ id }) => id === 'starting.evaluator');
    t.regex(gate?.measured ?? '', /the evaluator is not available \(refused\); the sage is not the cause/);
    t.like((await author.get('/credits')).body.data, { held: 0, available: 10 });
});

test('without a model in the settings a sage that needs one does not build, and shows why', async (t) => {
    const { state, gates } = await builtWith(await createTestApp(t), 'both');
    t.is(state, 'failed');
    t.true(JSON.stringify(gates).includes('not_set_up'));
});

test('answers are never evaluated by a model of another operator than the candidate agreed to', async (t) => {
    const { testApp, server } = await withModel(t);
    const { id, firstPage } = await answered(testApp);
    t.regex(firstPage, /A language model reads your answers.*run by: ourselves/);
    const { store, app, now } = testApp;
    const moved = app.config.llm && { ...app.config.llm, operator: 'Example Models Ltd' };
    const evaluators = makeEvaluators({ store, now, llm: moved, outgoing: app.outgoing });
    const before = server.calls.length;
    const job = evaluateScreen({ store, evaluators, now });
    const effect = await job.run({ screenId: id }, anAttempt());
    await store.write(async (tx) => effect?.(tx));
    t.is(server.calls.length, before, 'nothing was sent');
    const reviewer = await testApp.as('reviewer');
    const { screen } = (await reviewer.get(`/screens/${id}`)).body.data;
    t.like(screen, { status: 'ss_evaluated', verdict_hidden: false });
    t.like(screen.verdict, { fault: 'consent_changed', score: null, recommendation: 'needs_review' });
    await testApp.drain();
    const again = (await findScreen(store.read, id))?.verdict;
    t.is(again?.fault, undefined, 'run by the first again, it may be judged');
});
