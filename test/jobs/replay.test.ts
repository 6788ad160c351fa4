// Verdicts can be replayed: `cli screen replay` judges a screen again by its release.
import test from 'ava';
import { findScreen, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { evidenceEvaluator, readHere } from '../../jobs/evaluation/evidence/index.ts';
import type { Evaluator } from '../../jobs/evaluation/evaluator.ts';
import { replayScreen } from '../../jobs/evaluation/replay.ts';
import { never, onlyEvaluator } from '../support/fixtures/builds.ts';
import { withJudgedScreen } from '../support/fixtures/judged.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const other: Evaluator = {
    name: 'other',
    version: '2',
    find: async ({ criteria }) =>
        criteria.map(({ id }) => ({
            criterion_id: id,
            level: 'absent',
            quotes: [],
            reason: 'No.',
            flags: ['short_answer']
        }))
};

test('replaying evidence gives the same verdict, another judge can differ, and neither writes', async (t) => {
    const testApp = await createTestApp(t);
    const { id } = await withJudgedScreen(testApp);
    const { read, write } = testApp.store;
    const before = await findScreen(read, id);
    const replay = (evaluator: Evaluator) =>
        replayScreen(read, onlyEvaluator(evaluator), { screenId: id, signal: never() });
    const again = await replay(evidenceEvaluator(readHere));
    t.like(again, { screen_id: id, run_id: before?.releaseRunId, same: true });
    t.deepEqual(again.now, again.stored);
    t.deepEqual(
        again.criteria.map(({ criterion_id, same }) => [criterion_id, same]),
        [
            ['debugging', true],
            ['teamwork', true]
        ]
    );
    t.true((again.criteria[0]?.now?.said.length ?? 0) > 0);
    const differing = await replay(other);
    t.false(differing.same);
    t.like(differing.now, { evaluator: { name: 'other', version: '2' } });
    t.like(differing.criteria[0], {
        same: false,
        stored: { level: 'unscored' },
        now: { level: 'absent', quotes: [], flags: ['short_answer'], said: [] }
    });
    t.deepEqual(await findScreen(read, id), before);
    const consentNotice = { reader: 'model', operator: 'Elsewhere', text: '' } as const;
    await write(
        async (tx) => void (await tx.update(screens).set({ consentNotice }).where(eq(screens.id, id)))
    );
    await t.throwsAsync(replay(other), { message: /consented to a different evaluator/ });
    await write(
        async (tx) => void (await tx.update(screens).set({ verdict: null }).where(eq(screens.id, id)))
    );
    await t.throwsAsync(replay(other), { message: 'This candidate has not been evaluated yet.' });
});
