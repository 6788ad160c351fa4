// The figures of a nightly check come from megabytes of answers; no other request on the server waits for them.
import test from 'ava';
import { licenceCase } from '../../db/judgement/licence/case.ts';
import { licenceAnalyses } from '../../db/judgement/licence/interim-analyses.ts';
import { figuresOf } from '../../db/judgement/licence/rules.ts';
import { isLicensed } from '../../db/judgement/licence.ts';
import { screens } from '../../db/screens/screens.ts';
import { answers, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { longestWait } from '../support/runs/stretches.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const long = (place: number, of: number) =>
    `Answer ${place}, ${'in their own words, as somebody tells it. '.repeat(1200)}`.slice(0, of);

/** 48 KiB of words that no other answer has. */
const own = (text: string) =>
    text
        .split(' ')
        .slice(2)
        .join(' ')
        .padEnd(48 * 1024, `${text.slice(12)} `);

test.serial('480 answers of 48 KiB are compared, judged and measured in short stretches', async (t) => {
    const testApp = await createTestApp(t);
    const { label, check, runId, agreement, sage } = await withJudge(testApp);
    const all = answers(480);
    for (let from = 0; from < 480; from += 40)
        await label(
            all
                .slice(from, from + 40)
                .map((one, at) => ({ ...one, text: `Answer ${from + at}: ${own(one.text)}` }))
        );
    const earlier = { sageId: sage.id, runId, attempt: 1, after: 0, licensed: false, at: testApp.now() };
    const figures = figuresOf([], 0.01);
    await testApp.store.write(async (tx) => {
        for (const [look, n] of [
            [1, 60],
            [2, 120],
            [3, 240]
        ] as const)
            await tx.insert(licenceAnalyses).values({ ...earlier, look, n, figures });
    });
    const judge = judgeThat((_text, level) => level);
    const longest = await longestWait(() => check(judge));
    t.log(`longest stretch ${longest.toFixed(0)} ms`);
    t.true(longest < 150, `${longest} ms`);
    t.true(await isLicensed(testApp.store.read, runId));
    t.is((await agreement()).n, 480);
});

test.serial('the search for the answers that may be judged yields after each of them', async (t) => {
    const testApp = await createTestApp(t);
    const { label, runId, sage } = await withJudge(testApp);
    await label(Array.from({ length: 120 }, (_, at) => ({ text: long(at, 200), level: 'absent' as const })));
    const named = { candidateName: 'A', candidateEmail: 'a@example.test', createdAt: 1 };
    await testApp.store.write((tx) =>
        tx.insert(screens).values({
            id: 'screen-a',
            sageId: sage.id,
            kind: 'real',
            status: 'ss_evaluated',
            ...named,
            releaseRunId: runId
        })
    );
    let yields = 0;
    const yieldNow = () => Promise.resolve(void (yields += 1));
    const found = await licenceCase(testApp.store.read, { runId, operator: 'Example Models Ltd', yieldNow });
    t.is(found?.stock.length, 120);
    t.is(yields, 121, 'after each screen and each text');
    t.false(JSON.stringify(found?.stock).includes('own words'), 'no text is kept');
});

test.serial('a fairness check with answers of 48 KiB runs in short stretches', async (t) => {
    const testApp = await createTestApp(t);
    const { label, check, release } = await withJudge(testApp);
    const runId = await release('model', { isTried: false });
    for (const some of [answers(60).slice(0, 30), answers(60).slice(30)])
        await label(
            some.map((one) => ({ ...one, text: `${one.text.split(' ', 2).join(' ')} ${own(one.text)}` }))
        );
    const judge = judgeThat((_text, level) => level);
    const longest = await longestWait(() => check(judge, { of: runId }));
    t.log(`longest stretch ${longest.toFixed(0)} ms`);
    t.true(judge.asked.length >= 400);
    t.true(longest < 50, `${longest} ms`);
});
