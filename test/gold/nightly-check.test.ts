// What becomes of a licence: every night, after an upgrade, and while the model cannot be asked.
import test, { type ExecutionContext } from 'ava';
import { askDueChecks } from '../../db/judgement/licence/checks.ts';
import { findLicence, licences } from '../../db/judgement/licence.ts';
import { type Drift, driftOf, judgedBy, storeDrift } from '../../db/judgement/licence/drift.ts';
import { listJobs } from '../../db/support/listing.ts';
import type { Evaluator } from '../../jobs/evaluation/evaluator.ts';
import { EvaluatorFault, type FaultCode } from '../../jobs/evaluation/faults.ts';
import { findFair } from '../support/fixtures/fair.ts';
import { answers, changeArtifact, judgeAtKappa, judgeThat } from '../support/fixtures/licence.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { few, perfect, prepared as untouched } from './prepared.ts';

async function prepared(t: ExecutionContext) {
    const fixtures = await untouched(t);
    const { testApp, runId, sage } = fixtures;
    /** After a stop it would be tried anew first. */
    const check = async (...asked: Parameters<typeof fixtures.check>) => {
        await testApp.store.write((tx) => findFair(tx, { runId, sageId: sage.id }, testApp.now()));
        await fixtures.check(...asked);
    };
    return { ...fixtures, check };
}

const lenient = (model?: string) =>
    judgeThat((_text, level) => (level === 'absent' ? 'partial' : level), model);
const day = 24 * 60 * 60 * 1000;

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Nightly checks in which a judge is licensed, changes, is stopped, and is refused by the analysis after it. */
async function stop(label: Prepared['label'], check: Prepared['check'], model?: string) {
    await label(answers(60));
    for (let night = 0; night < 3; night += 1) await check(perfect(model));
    for (let night = 0; night < 4; night += 1) await check(lenient(model));
}

test('a judge that changed since its last nightly check is stopped, and its owner emailed once', async (t) => {
    const { testApp, label, check, licensed, lost, agreement, runId } = await prepared(t);
    await label(answers(60));
    const judge = perfect();
    await check(judge);
    t.true(await licensed());
    t.is(judge.asked.length, 60);
    await check(judge);
    t.is(
        judge.asked.length,
        180,
        'each answer is judged three times before nightly checks are compared with it'
    );
    await check(judge);
    t.is(judge.asked.length, 220, 'a nightly check draws 40');
    t.true(await licensed());
    t.like(await driftOf(testApp.store.read, runId), { nights: 1, drawn: 40, differed: 0 });
    const changed = lenient();
    for (let night = 0; night < 3 && (await licensed()); night += 1) await check(changed);
    t.false(await licensed());
    t.regex(
        (await agreement()).licence.first_line,
        /The evaluator has changed: last night it gave 1\d of 40 answers another level/
    );
    t.is(await lost(), 1);
    await check(changed);
    t.false(await licensed(), 'it is looked at again, with all its answers');
    t.is((await agreement()).n, 60);
    t.is(await lost(), 1);
});

test('a stopped judge gets recommendations back after a week of good checks, with the same basis', async (t) => {
    const { testApp, label, check, licensed, runId } = await prepared(t);
    const jobs = async () =>
        (await listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 })).total;
    await stop(label, check);
    t.false(await licensed(), 'stopped, and refused by the analysis after it');
    const before = await jobs();
    testApp.pass(day + 1);
    await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
    t.is(await jobs(), before + 1, 'it is asked on');
    await check(lenient());
    const bad = (await driftOf(testApp.store.read, runId))?.stopped?.nights ?? 0;
    t.true(bad > 0 && bad < 7);
    const judge = perfect();
    for (let night = 0; night < 14 && !(await licensed()); night += 1) await check(judge);
    t.true(await licensed());
    t.is(judge.asked.length, (14 - bad) * 40, 'the week with a bad check does not do, the next one does');
    t.like(await findLicence(testApp.store.read, runId), { licensed: true, measured: false });
    const state = await driftOf(testApp.store.read, runId);
    t.is(state?.stopped, undefined);
    await check(judge);
    t.is(
        judge.asked.length,
        (15 - bad) * 40,
        'it is compared with what it gave before, and not asked for it anew'
    );
});

test('a stopped judge with another model is no longer called', async (t) => {
    const { testApp, label, check, licensed, runId } = await prepared(t);
    await stop(label, check);
    const other = perfect('another-model');
    await check(other);
    t.is((await driftOf(testApp.store.read, runId))?.stopped, undefined);
    for (let night = 0; night < 9; night += 1) await check(perfect());
    t.false(await licensed());
});

test('a stopped judge whose filter refuses a text is still the same judge', async (t) => {
    const { testApp, label, check, licensed, runId } = await prepared(t);
    const findings = [{ criterion_id: 'debugging', call: { model: 'a-model' } }];
    await changeArtifact(testApp, runId, 'test_screen', () => ({ answers: {}, verdict: { findings } }));
    await stop(label, check, 'a-model');
    const usual = perfect('a-model');
    const flags = ['content_filtered'];
    const refused = { level: 'unscored' as const, quotes: [], reason: '', flags };
    const filtered: Evaluator = {
        ...usual,
        find: async (input, signal) =>
            Object.values(input.answers)[0]?.startsWith('Answer 7:')
                ? input.criteria.map(({ id }) => ({ ...refused, criterion_id: id }))
                : usual.find(input, signal)
    };
    for (let night = 0; night < 14 && !(await licensed()); night += 1) await check(filtered);
    t.true(await licensed());
});

test('a judge refused by an analysis of more answers is not allowed again by good checks', async (t) => {
    const { testApp, label, check, licensed, runId } = await prepared(t);
    await stop(label, check);
    const stopped = async () => (await driftOf(testApp.store.read, runId))?.stopped;
    const { stopped: kept, ...state } = (await driftOf(testApp.store.read, runId)) ?? {};
    t.truthy(kept);
    await check({ ...perfect(), version: '2' });
    t.is(await stopped(), undefined, 'another version is another judge');
    await testApp.store.write((tx) => storeDrift(tx, runId, { ...state, stopped: kept } as Drift));
    await label(answers(120));
    await check(lenient());
    t.is((await judgedBy(testApp.store.read, runId)).length, 120, 'the second analysis took more answers');
    const judge = perfect();
    for (let night = 0; night < 9; night += 1) await check(judge);
    t.false(await licensed());
    t.is(judge.asked.length, 0);
    t.is(await stopped(), undefined);
});

test('a nightly check of a stopped judge counts once, whichever node ran it', async (t) => {
    const { testApp, label, check, job, licensed, runId } = await prepared(t);
    await stop(label, check);
    const isLast = async () => ((await driftOf(testApp.store.read, runId))?.stopped?.nights ?? 0) % 7 === 6;
    for (let night = 0; night < 14; night += 1) if (night < 7 || !(await isLast())) await check(perfect());
    const nodes = [await job(perfect()), await job(perfect())];
    for (const settle of nodes) if (settle) await testApp.store.write(settle);
    t.true(await licensed());
    t.is((await judgedBy(testApp.store.read, runId)).length, 60);
});

test('an answer that is too long for the judge gets no level, and the others are evaluated', async (t) => {
    const { label, check, licensed, agreement } = await prepared(t);
    await label(answers(60));
    const faulty = (code: FaultCode, usual = perfect()): Evaluator => ({
        ...usual,
        find: (input, signal) =>
            Object.values(input.answers)[0]?.startsWith('Answer 7:')
                ? Promise.reject(new EvaluatorFault(code))
                : usual.find(input, signal)
    });
    await t.throwsAsync(check(faulty('quota')), { message: /quota/ });
    await t.throwsAsync(check(faulty('server_error')), { message: /server_error/ });
    await check(faulty('too_long'));
    t.true(await licensed());
    t.is((await agreement()).n, 59);
    for (let night = 0; night < 5; night += 1) await check(faulty('truncated'));
    t.true(await licensed());
});

test('every night licensed sages are checked again, and those with new labels', async (t) => {
    const { testApp, label, check, council, release } = await prepared(t);
    const waiting = async () => {
        await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
        const { total } = await listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 });
        return total;
    };
    t.is(await waiting(), 1, 'a release asks for it');
    const judge = perfect();
    testApp.pass(day);
    t.is(await waiting(), 2, 'nothing was decided yet');
    await label(answers(60));
    await check(judgeAtKappa(0.2));
    t.is(await waiting(), 3, 'after an analysis the next one may be due');
    testApp.pass(day);
    t.is(await waiting(), 3, 'nothing is new, and nothing is licensed');
    const other = (await council.send('POST', '/sages', engineer)).body.data.sage;
    const items = [{ criterion: 'debugging', text: 'I bisected it.', level: 'strong' }];
    t.is((await council.send('POST', `/sages/${other.id}/gold`, { items })).statusCode, 200);
    t.is(await waiting(), 3, 'a label for another sage is no news of this one');
    await label(answers(240));
    t.is(await waiting(), 4);
    t.is(await waiting(), 4, 'once a day');
    await check(judge, { of: await release('model') });
    testApp.pass(day);
    t.is(await waiting(), 7, 'the release, its analysis and the nightly check of a licensed judge');
});

test('while a model is unreachable nothing is decided, and no job fails for it', async (t) => {
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
    t.true((await agreement()).licence.first_line.startsWith(few(60)));
});

test('a licence of the old rule is shown as old, hides its advice, and ends after 30 days', async (t) => {
    const { testApp, licensed, lost, agreement, runId, sage } = await prepared(t);
    const { store, now } = testApp;
    const old = {
        licensed: true,
        firstLine: 'Licensed to advise: weighted kappa 0.66.',
        reasons: [],
        labellers: []
    };
    await store.write((tx) =>
        tx
            .insert(licences)
            .values({ ...old, runId, sageId: sage.id, at: now(), model: null, version: '1', rule: 1 })
    );
    t.false(await licensed());
    t.like((await agreement()).licence, {
        licensed: false,
        first_line:
            'Recommendations were turned on by an old rule. They are hidden until the new rule decides.'
    });
    testApp.pass(31 * day);
    await store.write((tx) => askDueChecks(tx, now()));
    t.regex((await findLicence(store.read, runId))?.firstLine ?? '', /by the old rule ended after 30 days/);
    t.is(await lost(), 1);
});
