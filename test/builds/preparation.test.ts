// A model that is too slow for the time of a build is asked before it, and the build takes what was judged.
import test from 'ava';
import { preparedResults, purgeJudged } from '../../db/builds/prepared-results.ts';
import { artifactsOf } from '../../db/builds/runs.ts';
import { findLicence } from '../../db/judgement/licence.ts';
import { getSage, setFields } from '../../db/sages/sages.ts';
import type { Judgeable } from '../../jobs/evaluation/evaluator.ts';
import { questionsIn, sageOfFive, withSlowJudge } from '../support/fixtures/slow-judge.ts';
import { browserOf } from '../support/people/sage-pages.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const { criteria } = sageOfFive;
const idsIn = (asked: readonly Judgeable[]) => [
    ...new Set(questionsIn(asked).flatMap(({ criteria: some }) => some.map(({ id }) => id)))
];

test('with a model of two seconds a sage of five criteria builds only after its preparation', async (t) => {
    const { testApp, asked, build, prepare, council, id } = await withSlowJudge(t);
    const credits = async () => {
        const { balance, held } = (await council.get('/credits')).body.data;
        return { balance, held };
    };
    const before = await credits();
    t.like(await build(), { state: 'failed', step: 'starting' });
    t.true(asked.length > 300, 'a build that finds its model too slow begins it');
    const { length } = asked;
    const prepared = await prepare();
    t.is(asked.length, length + 1);
    t.like(prepared, { state: 'done', failure: null, is_current: true });
    t.is(prepared.judged, prepared.planned);
    t.deepEqual(await credits(), before, 'preparing costs none');
    asked.length = 0;
    const { state, gates, runId } = await build();
    t.is(state, 'completed');
    t.is(asked.length, 1, 'only whether the model answers is asked');
    const ahead = new Map(gates.map((gate: { id: string; ahead?: object }) => [gate.id, gate.ahead]));
    t.like(ahead.get('shu.criterion'), { of: 30, judged: 30 });
    for (const gate of [
        'shu.twins',
        'ha.rerun',
        'ha.identity',
        'ri.attack',
        'ri.canary',
        'training.screen'
    ]) {
        const { of, judged, from } = ahead.get(gate) as { of: number; judged: number; from: string };
        t.true(of > 0 && judged === of, gate);
        t.is(from.slice(0, 10), '2026-01-15');
    }
    const { browser } = await browserOf(testApp, 'councilAdmin');
    const page = (await browser.get(`/sages/${id}/builds/${runId}`)).body;
    t.regex(page, /30 of 30 answers evaluated in advance, on [^<]*2026/);
});

test('changing one criterion keeps the results of the others, and a common change does not', async (t) => {
    const { testApp, asked, prepare, become, id, build } = await withSlowJudge(t);
    await prepare();
    const all = asked.length;
    const change = async (how: object) => {
        asked.length = 0;
        await become(criteria.map((one) => (one.id === 'c2' ? { ...one, ...how } : one)));
        t.like(await prepare(), { state: 'done', is_current: true });
        return asked;
    };
    t.deepEqual(idsIn(await change({ weight: 3 })), [], 'no level depends on a weight');
    const absent = 'tells no way at all';
    const again = await change({ levels: { ...criteria[2]?.levels, absent } });
    t.deepEqual(idsIn(again), ['c2']);
    t.true(again.length < all / 3, `${again.length} of ${all}`);
    asked.length = 0;
    t.is((await build()).state, 'completed');
    t.deepEqual(idsIn(asked), []);
    const { revision } = await getSage(testApp.store.read, id);
    const evaluatorRole = 'You judge written answers of engineers, in writing.';
    await testApp.store.write((tx) => setFields(tx, id, { evaluatorRole, revision: revision + 1 }));
    await prepare();
    t.is(asked.length, all + 1, 'with the question of the build');
});

test('an evaluated answer is not evaluated again, so no build gets a second chance', async (t) => {
    const { asked, at, prepare, build } = await withSlowJudge(t);
    const usual = at.planted;
    at.planted = () => 'partial';
    await prepare();
    at.planted = usual;
    asked.length = 0;
    t.like(await prepare(), { state: 'done' });
    t.deepEqual(idsIn(asked), []);
    for (const _ of [1, 2]) t.like(await build(), { state: 'failed', step: 'test_shu' });
    t.deepEqual(idsIn(asked), []);
});

test('other weights, another version and a month later are another judge', async (t) => {
    const { testApp, asked, at, judge, prepare } = await withSlowJudge(t);
    await prepare();
    const all = asked.length;
    const askedNow = async () => {
        asked.length = 0;
        await prepare();
        return asked.length;
    };
    t.is(await askedNow(), 1);
    at.digest = 'other weights';
    t.is(await askedNow(), all);
    judge.version = 'other';
    t.is(await askedNow(), all);
    testApp.pass(31 * day);
    await testApp.store.write((tx) => purgeJudged(tx, testApp.now()));
    t.deepEqual(await testApp.store.read.select().from(preparedResults), []);
    t.is(await askedNow(), all);
});

test('a judge that changes its mind is stopped despite preparation, because each call counts', async (t) => {
    const { at, prepare, build } = await withSlowJudge(t);
    const usual = at.planted;
    const times = new Map<string, number>();
    at.planted = (seen) => {
        const before = times.get(seen.text) ?? 0;
        times.set(seen.text, before + 1);
        return seen.sort === 'partial' && before % 2 === 1 ? 'strong' : usual(seen);
    };
    await prepare();
    const { step, gates } = await build();
    t.is(step, 'test_ha');
    const red = gates.filter((gate: { passed: boolean }) => !gate.passed);
    t.true(red.some((gate: { id: string }) => gate.id === 'ha.rerun'));
});

test('a build that exceeds its time keeps its results, and its sage is prepared for the next one', async (t) => {
    const { testApp, asked, at, build, latest } = await withSlowJudge(t);
    at.pace = 500;
    at.each = () => Promise.resolve(void (at.pace = asked.length > 0 ? 4000 : 500));
    t.like(await build(), { state: 'failed', step: 'test_shu' });
    t.like(await latest(), { state: 'done' });
    const { length } = await testApp.store.read.select().from(preparedResults);
    t.is(length, questionsIn(asked).length, 'nothing is asked twice');
    asked.length = 0;
    t.like(await build(), { state: 'completed' });
    t.deepEqual(questionsIn(asked), []);
});

test('a build that tried one round may not recommend, and is prepared for the next one, which tries both', async (t) => {
    const { testApp, asked, at, build, latest } = await withSlowJudge(t);
    const { read } = testApp.store;
    const restOf = async (runId: string) => (await artifactsOf(read, runId, ['rest']))['rest'];
    at.pace = 500;
    const one = await build();
    t.is(one.state, 'completed');
    t.deepEqual(await restOf(one.runId), { cases: 149 });
    t.like(await findLicence(read, one.runId), { licensed: false, measured: false });
    t.like(await latest(), { state: 'done' });
    asked.length = 0;
    const both = await build();
    t.is(await restOf(both.runId), undefined);
    t.is(await findLicence(read, both.runId), undefined, 'labels decide');
    t.deepEqual(questionsIn(asked), []);
});
