// What the job evaluate-screen writes: advice with a licence only, and never nothing.
import test, { type ExecutionContext } from 'ava';
import { eq } from '../../db/store/drizzle.ts';
import { jobs } from '../../db/jobs/ledger.ts';
import { findScreen, getScreen, recordVerdict, screenAnswers, screens } from '../../db/screens/screens.ts';
import { unavailableVerdict, type Verdict } from '../../db/sages/verdicts.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { evaluateScreen } from '../../jobs/evaluate-screen.ts';
import { EvaluatorFault, type FaultCode } from '../../jobs/evaluation/faults.ts';
import type { Evaluator } from '../../jobs/evaluation/evaluator.ts';
import { levelsOf, license, withJudgedScreen } from '../support/fixtures/judged.ts';
import { anAttempt } from '../support/servers/attempt.ts';
import { onlyEvaluator } from '../support/fixtures/builds.ts';
import { stubbornReader } from '../support/fixtures/stubborn.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const verdictOf = async ({ store }: TestApp, id: string) =>
    (await findScreen(store.read, id))?.verdict ?? undefined;

async function judgeAgain(testApp: TestApp, id: string, evaluator: Evaluator) {
    const { store, now } = testApp;
    const job = evaluateScreen({ store, evaluators: onlyEvaluator(evaluator), now });
    const effect = await job.run({ screenId: id }, anAttempt());
    await store.write(async (tx) => effect?.(tx));
    return job;
}

const quoting = (flags: string[] = []): Evaluator => ({
    name: 'quoting',
    version: '1',
    find: async ({ answers }) =>
        Object.entries(answers).map(([criterion_id, answer]) => ({
            criterion_id,
            level: 'strong',
            quotes: [answer],
            reason: 'All of it.',
            flags
        }))
});

/** A screen as it was when it was handed in. */
async function submitted(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudgedScreen(testApp);
    const again = async () => {
        const back = { status: 'ss_submitted', verdict: null } as const;
        await testApp.store.write(
            async (tx) => void (await tx.update(screens).set(back).where(eq(screens.id, fixtures.id)))
        );
    };
    await again();
    return { testApp, ...fixtures, again };
}

test('an evaluator without a licence never advises, however sure it is', async (t) => {
    const { testApp, id, again } = await submitted(t);
    await judgeAgain(testApp, id, quoting());
    t.like(await verdictOf(testApp, id), { score: 100, recommendation: 'needs_review' });
    await license(testApp, id);
    await again();
    await judgeAgain(testApp, id, quoting(['short_answer']));
    t.like(await verdictOf(testApp, id), { recommendation: 'advance' }, 'most flags only inform');
    await again();
    for (const weighty of ['instruction_to_judge', 'not_read']) {
        await judgeAgain(testApp, id, quoting([weighty]));
        t.like(await verdictOf(testApp, id), { recommendation: 'needs_review' }, weighty);
        await again();
    }
});

test('a screen with an answer that the reader does not get to the end of is for a person', async (t) => {
    const { testApp, id } = await submitted(t);
    const { store } = testApp;
    await store.write(
        async (tx) =>
            void (await tx
                .update(screenAnswers)
                .set({ answer: 'hang' })
                .where(eq(screenAnswers.screenId, id)))
    );
    await judgeAgain(testApp, id, stubbornReader(t, { patience: 1000 }).evaluator);
    t.like(await verdictOf(testApp, id), { score: null, recommendation: 'needs_review' });
    const { status, verdict } = (await findScreen(store.read, id)) ?? {};
    t.is(status, 'ss_evaluated');
    t.deepEqual(verdict?.findings[0]?.flags, ['not_read']);
    t.regex(verdict?.findings[0]?.reason ?? '', /A person reads it/);
});

test('a screen without an answer is evaluated by no software, and decided without levels', async (t) => {
    const { testApp, id, council } = await submitted(t);
    const { store } = testApp;
    await store.write(
        async (tx) =>
            void (await tx.update(screenAnswers).set({ answer: ' \n' }).where(eq(screenAnswers.screenId, id)))
    );
    await judgeAgain(testApp, id, quoting());
    t.like(await verdictOf(testApp, id), {
        fault: 'no_answers',
        score: null,
        recommendation: 'needs_review'
    });
    t.is((await council.send('POST', `/screens/${id}/judge-again`)).statusCode, 409);
    const decided = await council.send('POST', `/screens/${id}/review`, { levels: [], decision: 'rejected' });
    t.is(decided.body.data.screen.decision, 'rejected');
});

test('an error that would repeat goes to a person immediately, and the operator reads why', async (t) => {
    const { testApp, id } = await submitted(t);
    const { store, now } = testApp;
    const failing = (code: FaultCode): Evaluator => ({
        name: 'failing',
        version: '1',
        find: () => Promise.reject(new EvaluatorFault(code))
    });
    const fails = (code: FaultCode) =>
        evaluateScreen({ store, evaluators: onlyEvaluator(failing(code)), now }).run(
            { screenId: id },
            anAttempt()
        );
    for (const code of ['too_long', 'truncated', 'thinking_cut', 'no_answer'] as const) {
        const refusal = await t.throwsAsync(fails(code), { instanceOf: Refusal }, code);
        t.like(refusal?.cause, { code }, 'its words stand at the job');
    }
    for (const code of ['loading', 'rate_limited', 'refused', 'unknown_model', 'quota'] as const)
        await t.throwsAsync(fails(code), { instanceOf: EvaluatorFault }, `${code} is tried again`);
});

test('a screen whose evaluator is unreachable goes to a person, and can be evaluated later', async (t) => {
    const { testApp, id, council } = await submitted(t);
    const { store, now } = testApp;
    const down: Evaluator = {
        name: 'down',
        version: '3',
        find: () => Promise.reject(new Error('no network'))
    };
    const job = evaluateScreen({ store, evaluators: onlyEvaluator(down), now });
    await store.write(async (tx) => job.onDead?.(tx, { screenId: id }, 'unreachable'));
    const reviewer = await testApp.as('reviewer');
    const { screen } = (await reviewer.get(`/screens/${id}`)).body.data;
    t.is(screen.status, 'ss_evaluated');
    t.false(screen.verdict_hidden, 'there is nothing to keep back');
    t.like(screen.verdict, {
        score: null,
        recommendation: 'needs_review',
        fault: 'evaluator_unavailable',
        evaluator: { name: 'down', version: '3' }
    });
    t.deepEqual(
        screen.verdict.findings.map(({ level }: { level: string }) => level),
        ['unscored', 'unscored']
    );
    await reviewer.send('POST', `/screens/${id}/levels`, { levels: levelsOf('strong', 'partial') });
    await council.send('POST', `/screens/${id}/decide`, { decision: 'advanced' });
    const before = await findScreen(store.read, id);
    await judgeAgain(testApp, id, quoting());
    const after = await findScreen(store.read, id);
    t.is(after?.verdict?.fault, undefined);
    t.deepEqual({ ...after, verdict: null, evaluatedAt: null }, {
        ...before,
        verdict: null,
        evaluatedAt: null
    } as typeof after);
    const { reviews, decisions } = (await council.get(`/screens/${id}?show=verdict`)).body.data.screen;
    t.deepEqual([reviews.length, decisions.length], [1, 1]);
    t.true(reviews[0].blind);
});

test('a verdict with findings is written once', async (t) => {
    const { testApp, id } = await submitted(t);
    const { store, now } = testApp;
    const judge = { evaluator: { name: 'x', version: '1' }, prompt_sha256: '' };
    const write = (verdict: Verdict) =>
        store.write(async (tx) => recordVerdict(tx, await getScreen(tx, id), verdict, now()));
    await judgeAgain(testApp, id, quoting());
    await t.throwsAsync(write(unavailableVerdict([], judge)), { message: /submitted answers/ });
    t.is((await verdictOf(testApp, id))?.evaluator.name, 'quoting');
});

test('after the last attempt, and where the release is gone, a screen still comes to a person', async (t) => {
    const { testApp, id } = await submitted(t);
    const { store } = testApp;
    const nowhere = { releaseRunId: 'run_gone' };
    const pending = { state: 'pending', endedAt: null } as const;
    await store.write(async (tx) => {
        await tx.update(screens).set(nowhere).where(eq(screens.id, id));
        await tx.update(jobs).set(pending).where(eq(jobs.task, 'evaluate-screen'));
    });
    await testApp.drain();
    const screen = await findScreen(store.read, id);
    t.like(screen, { status: 'ss_evaluated', verdict: { fault: 'evaluator_unavailable' } });
});

test('a candidate erased during the evaluation gets no verdict, and the job ends without error', async (t) => {
    const { testApp, id, council } = await submitted(t);
    const erasing: Evaluator = {
        ...quoting(),
        async find(input, signal) {
            t.is((await council.send('POST', `/screens/${id}/erase`, {})).statusCode, 200);
            return quoting().find(input, signal);
        }
    };
    await t.notThrowsAsync(judgeAgain(testApp, id, erasing));
    t.like(await findScreen(testApp.store.read, id), { status: 'ss_cancelled', verdict: null });
});
