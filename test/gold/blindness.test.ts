// Whose labels a licence may be based on: those of people who had not seen what the judge made of such an answer.
import test from 'ava';
import { goldLabels } from '../../db/judgement/gold.ts';
import { screenShowings } from '../../db/judgement/showings.ts';
import { screenAnswers, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { answers, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a label is not blind when its user saw the findings on a near copy of the answer', async (t) => {
    const testApp = await createTestApp(t);
    const { label, check, sage, runId, agreement, twoPeople } = await withJudge(testApp);
    const all = answers(60);
    const [{ text } = { text: '' }] = all;
    const [anna, ben] = twoPeople;
    const at = testApp.now();
    await testApp.store.write(async (tx) => {
        const row = {
            id: 'screen-a',
            sageId: sage.id,
            kind: 'real' as const,
            status: 'ss_evaluated' as const
        };
        const named = { candidateName: 'A', candidateEmail: 'a@example.test', createdAt: 1 };
        await tx.insert(screens).values({ ...row, ...named, releaseRunId: runId });
        const answer = `${text.toUpperCase()}, I think.`;
        await tx
            .insert(screenAnswers)
            .values({ screenId: 'screen-a', criterionId: 'debugging', answer, at: 1 });
        const shown = { screenId: 'screen-a', how: 'asked' as const };
        await tx.insert(screenShowings).values({ ...shown, userId: anna?.userId ?? 0, at: at - 1 });
        await tx.insert(screenShowings).values({ ...shown, userId: ben?.userId ?? 0, at: at + 1 });
    });
    await label(all);
    const judge = judgeThat((_text, level) => level);
    await check(judge);
    t.is(judge.asked.length, 0);
    const blind = await testApp.store.read.select().from(goldLabels).where(eq(goldLabels.blind, false));
    t.deepEqual(
        blind.map(({ byName }) => byName),
        ['anna'],
        'ben saw it only after he had labelled'
    );
    await check(judge);
    t.is(judge.asked.length, 0, '59 answers are too few');
    t.regex((await agreement()).licence.first_line, /Not decided yet: 59 of 60/);
});

test('with two labellers, their agreement is shown next to the agreement of the judge', async (t) => {
    const { label, agreement, twoPeople } = await withJudge(await createTestApp(t));
    const [anna, ben] = twoPeople;
    await label(answers(30).map((one) => ({ ...one, ...anna })));
    await label(answers(20).map((one) => ({ ...one, ...ben })));
    await label(answers(3).map((one) => ({ ...one, by: 'cleo', blind: false })));
    const { people, kappa, n, labellers } = await agreement();
    t.deepEqual(people, { n: 20, kappa: 1 });
    t.deepEqual([kappa, n], [null, 0]);
    t.deepEqual(
        labellers.map(({ by, labels }: { by: string; labels: number }) => [by, labels]),
        [
            ['anna', 20],
            ['ben', 20]
        ]
    );
});
