// What a licence is based on: the sage as it was built, labels of its own questions, and answers that may be read.
import test from 'ava';
import { askDueChecks } from '../../db/judgement/licence/checks.ts';
import { licences, mayAdviseBy, recordLicence } from '../../db/judgement/licence.ts';
import { listJobs } from '../../db/support/listing.ts';
import { contexts, createContext } from '../../db/sages/contexts.ts';
import { changeTemplate } from '../../db/council/results-templates.ts';
import { setFields } from '../../db/sages/sages.ts';
import { screenAnswers, screens } from '../../db/screens/screens.ts';
import { eq } from '../../db/store/drizzle.ts';
import { answers, changeArtifact, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { licensedSage, perfect, prepared } from './prepared.ts';

test('an edit of the evaluated parts of a sage ends its licence, and no nightly check returns it', async (t) => {
    const { testApp, check, judge, licensed, lost, agreement, council, sage } = await licensedSage(t);
    const { statusCode } = await council.send('PATCH', `/sages/${sage.id}`, { threshold: 55 });
    t.is(statusCode, 200);
    t.false(await licensed());
    t.regex(
        (await agreement()).licence.first_line,
        /changed after this release\. Ask a council administrator to build it again\.$/
    );
    const asked = judge.asked.length;
    await check(judge);
    t.is(judge.asked.length, asked, 'nothing is judged for an edited sage');
    const jobs = () => listJobs(testApp.store.read, { task: 'check-licence', limit: 1, offset: 0 });
    const { total } = await jobs();
    testApp.pass(24 * 60 * 60 * 1000);
    await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
    t.is((await jobs()).total, total);
    const rows = await testApp.store.read.select().from(licences);
    t.deepEqual(
        rows.map(({ licensed }) => licensed),
        [true, false]
    );
    t.is(await lost(), 1);
});

test('the next check ends the licence of a sage that was edited by any other way', async (t) => {
    const { testApp, licensed, lost, sage } = await licensedSage(t);
    await testApp.store.write((tx) => setFields(tx, sage.id, { revision: sage.revision + 5 }));
    t.false(await licensed());
    for (let hour = 0; hour < 2; hour += 1)
        await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
    t.is((await testApp.store.read.select().from(licences)).length, 2);
    t.is(await lost(), 1);
});

test('a change of the results template ends the licence immediately', async (t) => {
    const { testApp, licensed, lost, sage } = await licensedSage(t);
    const by = { id: 1, name: 'a backend' };
    await testApp.store.write((tx) =>
        changeTemplate(tx, sage.resultsId ?? '', { directions: 'Be kind.' }, { by, at: testApp.now() })
    );
    t.false(await licensed());
    const rows = await testApp.store.read.select().from(licences);
    t.deepEqual(
        rows.map(({ licensed, reasons }) => [licensed, reasons.length]),
        [
            [true, 0],
            [false, 1]
        ]
    );
    t.regex(rows[1]?.reasons[0] ?? '', /^The sage was changed after this release\./);
    t.is(await lost(), 1);
});

test('another version of a context ends the licence: the next verdict does not advise', async (t) => {
    const { testApp, label, check, licensed, lost, runId } = await prepared(t);
    const { store, now } = testApp;
    const make = (name: string) => store.write((tx) => createContext(tx, { name, context: 'Small.' }, now()));
    const [{ id }, other] = [await make('Team'), await make('House')];
    await changeArtifact(testApp, runId, 'release', (release: object) => ({
        ...release,
        contexts: [id, other.id].map((one) => ({ id: one, version: 1 }))
    }));
    await label(answers(60));
    const judge = perfect();
    await check(judge);
    t.true(await licensed());
    await store.write((tx) =>
        tx.update(contexts).set({ version: 2, context: 'Large.' }).where(eq(contexts.id, id))
    );
    t.false(await licensed());
    const verdict = { runId, calls: [], version: '1', at: now() };
    t.false(await store.write((tx) => mayAdviseBy(tx, verdict)));
    t.false(await store.write((tx) => mayAdviseBy(tx, verdict)));
    const rows = await store.read.select().from(licences);
    t.deepEqual(
        rows.map(({ licensed }) => licensed),
        [true, false]
    );
    t.is(await lost(), 1);
    const asked = judge.asked.length;
    await check(judge);
    t.is(judge.asked.length, asked, 'no nightly check brings it back');
});

test('a model with another prompt is not the licensed one', async (t) => {
    const { testApp, check, judge, licensed, agreement, runId } = await licensedSage(t);
    const advise = (version: string) =>
        testApp.store.write((tx) => mayAdviseBy(tx, { runId, calls: [], version, at: testApp.now() }));
    t.true(await advise('1'));
    t.false(await advise('2'));
    t.false(await licensed());
    t.regex((await agreement()).licence.first_line, /now version "2"\. .* turned on for "1"\. Ask a council/);
    await check({ ...judge, version: '2' });
    t.false(await licensed());
    t.regex((await agreement()).licence.first_line, /now version "2"\. The build used "1"/);
});

test('a new release ends the licence of the one before', async (t) => {
    const { testApp, licensed, lost, council, sage, runId, release } = await licensedSage(t);
    await release('evidence');
    await testApp.drain();
    t.false(await licensed());
    const { report } = (await council.get(`/sages/${sage.id}/builds/${runId}/report`)).body.data;
    t.is(report.licence.first_line, 'Recommendations off: A newer release has replaced this one.');
    t.is(await lost(), 1);
});

test('the result of each analysis is stored with its judge, and listed newest first', async (t) => {
    const { testApp, label, check, agreement, council, sage, runId } = await prepared(t);
    const day = 24 * 60 * 60 * 1000;
    await label(answers(120));
    testApp.pass(day);
    await check(judgeThat((_text, level) => (level === 'absent' ? 'partial' : level)));
    testApp.pass(day);
    await check(perfect());
    await testApp.store.write((tx) => setFields(tx, sage.id, { revision: sage.revision + 5 }));
    await testApp.store.write((tx) => askDueChecks(tx, testApp.now()));
    const { nights } = await agreement();
    t.like(nights, { length: 2 }, 'what an edit ends was never measured');
    const { kappa, kappa_low, kappa_high, ...latest } = nights[0];
    t.true(kappa_low < kappa && kappa < kappa_high);
    t.deepEqual(latest, {
        at: new Date(testApp.now()).toISOString(),
        run_id: runId,
        n: 120,
        licensed: false,
        model: null,
        version: '1'
    });
    t.is(nights[1].n, 60);
    const { report } = (await council.get(`/sages/${sage.id}/builds/${runId}/report`)).body.data;
    t.deepEqual(report.nights, nights);
});

test('a sage stores 400 decisions, and the latest of each release', async (t) => {
    const { testApp, runId, sage, release } = await prepared(t);
    const { store } = testApp;
    const decision = {
        licensed: false,
        firstLine: '',
        reasons: [],
        labellers: [],
        model: null,
        version: null
    };
    const decide = (run: string, at: number) =>
        store.write((tx) => recordLicence(tx, { ...decision, runId: run, at, figures: null }));
    for (const at of [1, 2]) await decide(runId, at);
    const newer = await release('model');
    const other = await withJudge(testApp);
    for (let at = 0; at < 404; at += 1) await decide(newer, at);
    await decide(other.runId, 1);
    await decide(newer, 404);
    const rows = await store.read.select().from(licences);
    t.deepEqual(
        rows.filter(({ sageId }) => sageId !== sage.id).map(({ runId }) => runId),
        [other.runId],
        'those of another sage do not count, and stay'
    );
    t.is(rows.filter((row) => row.runId === newer).length, 400);
    t.deepEqual(
        rows.filter((row) => row.runId === runId).map(({ at }) => at),
        [2]
    );
});

test('a label counts only for the question and the levels that it was given under', async (t) => {
    const { label, check, licensed, agreement, sage } = await prepared(t);
    const asked = (criterion: string) => sage.criteria.find(({ id }) => id === criterion);
    const levels = { absent: 'None.', partial: 'Some.', strong: 'All.' };
    const other = { question: 'Which bug did you like best?', levels };
    await label(answers(60).map((one) => ({ ...one, asked: other })));
    const judge = perfect();
    await check(judge);
    t.false(await licensed());
    t.regex((await agreement()).licence.first_line, /Not decided yet: 0 of 60 answers have two labels/);
    await label(answers(60).map((one) => ({ ...one, asked: asked(one.criterion) })));
    await check(judge);
    t.true(await licensed(), 'the same label under the question of the release is another one');
});

test('no answer of a candidate goes to a model that they did not agree to', async (t) => {
    const { testApp, council, label, check, sage, runId, agreement } = await prepared(t);
    const { id: otherSage } = (await council.send('POST', '/sages', engineer)).body.data.sage;
    const [mine = '', other = '', gone = ''] = answers(63).map(({ text }) => text);
    const operators = [
        ['screen-a', mine, 'Example Models Ltd', sage.id],
        ['screen-b', other, 'Others Ltd', sage.id],
        ['screen-c', gone, 'Example Models Ltd', otherSage]
    ] as const;
    await testApp.store.write(async (tx) => {
        for (const [id, answer, operator, sageId] of operators) {
            const consentNotice = { reader: 'model' as const, operator, text: '' };
            const row = { id, sageId, kind: 'real' as const, status: 'ss_evaluated' as const };
            const named = { candidateName: 'A', candidateEmail: 'a@example.test', createdAt: 1 };
            await tx.insert(screens).values({ ...row, ...named, releaseRunId: runId, consentNotice });
            const at = 1;
            await tx.insert(screenAnswers).values({ screenId: id, criterionId: 'debugging', answer, at });
        }
    });
    await label(answers(63).map((one, place) => (place < 3 ? { ...one, source: 'screen' as const } : one)));
    const judge = perfect();
    await check(judge, { operator: 'Example Models Ltd' });
    const read = judge.asked.map(({ answers }) => answers['debugging']);
    t.true(read.includes(mine));
    t.false(read.includes(other), 'agreed to somebody else');
    t.false(read.includes(gone), 'nothing says what they agreed to; of another sage somebody wrote the same');
    t.like(await agreement(), { n: 60, left_out: 2 });
});
