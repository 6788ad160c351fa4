import test from 'ava';
import { longestWait } from '../../../support/runs/stretches.ts';
import { size } from '../../../support/fixtures/answers.ts';
import { complaint } from '../../../support/fixtures/evidence.ts';
import { makeEvaluators } from '../../../../jobs/evaluation/index.ts';
import { stubbornReader } from '../../../support/fixtures/stubborn.ts';

test.serial('an answer that takes too long does not block the event loop', async (t) => {
    const { find } = stubbornReader(t, { patience: 2000 });
    await find('fine');
    let findings: Awaited<ReturnType<typeof find>> = [];
    t.true((await longestWait(async () => void (findings = await find('hang')))) < 50);
    t.deepEqual(findings[0]?.flags, ['not_read']);
});

test.serial('a sentence of 50 KiB does not block the event loop, and its quote is shortened', async (t) => {
    const words = Array.from({ length: 8000 }, (_, n) => `so${n}`).join(' ');
    const answers = { complaint: `I wrote the complaint down ${words} and told my duty manager of it` };
    t.true(answers.complaint.length > size);
    const evaluator = makeEvaluators({ now: () => 0 }).of('evidence');
    const find = (text: Record<string, string>) =>
        evaluator.find({ criteria: [complaint], answers: text, prompt: '' }, new AbortController().signal);
    await find({ complaint: 'I write it down.' });
    let kept = 0;
    const work = async () => void (kept = JSON.stringify(await find(answers)).length);
    t.true((await longestWait(work)) < 50);
    t.true(kept > 400 && kept < size, `${kept} characters are kept`);
});
