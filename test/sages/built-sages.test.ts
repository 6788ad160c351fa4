// What the author of a built sage can do who may not build it again: ask for it, or take a copy.
import test from 'ava';
import { listAudit, record } from '../../db/record/audit.ts';
import { mailsTo, person, withActiveSage } from '../support/fixtures/council.ts';
import { engineer } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const day = 24 * 60 * 60 * 1000;

async function withBuiltSage(testApp: TestApp) {
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    return { author, sage: sage as { id: number; uuid: string; results_id: string } };
}

const requests = async (testApp: TestApp) =>
    (await mailsTo(testApp)).filter((mail) => mail.startsWith('rebuild_requested'));

test('a user without permission to rebuild a changed sage reads who can rebuild it', async (t) => {
    const testApp = await createTestApp(t);
    const { council, sage } = await withActiveSage(testApp);
    await council.send('PATCH', `/sages/${sage.id}`, { threshold: 60 });
    const author = await testApp.as('author');
    const build = await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    t.is(build.statusCode, 409);
    t.is(
        build.body.data.message,
        'This sage has already been built. Ask a council administrator to build it again.'
    );
    const screen = await author.send('POST', '/screens', { sage_id: sage.id, candidate: person(1) });
    t.is(screen.statusCode, 409);
    t.is(
        screen.body.data.message,
        'This sage changed after its last build. Ask a council administrator to build it again.'
    );
});

test('a rebuild request is recorded, and emailed to council administrators once a day', async (t) => {
    const testApp = await createTestApp(t);
    await Promise.all([testApp.as('councilAdmin'), testApp.as('administrator'), testApp.as('powerUser')]);
    const { author, sage } = await withBuiltSage(testApp);
    const ask = () => author.send('POST', `/sages/${sage.id}/rebuild-request`, { reason: 'A new question.' });
    const first = await ask();
    t.is(first.statusCode, 200);
    t.deepEqual(first.body.data, { sage_id: String(sage.id), mailed: 2 });
    t.is((await ask()).body.data.mailed, 0);
    t.deepEqual(await requests(testApp), [
        'rebuild_requested administrator@example.test',
        'rebuild_requested councilAdmin@example.test'
    ]);
    testApp.pass(day);
    t.is((await ask()).body.data.mailed, 2);
    const target = `sage:${sage.id}`;
    const { items } = await listAudit(testApp.store.read, {
        target,
        act: 'sage.rebuild_request',
        limit: 9,
        offset: 0
    });
    t.deepEqual(
        items.map(({ actor, after, note }) => [actor, after, note]),
        ['mailed', 'recorded', 'mailed'].map((after) => [`user:${author.user.id}`, after, 'A new question.'])
    );
});

test('only an emailed request about the same sage delays the next email', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await withBuiltSage(testApp);
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
    const ask = () => author.send('POST', `/sages/${sage.id}/rebuild-request`);
    t.is((await ask()).body.data.mailed, 1);
    t.is((await ask()).body.data.mailed, 0);
});

test('a rebuild cannot be requested for a sage that was never built or is being built', async (t) => {
    const testApp = await createTestApp(t);
    const author = await testApp.as('author');
    const { sage } = (await author.send('POST', '/sages', engineer)).body.data;
    const ask = async () => {
        const { statusCode, body } = await author.send('POST', `/sages/${sage.id}/rebuild-request`);
        return [statusCode, body.data.message];
    };
    t.deepEqual(await ask(), [409, 'This sage has not been built yet. Its author can build it.']);
    await author.action('svc_start_full_sage_build', { sage_id: sage.id });
    await testApp.drain();
    const council = await testApp.as('councilAdmin');
    await council.action('svc_start_full_sage_build', { sage_id: sage.id });
    t.deepEqual(await ask(), [409, 'This sage is being built.']);
    t.deepEqual(await requests(testApp), []);
});

test('a copy of a built sage evaluates in the same way, and its author can build it', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await withBuiltSage(testApp);
    const words = [{ word: 'age', reason: 'Of the cheese.' }];
    await author.send('PATCH', `/sages/${sage.id}`, {
        threshold: 55,
        language: 'de',
        evaluator: 'both',
        confirmed_words: words,
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
    t.is((await author.action('svc_start_full_sage_build', { sage_id: copy.id })).statusCode, 200);
    const gold = (await author.get(`/sages/${copy.id}/gold`)).body.data;
    t.is(gold.total, 0);
    t.deepEqual((await author.get(`/sages/${sage.id}`)).body.data.sage, original);
});

test('a copy has the texts of the template that its original has now, and a name of its own', async (t) => {
    const testApp = await createTestApp(t);
    const { author, sage } = await withBuiltSage(testApp);
    await author.send('PATCH', `/sages/${sage.id}`, {
        results: { ...engineer.results, intro: 'Judge with care.' }
    });
    const { sage: copy } = (await author.send('POST', `/sages/${sage.uuid}/copy`, { name: 'Mine' })).body
        .data;
    t.is(copy.name, 'Mine');
    const { findTemplate } = await import('../../db/sages/template-versions.ts');
    const template = await findTemplate(testApp.store.read, copy.results_id);
    t.like(template, { intro: 'Judge with care.', version: 1, sageId: copy.uuid });
    const long = 'n'.repeat(200);
    await author.send('PATCH', `/sages/${sage.id}`, { name: long });
    const { sage: cut } = (await author.send('POST', `/sages/${sage.id}/copy`)).body.data;
    t.is(cut.name, `${'n'.repeat(193)} (copy)`);
});

test('with SAGE_ACCESS=owner a user cannot copy or request a sage of another owner', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { sage } = await withBuiltSage(testApp);
    const other = await testApp.as('otherAuthor');
    t.is((await other.send('POST', `/sages/${sage.id}/copy`)).statusCode, 404);
    t.is((await other.send('POST', `/sages/${sage.id}/rebuild-request`)).statusCode, 404);
});
