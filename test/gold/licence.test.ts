// No judge advises before it has agreed with people, on answers that they labelled without having seen its own.
import test from 'ava';
import { isLicensed, mayAdviseBy } from '../../db/judgement/licence.ts';
import { goldAnswers } from '../../db/judgement/gold.ts';
import { judgedBy, storeJudged } from '../../db/judgement/licence/drift.ts';
import { analysesOf } from '../../db/judgement/licence/interim-analyses.ts';
import { answers, changeArtifact, judgeAtKappa, reportWith } from '../support/fixtures/licence.ts';
import { few, perfect, prepared } from './prepared.ts';

test('a judge at kappa 0.45 gets no recommendations, and one that agrees with people gets them', async (t) => {
    const { label, check, licensed, agreement, council, sage, runId, release, testApp } = await prepared(t);
    await label(answers(150));
    await check(judgeAtKappa(0.45));
    t.false(await licensed());
    const poor = await agreement();
    t.true(Math.abs(poor.kappa - 0.45) < 0.2, `kappa is ${poor.kappa}`);
    t.regex(
        poor.licence.first_line,
        /^Recommendations off: The agreement with reviewers is 0\.\d\d, with a lower bound of/
    );
    t.is(poor.n, 60, 'the first analysis takes the first 60');
    await check(perfect());
    t.is((await agreement()).n, 120, 'the next analysis takes 120, of which the judge rated 60 already');
    t.false(await licensed());
    const newer = await release('model');
    await check(perfect(), { of: newer });
    t.true(await isLicensed(testApp.store.read, newer), 'another release starts anew');
    const good = await agreement();
    t.like(good, {
        n: 60,
        constant: 0,
        two_levels_off: 0,
        kappa: 1,
        licence: { licensed: true, next: null }
    });
    t.true(good.kappa_low > 0.9);
    t.regex(
        good.licence.first_line,
        /^Recommendations on\. On 60 answers that two reviewers labelled, the agreement is 1\.00/
    );
    const { report } = (await council.get(`/sages/${sage.id}/builds/${newer}/report`)).body.data;
    t.deepEqual(report.licence, good.licence);
    const analyses = await analysesOf(testApp.store.read, sage.id);
    t.deepEqual(
        analyses.map(({ attempt, look, n, licensed, runId: of }) => [
            attempt,
            look,
            n,
            licensed,
            of === runId
        ]),
        [
            [1, 1, 60, false, true],
            [1, 2, 120, false, true],
            [2, 1, 60, true, false]
        ],
        'at answers that were looked at before it is another attempt'
    );
});

test('fifty answers are too few, and none of them is evaluated', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t);
    await label(answers(50));
    const judge = perfect();
    await check(judge);
    t.false(await licensed());
    t.deepEqual(judge.asked, []);
    t.true((await agreement()).licence.first_line.startsWith(few(50)));
    await label(answers(52));
    t.true(
        (await agreement()).licence.first_line.startsWith(few(52)),
        'what is labelled later is counted at once'
    );
    t.regex((await agreement()).licence.next, /Decided at 60, 120, 240 and 480\./);
});

test('labels count only from two accounts, not from a file or from one person with two names', async (t) => {
    const { label, check, licensed, agreement, council, twoPeople } = await prepared(t);
    const [anna, ben] = twoPeople;
    const all = answers(120);
    await label(all.map((one) => ({ ...one, source: 'file' as const, userId: null })));
    await label(all.map((one) => ({ ...one, ...anna, by: 'anna' })));
    await label(all.map((one) => ({ ...one, ...anna, by: 'Anna B.' })));
    const judge = perfect();
    await check(judge);
    t.false(await licensed());
    t.deepEqual(judge.asked, []);
    t.true((await agreement()).licence.first_line.startsWith(few(0)));
    await label(
        all.map((one) => ({ ...one, by: 'owner', userId: council.user.id, source: 'screen' as const }))
    );
    await label(all.map((one) => ({ ...one, ...ben })));
    await check(judge);
    t.true(await licensed(), 'the owner may be one of the two');
    t.is(judge.asked.length, 60);
});

test('copies of one answer count once, however they were changed', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t);
    const [one, ...others] = answers(50);
    const copies = Array.from({ length: 30 }, (_, place) => ({
        ...one,
        text: `${place + 1}. ${one?.text ?? ''}!`
    }));
    await label([...others, ...copies] as typeof others);
    await check(perfect());
    t.false(await licensed());
    t.true((await agreement()).licence.first_line.startsWith(few(50)));
    t.regex((await agreement()).licence.next, /50 of 79 answers are different: copies count once\.$/);
});

test('an answer erased during the evaluation is left out, and the other results are stored', async (t) => {
    const { testApp, label, runId } = await prepared(t);
    await label(answers(1));
    const { store } = testApp;
    const id = (await store.read.select().from(goldAnswers))[0]?.id ?? 0;
    const given = { levels: ['strong' as const], model: null };
    const judged = [id, id + 1].map((answerId) => ({ ...given, answerId }));
    await store.write((tx) => storeJudged(tx, runId, judged));
    t.deepEqual(
        (await judgedBy(store.read, runId)).map(({ answerId }) => answerId),
        [id]
    );
    await store.write((tx) => storeJudged(tx, runId, judged.slice(1)));
});

test('labels that were not given blind do not count', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t);
    await label(answers(60).map((one) => ({ ...one, blind: false })));
    await check(perfect());
    t.false(await licensed());
    t.true((await agreement()).licence.first_line.startsWith(few(0)));
});

test('the embedded reader gives no levels and is never licensed', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t, 'evidence');
    await label(answers(60));
    const judge = perfect();
    await check(judge);
    t.false(await licensed());
    t.deepEqual(judge.asked, []);
    t.is((await agreement()).licence.first_line, 'Highlights only.');
});

test('a swap or attack that changed a level in the build turns recommendations off', async (t) => {
    const { testApp, label, check, licensed, agreement, runId } = await prepared(t);
    await label(answers(60));
    const judge = perfect();
    for (const [report, gate, reason] of [
        [
            'report:test_ha',
            'ha.identity',
            'In the build, a change of name, pronoun, age, nationality or career gap changed a finding.'
        ],
        ['report:test_ri', 'ri.attack', 'In the build, an attack raised a level.']
    ] as const) {
        await changeArtifact(testApp, runId, report, () => reportWith(gate, false));
        await check(judge);
        t.false(await licensed());
        t.deepEqual((await agreement()).licence.reasons, [reason]);
        await changeArtifact(testApp, runId, report, () => reportWith(gate));
    }
    await check(judge);
    t.true(await licensed());
});

test('another model name turns recommendations off until the next build', async (t) => {
    const { testApp, label, check, licensed, lost, agreement, runId } = await prepared(t);
    await label(answers(60));
    const screen = { verdict: { findings: [{ call: { model: 'small-1' } }] } };
    await changeArtifact(testApp, runId, 'test_screen', () => screen);
    await check(perfect('small-1'));
    t.true(await licensed());
    const advise = (model: string) =>
        testApp.store.write((tx) =>
            mayAdviseBy(tx, { runId, calls: [undefined, { model }], version: '1', at: testApp.now() })
        );
    t.true(await advise('small-1'));
    t.false(await advise('small-2'));
    t.false(await licensed());
    t.false(await advise('small-1'), 'what is lost comes back by a decision only');
    t.regex(
        (await agreement()).licence.first_line,
        /now reports the name "small-2"\. Recommendations were turned on for "small-1"/
    );
    await check(perfect('small-2'));
    t.false(await licensed());
    t.regex(
        (await agreement()).licence.first_line,
        /now reports the name "small-2"\. The build used "small-1"/
    );
    t.is(await lost(), 1);
});
