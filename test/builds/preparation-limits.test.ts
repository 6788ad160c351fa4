// When a sage is prepared: on demand and after a save, within limits, through restarts and changes.
import test from 'ava';
import { budgets } from '../../db/accounts/short-lived/budgets.ts';
import { sha256 } from '../../db/accounts/tokens.ts';
import { preparedResults } from '../../db/builds/prepared-results.ts';
import { callsADay, preparations } from '../../db/builds/preparations.ts';
import { countCall } from '../../db/judgement/model-usage.ts';
import { setFields } from '../../db/sages/sages.ts';
import { prepareSage } from '../../jobs/build/preparation/prepare-sage.ts';
import { EvaluatorFault } from '../../jobs/evaluation/faults.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { questionsIn, withSlowJudge } from '../support/fixtures/slow-judge.ts';
import { browserOf } from '../support/people/sage-pages.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

test('an author has a daily limit: preparation stops, keeps its results and continues next day', async (t) => {
    const { testApp, asked, ask, prepare, council } = await withSlowJudge(t);
    const { store, now } = testApp;
    const key = sha256(`prepare|${council.user.id}`);
    const left = 40;
    await store.write((tx) =>
        tx.insert(budgets).values({ key, used: callsADay - left, endsAt: now() + day })
    );
    const stopped = await prepare();
    t.like(stopped, { state: 'failed' });
    t.regex(stopped.failure, /2000 requests a day/);
    t.is(asked.length, left, 'the try of the model is one of them');
    const refused = await ask();
    t.is(refused.statusCode, 429);
    t.regex(JSON.stringify(refused.body), /2000 requests a day/);
    const first = questionsIn(asked).length;
    testApp.pass(day);
    t.like(await prepare(), { state: 'done' });
    const texts = questionsIn(asked)
        .slice(first - 5)
        .map(({ answers }) => JSON.stringify(answers));
    t.true(texts.length > 250);
});

test('at the limit of the month it is refused, and stops where it is reached', async (t) => {
    const { testApp, at, asked, ask, prepare } = await withSlowJudge(t, { LLM_MONTHLY_LIMIT: '1000' });
    const { store, now } = testApp;
    at.each = () =>
        asked.length < 20 ? Promise.resolve() : Promise.reject(new EvaluatorFault('monthly_limit'));
    const stopped = await prepare();
    t.like(stopped, { state: 'failed' });
    t.regex(stopped.failure, /monthly_limit.*LLM_MONTHLY_LIMIT/);
    const tokens = { prompt: 900, completion: 100 };
    await store.write((tx) => countCall(tx, tokens, { at: now(), demo: false }));
    const refused = await ask();
    t.is(refused.statusCode, 429);
    t.regex(JSON.stringify(refused.body), /LLM_MONTHLY_LIMIT/);
    testApp.pass(30 * day);
    at.each = () => Promise.resolve();
    t.is((await ask()).statusCode, 200);
});

test('a restart in the middle loses nothing that was judged', async (t) => {
    const { testApp, evaluators, asked, at, id, ask, latest } = await withSlowJudge(t);
    const { store, now } = testApp;
    const stop = new AbortController();
    at.each = () => Promise.resolve(asked.length === 100 ? stop.abort() : undefined);
    await ask();
    const job = prepareSage({ store, evaluators, now });
    const attempt = { signal: stop.signal, jobId: 'job', attempt: 1, ends: new DisposableStack() };
    await t.throwsAsync(job.run({ sageId: id }, attempt), { name: 'AbortError' });
    t.like(await latest(), { state: 'running' });
    t.is(asked.length, 100);
    at.each = () => Promise.resolve();
    await testApp.drain();
    t.like(await latest(), { state: 'done' });
    const { length } = asked;
    t.is((await store.read.select().from(preparedResults)).length, questionsIn(asked).length);
    await ask();
    await testApp.drain();
    t.is(asked.length, length + 1);
});

test('after a save only a model that was too slow for a build is prepared', async (t) => {
    const { testApp, asked, at, id, latest, build } = await withSlowJudge(t);
    const save = async (name: string) => {
        asked.length = 0;
        const council = await testApp.as('councilAdmin');
        await council.send('PATCH', `/sages/${id}`, { evaluator_role: `You judge answers of ${name}.` });
        await testApp.drain();
        return asked.length;
    };
    at.pace = 10;
    t.is((await build()).state, 'completed');
    t.is(await save('engineers'), 0);
    t.is(await latest(), null);
    at.pace = 2000;
    t.like(await build(), { state: 'failed', step: 'starting' });
    t.true((await save('waiters')) > 300);
    t.like(await latest(), { state: 'done', is_current: true });
    const council = await testApp.as('councilAdmin');
    await council.send('PATCH', `/sages/${id}`, { name: 'Waiters' });
    t.is(await save('waiters'), 1, 'it judges by the same');
    t.is((await build()).state, 'completed');
});

test('a sage that is changed while it is prepared is prepared as it is then', async (t) => {
    const { asked, at, council, id, prepare } = await withSlowJudge(t);
    at.each = async () => {
        if (asked.length !== 20) return;
        at.each = () => Promise.resolve();
        await council.send('PATCH', `/sages/${id}`, { evaluator_role: 'You judge answers of waiters.' });
    };
    t.like(await prepare(), { state: 'done', is_current: true, failure: null });
    const last = questionsIn(asked).slice(20);
    t.true(last.length > 300 && last.slice(1).every(({ prompt }) => prompt.includes('waiters')));
});

test('a sage for the built-in reader has nothing to prepare', async (t) => {
    const { testApp, id } = await withSlowJudge(t);
    const { client, browser } = await browserOf(testApp, 'author');
    const { sage } = (await client.send('POST', '/sages', engineer)).body.data;
    const refused = await client.send('POST', `/sages/${sage.id}/preparation`, {});
    t.is(refused.statusCode, 409);
    t.regex(JSON.stringify(refused.body), /You can prepare only sages that use a language model/);
    t.notRegex(await pageOf(`/sages/${sage.id}`), /Prepare/);
    await testApp.store.write((tx) => setFields(tx, id, { releaseRunId: null }));
    t.regex(await pageOf(`/sages/${id}`), /<button[^>]*>Prepare<\/button>/);

    async function pageOf(path: string) {
        return (await browser.get(path)).body as string;
    }
});

test('support users can cancel a preparation, but not restart one that ended', async (t) => {
    const { testApp, asked, ask, latest, become } = await withSlowJudge(t);
    await ask();
    await become(engineer.criteria); // a cancelled one does not begin again for that
    const support = await testApp.as('support');
    const jobs = async () =>
        (await support.get('/admin/jobs?task=prepare-sage')).body.data.items as { id: string }[];
    const [job] = await jobs();
    t.is((await support.send('POST', `/admin/jobs/${job?.id}/cancel`, {})).statusCode, 200);
    await testApp.drain();
    t.is(asked.length, 0);
    t.like(await latest(), { state: 'failed', failure: 'Someone cancelled it.' });
    t.is((await jobs()).length, 1);
    const trigger = { task: 'prepare-sage', payload: { sageId: 1 } };
    t.is((await support.send('POST', '/admin/jobs', trigger)).statusCode, 409);
});

test('an unreachable model ends a preparation with a message, on the page too', async (t) => {
    const { testApp, at, asked, prepare, id } = await withSlowJudge(t);
    at.each = () => Promise.reject(new EvaluatorFault('unreachable'));
    const { state, judged, failure } = await prepare();
    t.deepEqual([state, judged], ['failed', 0]);
    t.regex(failure, /^The test of the model failed: the evaluator is not available \(unreachable\)/);
    at.each = () =>
        asked.length < 9 ? Promise.resolve() : Promise.reject(new EvaluatorFault('rate_limited'));
    t.regex((await prepare()).failure, /^The model was not available \(rate_limited\)\. /);
    const { browser } = await browserOf(testApp, 'councilAdmin');
    await testApp.store.write((tx) => setFields(tx, id, { releaseRunId: null }));
    const page = (await browser.get(`/sages/${id}`)).body as string;
    t.regex(page, /Stopped: 8 of \d+ answers are evaluated\. The model was not available \(rate_limited\)/);
});

test('a save continues only a preparation that the same user started', async (t) => {
    const { testApp, council, prepare, latest, id } = await withSlowJudge(t);
    await prepare();
    const { ended_at: ended } = await latest();
    const other = await testApp.as('author');
    await testApp.store.write((tx) => tx.update(preparations).set({ askedBy: other.user.id }));
    testApp.pass(day / 24);
    const save = async (threshold: number) =>
        (await testApp.as('councilAdmin')).send('PATCH', `/sages/${id}`, { threshold });
    t.is((await save(61)).statusCode, 200);
    t.is((await latest()).ended_at, ended);
    await testApp.store.write((tx) => tx.update(preparations).set({ askedBy: council.user.id }));
    t.is((await save(62)).statusCode, 200);
    t.is((await latest()).ended_at, null);
});
