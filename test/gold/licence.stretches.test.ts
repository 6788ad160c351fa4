// The figures of a night come from megabytes of answers; nobody else on the server waits for them.
import test from 'ava';
import { grades } from '../../db/judgement/licence/agreement.ts';
import { licenceCase } from '../../db/judgement/licence/case.ts';
import { isLicensed } from '../../db/judgement/licence.ts';
import { screens } from '../../db/screens/screens.ts';
import { judgeThat, withJudge } from '../support/things/licence.ts';
import { longestWait } from '../support/runs/stretches.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const long = (place: number, of: number) =>
    `Answer ${place}, ${'in their own words, as somebody tells it. '.repeat(1200)}`.slice(0, of);

test('500 answers of 50 KiB are judged and measured in short stretches', async (t) => {
    const testApp = await createTestApp(t);
    const { label, check, runId, agreement } = await withJudge(testApp);
    for (let from = 0; from < 500; from += 50)
        await label(
            Array.from({ length: 50 }, (_, at) => ({
                text: long(from + at, 48 * 1024),
                level: grades[(from + at) % 3] ?? 'absent'
            }))
        );
    const judge = judgeThat((_text, level) => level);
    const longest = await longestWait(() => check(judge));
    t.log(`longest stretch ${longest.toFixed(0)} ms`);
    t.true(longest < 250, `${longest} ms`);
    t.true(await isLicensed(testApp.store.read, runId));
    t.is((await agreement()).n, 500);
});

test('the search for the answers that may be judged yields after each of them', async (t) => {
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
    t.is(found?.counted.answers.length, 120);
    t.is(yields, 121, 'after each screen and each text');
    t.false(JSON.stringify(found?.counted).includes('own words'), 'no text is kept');
});
