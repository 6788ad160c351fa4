// The figures of a report card: its agreement with reviewers, and the nights in its evidence.
import test, { type ExecutionContext } from 'ava';
import { listMails, type MailRow } from '../../db/jobs/mails.ts';
import { mailText } from '../../jobs/mail/text.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { answers, changeArtifact, judgeAtKappa, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function judged(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp);
    const path = `/sages/${fixtures.sage.id}/builds/${fixtures.runId}`;
    const show = async () =>
        String(
            (await ask(testApp.server, { url: path, headers: { cookie: fixtures.council.headers.cookie } }))
                .body
        );
    return { testApp, ...fixtures, show };
}

test('the report states the agreement in its first paragraph and shows it for each level', async (t) => {
    const { label, check, show } = await judged(t);
    await label(answers(60));
    await check(judgeThat((_text, level) => level));
    const page = await show();
    const [, share] =
        /The evaluator gave the same level as your reviewers for (\d+)% of the labels\./.exec(page) ?? [];
    t.is(share, '100');
    t.true(page.indexOf('gave the same level as your reviewers') < page.indexOf('What was checked'));
    const same = pageOf(page)
        .rows('Evaluator levels by reviewer level')
        .map((row) => Number(row[row['Reviewers'] ?? '']));
    t.is(
        same.reduce((sum, count) => sum + count),
        120
    );
});

test('the report counts labels until there are enough, then shows the agreement and its interval', async (t) => {
    const { testApp, label, check, show, sage, runId } = await judged(t);
    await label(answers(12));
    t.true((await show()).includes('Not decided yet: 12 of 60 answers have two labels.'));
    t.deepEqual(pageOf(await show()).rows('Measurements'), []);
    await label(answers(60));
    const judge = judgeThat((_text, level) => level);
    await check(judge);
    t.regex(
        await show(),
        /<strong>Recommendations on\. On 60 .*1\.00 \(at least 0\.\d\d\)\. The reviewers agree/
    );
    await check(judge);
    await check(judgeThat(() => 'strong'));
    t.regex(await show(), /<strong>Recommendations off: The evaluator has changed: last night it gave/);
    const [mail] = (await listMails(testApp.store.read, { limit: 1, offset: 0 })).items;
    const addresses = { baseUrl: 'https://here', restPath: '/rest', links: '' };
    const page = `\nhttps://here/sages/${sage.id}/builds/${runId}\n`;
    t.true(mailText(mail as MailRow, addresses).text.includes(page));
    const queuedEarlier = { sageId: 7, sageName: 'Engineer', reason: 'Below.' };
    const { text } = mailText({ kind: 'licence_lost', about: queuedEarlier }, addresses);
    t.regex(text, /\/rest\/sages\/7\/agreement$/m);
});

test('the nightly checks are rows of their numbers, the newest first', async (t) => {
    const { testApp, label, check, show, runId } = await judged(t);
    await label(answers(240));
    const model = 'small & <quick>';
    await changeArtifact(testApp, runId, 'test_screen', () => ({
        verdict: { findings: [{ call: { model } }] }
    }));
    for (const kappa of [0.1, 0.2]) {
        await check(judgeAtKappa(kappa, model));
        testApp.pass(24 * 60 * 60 * 1000);
    }
    const rows = pageOf(await show()).rows('Measurements');
    t.deepEqual(
        rows.map((row) => row['Model']),
        [model, model]
    );
    const [last = 0, first = 0] = rows.map((row) =>
        Number.parseFloat(row['Weighted kappa (interval)'] ?? '')
    );
    t.true(last > first);
});
