// No judge advises before it has agreed with people, on answers that they labelled without having seen its own.
import test, { type ExecutionContext } from 'ava';
import { askDueChecks } from '../../db/judgement/licence/checks.ts';
import { isLicensed, licences, mayAdviseBy } from '../../db/judgement/licence.ts';
import { listJobs } from '../../db/support/listing.ts';
import type { EvaluatorName } from '../../db/sages/sages.ts';
import { mailsTo } from '../support/things/council.ts';
import {
    answers,
    changeArtifact,
    judgeAtKappa,
    judgeThat,
    reportWith,
    withJudge
} from '../support/things/licence.ts';
import { engineer } from '../support/things/sages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

async function prepared(t: ExecutionContext, evaluator?: EvaluatorName) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp, evaluator);
    return { testApp, ...fixtures, licensed: () => isLicensed(testApp.store.read, fixtures.runId) };
}

const few = (n: number) => `Not licensed to advise: ${n} of 30 answers labelled.`;

test('a judge that agrees with people at kappa 0.45 gets no licence, one at 0.75 gets it', async (t) => {
    const { label, check, licensed, agreement, council, sage, runId } = await prepared(t);
    await label(answers(150));
    await check(judgeAtKappa(0.45));
    t.false(await licensed());
    const poor = await agreement();
    t.true(Math.abs(poor.kappa - 0.45) < 0.1, `kappa is ${poor.kappa}`);
    t.regex(
        poor.licence.first_line,
        /^Not licensed to advise: Weighted kappa is 0\.\d\d, and 0\.60 is asked for\.$/
    );
    await check(judgeAtKappa(0.75));
    t.true(await licensed());
    const good = await agreement();
    t.true(Math.abs(good.kappa - 0.75) < 0.1, `kappa is ${good.kappa}`);
    t.true(good.kappa_low < good.kappa && good.kappa < good.kappa_high);
    t.like(good, {
        n: 150,
        constant: 0,
        two_levels_off: 0,
        labellers: [{ by: 'anna', source: 'file', labels: 150 }]
    });
    t.regex(
        good.licence.first_line,
        /^Licensed to advise: weighted kappa 0\.\d\d \(90 %: 0\.\d\d to 0\.\d\d\) on 150 answers labelled by anna \(file\)\.$/
    );
    const { report } = (await council.get(`/sages/${sage.id}/builds/${runId}/report`)).body.data;
    t.deepEqual(report.licence, good.licence);
});

test('ten answers are too few, and none of them is judged', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t);
    await label(answers(10));
    const perfect = judgeThat((_text, level) => level);
    await check(perfect);
    t.false(await licensed());
    t.deepEqual(perfect.asked, []);
    t.is((await agreement()).licence.first_line, few(10));
    await label(answers(12));
    t.is((await agreement()).licence.first_line, few(12), 'what is labelled later is counted at once');
});

test('labels of the owner alone do not count, by login, by name and from a screen', async (t) => {
    const { label, check, licensed, agreement, council } = await prepared(t);
    const { id: userId } = council.user;
    const third = answers(90);
    await label(third.slice(0, 30).map((one) => ({ ...one, by: 'CouncilAdmin' })));
    await label(
        third.slice(30, 60).map((one) => ({ ...one, by: 'councilAdmin', source: 'page' as const, userId }))
    );
    await label(third.slice(60).map((one) => ({ ...one, by: 'x', source: 'screen' as const, userId })));
    const perfect = judgeThat((_text, level) => level);
    await check(perfect);
    t.false(await licensed());
    t.deepEqual(perfect.asked, []);
    t.is((await agreement()).licence.first_line, few(0));
    await label(third.slice(0, 30).map((one) => ({ ...one, by: 'ben' })));
    await check(perfect);
    t.true(await licensed(), 'beside somebody else they do no harm');
    t.is(perfect.asked.length, 30);
});

test('labels that were not given blind do not count', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t);
    await label(answers(60).map((one) => ({ ...one, blind: false })));
    await check(judgeThat((_text, level) => level));
    t.false(await licensed());
    t.is((await agreement()).licence.first_line, few(0));
});

test('the embedded reader gives no levels and is never licensed', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t, 'evidence');
    await label(answers(60));
    const perfect = judgeThat((_text, level) => level);
    await check(perfect);
    t.false(await licensed());
    t.deepEqual(perfect.asked, []);
    t.is((await agreement()).licence.first_line, 'Reads, does not grade.');
});

test('a swap or an attack that changed a level in the build stands against a licence', async (t) => {
    const { testApp, label, check, licensed, agreement, runId } = await prepared(t);
    await label(answers(60));
    const perfect = judgeThat((_text, level) => level);
    for (const [report, gate, reason] of [
        ['report:test_ha', 'ha.identity', 'In the build it mattered who told the answer.'],
        ['report:test_ri', 'ri.attack', 'In the build an attack lifted a level.']
    ] as const) {
        await changeArtifact(testApp, runId, report, () => reportWith(gate, false));
        await check(perfect);
        t.false(await licensed());
        t.deepEqual((await agreement()).licence.reasons, [reason]);
        await changeArtifact(testApp, runId, report, () => reportWith(gate));
    }
    await check(perfect);
    t.true(await licensed());
});

test('a licence that a night takes back is a row more, and its owner is told once', async (t) => {
    const { testApp, label, check, licensed } = await prepared(t);
    await label(answers(90));
    await check(judgeAtKappa(0.9));
    t.true(await licensed());
    t.false((await mailsTo(testApp)).some((mail) => mail.startsWith('licence_lost')));
    await check(judgeAtKappa(0.3));
    await check(judgeAtKappa(0.3));
    t.false(await licensed());
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('licence_lost')).length, 1);
    const rows = await testApp.store.read.select().from(licences);
    t.deepEqual(
        rows.map(({ licensed }) => licensed),
        [true, false, false]
    );
});

test('a model that names itself otherwise ends the licence, and is not licensed before it is built', async (t) => {
    const { testApp, label, check, licensed, agreement, runId } = await prepared(t);
    await label(answers(60));
    const screen = { verdict: { findings: [{ call: { model: 'small-1' } }] } };
    await changeArtifact(testApp, runId, 'test_screen', () => screen);
    await check(judgeThat((_text, level) => level, 'small-1'));
    t.true(await licensed());
    const advise = (model: string) =>
        testApp.store.write((tx) =>
            mayAdviseBy(tx, { runId, calls: [undefined, { model }], version: '1', at: testApp.now() })
        );
    t.true(await advise('small-1'));
    t.false(await advise('small-2'));
    t.false(await licensed());
    t.false(await advise('small-1'), 'what is lost comes back by a decision only');
    t.regex((await agreement()).licence.first_line, /"small-2" now, and "small-1" was licensed/);
    await check(judgeThat((_text, level) => level, 'small-2'));
    t.false(await licensed());
    t.regex((await agreement()).licence.first_line, /"small-2" now, and the build was judged by "small-1"/);
    t.is((await mailsTo(testApp)).filter((mail) => mail.startsWith('licence_lost')).length, 1);
});

test('every night licensed sages are checked again, and those with new labels', async (t) => {
    const { testApp, label, check, council } = await prepared(t);
    const day = 24 * 60 * 60 * 1000;
    const waiting = async () => {
        await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
        const { total } = await listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 });
        return total;
    };
    t.is(await waiting(), 1, 'a release asks for it');
    const perfect = judgeThat((_text, level) => level);
    testApp.pass(day);
    t.is(await waiting(), 2, 'nothing was decided yet');
    await check(perfect);
    testApp.pass(day);
    t.is(await waiting(), 2, 'nothing is new, and nothing is licensed');
    const other = (await council.send('POST', '/sages', engineer)).body.data.sage;
    const items = [{ criterion: 'debugging', text: 'I bisected it.', level: 'strong' }];
    t.is((await council.send('POST', `/sages/${other.id}/gold`, { items })).statusCode, 200);
    t.is(await waiting(), 2, 'a label for another sage is no news of this one');
    await label(answers(60));
    t.is(await waiting(), 3);
    t.is(await waiting(), 3, 'once a day');
    await check(perfect);
    testApp.pass(day);
    t.is(await waiting(), 4);
});

test('where two people labelled, how well they agree stands beside the judge', async (t) => {
    const { label, agreement } = await prepared(t);
    await label(answers(30));
    await label(answers(20).map((one) => ({ ...one, by: 'ben' })));
    await label(answers(3).map((one) => ({ ...one, by: 'cleo', blind: false })));
    const { people, kappa, n, labellers } = await agreement();
    t.deepEqual(people, { n: 20, kappa: 1 });
    t.deepEqual([kappa, n], [null, 0]);
    t.deepEqual(
        labellers.map(({ by, labels }: { by: string; labels: number }) => [by, labels]),
        [
            ['anna', 30],
            ['ben', 20]
        ]
    );
});

test('while a model cannot be asked nothing is decided, and no job is given up for it', async (t) => {
    const { testApp, label, licensed, agreement } = await prepared(t);
    await label(answers(60));
    await testApp.drain();
    t.false(await licensed());
    t.deepEqual(await testApp.store.read.select().from(licences), []);
    const { items } = await listJobs(testApp.store.read, { task: 'check-licence', limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ state }) => state),
        ['done']
    );
    t.is(
        (await agreement()).licence.first_line,
        'Not licensed to advise: The labelled answers are still to be judged.'
    );
});
