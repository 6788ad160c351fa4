// What a build with a model had no time for runs at night; until then, and after a miss, nothing is licensed.
import test, { type ExecutionContext } from 'ava';
import { askDueRests, restInWork, restOf, whyNotYet } from '../../db/builds/rest.ts';
import { freezeArtifact } from '../../db/council/steps.ts';
import { getSage, setFields } from '../../db/sages/sages.ts';
import type { Level } from '../../db/sages/verdicts.ts';
import { artifacts } from '../../db/builds/runs.ts';
import { inArray } from '../../db/store/drizzle.ts';
import { findLicence, isLicensed } from '../../db/judgement/licence.ts';
import { settleNight } from '../../db/judgement/licence/checks.ts';
import type { TaskName } from '../../db/jobs/ledger.ts';
import { listJobs } from '../../db/support/listing.ts';
import { readMails } from '../../jobs/mail/text.ts';
import * as judges from '../doubles/judges.ts';
import { type ModelJudge, refuse, startModelServer } from '../doubles/model-server.ts';
import { answers, changeArtifact, labelByTwo, reportWith, withJudge } from '../support/fixtures/licence.ts';
import { findFair } from '../support/fixtures/fair.ts';
import { mailsTo, withActiveSage } from '../support/fixtures/council.ts';
import { engineer, engineerFields } from '../support/fixtures/sages.ts';
import { withTestAnswers } from '../support/fixtures/test-answers.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60 * 1000;
const labelled = answers(60);
const labels = new Map<string, Level>(labelled.map(({ text, level }) => [text, level]));
const criteria = withTestAnswers(engineerFields.criteria);
const atOnce = 16;
/** So slow that the first round alone fits into the steps. */
const slowly = 600;

/** A released sage with sixty labelled answers, and the judge that its nights meet. */
async function prepared(t: ExecutionContext) {
    const good = judges.trained(labels, () => true)(criteria);
    const probed: ModelJudge = (asked, response) => {
        if (asked.before < atOnce) testApp.pass(slowly);
        return good(asked, response);
    };
    const at = { judge: probed };
    const server = await startModelServer(t, (asked, response) => at.judge(asked, response));
    const testApp = await createTestApp(t, {
        env: {
            LLM_BASE_URL: server.baseUrl,
            LLM_MODEL: 'judge',
            LLM_OPERATOR: 'ourselves',
            LLM_CONCURRENCY: String(atOnce),
            ALLOW_PRIVATE: `127.0.0.1:${server.port}`
        }
    });
    const { store, now } = testApp;
    const { council, sage } = await withActiveSage(testApp, { ...engineer, evaluator: 'model' }, (sageId) =>
        store.write((tx) => setFields(tx, sageId, { criteria }))
    );
    await labelByTwo(testApp, sage.id, labelled);
    const runId = (await getSage(store.read, sage.id)).releaseRunId ?? '';
    await store.write((tx) => findFair(tx, { runId, sageId: sage.id }, now()));
    const card = async () => (await council.get(`/sages/${sage.id}/builds/${runId}/report`)).body.data.report;
    const ask = () => store.write((tx) => askDueRests(tx, now()));
    const night = async () => {
        testApp.pass(day);
        await ask();
        const before = server.calls.length;
        await testApp.drain();
        return server.calls.length - before;
    };
    const lost = async () => (await mailsTo(testApp)).filter((mail) => mail.startsWith('licence_')).length;
    return {
        testApp,
        at,
        good,
        runId,
        card,
        ask,
        night,
        lost,
        licensed: () => isLicensed(store.read, runId)
    };
}

test('remaining cases run at night, up to 500 calls each, and recommendations wait for the last', async (t) => {
    const { testApp, card, ask, night, licensed, lost, runId } = await prepared(t);
    const { cases } = await card();
    t.true(cases.run > 60 && cases.planned > cases.run, JSON.stringify(cases));
    t.like(cases, { at_night: 0, nights_ended_at: null, missed_at_night: 0 });
    await ask();
    const { total } = await listJobs(testApp.store.read, { task: 'judge-rest', limit: 1, offset: 0 });
    t.is(total, 0, 'the first night is a day after the build');
    let nights = 0;
    for (let ran = cases.run; ran < cases.planned; nights += 1) {
        t.false(await licensed());
        t.true((await night()) <= 740, 'the licence of 60 answers, each judged three times, included');
        const now = (await card()).cases;
        t.is(now.planned, cases.planned);
        t.true(now.run > ran);
        ran = now.run;
    }
    t.true(nights >= 1);
    t.true(await licensed());
    t.truthy((await restOf(testApp.store.read, runId)).endedAt);
    t.is(await lost(), 0);
    t.is(await night(), 0, 'nothing is left');
});

test('a case that fails in the nightly run turns recommendations off and notifies the owner once', async (t) => {
    const { testApp, at, card, night, licensed, lost } = await prepared(t);
    const odd = judges.prefersAName(criteria);
    at.judge = (asked, response) => (labels.has(asked.answer) ? { ...noLevel } : odd(asked, response));
    await night();
    const { cases, licence } = await card();
    t.true(cases.missed_at_night > 0);
    t.is(cases.missed[0].gate_id, 'ha.identity');
    t.truthy(cases.nights_ended_at);
    t.false(licence.licensed);
    t.false(await licensed());
    t.is(await lost(), 1);
    const { items } = await readMails(testApp.store.read, { baseUrl: '', restPath: '', links: '' });
    const mail = items.find(({ kind }) => kind === 'licence_refused');
    t.regex(mail?.text ?? '', /Cases that failed a check in a nightly run: \d+\. First: /);
    t.notRegex(mail?.text ?? '', /was licensed|no longer/, 'it never was');
    t.is(await night(), 0, 'no further night is paid for');
    t.is(await lost(), 1);
});

test('a judge other than the one of the build is not called at night', async (t) => {
    const { testApp, night, runId } = await prepared(t);
    await changeArtifact(testApp, runId, 'release', (release: object) => ({
        ...release,
        evaluator: { name: 'model', version: 'another' }
    }));
    await night();
    t.like(await restOf(testApp.store.read, runId), { casesRun: 0, endedAt: null });
});

test('a build of an older version keeps its report, and its nights end without a call', async (t) => {
    const { testApp, at, card, night, licensed, runId } = await prepared(t);
    await changeArtifact(testApp, runId, 'report:test_shu', () => reportWith('shu.order'));
    const since = inArray(artifacts.name, ['bases', 'judged', 'rounds']);
    await testApp.store.write((tx) => tx.delete(artifacts).where(since));
    at.judge = () => t.fail('nothing is asked');
    await night();
    const { cases, licence } = await card();
    t.true(cases.planned > 0 && cases.at_night === 0);
    t.truthy(cases.nights_ended_at);
    t.false(await licensed());
    t.regex(JSON.stringify(licence), /The build had no full set of approved test answers/);
});

const noLevel = { level: 'absent', quotes: [], reason: 'None.' };

test('a night with an unreachable model stores nothing and is requested again', async (t) => {
    const { testApp, at, good, card, night, runId } = await prepared(t);
    const refusing: ModelJudge = (_, response) => refuse(response, 401);
    at.judge = refusing;
    await night();
    t.like(await restOf(testApp.store.read, runId), { next: 0, casesRun: 0, missedCount: 0, endedAt: null });
    let calls = 0;
    at.judge = (asked, response) => ((calls += 1) > 60 ? refusing(asked, response) : good(asked, response));
    await night();
    const { at_night: kept } = (await card()).cases;
    t.true(kept > 0, 'what was judged before it failed is kept');
    at.judge = good;
    await night();
    t.true((await card()).cases.at_night > kept);
});

/** Two sages with a release each whose build left cases out. */
async function twoReleases(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const { store, now } = testApp;
    const [one, other] = [await withJudge(testApp), await withJudge(testApp)];
    const rest = (runId: string) => store.write((tx) => freezeArtifact(tx, runId, 'rest', { cases: 20 }));
    for (const { runId } of [one, other]) await rest(runId);
    const jobs = async (task: TaskName) =>
        (await listJobs(store.read, { task, limit: 9, offset: 0 })).items.map(({ about }) => about ?? '');
    const night = { runId: one.runId, from: 0, next: 3, cases: 5, missed: [], isLast: false };
    return {
        testApp,
        one,
        other,
        rest,
        jobs,
        /** Whose nights are asked for now. */
        asked: async () => {
            const before = (await jobs('judge-rest')).length;
            await store.write((tx) => askDueRests(tx, now()));
            return (await jobs('judge-rest')).slice(0, -before || undefined).toSorted();
        },
        settle: (more: object = {}) => store.write((tx) => settleNight(tx, { ...night, ...more, at: now() }))
    };
}

test('a nightly run is requested once a day for an unchanged release, until its cases have run', async (t) => {
    const { testApp, one, other, rest, asked, settle } = await twoReleases(t);
    const { store } = testApp;
    const { runId: whole } = await withJudge(testApp);
    t.deepEqual(await asked(), [], 'not on the day of the build');
    testApp.pass(day);
    t.deepEqual(
        await asked(),
        [one.runId, other.runId].toSorted(),
        'a build that left nothing out needs none'
    );
    t.deepEqual(await asked(), []);
    t.is(await restInWork(store.read, whole), undefined);
    await store.write((tx) => setFields(tx, other.sage.id, { revision: other.sage.revision + 5 }));
    testApp.pass(day);
    t.deepEqual(await asked(), [one.runId]);
    t.is((await restInWork(store.read, one.runId))?.next, 0);
    const newer = await one.release('model');
    await rest(newer);
    t.is(await restInWork(store.read, one.runId), undefined, 'it was replaced');
    testApp.pass(day);
    t.deepEqual(await asked(), [newer]);
    await settle({ runId: newer, isLast: true });
    t.is(await restInWork(store.read, newer), undefined);
    testApp.pass(day);
    t.deepEqual(await asked(), [], 'all have run');
});

test('a nightly result that arrives twice counts once, and none counts after the last night', async (t) => {
    const { testApp, one, other, jobs, asked, settle } = await twoReleases(t);
    const { read } = testApp.store;
    testApp.pass(day);
    await asked();
    const checks = async () => (await jobs('check-licence')).length;
    const before = await checks();
    for (let times = 0; times < 2; times += 1) await settle();
    const rest = await restOf(read, one.runId);
    t.like(rest, { next: 3, casesRun: 5, endedAt: null, casesPlanned: 20 });
    t.regex(whyNotYet(rest) ?? '', /^5 of 20 remaining test cases have run/);
    for (let times = 0; times < 2; times += 1) await settle({ from: 3, isLast: true });
    t.like(await restOf(read, one.runId), { next: 3, casesRun: 10, endedAt: testApp.now() });
    t.is(whyNotYet(await restOf(read, one.runId)), undefined);
    t.is((await checks()) - before, 1, 'the licence is asked for once');
    t.like(await restOf(read, other.runId), { next: 0, casesRun: 0, endedAt: null });
});

test('a failed case at night turns recommendations off, also before any decision', async (t) => {
    const { testApp, one, other, asked, settle } = await twoReleases(t);
    const { read } = testApp.store;
    testApp.pass(day);
    await asked();
    t.is(await findLicence(read, one.runId), undefined);
    const miss = { case_id: 'ri.7', gate_id: 'ri.attack', criterion_id: null };
    await settle({ missed: [{ ...miss, answer: '', expected: '', came: '' }] });
    const licence = await findLicence(read, one.runId);
    t.like(licence, { licensed: false, measured: false, model: null, version: null, figures: null });
    t.deepEqual(licence?.labellers, []);
    t.regex(licence?.firstLine ?? '', /^Recommendations off: Cases that failed a check .*: 1\./);
    t.is(await findLicence(read, other.runId), undefined);
});
