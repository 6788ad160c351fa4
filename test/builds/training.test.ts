// What the training of a build reads of a sage's gold, and what the prompts of candidates contain of it.
import test, { type ExecutionContext } from 'ava';
import { type Grade, grades } from '../../db/judgement/licence/agreement.ts';
import { digestOf, isHeldOut, putGold } from '../../db/judgement/gold.ts';
import { findRelease } from '../../db/builds/releases.ts';
import type { GoldItem } from '../../db/judgement/gold.ts';
import { getSage } from '../../db/sages/sages.ts';
import * as judges from '../doubles/judges.ts';
import { startModelServer } from '../doubles/model-server.ts';
import { invited, withActiveSage } from '../support/fixtures/council.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const texts = Array.from({ length: 75 }, (_, place): { text: string; level: Grade } => ({
    text: `Answer ${place}, in somebody's own words.`,
    level: grades[place % 3] ?? 'absent'
}));
const labels = new Map(texts.map(({ text, level }) => [text, level]));
const isHeld = (text: string) => isHeldOut(digestOf('debugging', text));
const held = texts.filter(({ text }) => isHeld(text)).map(({ text }) => text);
const usual = { criterion: 'debugging', by: 'anna', userId: null, blind: true, source: 'file' } as const;

/** A sage that was built before any answer was labelled, and is built again with this gold. */
async function prepared(t: ExecutionContext, judge: judges.MakeJudge, gold: Partial<GoldItem> = {}) {
    const server = await startModelServer(t, judge(engineer.criteria));
    const testApp = await createTestApp(t, {
        env: {
            LLM_BASE_URL: server.baseUrl,
            LLM_MODEL: 'judge',
            LLM_OPERATOR: 'ourselves',
            ALLOW_PRIVATE: `127.0.0.1:${server.port}`
        }
    });
    const { store, now } = testApp;
    const fixtures = await withActiveSage(testApp, { ...engineer, evaluator: 'model' });
    await store.write(async (tx) => {
        for (const one of texts)
            await putGold(tx, fixtures.sage.id, { ...usual, example: true, ...one, ...gold, at: now() });
    });
    const first = server.calls.length;
    const { body } = await fixtures.council.action('svc_start_full_sage_build', {
        sage_id: fixtures.sage.id
    });
    await testApp.drain();
    const { run_id: runId } = body;
    const { report } = (await fixtures.council.get(`/sages/${fixtures.sage.id}/builds/${runId}/report`)).body
        .data;
    const gate = report.steps[6].gates.find(({ id }: { id: string }) => id === 'training.hold_out');
    return { testApp, server, fixtures, runId, report, gate, calls: () => server.calls.slice(first) };
}

test('candidate prompts contain adopted examples and no held-out answers', async (t) => {
    const { testApp, fixtures, runId, report, gate, calls } = await prepared(
        t,
        judges.trained(labels, Boolean)
    );
    t.is(report.state, 'completed');
    t.like(report.training, { applies: true, adopted: true, n: held.length, after: 1 });
    t.true(gate.passed && gate.blocking);
    const { snapshot } = await findRelease(testApp.store.read, runId);
    const shown = snapshot.examples?.['debugging']?.map(({ text }) => text) ?? [];
    t.is(shown.length, 6, 'two of each level');
    t.false(shown.some(isHeld));
    const asked = new Set(calls().map(({ answer }) => answer));
    t.deepEqual(
        shown.filter((text) => asked.has(text)),
        [],
        'no example was ever judged'
    );
    const { agreement } = (await fixtures.council.get(`/sages/${fixtures.sage.id}/agreement`)).body.data;
    t.is(agreement.n, 0, 'labels from a file count for no licence');
    const { post } = await invited(testApp, fixtures, 1);
    await post('start', { consent: '1' });
    await post('answer', { criterion: 'debugging', text: 'I looked at it.' });
    await post('submit');
    await testApp.drain();
    const last = calls().find(({ answer }) => answer === 'I looked at it.');
    const prompt = JSON.stringify(last?.messages);
    t.true(shown.every((text) => prompt.includes(text)));
    t.false(held.some((text) => prompt.includes(text)));
});

test('no prompt of the release contains examples that were not adopted', async (t) => {
    const { testApp, fixtures, runId, report } = await prepared(
        t,
        judges.trained(labels, () => true)
    );
    t.is(report.state, 'completed');
    t.like(report.training, { applies: true, adopted: false, before: 1, after: 1 });
    t.deepEqual((await findRelease(testApp.store.read, runId)).snapshot.examples, {});
    t.is((await getSage(testApp.store.read, fixtures.sage.id)).releaseRunId, runId);
});

test('labels that do not count for a licence do not count for the training either', async (t) => {
    const { report, gate, calls } = await prepared(t, judges.trained(labels, Boolean), {
        by: 'CouncilAdmin'
    });
    t.is(report.state, 'completed');
    t.like(report.training, { applies: false, adopted: false, n: null });
    t.like(gate, { applies: false, blocking: false, passed: true });
    t.regex(gate.measured, /^Not tuned: 0 of 10 held-out answers are labelled\./);
    t.false(
        calls().some(({ messages }) => messages.some(({ content }) => content.includes('Examples that')))
    );
});
