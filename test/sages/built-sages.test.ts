// What the author of a built sage can do who may not build it again: ask for it, or take a copy.
import test from 'ava';
import { listAudit, record } from '../../db/record/audit.ts';
import { findTemplate } from '../../db/sages/template-versions.ts';
import { mailsTo } from '../support/fixtures/council.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { endedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60 * 1000;

async function withBuiltSage(testApp: TestApp) {
    const { author, sage } = await endedBuild(testApp);
    const ask = () => author.send('POST', `/sages/${sage.id}/rebuild-request`, { reason: 'A new question.' });
    return { author, sage, ask };
}

const requests = async (testApp: TestApp) =>
    (await mailsTo(testApp)).filter((mail) => mail.startsWith('rebuild_requested'));

test('a rebuild request is recorded, and emailed to council administrators once a day', async (t) => {
    const testApp = await createTestApp(t);
    for (const person of ['councilAdmin', 'administrator', 'powerUser'] as const) await testApp.as(person);
    const { author, sage, ask } = await withBuiltSage(testApp);
    t.deepEqual((await ask()).body.data, { sage_id: String(sage.id), mailed: 2 });
    t.is((await ask()).body.data.mailed, 0);
    t.deepEqual(await requests(testApp), [
        'rebuild_requested administrator@example.test',
        'rebuild_requested councilAdmin@example.test'
    ]);
    testApp.pass(day);
    t.is((await ask()).body.data.mailed, 2);
    const of = { target: `sage:${sage.id}`, act: 'sage.rebuild_request' };
    const { items } = await listAudit(testApp.store.read, { ...of, limit: 9, offset: 0 });
    t.deepEqual(
        items.map(({ actor, after, note }) => [actor, after, note]),
        ['mailed', 'recorded', 'mailed'].map((after) => [`user:${author.user.id}`, after, 'A new question.'])
    );
});

test('only an emailed request about the same sage delays the next email', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, ask } = await withBuiltSage(testApp);
    await testApp.as('councilAdmin');
    const [act, target] = ['sage.rebuild_request', `sage:${sage.id}`];
    const others = [
        { act, target: 'sage:99', after: 'mailed' },
        { act: 'sage.status', target, after: 'mailed' },
        { act, target, after: 'recorded' }
    ];
    await testApp.store.write(async (tx) => {
        for (const other of others) await record(tx, { by: { name: 'cli' }, ...other, at: testApp.now() });
    });
    t.is((await ask()).body.data.mailed, 1);
    t.is((await ask()).body.data.mailed, 0);
});

test('a rebuild cannot be requested for a sage that was never built or is being built', async (t) => {
    const testApp = await createTestApp(t);
    const { sage, author, ask } = await withBuiltSage(testApp);
    const { id } = (await author.send('POST', '/sages', engineer)).body.data.sage;
    t.is((await author.send('POST', `/sages/${id}/rebuild-request`)).statusCode, 409);
    await (await testApp.as('councilAdmin')).action('svc_start_full_sage_build', { sage_id: sage.id });
    t.is((await ask()).statusCode, 409);
    t.deepEqual(await requests(testApp), []);
});

test('a copy of a built sage evaluates in the same way, and its author can build it', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await withBuiltSage(testApp);
    await author.send('PATCH', `/sages/${sage.id}`, {
        threshold: 55,
        language: 'de',
        evaluator: 'both',
        confirmed_words: [{ word: 'age', reason: 'Of the cheese.' }],
        reviewers: [author.user.id],
        results: { ...engineer.results, intro: 'Judge with care.' }
    });
    await (await testApp.as('powerUser')).action('svc_toggle_demo_key', { sage_id: sage.id });
    const original = (await author.get(`/sages/${sage.id}`)).body.data.sage;
    const { statusCode, body } = await author.send('POST', `/sages/${sage.id}/copy`);
    t.is(statusCode, 201);
    const copy = body.data.sage;
    const same = ['evaluator_role', 'criteria', 'context_ids', 'threshold', 'language', 'evaluator'];
    for (const field of [...same, 'confirmed_words']) t.deepEqual(copy[field], original[field], field);
    t.like(copy, {
        name: 'Backend engineer (copy)',
        owner_id: author.user.id,
        status: 'ss_inactive',
        step_number: 4,
        stale: false,
        release_run_id: null,
        reviewers: [],
        demo: false
    });
    t.not(copy.uuid, original.uuid);
    t.not(copy.results_id, original.results_id);
    const template = await findTemplate(testApp.store.read, copy.results_id);
    t.like(template, { intro: 'Judge with care.', version: 1, sageId: copy.uuid });
    t.is((await author.action('svc_start_full_sage_build', { sage_id: copy.id })).statusCode, 200);
    t.is((await author.get(`/sages/${copy.id}/gold`)).body.data.total, 0);
    t.deepEqual((await author.get(`/sages/${sage.id}`)).body.data.sage, original);
});

test('a copy is named by its author, or as its original as far as a name can be long', async (t) => {
    const author = await (await createTestApp(t)).as('author');
    const name = 'n'.repeat(200);
    const { sage } = (await author.send('POST', '/sages', { ...engineer, name })).body.data;
    const named = async (body?: object) =>
        (await author.send('POST', `/sages/${sage.uuid}/copy`, body)).body.data.sage.name;
    t.is(await named({ name: 'Mine' }), 'Mine');
    t.is(await named(), `${'n'.repeat(193)} (copy)`);
});
